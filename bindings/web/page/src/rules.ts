/**
 * Computes the positions and legal moves of a game in the page's thread, with a search object that
 * has no tree.
 */
import { load, type Outcome, type Side, State } from "imm-search";
import { type GameView, moverOf } from "./games/scene.js";
import { texts } from "./texts/index.js";

/** A position of the current game. */
export interface Here {
  /** The position as text, in the game's notation. */
  position: string;
  bytes: Uint8Array;
  legal: readonly string[];
  /** The player to move. While the die rolls, this is the player who moves next. */
  mover: Side;
  /** True if a chance event comes next, such as the roll of a die. `legal` has its outcomes. */
  rolls: boolean;
  outcome: Outcome;
}

export class Rules {
  readonly #game: GameView;
  readonly #state: State;
  #start = "";
  #moves: readonly string[] = [];
  #line: Here[] = [];
  /** The normal starting position of the game. */
  readonly initial: string;

  private constructor(game: GameView, state: State) {
    this.#game = game;
    this.#state = state;
    this.initial = this.#position();
  }

  static async open(game: GameView, board: string): Promise<Rules> {
    const options = { player: "mcts()", memory: { slots: 0 } };
    const state = await State.open(await load(), board, options);
    return new Rules(game, state);
  }

  /**
   * Returns the positions of a game: `start`, and the position after each move. Throws an error for
   * an invalid position or move.
   */
  line(start: string, moves: readonly string[]): readonly Here[] {
    if (start !== this.#start || this.#line.length === 0) {
      this.#set(start);
      this.#start = start;
      this.#line = [this.#here()];
      this.#moves = [];
    }
    const known = this.#moves.findIndex((move, i) => move !== moves[i]);
    const kept = known < 0 ? Math.min(this.#moves.length, moves.length) : known;
    const line = this.#line.slice(0, kept + 1);
    if (kept < moves.length) this.#state.setPositionBytes((line[kept] as Here).bytes);
    for (const move of moves.slice(kept)) {
      this.#play(move, line.length);
      line.push(this.#here());
    }
    this.#line = line;
    this.#moves = [...moves];
    return line;
  }

  /** Samples an outcome of the chance event that comes next in this position. */
  roll(at: Here): string {
    this.#start = "";
    this.#state.setPositionBytes(at.bytes);
    return this.#state.sampleChance(Math.floor(Math.random() * 2 ** 32));
  }

  /** Returns a random starting position. */
  shuffled(seed: number): string {
    this.#start = "";
    this.#state.shuffle(seed);
    return this.#position();
  }

  /** Returns the error message for a position; "" if the position is valid. */
  complaint(position: string): string {
    this.#start = "";
    try {
      this.#set(position);
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** Returns the reason why a player cannot play this game, or "" if it can. */
  refusal(player: string): string {
    return this.#state.refusal(player);
  }

  #set(position: string): void {
    if (this.#game.notation) this.#game.notation.read(this.#state, position);
    else this.#state.setPosition(position.trim());
  }

  #play(move: string, number: number): void {
    try {
      this.#state.play(move);
    } catch (error) {
      const words = (error as Error).message;
      const text = texts.value.errors.move(number, move.slice(0, 40), words);
      throw new Error(text, { cause: error });
    }
  }

  #position(): string {
    return this.#game.notation ? this.#game.notation.write(this.#state) : this.#state.position();
  }

  #here(): Here {
    const state = this.#state;
    const position = this.#position();
    const mover = state.toMove();
    const rolls = mover === "chance";
    return {
      position,
      bytes: state.positionBytes(),
      legal: state.legalMoves(),
      mover: rolls ? (moverOf(position) ?? "first") : mover,
      rolls,
      outcome: state.outcome(),
    };
  }
}
