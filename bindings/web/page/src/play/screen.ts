/** What the screen shows around the board. */
import { batch, signal } from "@preact/signals";
import { analysing, analysis } from "../session/index.js";

/** The open dialog; null if there is none. */
export const dialog = signal<"newGame" | "settings" | "rules" | null>(null);

/** Shows or hides the analysis. The analysis searches while it is shown. */
export function switchAnalysis(): void {
  batch(() => {
    analysing.value = !analysing.value;
    analysis.value = { ...analysis.value, on: analysing.value };
  });
}

export function closeDialog(): void {
  dialog.value = null;
}
