/** The state of the page: the game, the players, the searches, and the displayed positions. */
import { computed, signal } from "@preact/signals";
import type { Side } from "imm-search";
import { GAMES } from "../games/index.js";
import type { GameView } from "../games/scene.js";
import { DEFAULT_LIMIT, DEFAULT_SEATS } from "../link.js";
import type { MoveLimit, Seat } from "../player.js";
import type { Here, Rules } from "../rules.js";
import type { Thinker, Thought } from "../thinker.js";

/**
 * A game: the starting position, the moves, and the number of moves before the current position.
 */
export interface Record {
  start: string;
  moves: readonly string[];
  cursor: number;
}

/** The values of searched positions by ply, from the first player's point of view. */
export type Evaluations = ReadonlyMap<number, number>;

/** A message to the user, shown until it is dismissed. */
export interface Notice {
  kind: "error" | "info";
  text: string;
}

/** The end of a game by resignation, or because a side used up its time. */
export interface Ended {
  winner: Side;
  reason: "resigned" | "time";
}

export const [FIRST_GAME] = GAMES as [GameView];

export const game = signal<GameView>(FIRST_GAME);
export const board = signal(FIRST_GAME.boards[0] ?? "");
export const rules = signal<Rules | null>(null);
export const record = signal<Record>({ start: "", moves: [], cursor: 0 });
export const seats = signal<readonly [Seat, Seat]>(DEFAULT_SEATS);
export const limit = signal<MoveLimit>(DEFAULT_LIMIT);
export const memory = signal("64 MiB");
export const paused = signal(false);
/** The player of the analysis, if the user chose one. */
export const analyst = signal<string | null>(null);
/** The moves from the game's position to the tree position that the user looks at. */
export const ahead = signal<readonly string[]>([]);
export const hint = signal<string | null>(null);
export const notice = signal<Notice | null>(null);
/** The latest text for screen readers. */
export const announcement = signal("");
export const evaluations = signal<Evaluations>(new Map());
/** The search that the analysis shows, or null. */
export const shown = signal<Thinker | null>(null);
export const busy = signal<"thinking" | "hint" | null>(null);
/** The depth of the drawn tree in plies. */
export const treeDepth = signal(5);
/** True while the analysis is on: it searches, and the page shows it. */
export const analysing = signal(false);
/** True while the page explains implicit minimax. */
export const explaining = signal(false);
/** The end of a game that did not end by the rules; null for other games. */
export const ended = signal<Ended | null>(null);
/** True while the board shows the animation of a move. */
export const moving = signal(false);
/** The position that is being set up; null if the board is not being set up. */
export const editing = signal<string | null>(null);

/** All positions of the game. */
export const line = computed<readonly Here[]>(() => {
  const { start, moves } = record.value;
  return rules.value && start ? rules.value.line(start, moves) : [];
});

/** The current position of the game. */
export const here = computed<Here | null>(() => line.value[record.value.cursor] ?? null);

/**
 * The position on the board: the current position of the game, or the position of the tree that the
 * user looks at.
 */
export const onBoard = computed<Here | null>(() => {
  if (!ahead.value.length || !rules.value) return here.value;
  const { start, moves, cursor } = record.value;
  return rules.value.line(start, [...moves.slice(0, cursor), ...ahead.value]).at(-1) ?? null;
});
/** The side that the user may move: a person's side, or any side at an earlier position. */
export const person = computed<Side | null>(() => {
  const at = here.value;
  if (at?.outcome !== "ongoing" || at.rolls || editing.value !== null) return null;
  if (ended.value && !atPast.value) return null;
  return seatOf(at.mover).kind === "person" || atPast.value ? at.mover : null;
});

/** True while the board shows an earlier position of the game, where imm does not move. */
export const atPast = computed(() => record.value.cursor < record.value.moves.length);

/** True if the game is over, by the rules or by resignation or time. */
export const over = computed(() => here.value?.outcome !== "ongoing" || ended.value !== null);

/** True while imm does not move and the clocks stop. */
export const halted = computed(() => paused.value || editing.value !== null);

/** The side of the only person; null if two persons or two players of imm play. */
export const user = computed<Side | null>(() => {
  const isPerson = seats.value.map(({ kind }) => kind === "person");
  if (isPerson[0] === isPerson[1]) return null;
  return isPerson[0] ? "first" : "second";
});

/** Returns the player of a side. */
export const seatOf = (side: Side): Seat => seats.value[side === "first" ? 0 : 1];

/** Shows an error to the user. */
export const tell = (error: unknown) => {
  notice.value = { kind: "error", text: error instanceof Error ? error.message : String(error) };
};

/** True if the searched position is still a position of this game. */
export const isOfGame = ({ ply, here }: Thought): boolean =>
  line.value[ply]?.position === here.position;

/** Clears the hint, the position from the tree and the position being set up. */
export function clearBoard(): void {
  ahead.value = [];
  hint.value = null;
  editing.value = null;
}

/** Returns the error message for a position; "" if the position is valid. */
export const complaint = (position: string) => rules.value?.complaint(position) ?? "";
/** Returns the reason why a player cannot play this game, or "" if it can. */
export const refusal = (player: string) => rules.value?.refusal(player) ?? "";
