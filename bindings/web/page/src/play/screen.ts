/** What the screen shows around the board. */
import { batch, signal } from "@preact/signals";
import { analysing, explaining } from "../session/index.js";

/** The open dialog, or null. */
export const dialog = signal<"newGame" | "settings" | "rules" | null>(null);

/** Turns the analysis on or off. */
export function switchAnalysis(): void {
  batch(() => {
    analysing.value = !analysing.value;
    explaining.value = false;
  });
}

export function closeDialog(): void {
  dialog.value = null;
}
