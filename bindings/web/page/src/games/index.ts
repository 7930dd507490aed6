import { breakthrough } from "./breakthrough.js";
import { connectFour } from "./connect_four.js";
import { einstein } from "./einstein.js";
import { loa } from "./loa.js";
import { onitama } from "./onitama.js";
import { othello } from "./othello.js";
import type { GameView } from "./scene.js";
import { kalah, oware } from "./sowing.js";

/** All games of the page, in menu order. */
export const GAMES: readonly GameView[] = [
  kalah,
  connectFour,
  othello,
  breakthrough,
  onitama,
  oware,
  loa,
  einstein,
];

/**
 * Returns the game and board with this name: a name of the library, such as "kalah_std", or the
 * `id` of a game on this page, such as "connect_four".
 */
export function gameOfName(name: string): { game: GameView; board: string } | undefined {
  for (const game of GAMES) {
    if (game.boards.includes(name)) return { game, board: name };
    if (game.id === name) return { game, board: game.boards[0] ?? name };
  }
  return undefined;
}

/** Returns the name that links and saved games use for a game and its board. */
export const nameOf = (game: GameView, board: string) => (board === "plugin" ? game.id : board);
