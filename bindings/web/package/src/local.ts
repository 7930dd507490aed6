/** A search in this thread, in slices so short that a page goes on. */
import { METHODS, type RunOptions, type Search, SLICE, Slices } from "./search.js";
import type { State } from "./state.js";

/** What changes the position: a run must not go on after it. */
const CHANGING = new Set<string>([
  "play",
  "undo",
  "restart",
  "shuffle",
  "setPosition",
  "setPositionBytes",
  "forget",
]);

/** The methods of a state by their names, each of which ends a run first that it would spoil. */
export function callable(state: State, slices: Slices) {
  return (method: string, values: readonly unknown[]): unknown => {
    if (CHANGING.has(method)) slices.stop();
    const f = state[method as keyof State] as (...values: unknown[]) => unknown;
    return f.apply(state, [...values]);
  };
}

/** A search in this thread. */
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
