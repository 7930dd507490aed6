/** Formats numbers and results. */
import type { Report } from "imm-search";

/** Formats a number: 1234567 becomes "1.23 M". */
export function amount(n: number): string {
  if (n < 10_000) return n.toLocaleString("en");
  return n < 1e6 ? `${(n / 1e3).toPrecision(3)} k` : `${(n / 1e6).toPrecision(3)} M`;
}

/** Formats a value from the first player's point of view, with its sign: "+0.25". */
export function signed(value: number, digits = 2): string {
  const number = Math.abs(value).toFixed(digits);
  if (Number(number) === 0) return number;
  return (value < 0 ? "−" : "+") + number;
}

/** The value of each outcome of a game, from the first player's point of view. */
export const RESULTS = { ongoing: null, first: 1, second: -1, draw: 0 } as const;

/** Returns the value of a report or of a move; 1, -1 or 0 if the result is proven. */
export function worth({ value, proof }: Pick<Report, "value" | "proof">): number {
  if (proof === "first") return 1;
  if (proof === "second") return -1;
  return proof === "draw" ? 0 : value;
}

/** Returns the colour of a value, between the colours of the two sides. */
export function shade(value: number): string {
  const part = Math.round(Math.sqrt(Math.min(1, Math.abs(value))) * 100); // spreads small values
  return `color-mix(in oklab, var(${value < 0 ? "--second" : "--first"}) ${part}%, var(--even))`;
}
