/** How much memory a search takes. */
import { ImmError } from "./errors.js";
import { CONFIG, IMM_ALPHA_BETA, IMM_BEST, IMM_ERR_TOO_SMALL } from "./header.js";
import type { Instance } from "./instance.js";
import { read } from "./struct.js";

/** Bytes; "32 MiB", "64 KiB"; or as much as a tree of that size takes, which is equal on every target. */
export type Memory = number | string | TreeSize;

/** A size that does not depend on the target: searches with equal sizes build equal trees. */
export interface TreeSize {
  /** Slots of the tree; of alpha-beta, plies that it looks ahead. */
  slots: number;
  /** Buckets of alpha-beta's table, exactly; it then looks `slots` plies ahead or more. */
  buckets?: number;
}

/** Bytes for a game, by its `struct imm_game`, and a player, by its `struct imm_config`. */
export function bytesOf(memory: Memory, instance: Instance, game: number, config: number): number {
  if (typeof memory === "number") return memory;
  if (typeof memory !== "string") return bytesOfTree(memory, instance, game, config);
  const [, number, unit = ""] = /^([\d.]+) *(?:([KMG])i?B)?$/.exec(memory) ?? [];
  if (number === undefined)
    throw new ImmError(`no amount of memory: "${memory}"`, IMM_ERR_TOO_SMALL);
  return Math.round(Number(number) * 1024 ** " KMG".indexOf(unit || " "));
}

function bytesOfTree(
  { slots, buckets }: TreeSize,
  instance: Instance,
  game: number,
  config: number,
): number {
  const { imm, view } = instance;
  const ask = (name: string, ...values: number[]) => imm[name]?.(...values) ?? 0;
  if (read(CONFIG, view, config).algorithm === IMM_BEST) ask("imm_best", game, 0, 0, config);
  if (read(CONFIG, view, config).algorithm !== IMM_ALPHA_BETA) {
    return ask("imm_memory_required", game, slots) + ask("imm_leaf_memory", config, game);
  }
  const stack = ask("imm_alpha_beta_memory", game, slots);
  if (buckets === undefined) return stack;
  // The stack gets half of it, the table what is left behind the history.
  const STEP = 64;
  for (let size = 2 * stack; size < 2 ** 31; size += STEP) {
    const found = ask("imm_alpha_beta_buckets", config, game, size);
    if (found === buckets) return size;
    if (found > buckets) break;
  }
  throw new ImmError(`there is no table of ${buckets} buckets`, IMM_ERR_TOO_SMALL);
}
