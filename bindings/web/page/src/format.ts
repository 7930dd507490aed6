/** Numbers and results in words. */
import type { Proof, Report } from "imm-search";
import type { GameView } from "./games/scene.js";

/** 1234567 as "1.23 M". */
export function amount(n: number): string {
  if (n < 10_000) return n.toLocaleString("en");
  return n < 1e6 ? `${(n / 1e3).toPrecision(3)} k` : `${(n / 1e6).toPrecision(3)} M`;
}

/** A value of the first player's view, "+0.25". */
export function signed(value: number, digits = 2): string {
  const number = Math.abs(value).toFixed(digits);
  if (Number(number) === 0) return number;
  return (value < 0 ? "−" : "+") + number;
}

/** What is proven, by the names of the sides; "" if nothing is. */
export function proven(proof: Proof, distance: number, { sides }: GameView): string {
  if (proof === "open") return "";
  if (proof === "draw") return "a draw";
  return `${sides[proof]} wins${distance ? ` in ${distance}` : ""}`;
}

/** The value of a report, or of a move: what is proven counts as such. */
export function worth({ value, proof }: Pick<Report, "value" | "proof">): number {
  if (proof === "first") return 1;
  if (proof === "second") return -1;
  return proof === "draw" ? 0 : value;
}

/** A colour between those of the two sides. */
export function shade(value: number): string {
  const part = Math.round(Math.sqrt(Math.min(1, Math.abs(value))) * 100); // most values are small
  return `color-mix(in oklab, var(${value < 0 ? "--second" : "--first"}) ${part}%, var(--even))`;
}
