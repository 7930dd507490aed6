/** A search state (`imm_state` of `imm.h`) as an object. All calls are synchronous. */

import { dice } from "./dice.js";
import { ImmError } from "./errors.js";
import { type Failure, findGame, type Game, moverOf } from "./game.js";
import {
  CANDIDATE,
  GAME,
  IMM_ERR_CHANCE,
  IMM_ERR_GAME,
  IMM_ERR_GAME_OVER,
  IMM_ERR_TEXT,
  IMM_ERR_TOO_SMALL,
  IMM_ERR_UNSUPPORTED,
  IMM_MOVE_NONE,
  IMM_OK,
  IMM_TEXT_MAX,
  IMM_VISIT_BELOW,
  IMM_VISIT_BESIDE,
  LIMITS,
  NODE,
  OUTCOMES,
  PROOFS,
  REPORT,
  STOPS,
} from "./header.js";
import { encoded, Instance } from "./instance.js";
import { bytesOf, noRoom } from "./memory.js";
import { milliseconds, shown, whole, write } from "./numbers.js";
import { checkOptions, PlayerReader } from "./player.js";
import { read, type Values } from "./struct.js";
import type {
  Candidate,
  Limits,
  Mover,
  OpenOptions,
  Outcome,
  Report,
  TreeNode,
  TreeOptions,
} from "./types.js";

/** The maximum length of a line of moves, and the maximum depth of a part of the tree, in plies. */
const DEEPEST = 64;
const WORD = 4;
/** The maximum number of legal moves that an error lists. */
const MOST_LISTED = 64;

/** The error text for a search at a chance event. It contains no names from the C interface. */
const ROLLING =
  "a chance event comes next: play one of its outcomes, for example play(sampleChance())";

/**
 * Converts the limit `ms` to microseconds. Returns 0, which means no limit, if `ms` is undefined.
 */
const microseconds = (ms: number | undefined) =>
  ms === undefined ? 0 : Math.max(1, Math.round(milliseconds("ms", ms) * 1000));

/**
 * A position and its search results. Moves are text in the game's notation. If a method throws an
 * `ImmError`, the state is unchanged.
 */
export class State {
  readonly #instance: Instance;
  readonly #failure: Failure;
  readonly #reader: PlayerReader;
  /** The number of simulations per move at the player's level; 0 without a level. */
  readonly levelIterations: number;
  readonly #game: number;
  readonly #state: number;
  readonly #places: { limits: number; report: number; list: number; text: number; long: number };
  readonly #maxMoves: number;
  readonly #seed: bigint;
  #rolls = 0; // the number of random numbers that sampleChance() has used
  #scribe: State | undefined;
  #visit: { pointer: number; visitor: (node: number) => number } | undefined;

  /**
   * Opens a search of the game whose `struct imm_game` is at the address `game`. Errors of
   * callbacks are stored in `failure`.
   */
  private constructor(instance: Instance, game: number, failure: Failure, options: OpenOptions) {
    this.#instance = instance;
    this.#game = game;
    this.#failure = failure;
    this.#reader = new PlayerReader(instance, this.#game);
    this.levelIterations = this.#reader.read(options.player ?? "best", options.seed ?? 0);
    this.#seed = BigInt(options.seed ?? 0);
    this.#maxMoves = Math.max(read(GAME, instance.view, this.#game).max_moves, 128);
    this.#places = {
      limits: instance.reserve(LIMITS.size),
      report: instance.reserve(REPORT.size),
      list: instance.reserve(CANDIDATE.size * this.#maxMoves),
      text: instance.reserve(IMM_TEXT_MAX + 1),
      long: instance.reserve(WORD),
    };
    const memory = options.memory ?? "32 MiB";
    this.#state = this.#open(bytesOf(memory, instance, game, this.#reader.config));
    this.#keepHistory(whole("history", options.history ?? 0, "u32"));
  }

  /**
   * Opens a search of `game`. `game` is the name of a built-in game, which `imm_game_by_name()`
   * accepts; "plugin" for the game linked into the module; or a custom game.
   */
  static async open(
    module: WebAssembly.Module,
    game: string | Game,
    options: OpenOptions = {},
  ): Promise<State> {
    checkOptions(options);
    const instance = await Instance.of(module);
    const failure: Failure = {};
    return new State(instance, findGame(instance, game, failure), failure, options);
  }

  // ---- Playing

  play(move: string): void {
    this.#call("imm_play", this.#state, this.#parse(move));
  }

  /** Takes back the latest move. The option `history` limits how many moves you can take back. */
  undo(): void {
    this.#call("imm_undo", this.#state);
  }

