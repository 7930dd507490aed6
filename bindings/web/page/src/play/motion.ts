/**
 * Shows moves as they happen: sowing goes house by house, and pieces slide, drop or turn over. imm
 * waits until the board has shown a move.
 */
import { effect, signal, untracked } from "@preact/signals";
import { PIECE } from "../board/animate.js";
import type { GameView } from "../games/scene.js";
import * as session from "../session/index.js";
import { settings } from "../settings.js";
import { tone } from "./sound.js";

const { game, line, moving, record } = session;

/** In milliseconds: the time between two seeds, and the maximum time for all seeds of a move. */
const SEED = 130;
const SOWING = 1800;
/** Milliseconds until a piece has moved: its animation, and a little more. */
const MOVED = PIECE + 20;

/** The position on the board in the middle of a move; null while no seeds are sown. */
export const between = signal<string | null>(null);

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** True if moves are animated. A hidden page has no animations, because timers are slow there. */
const animates = () => settings.value.animation && !reduced.matches && !document.hidden;

let timer: ReturnType<typeof setTimeout> | undefined;
let before: { game: GameView; cursor: number; position: string } | null = null;

function stop(): void {
  clearTimeout(timer);
  between.value = null;
  moving.value = false;
}

/** Shows these positions one after another, and then the position after the move. */
function show(frames: readonly string[]): void {
  const [first, ...rest] = frames;
  between.value = first ?? null;
  const pause = first === undefined ? MOVED : Math.min(SEED, SOWING / frames.length);
  if (rest.length) tone("seed");
  timer = setTimeout(() => (first === undefined ? stop() : show(rest)), pause);
}

/** Follows the game: shows a new move, but jumps to any other position. */
effect(() => {
  const { moves, cursor } = record.value;
  const position = line.value[cursor]?.position ?? "";
  untracked(() => {
    const isMove =
      before?.game === game.value &&
      cursor === before.cursor + 1 &&
      line.value[before.cursor]?.position === before.position;
    const start = before?.position ?? "";
    before = { game: game.value, cursor, position };
    stop();
    if (!isMove) return;
    tone(session.over.value ? "end" : "move");
    if (!animates()) return;
    moving.value = true;
    show(game.value.frames?.(start, moves[cursor - 1] ?? "") ?? []);
  });
});
