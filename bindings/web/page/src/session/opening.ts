/**
 * Begins games: new or random games, or games from a link, from a saved text or from a position
 * that the user set up.
 */
import { batch } from "@preact/signals";
import type { GameView } from "../games/scene.js";
import { type Linked, readLink, writeLink } from "../link.js";
import { Rules } from "../rules.js";
import { readTrace, writeTrace } from "../trace.js";
import * as state from "./state.js";
import { dismissThinkers } from "./thinking.js";

const { board, evaluations, game, here, limit, line, paused, record, rules, seats } = state;

let opening = 0;

/** Begins a game. Checks `start` and `moves`, which may be untrusted input. */
async function begin(linked: Partial<Linked> & Pick<Linked, "game" | "board">): Promise<void> {
  const mine = ++opening;
  const opened = await Rules.open(linked.game, linked.board);
  const start = linked.start?.trim() || opened.initial;
  const moves = linked.moves ?? [];
  opened.line(start, moves); // throws an error for an invalid position or move
  if (mine !== opening) return;
  dismissThinkers();
  batch(() => {
    rules.value = opened;
    game.value = linked.game;
    board.value = linked.board;
    record.value = { start, moves: [...moves], cursor: linked.cursor ?? moves.length };
    if (linked.seats) seats.value = linked.seats;
    if (linked.limit) limit.value = linked.limit;
    state.clearBoard();
    evaluations.value = new Map();
    paused.value = false;
  });
}

/**
 * Begins a new game on the board `on`. Without `on`, uses the current board, or the first board if
 * the game changes.
 */
export async function newGame(of: GameView, on?: string): Promise<void> {
  const choice = on ?? (of === game.value ? board.value : of.boards[0]?.name);
  await begin({ game: of, board: choice ?? of.id }).catch(state.tell);
  state.announcement.value = `${of.title}: a new game.`;
}

/** Begins a game with a random starting position. */
export async function shuffle(): Promise<void> {
  const seed = Math.floor(Math.random() * 2 ** 32);
  const start = rules.value?.shuffled(seed);
  if (start) await begin({ game: game.value, board: board.value, start }).catch(state.tell);
}

/** Begins a game with a position that the user set up. Returns true if the position is valid. */
export async function setUp(start: string): Promise<boolean> {
  try {
    await begin({ game: game.value, board: board.value, start });
    return true;
  } catch (error) {
    state.tell(error);
    return false;
  }
}

/** Returns a link to the game. */
export function link(): string {
  const { start, moves, cursor } = record.value;
  const here = start === rules.value?.initial ? {} : { start };
  const said = { game: game.value, board: board.value, ...here, moves, cursor };
  return writeLink({ ...said, seats: seats.value, limit: limit.value });
}

/** Begins the game that a link describes. */
export async function openLink(text: string): Promise<void> {
  try {
    await begin(readLink(text));
  } catch (error) {
    state.tell(error);
    if (!here.value) await newGame(state.FIRST_GAME);
  }
}

/** Returns the game as text. */
export const saved = () => writeTrace(game.value, board.value, line.value, record.value.moves);

/** Begins a game that was saved as text. Returns true if the text is valid. */
export async function loadSaved(text: string): Promise<boolean> {
  try {
    const found = readTrace(text);
    found.check(await Rules.open(found.game, found.board));
    await begin({ ...found, cursor: found.moves.length });
    return true;
  } catch (error) {
    state.tell(error);
    return false;
  }
}
