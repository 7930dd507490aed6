/** The players of the two sides. */
import type { Limits } from "imm-search";
import { texts } from "./texts/index.js";

/**
 * The number of levels in the library. Above the highest level, the page offers "best", with the
 * limit that is set on the page.
 */
export const LEVELS = 10;

/**
 * The player of a side: a person; imm at a level; imm at its best; or imm with a player notation.
 */
export type Seat =
  | { kind: "person" }
  | { kind: "level"; level: number }
  | { kind: "best" }
  | { kind: "notation"; text: string };

/** The limit per move for players without a level. */
export interface MoveLimit {
  unit: "ms" | "simulations";
  amount: number;
}

/** Returns the player notation of a seat for the package `imm-search`; null for a person. */
export function playerOf(seat: Seat, best: string): string | null {
  if (seat.kind === "person") return null;
  if (seat.kind === "level") return `level${seat.level}`;
  return seat.kind === "best" ? best : seat.text;
}

/** Returns the limits of the search for a move. A level has its own number of simulations. */
export function limitsOf(player: string, limit: MoveLimit): Limits {
  if (/^level\d/.test(player)) return {};
  return limit.unit === "ms" ? { ms: limit.amount } : { iterations: limit.amount };
}

/** Returns the word for a seat in a link to a game. */
export function seatText(seat: Seat): string {
  if (seat.kind === "level") return `level${seat.level}`;
  return seat.kind === "notation" ? seat.text : seat.kind;
}

export function readSeat(text: string): Seat {
  const level = /^level(\d{1,2})$/.exec(text);
  if (level) return { kind: "level", level: Number(level[1]) };
  if (text === "person" || text === "best") return { kind: text };
  return { kind: "notation", text };
}

/** Returns the strength of a player of imm, as the page shows it. Returns "" for a person. */
export function strength(seat: Seat): string {
  const { best, level, levels } = texts.value;
  if (seat.kind === "person") return "";
  if (seat.kind === "level") {
    const word = levels[seat.level as keyof typeof levels] ?? "";
    return level(String(seat.level), word);
  }
  return seat.kind === "best" ? best : seat.text;
}
