/** The game on the page: what is played, who plays, what is thought. The panels show it and call it. */
import { newGame, openLink } from "./opening.js";
import { FIRST_GAME } from "./state.js";
import { beginThinking } from "./thinking.js";

export * from "./moves.js";
export * from "./opening.js";
export * from "./state.js";
export * from "./thinking.js";

/** Begins: the page's link decides which game. Returns when the board is there. */
export async function start(): Promise<void> {
  const text = location.hash.slice(1);
  if (text) await openLink(text);
  else await newGame(FIRST_GAME);
  beginThinking();
}