  restart(): void {
    this.#call("imm_restart", this.#state);
  }

  /** Sets up a random starting position. Equal seeds give equal positions. */
  shuffle(seed: number | bigint): void {
    this.#call("imm_shuffle", this.#state, whole("seed", seed, "u64"));
  }

  legalMoves(): string[] {
    const n = this.#call("imm_legal_moves", this.#state, this.#places.list, this.#maxMoves);
    return this.#words(n).map((move) => this.#moveText(move));
  }

  outcome(): Outcome {
    return OUTCOMES[this.#call("imm_outcome", this.#state)] ?? "ongoing";
  }

  /** Returns the side to move; "chance" if a chance event comes next, such as the roll of a die. */
  toMove(): Mover {
    return moverOf(this.#call("imm_player_to_move", this.#state));
  }

  /**
   * Samples an outcome of the chance event that comes next, by weight, without playing it. With
   * your own dice, play what they show instead. `random` is 32 random bits. By default, the search
   * uses its own random numbers, which the option `seed` selects.
   */
  sampleChance(random?: number): string {
    const given = random === undefined ? undefined : whole("random", random, "u32");
    const none = "there is no chance event to sample:";
    if (this.outcome() !== "ongoing") {
      throw this.#instance.error(IMM_ERR_GAME_OVER, `${none} the game is over`);
    }
    if (this.toMove() !== "chance") {
      throw this.#instance.error(IMM_ERR_UNSUPPORTED, `${none} a player is to move`);
    }
    const bits = given ?? dice(this.#seed, this.#rolls++);
    const outcome = this.#instance.imm.imm_sample_chance?.(this.#state, bits) ?? IMM_MOVE_NONE;
    this.#throwFailure();
    if (outcome >>> 0 === IMM_MOVE_NONE) {
      throw this.#instance.error(this.#instance.imm.imm_last_status?.(this.#state) ?? IMM_ERR_GAME);
    }
    return this.#moveText(outcome >>> 0);
  }

  // ---- Positions

  /** Returns the position of a built-in game as text. */
  position(): string {
    this.#call("imm_position_text", this.#state, this.#places.text, IMM_TEXT_MAX);
    return this.#instance.text(this.#places.text);
  }

  setPosition(text: string): void {
    this.#withBytes(encoded(text), (at) => {
      try {
        this.#call("imm_set_position", this.#state, at);
      } catch (error) {
        if (!(error instanceof ImmError) || error.status !== IMM_ERR_TEXT) throw error;
        throw this.#instance.error(IMM_ERR_TEXT, this.#whyNoPosition(at));
      }
    });
  }

  /**
   * Returns the position as bytes. For a custom game, these are the bytes written by its callbacks.
   */
  positionBytes(): Uint8Array {
    const size = this.#call("imm_position_size", this.#state);
    return this.#withBytes(new Uint8Array(size), (at) => {
      this.#call("imm_position_bytes", this.#state, at, size, this.#places.long);
      return this.#instance
        .bytes(at, this.#instance.view.getUint32(this.#places.long, true))
        .slice();
    });
  }

