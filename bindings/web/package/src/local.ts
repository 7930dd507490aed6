/** A search in this thread. It runs in slices that keep a page responsive. */
import { METHODS, type RunOptions, type Search, SLICE, Slices } from "./search.js";
import type { State } from "./state.js";

/** The methods that change the position. A run ends before such a method. */
const CHANGING = new Set<string>([
  "play",
  "undo",
  "restart",
  "shuffle",
  "setPosition",
  "setPositionBytes",
  "forget",
]);

/**
 * Returns a function that calls a method of the state by name. If the method changes the position, the
 * function first ends the current run.
 */
export function callable(state: State, slices: Slices) {
  return (method: string, values: readonly unknown[]): unknown => {
    if (CHANGING.has(method)) slices.stop();
    const f = state[method as keyof State] as (...values: unknown[]) => unknown;
    return f.apply(state, [...values]);
  };
}

/** Returns a search in this thread. */
export function localSearch(state: State): Search {
  const slices = new Slices(state, SLICE.page);
  const call = callable(state, slices);
  const methods = METHODS.map((name) => [name, async (...values: unknown[]) => call(name, values)]);
  return {
    ...(Object.fromEntries(methods) as Search),
    run: (options?: RunOptions) => slices.run(options),
    stop: () => slices.stop(),
    close: () => slices.stop(),
  };
}
