/** Plays moves, takes them back, and shows other positions. */
import { batch } from "@preact/signals";
import type { Here } from "../rules.js";
import type { Thought } from "../thinker.js";
import * as state from "./state.js";

const { ahead, announcement, evaluations, game, here, line, paused, record, rules } = state;

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
  });
  const what = at.rolls ? `The die shows ${move}` : `${game.value.sides[at.mover]} plays ${move}`;
  announcement.value = `${what}. ${state.standing()}`;
}

/** Shows another position of the game on the board. */
export function goTo(cursor: number): void {
  const { moves } = record.value;
  batch(() => {
    record.value = { ...record.value, cursor: Math.max(0, Math.min(cursor, moves.length)) };
    state.clearBoard();
  });
  announcement.value = `After ${record.value.cursor} moves. ${state.standing()}`;
}

/** Shows the position that these moves reach from the searched position. */
export function lookAhead(thought: Thought, moves: readonly string[]): void {
  if (!state.isOfGame(thought)) return;
  batch(() => {
    if (record.value.cursor !== thought.ply) goTo(thought.ply);
    ahead.value = moves;
  });
}

/**
 * Goes back to the previous position where a person is to move, or by one move if imm plays both
 * sides.
 */
export const undo = () => goTo(personsTurn(-1));
/**
 * Goes forward to the next position where a person is to move or the game is over. If there is no
 * such position, goes forward by one move.
 */
export const redo = () => goTo(personsTurn(1));

function personsTurn(direction: 1 | -1): number {
  const { cursor } = record.value;
  for (let at = cursor + direction; line.value[at]; at += direction) {
    const { mover, rolls, outcome } = line.value[at] as Here;
    if (outcome !== "ongoing" || (!rolls && state.seatOf(mover).kind === "person")) return at;
  }
  return cursor + direction;
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
  });
}

/** Removes the values of positions after this ply, which are no longer in the game. */
function forgetEvaluations(after: number): void {
  const kept = [...evaluations.value].map(
    ([player, values]) => [player, new Map([...values].filter(([ply]) => ply <= after))] as const,
  );
  evaluations.value = new Map(kept);
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
