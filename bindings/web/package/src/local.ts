/** A search in this thread. It runs in slices that keep a page responsive. */
import { METHODS, type RunOptions, type Search, SLICE, Slices } from "./search.js";
import type { State } from "./state.js";

/**
 * The methods that change the position or discard the tree. Each of these methods first ends the
 * current run.
 */
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
 * Returns a function that calls a method of the state by name. Before it calls a method that
 * changes the position or discards the tree, the function ends the current run.
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
