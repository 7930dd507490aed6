/** A search in this thread, in slices short enough to keep a page responsive. */
import { METHODS, type RunOptions, type Search, SLICE, Slices } from "./search.js";
import type { State } from "./state.js";

/** Methods that change the position. A run must not continue after them. */
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
 * Returns a function that calls a method of the state by name. It first ends a run that the method
 * would disturb.
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
