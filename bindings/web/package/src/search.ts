/** A search that does not block the program: it runs in slices in this thread, or in a worker. */
import { milliseconds, whole } from "./numbers.js";
import type { State } from "./state.js";
import { turn } from "./turn.js";
import type { Limits, Report } from "./types.js";

/** The progress of a running search. */
export interface Progress {
  report: Report;
  /** The expected line of moves. */
  line: string[];
}

/** Options of `run()`. */
export interface RunOptions extends Limits {
  /** Milliseconds between calls of `onProgress`. Default 100. */
  every?: number;
  onProgress?: (progress: Progress) => void;
}

/** The methods of `State` that a `Search` also has. In a `Search`, they return promises. */
export const METHODS = [
  "play",
  "undo",
  "restart",
  "shuffle",
  "legalMoves",
  "outcome",
  "toMove",
  "sampleChance",
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

/** The name of a method that both `State` and `Search` have. */
export type Method = (typeof METHODS)[number];

type Promised = {
  [M in Method]: (...values: Parameters<State[M]>) => Promise<ReturnType<State[M]>>;
};

/**
 * A search that never blocks the program. It has the methods of `State`, but they return promises.
 * You may call these methods during `run()`. Methods that change the position, and `forget()`,
 * first end the run.
 */
export interface Search extends Promised {
  /**
   * Searches until a limit is reached. If the player has a level, the default of `iterations` is
   * the number of simulations of this level. Without a limit, runs until `stop()`. The slices build
   * the same tree as one uninterrupted search.
   */
  run(options?: RunOptions): Promise<Report>;
  /** Ends the current run, if any. The promise of the run resolves with the results so far. */
  stop(): void;
  /** Ends the search and frees its memory. A Node.js program can also end without this call. */
  close(): void;
}

/** The length of a slice in milliseconds: in a worker, and in the thread that draws the page. */
export const SLICE = { worker: 30, page: 8 };

/** A search in slices, with time for other events between slices. */
export class Slices {
  readonly #state: State;
  readonly #slice: number;
  #wanted = 0; // the number of the latest run; a run with a smaller number ends

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
