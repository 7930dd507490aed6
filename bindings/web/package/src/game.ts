/** A custom game: a JavaScript object with the callbacks of `struct imm_game`. */
import { ImmError } from "./errors.js";
import {
  GAME,
  IMM_ERR_GAME,
  IMM_ERR_OUT_OF_RANGE,
  IMM_FAILED,
  IMM_ODDS_MAX,
  IMM_OK,
  OUTCOMES,
} from "./header.js";
import { encoded, type Instance } from "./instance.js";
import { real, refuse, shown, signed, whole, write } from "./numbers.js";
import type { Mover, Outcome } from "./types.js";

/**
 * A custom game. `imm.h` describes each callback under its C name, such as `legal_moves` for
 * `legalMoves`. Callbacks with a `?` are optional.
 *
 * A position is `positionSize` bytes, which the library copies unchanged. Moves are numbers from 0
 * to 4294967294. If a callback throws an error, the current call of the library throws this error.
 */
export interface Game {
  /** The size of a position in bytes, at least 1. */
  readonly positionSize: number;
  /** The number of bytes that `make` may write for `unmake`. Default 0. */
  readonly undoSize?: number;
  /** The maximum number of legal moves in any position. */
  readonly maxMoves: number;
  /** The maximum length of a playout in plies. A longer playout counts as a draw. Default 1000. */
  readonly maxPlies?: number;
  /** The largest possible winning margin in points. Required with `score`. */
  readonly maxScore?: number;

  /** Sets up the starting position in `position`. All bytes of `position` are 0 before the call. */
  initial?(position: Uint8Array): void;
  legalMoves(position: Uint8Array): readonly number[];
  make(position: Uint8Array, move: number, undo: Uint8Array): void;
  unmake(position: Uint8Array, move: number, undo: Uint8Array): void;
  /** Returns the side to move; "chance" only in a game with the method `chance`. */
  toMove(position: Uint8Array): Mover;
  outcome(position: Uint8Array): Outcome;

  /** Returns the static value for the first player, -1 to 1. */
  evaluate?(position: Uint8Array): number;
  /**
   * Returns the legal move at the index `random * count / 2^32`, rounded down, where `count` is the
   * number of legal moves. At a chance event, the method must sample an outcome by its weight.
   */
  randomMove?(position: Uint8Array, random: number): number;
  weight?(position: Uint8Array, move: number): number;
  prior?(position: Uint8Array, move: number): number;
  order?(position: Uint8Array, move: number): number;
  noisy?(position: Uint8Array, move: number): boolean;
  hash?(position: Uint8Array): bigint;
  pass?(position: Uint8Array): boolean;
  fewPieces?(position: Uint8Array): boolean;
  transition?(position: Uint8Array, move: number): number;
  moveText?(position: Uint8Array, move: number): string;
  score?(position: Uint8Array): number;
  /**
   * Only for games with chance events, such as the roll of a die. Returns the weight of an outcome,
   * 1 to `IMM_ODDS_MAX` (2^24). The probability of an outcome is its weight divided by the sum of
   * the weights of all outcomes.
   *
   * In a position where a chance event comes next, `toMove` returns "chance", and `legalMoves`
   * returns the outcomes. `make` and `unmake` must support outcomes.
   */
  chance?(position: Uint8Array, outcome: number): number;
}

/** Stores the error of a callback until the current call of the library ends. */
export interface Failure {
  error?: unknown;
}

/** Cached views of positions, by address. A search keeps its positions at only a few addresses. */
class Views {
  readonly #instance: Instance;
  readonly #size: number;
  readonly #known = new Map<number, Uint8Array>();

  constructor(instance: Instance, size: number) {
    this.#instance = instance;
    this.#size = size;
  }

