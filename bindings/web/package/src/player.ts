/** Reads players from text: the notation of `imm.h`, levels, and "best". */
import { ImmError } from "./errors.js";
import {
  CONFIG,
  IMM_ERR_SPEC,
  IMM_OK,
  IMM_PLAYER_TEXT_MAX,
  IMM_TEXT_MAX,
  LIMITS,
} from "./header.js";
import { encoded, type Instance } from "./instance.js";
import { shown, write } from "./numbers.js";
import { read } from "./struct.js";
import type { OpenOptions } from "./types.js";

/** The player that "best" selects, and the reason for this choice. */
export interface BestPlayer {
  /** The player's notation. */
  player: string;
  /** Why this player was chosen: its measured strength, or the functions that the game has. */
  why: string;
}

/** Throws an error if the options of a search are not an object, or if the player is not a text. */
export function checkOptions(options: OpenOptions): void {
  const refuse = (name: string, expected: string, value: unknown) => {
    throw new ImmError(`${name}: expected ${expected}, got ${shown(value)}`, IMM_ERR_SPEC);
  };
  if (typeof options !== "object" || !options) {
    refuse("options", 'an object such as { player: "mcts(im0.4)" }', options);
  }
  const { player = "" } = options;
  if (typeof player !== "string") refuse("player", 'a text such as "mcts(im0.4)"', player);
}

/** Reads the players of one search. Reserves the memory for the structs only once. */
export class PlayerReader {
  readonly #instance: Instance;
  readonly #game: number;
  /** The address of the `struct imm_config` of the latest player. */
  readonly config: number;
  readonly #limits: number;
  readonly #text: number;
  readonly #clock: number;

  /** Creates a reader for players of the game whose `struct imm_game` is at the address `game`. */
  constructor(instance: Instance, game: number) {
    this.#instance = instance;
    this.#game = game;
    this.config = instance.reserve(CONFIG.size);
    this.#limits = instance.reserve(LIMITS.size);
    this.#text = instance.reserve(IMM_PLAYER_TEXT_MAX);
    this.#clock = instance.pointerTo("i:i", () => performance.now() * 1000); // microseconds; may wrap
  }

  /**
   * Reads "mcts(im0.4)", "level5" or "level5:mcts(im0.4)" into `config`. Returns the number of
   * simulations per move at this level, or 0 if the text has no level.
   */
  read(player: string, seed: number | bigint): number {
    const { imm, view } = this.#instance;
    const [, level, rest] = /^level(\d{1,9})(?::(.*))?$/s.exec(player) ?? [null, null, player];
    this.#check(imm.imm_config_init?.(this.config, CONFIG.size));
    write(CONFIG, view, this.config, { now_us: this.#clock });
    if (rest) this.#configure(rest);
    write(CONFIG, view, this.config, { seed });
    if (level === null) return 0;
    this.#check(imm.imm_limits_init?.(this.#limits, LIMITS.size));
    this.#check(
      imm.imm_level?.(Number(level), this.config, this.#limits),
      `there is no level ${level}: 1 to 10`,
    );
    return Number(read(LIMITS, view, this.#limits).iterations);
  }

  /**
   * Writes to `config` the player that "best" selects for `size` bytes of memory and `ms`
   * milliseconds per move. Returns the player as text, and the reason for this choice.
   */
  best(size: number, ms: number): BestPlayer {
    const { imm } = this.#instance;
    this.#check(imm.imm_best?.(this.#game, size, ms, this.config));
    this.#check(imm.imm_config_text?.(this.config, this.#text, IMM_PLAYER_TEXT_MAX));
    const player = this.#instance.text(this.#text);
    this.#check(imm.imm_best_why?.(this.#game, size, ms, this.#text, IMM_TEXT_MAX));
    return { player, why: this.#instance.text(this.#text) };
  }

  /** Returns the reason why the player in `config` cannot play the game, or "" if it can. */
  refusal(): string {
    const { imm } = this.#instance;
    const status = imm.imm_config_error?.(this.config, this.#game, this.#text, IMM_TEXT_MAX);
    return status === IMM_OK ? this.#instance.text(this.#text) : "";
  }

  #configure(player: string): void {
    const { imm } = this.#instance;
    const spec = this.#instance.place(encoded(player)); // new memory: the text may have any length
    const status = imm.imm_configure?.(this.config, spec);
    if (status === IMM_OK) return;
    const why = imm.imm_configure_error?.(spec, this.#text, IMM_PLAYER_TEXT_MAX) === IMM_OK;
    this.#check(status, why ? this.#instance.text(this.#text) : "");
  }

  #check(status: number | undefined, why = ""): void {
    if (status !== IMM_OK) throw this.#instance.error(status ?? 0, why);
  }
}
