/** What a search plays of which nobody said how. */
import { findGame, type Game } from "./game.js";
import { Instance } from "./instance.js";
import { load } from "./load.js";
import { bytesOf } from "./memory.js";
import { milliseconds } from "./numbers.js";
import { type BestPlayer, PlayerReader } from "./player.js";

/** Options of `best()`. */
export interface BestOptions {
  /** That the search will have, as of `open()`. Default 32 MiB. */
  memory?: number | string;
  /** Milliseconds that it will have for a move; 0 where that is not known. Default 0. */
  ms?: number;
  /** The WebAssembly module, or its URL. Default: the one that comes with this package. */
  wasm?: WebAssembly.Module | URL | string;
}

/**
 * The player that "best" is: the strongest that was measured in a built-in game, else one for the functions
 * that the game has. `memory` counts, as in blocks as small as those of boards others are the strongest.
 */
export async function best(
  game: string | Game,
  { memory = "32 MiB", ms = 0, wasm }: BestOptions = {},
): Promise<BestPlayer> {
  const instance = await Instance.of(await load(wasm));
  const found = findGame(instance, game, {});
  const reader = new PlayerReader(instance, found);
  reader.read("best", 0);
  return reader.best(
    bytesOf(memory, instance, found, reader.config),
    Math.ceil(milliseconds("ms", ms)),
  );
}
