/** Searches that let the program go on: in slices here, or in a worker. */
import { milliseconds, whole } from "./numbers.js";
import type { State } from "./state.js";
import { turn } from "./turn.js";
import type { Limits, Report } from "./types.js";

/** What is known while a search goes on. */
export interface Progress {
  report: Report;
  /** The moves that it expects. */
  line: string[];
}

/** How a search goes on. */
export interface RunOptions extends Limits {
  /** Milliseconds between two calls of `onProgress`. Default 100. */
  every?: number;
  onProgress?: (progress: Progress) => void;
}

/** The methods of `State` that a `Search` has as well: here they return promises. */
export const METHODS = [
  "play",
  "undo",
  "restart",
  "shuffle",
  "legalMoves",
  "outcome",
  "toMove",
  "position",
  "setPosition",
  "positionBytes",
  "setPositionBytes",
  "forget",
  "refusal",
  "report",
  "candidates",
  "line",
  "tree",
  "evaluate",
] as const satisfies readonly (keyof State)[];

/** One of them. */
export type Method = (typeof METHODS)[number];

type Promised = {
  [M in Method]: (...values: Parameters<State[M]>) => Promise<ReturnType<State[M]>>;
};

/**
 * A search that never blocks the program: each method of `State`, as a promise. While `run()` is under
 * way, all may be called; what changes the position ends the run first.
 */
export interface Search extends Promised {
  /**
   * Searches until a limit is reached; without one, as much as the player's level says, or until it is
   * stopped. The same tree as in one go.
   */
  run(options?: RunOptions): Promise<Report>;
  /** Ends the run that is under way, if any: its promise comes with what was found. */
  stop(): void;
  /** Ends the search, and gives its memory back. A program in Node.js ends without it, too. */
  close(): void;
}

/** Milliseconds of a slice: in a worker, and where the page is drawn. */
export const SLICE = { worker: 30, page: 8 };

/** A search in slices, between which other things happen. */
export class Slices {
  readonly #state: State;
  readonly #slice: number;
  #wanted = 0; // runs that were asked for: one that is not the latest ends

  constructor(state: State, slice: number) {
    this.#state = state;
    this.#slice = slice;
  }

  stop(): void {
    this.#wanted++;
  }

  async run(options: RunOptions = {}): Promise<Report> {
    const limits = limitsOf(options, this.#state.levelIterations);
    const every = milliseconds("every", options.every ?? 100);
    const run = ++this.#wanted;
    const begun = performance.now();
    let shown = begun;
    let iterations = 0;
    for (;;) {
      const passed = performance.now() - begun;
      const left = limits.ms === undefined ? this.#slice : limits.ms - passed;
      const part: Limits = { ...limits, ms: Math.max(0.001, Math.min(this.#slice, left)) };
      if (limits.iterations) part.iterations = limits.iterations - iterations;
      const found = this.#state.search(part);
      iterations += found.iterations;
      const now = performance.now();
      const report = { ...found, iterations, ms: Math.round(now - begun) };
      const timeIsUp = limits.ms !== undefined && now - begun >= limits.ms;
      if (found.stopped !== "time" || timeIsUp) return report;
      if (options.onProgress && now - shown >= every) {
        shown = now;
        options.onProgress({ report: { ...report, stopped: "not" }, line: this.#state.line() });
      }
      await turn();
      if (run !== this.#wanted) return { ...report, stopped: "stopped" };
    }
  }
}

function limitsOf({ ms, iterations, nodes, depth }: RunOptions, level: number): Limits {
  const limits: Limits = {};
  const simulations = iterations ?? (level || undefined);
  if (ms !== undefined) limits.ms = milliseconds("ms", ms);
  if (simulations !== undefined) {
    limits.iterations = Number(whole("iterations", simulations, "u64"));
  }
  if (nodes !== undefined) limits.nodes = whole("nodes", nodes, "u32");
  if (depth !== undefined) limits.depth = whole("depth", depth, "u32");
  return limits;
}
