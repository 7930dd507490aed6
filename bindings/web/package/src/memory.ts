/** The memory of a search. */
import { ImmError } from "./errors.js";
import { CONFIG, IMM_ALPHA_BETA, IMM_BEST, IMM_ERR_TOO_SMALL } from "./header.js";
import type { Instance } from "./instance.js";
import { shown, whole } from "./numbers.js";
import { read } from "./struct.js";

/**
 * The memory of a search: a number of bytes; a text such as "32 MiB" or "64 KiB"; or a tree size,
 * which means the same on every target.
 */
export type Memory = number | string | TreeSize;

/**
 * A size that does not depend on the target. With the same size, seed and iterations, a search
 * builds the same tree on every target.
 */
export interface TreeSize {
  /** The number of slots of the tree, or the maximum depth in plies for alpha-beta. */
  slots: number;
  /**
   * The exact number of buckets of alpha-beta's transposition table. If you set this number, the
   * maximum depth is at least `slots` plies.
   */
  buckets?: number;
}

/**
 * Returns the number of bytes that a search needs. `game` and `config` are the addresses of a
 * `struct imm_game` and of the player's `struct imm_config`.
 */
export function bytesOf(memory: Memory, instance: Instance, game: number, config: number): number {
  const found =
    typeof memory === "string"
      ? bytesOfText(memory)
      : typeof memory === "object"
        ? bytesOfTree(memory, instance, game, config)
        : memory;
  return whole("memory", found, "u32");
}

function bytesOfText(text: string): number {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?) *(?:([KMG])i?B)?$/.exec(text) ?? [];
  if (number === undefined) {
    const why = `memory: expected bytes, or a text such as "32 MiB", got ${shown(text)}`;
    throw new ImmError(why, IMM_ERR_TOO_SMALL);
  }
  return Math.round(Number(number) * 1024 ** " KMG".indexOf(unit || " "));
}

/**
 * Returns the error for `count` slots or plies, which need more memory than 32 bits can address.
 */
export function noRoom(name: string, count: number): ImmError {
  const why = `${name}: expected fewer than ${count}, for which 4 GiB are too small`;
  return new ImmError(why, IMM_ERR_TOO_SMALL);
}

function bytesOfTree(size: TreeSize, instance: Instance, game: number, config: number): number {
  const { imm, view } = instance;
  const slots = whole("memory.slots", size.slots, "u32");
  const ask = (name: string, ...values: number[]) => (imm[name]?.(...values) ?? 0) >>> 0; // size_t
  if (read(CONFIG, view, config).algorithm === IMM_BEST) ask("imm_best", game, 0, 0, config);
  if (read(CONFIG, view, config).algorithm !== IMM_ALPHA_BETA) {
    const tree = ask("imm_memory_required", game, slots);
    if (tree === 0) throw noRoom("memory.slots", slots);
    return tree + ask("imm_leaf_memory", config, game);
  }
  const stack = ask("imm_alpha_beta_memory", game, slots);
  if (stack === 0) throw noRoom("memory.slots", slots);
  if (size.buckets === undefined) return stack;
  const buckets = whole("memory.buckets", size.buckets, "u32");
  // The stack takes at most half of the memory, so the search starts at twice the size of the
  // stack. The history and the table take the rest.
  const STEP = 64;
  for (let bytes = 2 * stack; bytes < 2 ** 31; bytes += STEP) {
    const found = ask("imm_alpha_beta_buckets", config, game, bytes);
    if (found === buckets) return bytes;
    if (found > buckets) break;
  }
  throw new ImmError(`could not allocate a table of ${buckets} buckets`, IMM_ERR_TOO_SMALL);
}
