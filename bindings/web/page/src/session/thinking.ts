/** Controls the searches: for the player to move, for the analysis, and for hints. */
import { effect, untracked } from "@preact/signals";
import type { Limits } from "imm-search";
import { worth } from "../format.js";
import { limitsOf, playerOf } from "../player.js";
import { texts } from "../texts/index.js";
import type { Thinker } from "../thinker.js";
import { withinClock } from "./clock.js";
import { play } from "./moves.js";
import * as state from "./state.js";
import { stopThinkers, thinkerAt } from "./thinkers.js";

const { analyst, busy, game, here, line, record, shown } = state;

const HINT: Limits = { ms: 1000 };
/** The limit of an analysis. */
const ALONG: Limits = { ms: 60_000 };

/**
 * The number of the latest turn. Each change that may require another search begins a new turn. A
 * search that began in an earlier turn is out of date.
 */
let turns = 0;

/** Searches the current position, and adds its value to the graph. */
async function think(thinker: Thinker, limits: Limits): Promise<string | null> {
  const { cursor, moves } = record.value;
  const positions = line.value.slice(0, cursor + 1);
  const report = await thinker.think(positions, moves.slice(0, cursor), limits);
  // The value of the position is the value of the best move, which a player with a level does not
  // always play.
  const thought = thinker.thought.value;
  const isCurrent = thought?.here === positions.at(-1);
  const best = (isCurrent ? thought?.candidates[0] : undefined) ?? report;
  state.evaluations.value = new Map(state.evaluations.value).set(cursor, worth(best));
  return report.best;
}

/** Returns the player of the analysis: by default, the strongest player that shows a tree. */
export const playerOfAnalysis = () =>
  analyst.value ?? (game.value.player.startsWith("ab(") ? "mcts(im0.4)" : game.value.player);

/**
 * Starts the next search: imm's move if it is imm's turn; otherwise the analysis, if it is on. If a
 * chance event comes next, plays an outcome instead.
 */
async function takeTurn(): Promise<void> {
  const mine = ++turns;
  stopThinkers();
  try {
    await thinkInTurn(mine);
  } catch (error) {
    if (mine === turns) state.tell(error);
  }
}

async function thinkInTurn(mine: number): Promise<void> {
  const at = here.value;
  busy.value = null;
  shown.value = null;
  if (!at || state.editing.value !== null) return;
  if (state.over.value && !state.atPast.value) return;
  if (at.outcome !== "ongoing") return;
  if (at.rolls) {
    // At an earlier position, the game already contains the roll.
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
    shown.value = thinker;
    const limits = withinClock(limitsOf(player, state.limit.value), at.mover);
    const best = await think(thinker, limits);
    await still();
    if (mine === turns && best) play(best);
    return;
  }
  if (!state.analysing.value || state.explaining.value) return;
  const analysis = thinkerAt("analysis", playerOfAnalysis());
  shown.value = analysis;
  await think(analysis, ALONG);
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
  shown.value?.stop();
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

/** Starts a search whenever the state changes, and keeps the shown part of the tree up to date. */
export function beginThinking(): void {
  // All signals whose changes may require another search.
  const { analysing, editing, ended, explaining, memory, paused, record, rules, seats } = state;
  const played = [record, seats, paused, editing, ended, memory, rules];
  const causes = [...played, analysing, analyst, explaining];
  effect(() => {
    for (const cause of causes) void cause.value;
    untracked(() => void takeTurn());
  });
  effect(() => {
    const view = state.analysing.value
      ? { depth: state.treeDepth.value, below: state.ahead.value }
      : null;
    void shown.value?.watch(view).catch(() => {});
  });
}
