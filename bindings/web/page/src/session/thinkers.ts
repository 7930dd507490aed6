/** The open searches: one for each side, and for the analysis, hints and the review. */
import { Thinker } from "../thinker.js";
import * as state from "./state.js";

const { board, memory, shown } = state;

/** The purpose of a search. The search "first" or "second" chooses the moves of that side. */
export type Place = "first" | "second" | "analysis" | "hint" | "review";

const thinkers = new Map<Place, Thinker>();
const seed = Math.floor(Math.random() * 2 ** 32);

/**
 * Returns the thinker at `place`. Opens a new search if there is none at `place`, or if the search
 * there has another player.
 */
export function thinkerAt(place: Place, player: string): Thinker {
  const known = thinkers.get(place);
  if (known?.player === player) return known;
  known?.close();
  const thinker = new Thinker(board.value, player, memory.value, seed);
  thinkers.set(place, thinker);
  return thinker;
}

/** True while a search is open. A closed search ends with an error. */
export const isOpen = (thinker: Thinker) => [...thinkers.values()].includes(thinker);

/** Closes the search at `place`, and frees its memory. */
export function closeThinker(place: Place): void {
  thinkers.get(place)?.close();
  thinkers.delete(place);
}

/** Stops all searches except the review, which does not depend on the position on the board. */
export function stopThinkers(): void {
  for (const [place, thinker] of thinkers) if (place !== "review") thinker.stop();
}

/** Closes the searches of all players, because a new game begins or the players' memory changes. */
export function dismissThinkers(): void {
  for (const thinker of thinkers.values()) thinker.close();
  thinkers.clear();
  shown.value = null;
}

/** Sets how much memory each player may use. Closes all searches; new searches use this memory. */
export function setMemory(text: string): void {
  dismissThinkers();
  memory.value = text;
}
