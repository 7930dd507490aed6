/**
 * imm for JavaScript: finds good moves in games for two players.
 *
 *     import { open } from "imm-search";
 *
 *     const search = await open("othello", { memory: "32 MiB" });
 *     const { best, value } = await search.run({ ms: 500 });
 *     console.log(best, value);
 *     if (best) await search.play(best);
 */
import type { Game } from "./game.js";
import { load } from "./load.js";
import { localSearch } from "./local.js";
import { checkOptions } from "./player.js";
import { remoteSearch } from "./remote.js";
import type { Search } from "./search.js";
import { State } from "./state.js";
import type { OpenOptions } from "./types.js";

export { type BestOptions, best } from "./best.js";
export { ImmError } from "./errors.js";
export type { Game } from "./game.js";
export { IMM_ODDS_MAX, IMM_WEIGHT_DECISIVE, IMM_WEIGHT_FORCED } from "./header.js";
export { load } from "./load.js";
export type { Memory, TreeSize } from "./memory.js";
export type { BestPlayer } from "./player.js";
export type { Progress, RunOptions, Search } from "./search.js";
export { State } from "./state.js";
export type * from "./types.js";

/** Options of `open()`. */
export interface SearchOptions extends OpenOptions {
  /** The WebAssembly module or its URL. Default: the module of this package. */
  wasm?: WebAssembly.Module | URL | string;
}

/**
 * Opens a search.
 *
 * `game` has three forms:
 *
 * - A name ("othello", "kalah_std_4x3") selects a built-in game. The search runs in a Web Worker
 *   (in Node.js, in a worker thread).
 * - A URL selects a custom game: the default export of the module at this URL. The search also runs
 *   in a worker.
 * - An object is a custom game. The search runs in this thread.
 *
 * All options have defaults. Example: `open("othello", { player: "level5", memory: "64 MiB" })`.
 */
export async function open(
  game: string | URL | Game,
  options: SearchOptions = {},
): Promise<Search> {
  checkOptions(options);
  const { wasm, ...others } = options;
  const module = await load(wasm);
  if (typeof game === "string" || game instanceof URL) return remoteSearch(module, game, others);
  return localSearch(await State.open(module, game, others));
}
