/** What a search plays of which nobody said how. */
import { type Failure, findGame, type Game } from "./game.js";
import { CONFIG, IMM_PLAYER_TEXT_MAX, IMM_TEXT_MAX } from "./header.js";
import { Instance } from "./instance.js";
import { load } from "./load.js";
import { bytesOf } from "./memory.js";

/** A player, and why it is the best. */
export interface BestPlayer {
  /** Its notation. */
  player: string;
  /** What was measured, or which functions of the game decide. */
  why: string;
}

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
  const module = wasm instanceof WebAssembly.Module ? wasm : await load(wasm);
  const instance = await Instance.of(module);
  const { imm } = instance;
  const failure: Failure = {};
  const check = (status = 0) => {
    if (status !== 0) throw instance.error(status);
  };
  const found = findGame(instance, game, failure);
  const config = instance.reserve(CONFIG.size);
  const text = instance.reserve(Math.max(IMM_PLAYER_TEXT_MAX, IMM_TEXT_MAX));
  const size = bytesOf(memory, instance, found, config);
  check(imm.imm_config_init?.(config, CONFIG.size));
  check(imm.imm_best?.(found, size, ms, config));
  check(imm.imm_config_text?.(config, text, IMM_PLAYER_TEXT_MAX));
  const player = instance.text(text);
  check(imm.imm_best_why?.(found, size, ms, text, IMM_TEXT_MAX));
  return { player, why: instance.text(text) };
}
