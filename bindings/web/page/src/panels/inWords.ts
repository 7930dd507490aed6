/** Values and results in plain words. */
import type { Report, Side } from "imm-search";
import { worth } from "../format.js";
import { texts } from "../texts/index.js";

/** The names of the sides, and the side of the user against imm. */
export interface Names {
  sides: Readonly<Record<Side, string>>;
  user: Side | null;
}

type Judged = Pick<Report, "value" | "proof" | "distance">;

/** If the value is at most this far from 0, the page calls no side ahead. */
const EVEN = 0.08;

/** Returns the chance of a side in percent. A draw counts as half a win. */
export function chance(value: number, side: Side): number {
  return Math.round((1 + (side === "first" ? value : -value)) * 50);
}

export const percent = (value: number, side: Side) => `${chance(value, side)} %`;

/** Returns who is ahead, or who wins. */
export function standingOf(judged: Judged, { sides, user }: Names): string {
  const words = texts.value.analysis;
  const { proof, distance } = judged;
  if (proof === "draw") return words.isDraw;
  if (proof !== "open") {
    return proof === user ? words.youWin(distance) : words.wins(sides[proof], distance);
  }
  const value = worth(judged);
  if (Math.abs(value) < EVEN) return words.even;
  const leader = value > 0 ? "first" : "second";
  return leader === user ? words.youAhead : words.ahead(sides[leader]);
}

/**
 * Returns the chance of the mover after a move, or the proven result of the move. A move's distance
 * is counted from the position after the move.
 */
export function prospect(judged: Judged, mover: Side): string {
  const words = texts.value.analysis;
  const { proof, distance } = judged;
  if (proof === "draw") return words.draws;
  if (proof === "open") return percent(worth(judged), mover);
  return proof === mover ? words.winsIn(distance + 1) : words.losesIn(distance + 1);
}
