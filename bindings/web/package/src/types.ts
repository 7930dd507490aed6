/** What goes into a search and what comes out. Values and results are the FIRST player's view. */
import type { OUTCOMES, PROOFS, STOPS } from "./header.js";
import type { Memory } from "./memory.js";

/** How a game stands: who has won, if it is over. */
export type Outcome = (typeof OUTCOMES)[number];
/** Who is proven to win whatever the other does; `open` if nothing is proven. */
export type Proof = (typeof PROOFS)[number];
/** Why a search ended: `IMM_STOPPED_*` of `imm.h`. */
export type Stopped = (typeof STOPS)[number];
/** A player: the one who begins a normal game, or the other. */
export type Side = "first" | "second";

/** How a search is opened. */
export interface OpenOptions {
  /** Memory of the search: bytes, "32 MiB", or a size of the tree. Default 32 MiB. It never grows. */
  memory?: Memory;
  /**
   * Seed of its random numbers, 0 to 2^64 - 1. Equal seed, memory and iterations make equal trees.
   * Default 0.
   */
  seed?: number | bigint;
  /** Moves that `undo()` can take back. Default 0. */
  history?: number;
}

/** When a search ends: at whichever limit comes first, and once the position is proven. */
export interface Limits {
  /** Milliseconds, 0 to 4294967295; may have a fraction. */
  ms?: number;
  /** Simulations; of alpha-beta, positions. 0 is no limit, as for `nodes` and `depth`. */
  iterations?: number;
  /** Nodes of the tree, at most 4294967295. */
  nodes?: number;
  /** Plies below the root, at most 4294967295; of alpha-beta, the depth. */
  depth?: number;
}

/** What a search has found. */
export interface Report {
  /** The move to play; null if the game is over. */
  best: string | null;
  proof: Proof;
  /** Plies to the end, where a win is proven. */
  distance: number;
  /** Of the best move, -1 to 1; +1: the first player wins. */
  value: number;
  /** Simulations through the best move. */
  visits: number;
  /** Simulations of this search; of alpha-beta, positions. */
  iterations: number;
  nodes: number;
  /** Plies below the root that were reached. */
  depth: number;
  /** Milliseconds that it took. */
  ms: number;
  stopped: Stopped;
  /** 16 hexadecimal digits: equal wherever the same tree was built. */
  signature: string;
}

/** What is known about a position that a move leads to. */
export interface Candidate {
  move: string;
  visits: number;
  /** -1 to 1. */
  value: number;
  /** The implicit minimax value, -1 to 1; says nothing without the option `im`. */
  minimax: number;
  proof: Proof;
  distance: number;
}

/** A position of the tree. The root's move is empty. */
export interface TreeNode extends Candidate {
  children: TreeNode[];
}

/** Which part of the tree to show. */
export interface TreeOptions {
  /** Plies. Default 3. */
  depth?: number;
  /** Leaves out what has fewer visits. Default 1. */
  minVisits?: number;
  /** Moves from the root to where it shall begin. Default: the root. */
  below?: readonly string[];
}
