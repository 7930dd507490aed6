/** What the system tells about the screen. */
import { type ReadonlySignal, signal } from "@preact/signals";

/** Returns a signal that is true while a media query matches. */
export function matching(query: string): ReadonlySignal<boolean> {
  const media = matchMedia(query);
  const found = signal(media.matches);
  media.addEventListener("change", ({ matches }) => {
    found.value = matches;
  });
  return found;
}

/** True if the screen is higher than it is wide, as on a phone. */
export const isPortrait = matching("(max-aspect-ratio: 1 / 1)");
