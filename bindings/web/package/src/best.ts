/** Finds the default player of a search: the player that "best" selects. */
import { findGame, type Game } from "./game.js";
import { Instance } from "./instance.js";
import { load } from "./load.js";
import { bytesOf } from "./memory.js";
import { milliseconds } from "./numbers.js";
import { type BestPlayer, PlayerReader } from "./player.js";

/** Options of `best()`. */
export interface BestOptions {
  /** The memory of the search: a number of bytes, or a text such as "32 MiB". Default 32 MiB. */
  memory?: number | string;
  /** The time for each move in milliseconds; 0 if unknown. Default 0. */
  ms?: number;
  /** The WebAssembly module or its URL. Default: the module of this package. */
  wasm?: WebAssembly.Module | URL | string;
}

/**
 * Returns the player that "best" selects. For a built-in game, this is the player with the best
 * measured results. For a custom game, the choice depends on the game's callbacks. The choice also
 * depends on `memory`: with little memory, as on a microcontroller, other players are stronger.
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
