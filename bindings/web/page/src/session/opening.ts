/**
 * Begins games: new or random games, or games from a link, from a saved text or from a position
 * that the user set up.
 */
import { batch } from "@preact/signals";
import { textsOf } from "../games/about.js";
import type { GameView } from "../games/scene.js";
import { type Linked, readLink, writeLink } from "../link.js";
import type { Seat } from "../player.js";
import { Rules } from "../rules.js";
import { texts } from "../texts/index.js";
import { readTrace, writeTrace } from "../trace.js";
import { type ClockSetting, resetClock } from "./clock.js";
import * as state from "./state.js";
import { dismissThinkers } from "./thinkers.js";

const { board, evaluations, game, here, limit, line, paused, record, rules, seats } = state;

let opening = 0;

/** Begins a game. Checks `start` and `moves`, which may be untrusted input. */
async function begin(
  linked: Partial<Linked> & Pick<Linked, "game" | "board">,
  clockOf?: ClockSetting | null,
): Promise<void> {
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
    state.ended.value = null;
    resetClock(clockOf);
    if (linked.seats) seats.value = linked.seats;
    if (linked.limit) limit.value = linked.limit;
    state.clearBoard();
    evaluations.value = new Map();
    paused.value = false;
  });
}

/** The choices for a new game. Without a choice, the new game is like the previous one. */
export interface NewGame {
  board?: string;
  seats?: readonly [Seat, Seat];
  clock?: ClockSetting | null;
  /** True for a random starting position. */
  shuffled?: boolean;
}

/** Begins a new game. Without `board`, uses the first board if the game changes. */
export async function newGame(of: GameView, choices: NewGame = {}): Promise<void> {
  const { clock, seats, shuffled } = choices;
  const on = choices.board ?? (of === game.value ? board.value : of.boards[0]) ?? of.id;
  try {
    const start = shuffled ? (await Rules.open(of, on)).shuffled(seedNow()) : undefined;
    await begin({ game: of, board: on, ...(start && { start }), ...(seats && { seats }) }, clock);
    state.announcement.value = texts.value.turn.newGame(textsOf(of).title);
  } catch (error) {
    state.tell(error);
  }
}

const seedNow = () => Math.floor(Math.random() * 2 ** 32);

/** Begins the same game again, with the sides swapped. */
export async function rematch(): Promise<void> {
  const [first, second] = seats.value;
  const { start } = record.value;
  const swapped = { game: game.value, board: board.value, start, seats: [second, first] as const };
  await begin(swapped).catch(state.tell);
  state.announcement.value = texts.value.turn.newGame(textsOf(game.value).title);
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