  at(address: number): Uint8Array {
    const known = this.#known.get(address);
    if (known?.length === this.#size) return known; // a view has length 0 after the memory has grown
    const view = this.#instance.bytes(address, this.#size);
    this.#known.set(address, view);
    return view;
  }
}

/**
 * Returns the address of the `struct imm_game` of a game. `game` is the name of a built-in game,
 * "plugin" (the game linked into the module), or a custom game.
 */
export function findGame(instance: Instance, game: string | Game, failure: Failure): number {
  const { imm } = instance;
  if (typeof game === "string") {
    if (game === "plugin" && imm.imm_plugin) return imm.imm_plugin();
    return builtinGame(instance, game);
  }
  checkMembers(game);
  const at = instance.reserve(GAME.size);
  writeGame(instance, at, game, failure);
  return at;
}

/** The answers of `toMove()`. */
const MOVERS: readonly Mover[] = ["first", "second", "chance"];
/** The number of each of the MOVERS in C, in the same order. */
const MOVER_NUMBERS = [0, 1, 8];

/** Returns the mover with this number in C. */
export function moverOf(number: number): Mover {
  return MOVERS[MOVER_NUMBERS.indexOf(number)] ?? "first";
}

/** The methods that a custom game must have. */
const REQUIRED = ["legalMoves", "make", "unmake", "toMove", "outcome"] as const;

/** Throws an error if a custom game lacks a method, or has sizes out of range. */
function checkMembers(game: Game): void {
  for (const name of REQUIRED) {
    if (typeof game?.[name] !== "function") {
      refuse("game", `a name, or an object with the method ${name}()`, game);
    }
  }
  const { positionSize, maxMoves } = game;
  if (whole("positionSize", positionSize, "u32") === 0) refuse("positionSize", "at least 1", 0);
  const moves = whole("maxMoves", maxMoves, "u32");
  if (moves === 0 || moves > 0xffff) refuse("maxMoves", "a whole number from 1 to 65535", moves);
}

/** Returns the index of `value` in `words`. Otherwise throws an error that lists `words`. */
function indexOf(name: string, words: readonly string[], value: unknown): number {
  const index = words.indexOf(value as string);
  return index >= 0 ? index : refuse(name, `one of ${words.map(shown).join(", ")}`, value);
}

function builtinGame(instance: Instance, name: string): number {
  const { imm } = instance;
  if (!imm.imm_game_by_name) {
    const one = /^[a-z]+$/.test(name) ? imm[`imm_${name}`] : undefined; // for builds with only some games
    if (one?.length !== 0) throw instance.error(IMM_ERR_GAME, `this build has no game "${name}"`);
    return one();
  }
  const at = instance.reserve(GAME.size);
  const status = imm.imm_game_by_name(instance.place(encoded(name)), at, GAME.size);
  if (status !== IMM_OK)
    throw instance.error(status, `there is no game "${name}": the README lists the names`);
  return at;
}

type OfMove = (position: Uint8Array, move: number) => number | boolean;
type OfPosition = (position: Uint8Array) => number | boolean;

/** Converts the result of a callback to a number: true is 1, false is 0. */
function answer(name: string, value: number | boolean): number {
  return signed(`the answer of ${name}()`, typeof value === "boolean" ? Number(value) : value);
}

/** Throws an error if the result of `chance()` is not a weight. */
function odds(value: number): number {
  const right = `a whole number from 1 to ${IMM_ODDS_MAX}`;
  const isWeight = Number.isInteger(value) && value >= 1 && value <= IMM_ODDS_MAX;
  return isWeight ? value : refuse("the answer of chance()", right, value);
}

/** Throws an error if the result of `hash()` is not a bigint. */
function key(value: bigint): bigint {
  if (typeof value === "bigint") return value;
  const why = `the answer of hash(): expected a bigint, got ${shown(value)}`;
  throw new ImmError(why, IMM_ERR_OUT_OF_RANGE);
}

/** Writes `struct imm_game` for a custom game. Errors of its callbacks are stored in `failure`. */
function writeGame(instance: Instance, at: number, game: Game, failure: Failure): void {
  const positions = new Views(instance, game.positionSize);
  const undos = new Views(instance, game.undoSize ?? 0);
  // WebAssembly passes addresses and moves as signed numbers; `>>> 0` makes them unsigned.
  const view = (address: number) => positions.at(address >>> 0);
  const no = new Uint8Array(0);
  const undo = (address: number) => (game.undoSize ? undos.at(address >>> 0) : no);

  // An error must not propagate through the library, which could not clean up. After an error,
  // every callback fails until the current call to the library has ended.
  const guarded =
    <A extends number[], R>(failed: R, f: (...values: A) => R) =>
    (...values: A): R => {
      if ("error" in failure) return failed;
      try {
        return f(...values);
      } catch (error) {
        failure.error = error;
        return failed;
      }
    };
  const add = <A extends number[], R>(signature: string, failed: R, f: (...values: A) => R) =>
    instance.pointerTo(signature, guarded(failed, f));

  // Check the results of these callbacks. Without the checks, WebAssembly would convert most wrong
  // results to a number. For the other wrong results, WebAssembly would throw an error through the
  // library.
  const ofMove = (name: "noisy" | "order" | "transition") => {
    const f: OfMove | undefined = game[name];
    return f && add("i:iii", IMM_FAILED, (_, p, m) => answer(name, f.call(game, view(p), m >>> 0)));
  };
  const ofPosition = (name: "fewPieces" | "pass" | "score") => {
    const f: OfPosition | undefined = game[name];
    return f && add("i:ii", IMM_FAILED, (_, p) => answer(name, f.call(game, view(p))));
  };
  const { evaluate, prior, hash, randomMove, moveText, weight, chance } = game;
  const movers = chance ? MOVERS : MOVERS.slice(0, 2);

  write(GAME, instance.view, at, {
    struct_size: GAME.size,
    position_size: game.positionSize,
    undo_size: game.undoSize ?? 0,
    max_moves: game.maxMoves,
    max_plies: game.maxPlies ?? 0,
    max_score: game.maxScore ?? 0,
    initial: add(":ii", undefined, (_, p) => game.initial?.(view(p))),
    legal_moves: add("i:iii", IMM_FAILED, (_, p, list) => {
      const moves = game.legalMoves(view(p));
      const end = Math.min(moves.length, game.maxMoves);
      for (let i = 0; i < end; i++) {
        instance.view.setUint32(
          (list >>> 0) + 4 * i,
          whole("a move of legalMoves()", moves[i], "u32"),
          true,
        );
      }
      return moves.length;
    }),
    make: add(":iiii", undefined, (_, p, move, u) => game.make(view(p), move >>> 0, undo(u))),
    unmake: add(":iiii", undefined, (_, p, move, u) => game.unmake(view(p), move >>> 0, undo(u))),
    to_move: add("i:ii", IMM_FAILED, (_, p) => {
      const index = indexOf("the answer of toMove()", movers, game.toMove(view(p)));
      return MOVER_NUMBERS[index] ?? IMM_FAILED;
    }),
    outcome: add("i:ii", IMM_FAILED, (_, p) =>
      indexOf("the answer of outcome()", OUTCOMES, game.outcome(view(p))),
    ),
    evaluate:
      evaluate &&
      add("f:ii", IMM_FAILED, (_, p) =>
        real("the answer of evaluate()", evaluate.call(game, view(p)), "a number from -1 to 1"),
      ),
    random_move:
      randomMove &&
      add("i:iii", -1, (_, p, random) =>
        whole("the move of randomMove()", randomMove.call(game, view(p), random >>> 0), "u32"),
      ),
    weight:
      weight &&
      add("i:iii", IMM_FAILED, (_, p, move) =>
        whole("the answer of weight()", weight.call(game, view(p), move >>> 0), "u32"),
      ),
    prior:
      prior &&
      add("f:iii", IMM_FAILED, (_, p, move) =>
        real("the answer of prior()", prior.call(game, view(p), move >>> 0), "a number up to 1"),
      ),
    order: ofMove("order"),
    noisy: ofMove("noisy"),
    hash: hash && add("I:ii", 0n, (_, p) => key(hash.call(game, view(p)))),
    pass: ofPosition("pass"),
    few_pieces: ofPosition("fewPieces"),
    transition: ofMove("transition"),
    move_text:
      moveText &&
      add("i:iiiii", 0, (_, p, move, at, size) => {
        const text = encoded(moveText.call(game, view(p), move >>> 0)).subarray(0, size);
        instance.bytes(at >>> 0, text.length).set(text);
        return text.length - 1;
      }),
    score: ofPosition("score"),
    chance:
      chance &&
      add("i:iii", IMM_FAILED, (_, p, outcome) => odds(chance.call(game, view(p), outcome >>> 0))),
  });
}