  setPositionBytes(bytes: Uint8Array): void {
    this.#withBytes(bytes, (at) =>
      this.#call("imm_set_position_bytes", this.#state, at, bytes.length),
    );
  }

  // ---- Searching

  /** Searches until a limit is reached. Continues with the existing tree. */
  search(limits: Limits): Report {
    const { limits: at, report } = this.#places;
    this.#call("imm_limits_init", at, LIMITS.size);
    write(LIMITS, this.#instance.view, at, {
      time_us: microseconds(limits.ms),
      iterations: limits.iterations ?? 0,
      nodes: limits.nodes ?? 0,
      depth: limits.depth ?? 0,
    });
    this.#call("imm_search_limited_sized", this.#state, at, report, REPORT.size);
    return this.#report();
  }

  /**
   * Runs `iterations` simulations. Alpha-beta instead visits `iterations` positions, or fewer if it
   * reaches its maximum depth.
   */
  step(iterations: number): void {
    this.#call("imm_step", this.#state, whole("iterations", iterations, "u32"));
  }

  forget(): void {
    this.#call("imm_forget", this.#state);
  }

  /** Returns the reason why a player cannot play this game, or "" if it can. */
  refusal(player: string): string {
    try {
      this.#reader.read(player, 0);
      return this.#reader.refusal();
    } catch (error) {
      return (error as Error).message;
    }
  }

  // ---- Results

  report(): Report {
    this.#call("imm_get_report_sized", this.#state, this.#places.report, REPORT.size);
    return this.#report();
  }

  /** Returns the statistics of this position's moves, the best move first. */
  candidates(): Candidate[] {
    const { list } = this.#places;
    const n = this.#call("imm_candidates", this.#state, list, this.#maxMoves);
    const { view } = this.#instance;
    const found = Array.from({ length: Math.min(n, this.#maxMoves) }, (_, i) =>
      read(CANDIDATE, view, list + CANDIDATE.size * i),
    );
    return found.map((one) => this.#candidate(one, this.#moveText(one.move)));
  }

  /** Returns the expected line of moves. If `move` is given, the line begins with `move`. */
  line(move?: string): string[] {
    const { list } = this.#places;
    const most = Math.min(DEEPEST, this.#maxMoves);
    const n =
      move === undefined
        ? this.#call("imm_line", this.#state, list, most)
        : this.#call("imm_candidate_line", this.#state, this.#parse(move), list, most);
    const moves = this.#words(n);
    const scribe = this.#scribeHere();
    return moves.map((move) => {
      const text = scribe.#moveText(move);
      scribe.#call("imm_play", scribe.#state, move);
      return text;
    });
  }

  /**
   * Returns a part of the tree; null if the position after the moves of `below` is not in the tree.
   */
  tree({ depth = 3, minVisits = 1, below = [] }: TreeOptions = {}): TreeNode | null {
    const plies = Math.min(whole("depth", depth, "u32"), DEEPEST);
    const visits = whole("minVisits", minVisits, "u32");
    const scribe = this.#scribeHere();
    const path = below.map((text) => {
      const move = scribe.#parse(text);
      scribe.#call("imm_play", scribe.#state, move);
      return move;
    });
    const found: Values<(typeof NODE)["fields"]>[] = [];
    this.#visitTree(path.length + plies, visits, (at) => {
      const node = read(NODE, this.#instance.view, at);
      if (node.ply > 0 && node.ply <= path.length && node.move !== path[node.ply - 1]) {
        return IMM_VISIT_BESIDE;
      }
      if (node.ply >= path.length) found.push(node);
      return IMM_VISIT_BELOW;
    });
    return this.#written(found, path.length, scribe);
  }

  /** Returns the static value of the position for the first player, -1 to 1. */
  evaluate(): number {
    this.#call("imm_evaluate", this.#state, this.#places.long);
    return this.#instance.view.getFloat32(this.#places.long, true);
  }

  // ---- Internal

  /**
   * Calls a function of the library. Throws an error if the function or a callback of the game
   * fails.
   */
  #call(name: string, ...values: (number | bigint)[]): number {
    const f = this.#instance.imm[name];
    if (!f) throw new ImmError(`this build has no ${name}()`, 0);
    const answer = f(...values);
    this.#throwFailure();
    if (answer < 0) throw this.#instance.error(answer, answer === IMM_ERR_CHANCE ? ROLLING : "");
    return answer;
  }

  /** Throws the error that a callback stored during the latest call, if any. */
  #throwFailure(): void {
    if (!("error" in this.#failure)) return;
    const { error } = this.#failure;
    delete this.#failure.error;
    throw error;
  }

  #open(size: number): number {
    const { imm } = this.#instance;
    const handle = this.#places.long;
    const open = imm.imm_init ?? imm.imm_init_builtin;
    const block = this.#instance.reserve(size);
    const status = open?.(block, size, this.#game, this.#reader.config, handle) ?? IMM_ERR_GAME;
    this.#throwFailure();
    if (status !== IMM_OK) {
      const few = `memory: ${size} bytes are too small for this game and player`;
      throw this.#instance.error(
        status,
        status === IMM_ERR_TOO_SMALL ? few : this.#reader.refusal(),
      );
    }
    return this.#instance.view.getUint32(handle, true);
  }

  #keepHistory(plies: number): void {
    if (plies === 0) return;
    const size = this.#call("imm_history_size", this.#state, plies);
    if (size === 0) throw noRoom("history", plies);
    this.#call("imm_keep_history", this.#state, this.#instance.reserve(size), size);
  }

  #parse(move: string): number {
    const status = this.#withBytes(encoded(move), (at) =>
      this.#instance.imm.imm_parse_move?.(this.#state, at, this.#places.long),
    );
    this.#throwFailure();
    if (status === IMM_ERR_TEXT) throw this.#instance.error(status, this.#whyNoMove(move));
    if (status !== IMM_OK) throw this.#instance.error(status ?? IMM_ERR_GAME);
    return this.#instance.view.getUint32(this.#places.long, true);
  }

  /** Returns the error text for a move that is not legal. The text lists the first legal moves. */
  #whyNoMove(move: string): string {
    const legal = this.legalMoves();
    const listed = legal.slice(0, MOST_LISTED).join(", ");
    const more = legal.length > MOST_LISTED ? ` and ${legal.length - MOST_LISTED} more` : "";
    return `move ${shown(move)} is not legal: expected one of ${listed}${more}`;
  }

  #moveText(move: number): string {
    this.#call("imm_move_text", this.#state, move, this.#places.text, IMM_TEXT_MAX + 1);
    return this.#instance.text(this.#places.text);
  }

  #words(n: number): number[] {
    const { view } = this.#instance;
    return Array.from({ length: n }, (_, i) => view.getUint32(this.#places.list + WORD * i, true));
  }

  #transfer = { at: 0, size: 0 };

  /**
   * Copies bytes to the library's memory, and calls `use` with the address of the copy. The address
   * is valid only during this call.
   */
  #withBytes<R>(bytes: Uint8Array, use: (at: number) => R): R {
    if (bytes.length > this.#transfer.size) {
      this.#transfer = { at: this.#instance.reserve(bytes.length), size: bytes.length };
    }
    this.#instance.bytes(this.#transfer.at, bytes.length).set(bytes);
    return use(this.#transfer.at);
  }

  #report(): Report {
    const found = read(REPORT, this.#instance.view, this.#places.report);
    return {
      best: found.best === IMM_MOVE_NONE ? null : this.#moveText(found.best),
      proof: PROOFS[found.proof] ?? "open",
      distance: found.distance,
      value: found.value,
      visits: found.visits,
      iterations: Number(found.iterations),
      nodes: found.nodes,
      depth: found.depth,
      ms: found.elapsed_ms,
      stopped: STOPS[found.stopped] ?? "not",
      signature: found.signature.toString(16).padStart(16, "0"),
    };
  }

  #candidate(found: Values<(typeof CANDIDATE)["fields"]>, move: string): Candidate {
    const { visits, value, minimax, distance } = found;
    return { move, visits, value, minimax, proof: PROOFS[found.proof] ?? "open", distance };
  }

  /**
   * Returns the reason why the text at `at` is not a position of this game, or "" for a custom
   * game.
   */
  #whyNoPosition(at: number): string {
    const { text } = this.#places;
    const { imm_position_error: explain } = this.#instance.imm;
    const status = explain?.(this.#game, at, text, IMM_TEXT_MAX);
    const why = status === IMM_OK ? this.#instance.text(text) : "";
    return why && `the text is not a position of this game: ${why}`;
  }

  /**
   * Returns a second state at the same position. The second state plays the moves of a line or of
   * the tree, to convert them to text. The text of a move depends on the position, and the main
   * state must not leave its position.
   */
  #scribeHere(): State {
    if (!this.#scribe) {
      const options = { player: "mcts()", memory: { slots: 0 }, history: DEEPEST };
      this.#scribe = new State(this.#instance, this.#game, this.#failure, options);
    }
    this.#scribe.setPositionBytes(this.positionBytes());
    return this.#scribe;
  }

  #visitTree(depth: number, minVisits: number, visitor: (node: number) => number): void {
    const visit = this.#visit ?? { pointer: 0, visitor };
    visit.visitor = visitor;
    visit.pointer ||= this.#instance.pointerTo("i:ii", (_: number, node: number) =>
      visit.visitor(node >>> 0),
    );
    this.#visit = visit;
    this.#call("imm_visit_tree", this.#state, depth, minVisits, visit.pointer, 0);
  }

  /**
   * Builds a tree from a list in which each node comes before its descendants. Converts the moves
   * to text. `scribe` must be at the position of the first node.
   */
  #written(found: Values<(typeof NODE)["fields"]>[], top: number, scribe: State): TreeNode | null {
    const path: TreeNode[] = [];
    let entered = 0; // the number of plies from the first node to the position of the scribe
    for (const node of found) {
      const ply = node.ply - top;
      for (; entered >= ply && entered > 0; entered--) scribe.undo();
      const written = { ...this.#candidate(node, ""), children: [] as TreeNode[] };
      if (ply > 0) {
        written.move = scribe.#moveText(node.move);
        scribe.#call("imm_play", scribe.#state, node.move);
        entered = ply;
      }
      path.length = ply;
      path[ply - 1]?.children.push(written);
      path.push(written);
    }
    return path[0] ?? null;
  }
}
