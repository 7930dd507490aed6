/** Who thinks, and when: imm in its turn, those who think along, and the one who gives hints. */
import { effect, untracked } from "@preact/signals";
import type { Limits } from "imm-search";
import { worth } from "../format.js";
import { limitsOf, playerOf } from "../player.js";
import { Thinker } from "../thinker.js";
import { play } from "./moves.js";
import * as state from "./state.js";

const { analysis, board, busy, game, here, line, memory, record, shown } = state;

const HINT: Limits = { ms: 1000 };
const WHOLE_GAME: Limits = { ms: 250 };
/** Milliseconds after which those who think along have seen enough. */
const ALONG: Limits = { ms: 60_000 };

const thinkers = new Map<string, Thinker>();
const seed = Math.floor(Math.random() * 2 ** 32);

/** The player at a place: opened once, and kept as long as it is the same one. */
function thinkerAt(place: "first" | "second" | "a" | "b" | "hint", player: string): Thinker {
  const known = thinkers.get(place);
  if (known?.player === player) return known;
  known?.close();
  const thinker = new Thinker(board.value, player, memory.value, seed);
  thinkers.set(place, thinker);
  return thinker;
}

/** All players are sent away: their positions are not of this game any more. */
export function dismissThinkers(): void {
  for (const thinker of thinkers.values()) thinker.close();
  thinkers.clear();
  shown.value = [];
}
/** More memory, or less: players begin anew. */
export function setMemory(text: string): void {
  dismissThinkers();
  memory.value = text;
}

function note(player: string, ply: number, value: number): void {
  const values = new Map(state.evaluations.value.get(player)).set(ply, value);
  state.evaluations.value = new Map(state.evaluations.value).set(player, values);
}
/** How often the board has changed: what was begun before is over. */
let turns = 0;

/** Thinks about the position on the board; its value goes to the graph under `name`. */
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
  // A level does not always play its best move, whose value is that of the position.
  const best = thinker.thought.value?.candidates[0] ?? report;
  note(name, ply, worth(best));
  return report.best;
}

/** Whoever's turn it is thinks: imm plays, or those think along who were asked to. */
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
  if (at?.outcome !== "ongoing" || state.editing.value !== null) return;
  const player = playerOf(state.seatOf(at.mover), game.value.player);
  const moves =
    player !== null && !state.atPast.value && !state.paused.value && !state.refusal(player);
  if (moves) {
    const thinker = thinkerAt(at.mover, player);
    busy.value = "thinking";
    shown.value = [thinker];
    const name = `${game.value.sides[at.mover]}: ${player}`;
    const best = await think(thinker, limitsOf(player, state.limit.value), name);
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

/** Ends the thinking about a move: the best so far is played. */
export function moveNow(): void {
  for (const thinker of shown.value) thinker.stop();
}

/** Shows the move that the game's best player would make. */
export async function askHint(): Promise<void> {
  const mine = turns;
  const thinker = thinkerAt("hint", game.value.player);
  busy.value = "hint";
  try {
    const best = await think(thinker, HINT);
    if (mine !== turns) return;
    state.hint.value = best;
    state.announcement.value = `Hint: ${best}`;
  } catch (error) {
    state.tell(error);
  } finally {
    if (busy.value === "hint") busy.value = null;
  }
}

/** The players who think along look at every position of the game: the graph shows what they say. */
export async function analyseGame(): Promise<void> {
  state.paused.value = true;
  const mine = ++turns;
  busy.value = "whole game";
  const players = analysis.value.players.filter((player) => !state.refusal(player));
  const watched = players.map((player, i) => thinkerAt(i ? "b" : "a", player));
  shown.value = watched;
  try {
    for (const [ply, at] of line.value.entries()) {
      if (mine !== turns || at.outcome !== "ongoing") break;
      await Promise.all(watched.map((each) => thinkAt(ply, each, WHOLE_GAME, each.player)));
    }
  } catch (error) {
    state.tell(error);
  } finally {
    if (busy.value === "whole game") busy.value = null;
  }
}

/** From now on whoever's turn it is thinks, and shows of the tree what is wanted. */
export function beginThinking(): void {
  // Whatever changes whose turn it is, or what is wanted of them.
  const { record, seats, paused, analysis, editing, memory, rules } = state;
  const causes = [record, seats, paused, analysis, editing, memory, rules];
  effect(() => {
    for (const cause of causes) void cause.value;
    untracked(() => void takeTurn());
  });
  effect(() => {
    const view = { depth: state.treeDepth.value, below: state.ahead.value };
    for (const thinker of shown.value) void thinker.watch(view).catch(() => {});
  });
}
