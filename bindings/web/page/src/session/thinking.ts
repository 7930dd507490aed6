/** Controls the searches: for the player to move, for the analysis, and for hints. */
import { effect, untracked } from "@preact/signals";
import type { Limits } from "imm-search";
import { worth } from "../format.js";
import { textsOf } from "../games/about.js";
import { limitsOf, playerOf } from "../player.js";
import { texts } from "../texts/index.js";
import { Thinker } from "../thinker.js";
import { withinClock } from "./clock.js";
import { play } from "./moves.js";
import * as state from "./state.js";

const { analysis, board, busy, game, here, line, memory, record, shown } = state;

const HINT: Limits = { ms: 1000 };
const WHOLE_GAME: Limits = { ms: 250 };
/** The limit of an analysis. */
const ALONG: Limits = { ms: 60_000 };

const thinkers = new Map<string, Thinker>();
const seed = Math.floor(Math.random() * 2 ** 32);

/**
 * Returns the thinker at `place`, which is a side, a place in the analysis ("a" or "b"), or "hint".
 * Opens a new search only if `place` has no thinker with this player.
 */
function thinkerAt(place: "first" | "second" | "a" | "b" | "hint", player: string): Thinker {
  const known = thinkers.get(place);
  if (known?.player === player) return known;
  known?.close();
  const thinker = new Thinker(board.value, player, memory.value, seed);
  thinkers.set(place, thinker);
  return thinker;
}

/** Closes the searches of all players, because a new game begins or the players' memory changes. */
export function dismissThinkers(): void {
  for (const thinker of thinkers.values()) thinker.close();
  thinkers.clear();
  shown.value = [];
}
/** Sets how much memory each player may use. Closes all searches; new searches use this memory. */
export function setMemory(text: string): void {
  dismissThinkers();
  memory.value = text;
}

function note(player: string, ply: number, value: number): void {
  const values = new Map(state.evaluations.value.get(player)).set(ply, value);
  state.evaluations.value = new Map(state.evaluations.value).set(player, values);
}
/**
 * The number of the latest turn. Each change that may require another search begins a new turn. A
 * search that began in an earlier turn is out of date.
 */
let turns = 0;

/** Searches the current position, and adds its value to the graph under `name`. */
async function think(
  thinker: Thinker,
  limits: Limits,
  name = thinker.player,
): Promise<string | null> {
  return thinkAt(record.value.cursor, thinker, limits, name);
}

async function thinkAt(
  ply: number,
  thinker: Thinker,
  limits: Limits,
  name: string,
): Promise<string | null> {
  const before = record.value.moves.slice(0, ply);
  const report = await thinker.think(line.value.slice(0, ply + 1), before, limits);
  // The value of the position is the value of the best move, which a player with a level does not
  // always play.
  const best = thinker.thought.value?.candidates[0] ?? report;
  note(name, ply, worth(best));
  return report.best;
}

/**
 * Starts the next search: imm's move if it is imm's turn; otherwise the analysis, if it is on. If a
 * chance event comes next, plays an outcome instead.
 */
async function takeTurn(): Promise<void> {
  const mine = ++turns;
  for (const thinker of thinkers.values()) thinker.stop();
  try {
    await thinkInTurn(mine);
  } catch (error) {
    if (mine === turns) state.tell(error);
  }
}

async function thinkInTurn(mine: number): Promise<void> {
  const at = here.value;
  busy.value = null;
  if (!at || state.editing.value !== null) return;
  if (state.over.value && !state.atPast.value) return;
  if (at.outcome !== "ongoing") return;
  if (at.rolls) {
    // At an earlier position, the roll of the game stays.
    if (state.atPast.value) return;
    await still();
    const outcome = mine === turns ? state.rules.value?.roll(at) : undefined;
    if (outcome) play(outcome);
    return;
  }
  const player = playerOf(state.seatOf(at.mover), game.value.player);
  const moves =
    player !== null && !state.atPast.value && !state.paused.value && !state.refusal(player);
  if (moves) {
    const thinker = thinkerAt(at.mover, player);
    busy.value = "thinking";
    shown.value = [thinker];
    const name = `${textsOf(game.value).sides[at.mover]}: ${player}`;
    const limits = withinClock(limitsOf(player, state.limit.value), at.mover);
    const best = await think(thinker, limits, name);
    await still();
    if (mine === turns && best) play(best);
    return;
  }
  const { on, compare, players } = analysis.value;
  if (!on) return;
  const along = (compare ? players : players.slice(0, 1)).filter((one) => !state.refusal(one));
  const watched = along.map((one, i) => thinkerAt(i ? "b" : "a", one));
  shown.value = watched;
  await Promise.all(watched.map((thinker) => think(thinker, ALONG)));
}

/** Resolves when the board has shown the latest move. */
async function still(): Promise<void> {
  if (!state.moving.value) return;
  await new Promise<void>((resolve) => {
    const stop = state.moving.subscribe((moving) => {
      if (moving) return;
      queueMicrotask(() => stop());
      resolve();
    });
  });
}

/** Ends the search for a move, so that imm plays the best move so far. */
export function moveNow(): void {
  for (const thinker of shown.value) thinker.stop();
}

/** Shows a hint: the move that imm's best player for the game chooses. */
export async function askHint(): Promise<void> {
  if (here.value?.rolls) return;
  const mine = turns;
  const thinker = thinkerAt("hint", game.value.player);
  busy.value = "hint";
  try {
    const best = await think(thinker, HINT);
    if (mine !== turns) return;
    state.hint.value = best;
    if (best) state.announcement.value = texts.value.turn.hintIs(best);
  } catch (error) {
    state.tell(error);
  } finally {
    if (busy.value === "hint") busy.value = null;
  }
}

/**
 * Searches every position of the game with the players of the analysis, for the graph of values.
 */
export async function analyseGame(): Promise<void> {
  state.paused.value = true;
  const mine = ++turns;
  for (const thinker of thinkers.values()) thinker.stop();
  busy.value = "whole game";
  const players = analysis.value.players.filter((player) => !state.refusal(player));
  const watched = players.map((player, i) => thinkerAt(i ? "b" : "a", player));
  shown.value = watched;
  try {
    for (const [ply, at] of line.value.entries()) {
      if (mine !== turns || at.outcome !== "ongoing") break;
      if (at.rolls) continue; // nobody decides here
      await Promise.all(watched.map((each) => thinkAt(ply, each, WHOLE_GAME, each.player)));
    }
  } catch (error) {
    state.tell(error);
  } finally {
    if (busy.value === "whole game") busy.value = null;
  }
}

/** Starts a search whenever the state changes, and keeps the shown part of the tree up to date. */
export function beginThinking(): void {
  // All signals whose changes may require another search.
  const { record, seats, paused, analysis, editing, ended, memory, rules } = state;
  const causes = [record, seats, paused, analysis, editing, ended, memory, rules];
  effect(() => {
    for (const cause of causes) void cause.value;
    untracked(() => void takeTurn());
  });
  effect(() => {
    const view = state.analysing.value
      ? { depth: state.treeDepth.value, below: state.ahead.value }
      : null;
    for (const thinker of shown.value) void thinker.watch(view).catch(() => {});
  });
}
