/** Two players that search the same position side by side, apart from the game. */
import { signal } from "@preact/signals";
import { type Here, Rules } from "../rules.js";
import { Thinker } from "../thinker.js";
import * as state from "./state.js";

/** A position, and the searches of this position by two players. */
export interface Comparison {
  rules: Rules;
  line: readonly Here[];
  moves: readonly string[];
  thinkers: readonly Thinker[];
}

/** The position and the players of a comparison, and the limit of both searches. */
export interface Compared {
  board: string;
  /** The starting position. Default: the normal starting position of the game. */
  start?: string | undefined;
  moves: readonly string[];
  players: readonly string[];
  memory: string;
  seed: number;
  simulations: number;
}

/** The comparison that the page shows, or null. */
export const comparison = signal<Comparison | null>(null);

/** The depth of the trees that are drawn side by side. */
const DEPTH = 4;

let latest = 0;

/** Begins a comparison in place of the previous one. */
export async function compare(compared: Compared): Promise<void> {
  endComparison();
  const mine = latest;
  const { board, players, memory, moves, seed, simulations } = compared;
  try {
    const rules = await Rules.open(state.game.value, board);
    if (mine !== latest) return;
    const thinkers = players.map((player) => new Thinker(board, player, memory, seed));
    const line = rules.line(compared.start ?? rules.initial, moves);
    comparison.value = { rules, line, moves, thinkers };
    for (const thinker of thinkers) void lookBelow(thinker, []);
    const limits = { iterations: simulations };
    await Promise.all(thinkers.map((thinker) => thinker.think(line, moves, limits)));
  } catch (error) {
    if (mine === latest) state.tell(error);
  }
}

/** Shows the part of a tree below these moves. */
export const lookBelow = (thinker: Thinker, below: readonly string[]) =>
  thinker.watch({ depth: DEPTH, below });

/** Closes both searches. */
export function endComparison(): void {
  latest++;
  for (const thinker of comparison.value?.thinkers ?? []) thinker.close();
  comparison.value = null;
}
