/**
 * The session: the game, the players and their searches. The panels display the session and call
 * its functions.
 */
import { beginClock } from "./clock.js";
import { newGame, openLink } from "./opening.js";
import { FIRST_GAME } from "./state.js";
import { beginThinking } from "./thinking.js";

export * from "./clock.js";
export * from "./comparison.js";
export * from "./moves.js";
export * from "./opening.js";
export * from "./review.js";
export * from "./state.js";
export * from "./status.js";
export { setMemory } from "./thinkers.js";
export * from "./thinking.js";

/** Starts the session with the game in the page's link. Resolves when the board is ready. */
export async function start(): Promise<void> {
  const text = location.hash.slice(1);
  if (text) await openLink(text);
  else await newGame(FIRST_GAME);
  beginThinking();
  beginClock();
}
