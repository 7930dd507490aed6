/** Plays moves, takes them back, and shows other positions. */
import { batch } from "@preact/signals";
import { textsOf } from "../games/about.js";
import { opponent } from "../games/scene.js";
import type { Here } from "../rules.js";
import { texts } from "../texts/index.js";
import type { Thought } from "../thinker.js";
import { addIncrement } from "./clock.js";
import * as state from "./state.js";
import { standing } from "./status.js";

const { ahead, announcement, ended, evaluations, game, here, line, paused, record, rules } = state;

/** Plays a move at the current position of the game. Removes the moves after this position. */
export function play(move: string): void {
  const at = here.value;
  if (!at?.legal.includes(move)) return;
  const { start, moves, cursor } = record.value;
  const before = moves.slice(0, cursor);
  batch(() => {
    if (moves[cursor] !== move) forgetEvaluations(cursor);
    record.value = { start, moves: [...before, move], cursor: cursor + 1 };
    state.clearBoard();
    state.notice.value = null;
    ended.value = null;
    if (!at.rolls) addIncrement(at.mover);
  });
  const { turn } = texts.value;
  const side = textsOf(game.value).sides[at.mover];
  const what = at.rolls ? `${turn.dieShows(Number(move))}.` : turn.played(side, move);
  announcement.value = `${what} ${standing()}`;
}

/** Shows another position of the game on the board. */
export function goTo(cursor: number): void {
  const { moves } = record.value;
  batch(() => {
    record.value = { ...record.value, cursor: Math.max(0, Math.min(cursor, moves.length)) };
    state.clearBoard();
  });
  announcement.value = `${texts.value.turn.afterMoves(record.value.cursor)} ${standing()}`;
}

/** Shows the position that these moves reach from the searched position. */
export function lookAhead(thought: Thought, moves: readonly string[]): void {
  if (!state.isOfGame(thought)) return;
  batch(() => {
    if (record.value.cursor !== thought.ply) goTo(thought.ply);
    ahead.value = moves;
  });
}

/** Returns the ply of the person's turn before the current position, or -1. */
function previousTurn(): number {
  const before = line.value.slice(0, record.value.cursor);
  return before.findLastIndex(({ mover, rolls }: Here) => {
    return !rolls && state.seatOf(mover).kind === "person";
  });
}

/** True if the user can take back a move. */
export const canTakeBack = () => !ended.value && previousTurn() >= 0;

/** Takes back the person's latest move, and imm's reply to it. */
export function takeBack(): void {
  const ply = previousTurn();
  if (ply < 0) return;
  batch(() => {
    goTo(ply);
    goOn();
  });
  announcement.value = `${texts.value.turn.takenBack} ${standing()}`;
}

/** Ends the game as a loss of the person to move, or of the person against imm. */
export function resign(): void {
  const loser = state.user.value ?? here.value?.mover ?? "first";
  ended.value = { winner: opponent(loser), reason: "resigned" };
  announcement.value = standing();
}

/**
 * Continues the game from the position on the board. Plays the moves of the tree that lead to this
 * position, and removes the later moves of the game.
 */
export function goOn(): void {
  const { start, moves, cursor } = record.value;
  const kept = [...moves.slice(0, cursor), ...ahead.value];
  batch(() => {
    forgetEvaluations(cursor);
    record.value = { start, moves: kept, cursor: kept.length };
    state.clearBoard();
    paused.value = false;
    ended.value = null;
  });
}

/** Removes the values of positions after this ply, which are no longer in the game. */
function forgetEvaluations(after: number): void {
  evaluations.value = new Map([...evaluations.value].filter(([ply]) => ply <= after));
}

/**
 * Returns the moves expected after the game's current position, each with the position before the
 * move.
 */
export function expected(moves: readonly string[]): { move: string; position: string }[] {
  const { start, moves: played, cursor } = record.value;
  const line = rules.value?.line(start, [...played.slice(0, cursor), ...moves]) ?? [];
  return moves.map((move, i) => ({ move, position: (line[cursor + i] as Here).position }));
}
