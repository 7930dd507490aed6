/** The clocks of both sides, with an increment for each move. */
import { effect, signal } from "@preact/signals";
import type { Limits, Side } from "imm-search";
import { opponent } from "../games/scene.js";
import * as state from "./state.js";

const { ended, here, record } = state;

/** The time of each side: minutes for the game, and seconds for each move. */
export interface ClockSetting {
  minutes: number;
  seconds: number;
}

/** The clock of this game; null for a game without a clock. */
export const clock = signal<ClockSetting | null>(null);
/** The remaining milliseconds of each side. */
export const left = signal<Readonly<Record<Side, number>>>({ first: 0, second: 0 });

/** Milliseconds between updates of the clocks. */
const TICK = 100;
/** For each move, imm uses this share of its remaining time, and most of the increment. */
const SHARE = 1 / 30;
const INCREMENT_SHARE = 0.7;

let latest = 0;

/** Sets both clocks to their full time. */
export function resetClock(setting = clock.value): void {
  const full = (setting?.minutes ?? 0) * 60_000;
  clock.value = setting;
  left.value = { first: full, second: full };
}

/** True while a clock runs. The clocks start with the first move of the game. */
function runs(): boolean {
  const { cursor } = record.value;
  return cursor > 0 && !state.over.value && !state.halted.value && !state.atPast.value;
}

/** Subtracts the time since the latest tick from the clock of the side to move. */
function tick(): void {
  const now = performance.now();
  const spent = now - latest;
  latest = now;
  const side = here.value?.mover;
  if (!side || !runs()) return;
  const rest = Math.max(0, left.value[side] - spent);
  left.value = { ...left.value, [side]: rest };
  if (rest === 0) {
    ended.value = { winner: opponent(side), reason: "time" };
  }
}

/** Adds the increment to the clock of a side after its move. */
export function addIncrement(side: Side): void {
  if (!clock.value || !runs()) return;
  left.value = { ...left.value, [side]: left.value[side] + clock.value.seconds * 1000 };
}

/** Returns the limits of imm's move, within the time of its clock. */
export function withinClock(limits: Limits, side: Side): Limits {
  if (!clock.value) return limits;
  const aim = left.value[side] * SHARE + clock.value.seconds * 1000 * INCREMENT_SHARE;
  return { ...limits, ms: Math.max(10, Math.min(limits.ms ?? aim, aim, left.value[side] / 2)) };
}

/** Formats a time: "4:05", or "0:09.3" in the last ten seconds. */
export function clockText(ms: number): string {
  const isLate = ms < 10_000;
  const all = isLate ? Math.floor(ms / 100) / 10 : Math.ceil(ms / 1000);
  const seconds = all % 60;
  const text = isLate ? seconds.toFixed(1).padStart(4, "0") : String(seconds).padStart(2, "0");
  return `${Math.floor(all / 60)}:${text}`;
}

/** Runs the clocks of games that have clocks. */
export function beginClock(): void {
  effect(() => {
    if (!clock.value) return;
    latest = performance.now();
    const timer = setInterval(tick, TICK);
    return () => clearInterval(timer);
  });
}
