/** Who plays a side. */
import type { Limits } from "imm-search";

/** Levels that the library has; the highest is "best", with the limit of the page. */
export const LEVELS = 10;

/** A person; imm at a level of strength; or imm as a notation says. */
export type Seat =
  | { kind: "person" }
  | { kind: "level"; level: number }
  | { kind: "best" }
  | { kind: "notation"; text: string };

/** How long players without a level think about a move. */
export interface MoveLimit {
  unit: "ms" | "simulations";
  amount: number;
}

/** The player that the package opens, in its words; null for a person. */
export function playerOf(seat: Seat, best: string): string | null {
  if (seat.kind === "person") return null;
  if (seat.kind === "level") return `level${seat.level}`;
  return seat.kind === "best" ? best : seat.text;
}

/** What limits a move: a level has its own number of simulations. */
export function limitsOf(player: string, limit: MoveLimit): Limits {
  if (/^level\d/.test(player)) return {};
  return limit.unit === "ms" ? { ms: limit.amount } : { iterations: limit.amount };
}

/** A seat as a word of a link, and back. */
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

/** What a seat is called on the page. */
export function seatName(seat: Seat): string {
  if (seat.kind === "person") return "a person";
  if (seat.kind === "level") return `imm, level ${seat.level}`;
  return seat.kind === "best" ? "imm at its best" : seat.text;
}
