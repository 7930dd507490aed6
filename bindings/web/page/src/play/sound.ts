/** Short tones for moves, made without audio files. */
import { settings } from "../settings.js";

/** The tones of each sound: frequency in Hz, and start in milliseconds. */
const TONES = {
  seed: [[520, 0]],
  move: [[330, 0]],
  end: [
    [392, 0],
    [523, 140],
    [659, 280],
  ],
} as const;

const VOLUME = 0.12;
const SECONDS = 0.12;

let audio: AudioContext | undefined;

/** Plays a sound, if the user has switched sound on. */
export function tone(sound: keyof typeof TONES): void {
  if (!settings.value.sound) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const [frequency, ms] of TONES[sound]) {
    const at = audio.currentTime + ms / 1000;
    const oscillator = new OscillatorNode(audio, { type: "triangle", frequency });
    const gain = new GainNode(audio, { gain: VOLUME });
    gain.gain.setValueAtTime(VOLUME, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + SECONDS);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(at);
    oscillator.stop(at + SECONDS);
  }
}
