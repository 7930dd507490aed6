/** Inputs and outputs of a search. Values and results are from the FIRST player's point of view. */
import type { OUTCOMES, PROOFS, STOPS } from "./header.js";
import type { Memory } from "./memory.js";

/** The result of a game: the winner, "draw", or "ongoing". */
export type Outcome = (typeof OUTCOMES)[number];
/** The proven result of perfect play: the winner or "draw"; "open" if nothing is proven. */
export type Proof = (typeof PROOFS)[number];
/** Why a search ended: `IMM_STOPPED_*` of `imm.h`. */
export type Stopped = (typeof STOPS)[number];
/** A side of the game: "first" moves first from the normal starting position. */
export type Side = "first" | "second";
/** The side to move; "chance" if a chance event comes next, such as the roll of a die. */
export type Mover = Side | "chance";

/** Options for opening a search. */
export interface OpenOptions {
  /**
   * The player in the notation of `imm.h`, a level, or both: "mcts(im0.4)", "level5",
   * "level5:ab(tt)". Default "best", the player that `best()` returns.
   */
  player?: string;
  /**
   * The memory of the search: a number of bytes, a text such as "32 MiB", or a tree size. The
   * memory of a search never grows. Default 32 MiB.
   */
  memory?: Memory;
  /**
   * The seed of the random numbers, 0 to 2^64 - 1. Searches with the same seed, memory and
   * iterations build the same tree. The seed also selects the dice of `sampleChance()`. Default 0.
   */
  seed?: number | bigint;
  /** The number of moves that `undo()` can take back. Default 0. */
  history?: number;
}

/**
 * The limits of a search. The search ends at the first limit that it reaches, or when the position
 * is solved.
 */
export interface Limits {
  /** The time in milliseconds, 0 to 4294967295; may have a fraction. */
  ms?: number;
  /**
   * The maximum number of simulations, or of visited positions for alpha-beta. For `iterations`,
   * `nodes` and `depth`, 0 means no limit.
   */
  iterations?: number;
  /** The maximum number of nodes in the tree, at most 4294967295. */
  nodes?: number;
  /** The maximum depth of the tree, or of alpha-beta, in plies; at most 4294967295. */
  depth?: number;
}

/** The results of a search. */
export interface Report {
  /** The move to play; null if the game is over or a chance event comes next. */
  best: string | null;
  proof: Proof;
  /** The number of plies to the end of the game if a win is proven; otherwise 0. */
  distance: number;
  /** The value of the best move, -1 to 1, where 1 is a win for the first player. */
  value: number;
  /** The number of simulations through the best move; 0 for alpha-beta. */
  visits: number;
  /** The number of simulations of this search, or of visited positions for alpha-beta. */
  iterations: number;
  nodes: number;
  /**
   * The depth of the deepest node that the search reached, in plies below the root. For alpha-beta,
   * the greatest depth that was searched completely.
   */
  depth: number;
  /** The duration of the search in milliseconds. */
  ms: number;
  stopped: Stopped;
  /**
   * A hash of the search, as 16 hexadecimal digits. Equal searches have equal signatures on every
   * machine.
   */
  signature: string;
}

/** A move in the searched position, with the statistics of the position after the move. */
export interface Candidate {
  move: string;
  visits: number;
  /** The value of the move, -1 to 1. */
  value: number;
  /** The implicit minimax value, -1 to 1. Meaningful only with the option `im`. */
  minimax: number;
  proof: Proof;
  distance: number;
}

/** A position of the tree. The `move` of the top position is empty. */
export interface TreeNode extends Candidate {
  children: TreeNode[];
}

/** Selects a part of the tree. */
export interface TreeOptions {
  /** The depth of the selected part of the tree in plies. Default 3. */
  depth?: number;
  /** Omits positions with fewer visits than this number. Default 1. */
  minVisits?: number;
  /**
   * The moves from the root to the top of this part of the tree. Default: no moves, so the top is
   * the root.
   */
  below?: readonly string[];
}
