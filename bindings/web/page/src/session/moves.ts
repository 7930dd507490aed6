/** Moves on the board: played, taken back, looked at. */
import { batch } from "@preact/signals";
import type { Here } from "../rules.js";
import type { Thought } from "../thinker.js";
import * as state from "./state.js";

const { ahead, announcement, evaluations, game, here, line, paused, record, rules } = state;

/** Plays a move at the board's position; what was played after it is gone. */
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
  announcement.value = `${game.value.sides[at.mover]} plays ${move}. ${state.standing()}`;
}

/** Puts another position of the game on the board. */
export function goTo(cursor: number): void {
  const { moves } = record.value;
  batch(() => {
    record.value = { ...record.value, cursor: Math.max(0, Math.min(cursor, moves.length)) };
    state.clearBoard();
  });
  announcement.value = `After ${record.value.cursor} moves. ${state.standing()}`;
}

/** Looks at a position that is some moves further than the one that was thought about. */
export function lookAhead(thought: Thought, moves: readonly string[]): void {
  if (!state.isOfGame(thought)) return;
  batch(() => {
    if (record.value.cursor !== thought.ply) goTo(thought.ply);
    ahead.value = moves;
  });
}

/** Back to where a person was to move; by one move where imm plays both sides. */
export const undo = () => goTo(personsTurn(-1));
/** Forward to where a person is to move. */
export const redo = () => goTo(personsTurn(1));

function personsTurn(direction: 1 | -1): number {
  const { cursor } = record.value;
  for (let at = cursor + direction; line.value[at]; at += direction) {
    const { mover, outcome } = line.value[at] as Here;
    if (outcome !== "ongoing" || state.seatOf(mover).kind === "person") return at;
  }
  return cursor + direction;
}

/** Goes on from the position on the board: what came after it is gone, what was looked at is played. */
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

/** What was thought about positions after these plies says nothing any more. */
function forgetEvaluations(after: number): void {
  const kept = [...evaluations.value].map(
    ([player, values]) => [player, new Map([...values].filter(([ply]) => ply <= after))] as const,
  );
  evaluations.value = new Map(kept);
}

/** Moves that are expected after the game's position, each with the position in which it would be played. */
export function expected(moves: readonly string[]): { move: string; position: string }[] {
  const { start, moves: played, cursor } = record.value;
  const line = rules.value?.line(start, [...played.slice(0, cursor), ...moves]) ?? [];
  return moves.map((move, i) => ({ move, position: (line[cursor + i] as Here).position }));
}
