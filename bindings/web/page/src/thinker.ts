/** A player that searches in a worker, and its latest results. */
import { type Signal, signal } from "@preact/signals";
import {
  type Candidate,
  type Limits,
  open,
  type Report,
  type Search,
  type TreeNode,
} from "imm-search";
import type { Here } from "./rules.js";

/** The results of a player's search of a position. */
export interface Thought {
  player: string;
  /** The number of moves before the searched position. */
  ply: number;
  here: Here;
  report: Report;
  line: readonly string[];
  candidates: readonly Candidate[];
  /** The top of the search tree; null if the tree is not shown. */
  tree: TreePart | null;
  running: boolean;
}

/** A part of a tree, and the moves that lead to it. */
export interface TreePart {
  root: TreeNode;
  below: readonly string[];
}

/** The part of the tree to show. */
export interface TreeView {
  depth: number;
  below: readonly string[];
}

/** Milliseconds between updates of the results. */
const LOOKS = 250;
/**
 * A position of the tree is shown if it has at least this share of the visits of the top position.
 */
const SMALLEST_PART = 1 / 400;

export class Thinker {
  readonly player: string;
  readonly thought: Signal<Thought | null> = signal(null);
  readonly #search: Promise<Search>;
  #known: { bytes: Uint8Array; moves: readonly string[] } | null = null;
  #looking = false;
  /** The number of the latest search. Results of an earlier search are out of date. */
  #turn = 0;
  /** The turn whose results are in `thought`. */
  #shown = 0;
  #view: TreeView | null = null;

  /** Opens the search, with this seed for its random numbers. */
  constructor(board: string, player: string, memory: string, seed: number) {
    this.player = player;
    this.#search = open(board, { player, memory, seed });
    this.#search.catch(() => {}); // `think()` throws the same error
  }

  /** Searches a position of a game until a limit is reached or `stop()` is called. */
  async think(line: readonly Here[], moves: readonly string[], limits: Limits): Promise<Report> {
    const turn = ++this.#turn;
    const here = line.at(-1) as Here;
    const ply = moves.length;
    const search = await this.#search;
    await this.#follow(search, line, moves);
    const show = (report: Report, running: boolean) =>
      this.#look(search, { here, ply, report, running }, turn);
    const report = await search.run({
      ...limits,
      every: LOOKS,
      onProgress: ({ report }) => {
        if (!this.#looking) void show(report, true).catch(() => {});
      },
    });
    await show(report, false);
    return report;
  }

  /** Sets the part of the tree to show; null for no part. */
  async watch(view: TreeView | null): Promise<void> {
    this.#view = view;
    const { value } = this.thought;
    // While another position is being searched, wait for the next update: it shows the part of the
    // new tree.
    if (!value || this.#looking || this.#shown !== this.#turn) return;
    await this.#look(await this.#search, value, this.#turn);
  }

  stop(): void {
    void this.#search.then(
      (search) => search.stop(),
      () => {},
    );
  }

  close(): void {
    void this.#search.then(
      (search) => search.close(),
      () => {},
    );
  }

  /**
   * Sets the search to the last position of `line`. Keeps the tree if the only change since the
   * latest search is that moves were added to the game.
   */
  async #follow(search: Search, line: readonly Here[], moves: readonly string[]): Promise<void> {
    const [start] = line;
    const known = this.#known;
    const begins = known && start && sameBytes(known.bytes, start.bytes);
    if (begins && known.moves.every((move, i) => move === moves[i])) {
      for (const move of moves.slice(known.moves.length)) await search.play(move);
    } else {
      await search.setPositionBytes((line.at(-1) as Here).bytes);
    }
    this.#known = { bytes: (start as Here).bytes, moves: [...moves] };
  }

  async #look(
    search: Search,
    found: Pick<Thought, "here" | "ply" | "report" | "running">,
    turn: number,
  ): Promise<void> {
    if (turn !== this.#turn) return;
    this.#looking = true;
    try {
      const candidates = await search.candidates();
      const line = await search.line();
      const tree = this.#view && (await partOf(search, this.#view));
      if (turn !== this.#turn) return;
      this.#shown = turn;
      this.thought.value = { ...found, player: this.player, candidates, line, tree };
    } finally {
      this.#looking = false;
    }
  }
}

/**
 * Returns the part of the tree to show, without rarely visited positions. Returns null if this part
 * is not in the tree.
 */
async function partOf(search: Search, { depth, below }: TreeView): Promise<TreePart | null> {
  // After further moves of the game, the moves of `below` may be illegal.
  const top = await search.tree({ below, depth: 0 }).catch(() => null);
  if (!top) return null;
  const minVisits = Math.max(1, Math.round(top.visits * SMALLEST_PART));
  const root = await search.tree({ below, depth, minVisits });
  return root && { root, below };
}

const sameBytes = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
