/** The shape of the screen. */
import { signal } from "@preact/signals";

const portrait = matchMedia("(max-aspect-ratio: 1 / 1)");

/** True if the screen is higher than it is wide, as on a phone. */
export const isPortrait = signal(portrait.matches);
portrait.addEventListener("change", ({ matches }) => {
  isPortrait.value = matches;
});
