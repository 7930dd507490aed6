/** What is on the page: the game, who plays, what is thought and looked at. The panels show it. */
import { computed, signal } from "@preact/signals";
import type { Side } from "imm-search";
import { GAMES } from "../games/index.js";
import type { GameView } from "../games/scene.js";
import { DEFAULT_LIMIT, DEFAULT_SEATS } from "../link.js";
import type { MoveLimit, Seat } from "../player.js";
import type { Here, Rules } from "../rules.js";
import type { Thinker, Thought } from "../thinker.js";

/** A game: where it began, its moves, and how many of them are on the board. */
export interface Record {
  start: string;
  moves: readonly string[];
  cursor: number;
}

/** Values of positions by the players that thought about them: the first player's view, by plies. */
export type Evaluations = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** What a person is told, until it is dismissed. */
export interface Notice {
  kind: "error" | "info";
  text: string;
}

/** Those who think along: their players, and whether there are two. */
export interface Analysis {
  on: boolean;
  compare: boolean;
  players: readonly [string, string];
}

export const [FIRST_GAME] = GAMES as [GameView];

export const game = signal<GameView>(FIRST_GAME);
export const board = signal(FIRST_GAME.boards[0]?.name ?? "");
export const rules = signal<Rules | null>(null);
export const record = signal<Record>({ start: "", moves: [], cursor: 0 });
export const seats = signal<readonly [Seat, Seat]>(DEFAULT_SEATS);
export const limit = signal<MoveLimit>(DEFAULT_LIMIT);
export const memory = signal("64 MiB");
export const paused = signal(false);
export const analysis = signal<Analysis>({
  on: false,
  compare: false,
  players: ["mcts()", "mcts(im0.4)"],
});
/** Moves beyond the board's, which someone looks at in the tree. */
export const ahead = signal<readonly string[]>([]);
export const hint = signal<string | null>(null);
export const notice = signal<Notice | null>(null);
/** Said to screen readers. */
export const announcement = signal("");
export const evaluations = signal<Evaluations>(new Map());
/** Players whose thoughts are shown: one, or two side by side. */
export const shown = signal<readonly Thinker[]>([]);
export const busy = signal<"thinking" | "hint" | "whole game" | null>(null);
/** Plies of the tree that are drawn. */
export const treeDepth = signal(5);
/** Is the board being set up? Then this is the position. */
export const editing = signal<string | null>(null);

/** All positions of the game. */
export const line = computed<readonly Here[]>(() => {
  const { start, moves } = record.value;
  return rules.value && start ? rules.value.line(start, moves) : [];
});

/** The position that the game stands at. */
export const here = computed<Here | null>(() => line.value[record.value.cursor] ?? null);

/** The position on the board: that one, or one further down the tree. */
export const onBoard = computed<Here | null>(() => {
  if (!ahead.value.length || !rules.value) return here.value;
  const { start, moves, cursor } = record.value;
  return rules.value.line(start, [...moves.slice(0, cursor), ...ahead.value]).at(-1) ?? null;
});
/** Whose turn it is, if it is a person's. */
export const person = computed<Side | null>(() => {
  const at = here.value;
  if (at?.outcome !== "ongoing" || editing.value !== null) return null;
  return seatOf(at.mover).kind === "person" || atPast.value ? at.mover : null;
});

/** Is the board in the past of the game? Then the engine waits. */
export const atPast = computed(() => record.value.cursor < record.value.moves.length);

/** Who sits there. */
export const seatOf = (side: Side): Seat => seats.value[side === "first" ? 0 : 1];

/** Tells a person what went wrong. */
export const tell = (error: unknown) => {
  notice.value = { kind: "error", text: error instanceof Error ? error.message : String(error) };
};

/** How the game stands, in words. */
export function standing(): string {
  const at = here.value;
  if (!at) return "";
  const { sides } = game.value;
  if (at.outcome === "draw") return "The game is a draw.";
  if (at.outcome !== "ongoing") return `${sides[at.outcome]} has won.`;
  return `${sides[at.mover]} to move.`;
}

/** Is what was thought about still a position of this game? */
export const isOfGame = ({ ply, here }: Thought): boolean =>
  line.value[ply]?.position === here.position;

/** Nothing is looked at, hinted or set up any more. */
export function clearBoard(): void {
  ahead.value = [];
  hint.value = null;
  editing.value = null;
}

/** What is wrong with a position; "" if nothing is. */
export const complaint = (position: string) => rules.value?.complaint(position) ?? "";
/** Why a player cannot play this game; "" if it can. */
export const refusal = (player: string) => rules.value?.refusal(player) ?? "";
