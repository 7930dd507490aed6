/** Reviews a game: searches each position, and finds the moves that lose value. */
import { batch, computed, signal } from "@preact/signals";
import type { Side } from "imm-search";
import { RESULTS, worth } from "../format.js";
import type { Here } from "../rules.js";
import type { Thinker } from "../thinker.js";
import { goTo } from "./moves.js";
import * as state from "./state.js";
import { closeThinker, isOpen, thinkerAt } from "./thinkers.js";

const { evaluations, game, line, record, rules } = state;

export type Grade = "inaccuracy" | "mistake" | "blunder";

const LEAST_LOSS = 0.1;
/**
 * The minimum loss of each grade. Values are between -1 and 1, so a loss of 0.2 lowers the chance
 * to win by 10 percentage points.
 */
const GRADES: readonly (readonly [Grade, number])[] = [
  ["blunder", 0.3],
  ["mistake", 0.2],
  ["inaccuracy", LEAST_LOSS],
];

/**
 * The length of a search in milliseconds: of a position, of a move that may be a mistake, and of a
 * move that still looks like a mistake after that.
 */
const FIRST_LOOK = 150;
const SECOND_LOOK = 150;
const THIRD_LOOK = 500;

/** A move of the game that the review has searched. Values are from the first player's view. */
export interface Reviewed {
  ply: number;
  /**
   * The position before the move. The review is out of date if the game now has another position at
   * this ply.
   */
  position: string;
  mover: Side;
  played: string;
  grade: Grade | null;
  /** The best move, and the line that the engine expects after it. */
  better: readonly string[];
  valuePlayed: number;
  valueBetter: number;
}

/** The number of searched positions; null while no review runs. */
export const progress = signal<{ done: number; total: number } | null>(null);
const reviewed = signal<ReadonlyMap<number, Reviewed>>(new Map());
/** The ply of the move for which the user wants to see a better move. */
const asked = signal<number | null>(null);

/** The searched moves that are still moves of this game. */
export const review = computed<readonly Reviewed[]>(() =>
  [...reviewed.value.values()].filter(
    ({ ply, played, position }) =>
      record.value.moves[ply] === played && line.value[ply]?.position === position,
  ),
);

/** The inaccuracies, mistakes and blunders of this game, by ply. */
export const mistakes = computed<ReadonlyMap<number, Reviewed>>(
  () => new Map(review.value.filter(({ grade }) => grade).map((one) => [one.ply, one])),
);

/** The mistake that the page explains now, and whether the board shows the position before it. */
export interface Advice {
  mistake: Reviewed;
  isBefore: boolean;
}

export const advice = computed<Advice | null>(() => {
  const { cursor } = record.value;
  const before = asked.value === cursor ? mistakes.value.get(cursor) : undefined;
  if (before) return { mistake: before, isBefore: true };
  const mistake = mistakes.value.get(cursor - 1);
  return mistake ? { mistake, isBefore: false } : null;
});

/** Shows the position before a mistake, with the better move. */
export function showBetter({ ply }: Reviewed): void {
  batch(() => {
    goTo(ply);
    asked.value = ply;
  });
}

/** Turns the analysis on, and reviews the game. */
export function openReview(): void {
  state.analysing.value = true;
  void reviewGame();
}

/** The number of the latest review. An earlier review has ended. */
let reviews = 0;

/** Ends the review. The moves that it has searched stay. */
export function stopReview(): void {
  reviews++;
  progress.value = null;
  closeThinker("review");
}

/** Searches all positions of the game, and compares each move with the best one. */
export async function reviewGame(): Promise<void> {
  stopReview();
  const mine = reviews;
  const thinker = thinkerAt("review", game.value.player);
  const { start, moves } = record.value;
  const plies = [...line.value.keys()].filter((ply) => isDecision(line.value[ply]));
  const goesOn = () => mine === reviews && isOpen(thinker) && sameGame(start, moves);
  const reviewer = new Reviewer(thinker, start, goesOn);
  try {
    for (const [done, ply] of plies.entries()) {
      if (!goesOn()) break;
      progress.value = { done, total: plies.length };
      await reviewer.examine(moves, ply);
    }
  } catch (error) {
    if (goesOn()) state.tell(error);
  } finally {
    if (mine === reviews) stopReview();
  }
}

const isDecision = (at: Here | undefined) => at?.outcome === "ongoing" && !at.rolls;

const sameGame = (start: string, moves: readonly string[]) =>
  record.value.start === start && moves.every((move, i) => record.value.moves[i] === move);

/** Searches positions of one game with one thinker. */
class Reviewer {
  readonly #thinker: Thinker;
  readonly #start: string;
  readonly #goesOn: () => boolean;

  constructor(thinker: Thinker, start: string, goesOn: () => boolean) {
    this.#thinker = thinker;
    this.#start = start;
    this.#goesOn = goesOn;
  }

  /** Searches the position at `ply`, and stores its value and the grade of the move played there. */
  async examine(moves: readonly string[], ply: number): Promise<void> {
    const before = moves.slice(0, ply);
    const at = this.#line(before).at(-1) as Here;
    const value = await this.#search(before, FIRST_LOOK);
    if (!this.#goesOn()) return;
    evaluations.value = new Map(evaluations.value).set(ply, value);
    const played = moves[ply];
    const better = this.#thinker.thought.value?.line ?? [];
    if (played === undefined || !better[0]) return;
    const common = { ply, position: at.position, mover: at.mover, played, better };
    const values = await this.#compare(before, at.mover, played, better[0]);
    if (!values || !this.#goesOn()) return;
    const found = { ...common, ...values, grade: gradeOf(lossOf(at.mover, values)) };
    reviewed.value = new Map(reviewed.value).set(ply, found);
  }

  /**
   * Compares two moves. A move that seems to lose value is searched again, because a short search
   * may be wrong.
   */
  async #compare(before: readonly string[], mover: Side, played: string, better: string) {
    let values = { valuePlayed: 0, valueBetter: 0 };
    if (played === better) return values;
    for (const ms of [SECOND_LOOK, THIRD_LOOK]) {
      values = {
        valueBetter: await this.#valueAfter([...before, better], ms),
        valuePlayed: await this.#valueAfter([...before, played], ms),
      };
      if (!this.#goesOn() || lossOf(mover, values) < LEAST_LOSS) break;
    }
    return values;
  }

  /** Returns the value of the position after `moves`; the mean of all outcomes if the die rolls. */
  async #valueAfter(moves: readonly string[], ms: number): Promise<number> {
    const at = this.#line(moves).at(-1) as Here;
    const result = RESULTS[at.outcome];
    if (result !== null) return result;
    if (!at.rolls) return this.#search(moves, ms);
    let sum = 0;
    for (const roll of at.legal) {
      sum += await this.#valueAfter([...moves, roll], ms / at.legal.length);
    }
    return sum / at.legal.length;
  }

  async #search(moves: readonly string[], ms: number): Promise<number> {
    if (!this.#goesOn()) return 0;
    return worth(await this.#thinker.think(this.#line(moves), moves, { ms }));
  }

  #line(moves: readonly string[]): readonly Here[] {
    return rules.value?.line(this.#start, moves) ?? [];
  }
}

type Values = Pick<Reviewed, "valueBetter" | "valuePlayed">;

/** Returns how much worse the played move is, from the mover's point of view. */
const lossOf = (mover: Side, { valueBetter, valuePlayed }: Values): number =>
  (valueBetter - valuePlayed) * (mover === "first" ? 1 : -1);

const gradeOf = (loss: number): Grade | null =>
  GRADES.find(([, least]) => loss >= least)?.[0] ?? null;
