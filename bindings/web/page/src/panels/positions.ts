/** Positions in which mcts() and mcts(im0.4) differ: found by `positions/find.mjs`. */
import data from "../../positions/positions.json";
import type { GameId } from "../games/scene.js";

/** A judge's verdict on a move, from the point of view of the player to move. */
export interface Verdict {
  value: number;
  solved: boolean;
}

/** A position in which the two players choose different moves. */
export interface Chosen {
  moves: string;
  /** The moves of the two players. */
  mean: string;
  minimax: string;
  /** The player that judged the chosen moves. It had much more time than the two players. */
  judge: string;
  worse: Verdict;
  better: Verdict;
}

/** The numbers of searched games and positions, and the chosen position; null if none was found. */
export interface Found {
  games: number;
  positions: number;
  simulations: number;
  chosen: Chosen | null;
}

/** The players that are compared, with the memory and the seed of each search. */
export const PLAYERS = data.players as unknown as readonly [string, string];
export const { memory, seed } = data;

export const foundOf = (game: GameId): Found => data.games[game];
