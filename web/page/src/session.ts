/** The game on the page: what is played, who plays, what is thought. The panels show it and call it. */
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { Limits, Side } from "imm-search";
import { worth } from "./format.js";
import { GAMES } from "./games/index.js";
import type { GameView } from "./games/scene.js";
import { DEFAULT_LIMIT, DEFAULT_SEATS, type Linked, readLink, writeLink } from "./link.js";
import { limitsOf, type MoveLimit, playerOf, type Seat } from "./player.js";
import { type Here, Rules } from "./rules.js";
import { Thinker, type Thought, type TreeView } from "./thinker.js";
import { readTrace, writeTrace } from "./trace.js";

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

const HINT: Limits = { ms: 1000 };
const WHOLE_GAME: Limits = { ms: 250 };
/** Milliseconds after which those who think along have seen enough. */
const ALONG: Limits = { ms: 60_000 };

const [FIRST_GAME] = GAMES as [GameView];

export const game = signal<GameView>(FIRST_GAME);
export const board = signal(FIRST_GAME.boards[0]?.name ?? "");
const rules = signal<Rules | null>(null);
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
export const treeView = signal<{ open: boolean; depth: number }>({ open: true, depth: 5 });
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

/** Moves that are expected after the game's position, each with the position in which it would be played. */
export function expected(moves: readonly string[]): { move: string; position: string }[] {
  const { start, moves: played, cursor } = record.value;
  const line = rules.value?.line(start, [...played.slice(0, cursor), ...moves]) ?? [];
  return moves.map((move, i) => ({ move, position: (line[cursor + i] as Here).position }));
}

/** Whose turn it is, if it is a person's. */
export const person = computed<Side | null>(() => {
  const at = here.value;
  if (at?.outcome !== "ongoing" || editing.value !== null) return null;
  return seatOf(at.mover).kind === "person" || atPast.value ? at.mover : null;
});

/** Is the board in the past of the game? Then the engine waits. */
export const atPast = computed(() => record.value.cursor < record.value.moves.length);

const seatOf = (side: Side): Seat => seats.value[side === "first" ? 0 : 1];

const tell = (error: unknown) => {
  notice.value = { kind: "error", text: error instanceof Error ? error.message : String(error) };
};

// ---- Games

let opening = 0;

/** Begins a game; `start` and `moves` may come from anywhere, and are judged here. */
async function begin(linked: Partial<Linked> & Pick<Linked, "game" | "board">): Promise<void> {
  const mine = ++opening;
  const opened = await Rules.open(linked.game, linked.board);
  const start = linked.start?.trim() || opened.initial;
  const moves = linked.moves ?? [];
  opened.line(start, moves); // throws what is wrong with them
  if (mine !== opening) return;
  dismissThinkers();
  batch(() => {
    rules.value = opened;
    game.value = linked.game;
    board.value = linked.board;
    record.value = { start, moves: [...moves], cursor: linked.cursor ?? moves.length };
    if (linked.seats) seats.value = linked.seats;
    if (linked.limit) limit.value = linked.limit;
    clearBoard();
    evaluations.value = new Map();
    paused.value = false;
  });
}

function clearBoard(): void {
  ahead.value = [];
  hint.value = null;
  editing.value = null;
}

export async function newGame(of: GameView, on?: string): Promise<void> {
  const choice = on ?? (of === game.value ? board.value : of.boards[0]?.name);
  await begin({ game: of, board: choice ?? of.id }).catch(tell);
  announcement.value = `${of.title}: a new game.`;
}

/** Another deal, or a random board. */
export async function shuffle(): Promise<void> {
  const seed = Math.floor(Math.random() * 2 ** 32);
  const start = rules.value?.shuffled(seed);
  if (start) await begin({ game: game.value, board: board.value, start }).catch(tell);
}

/** Begins with a position that was set up; says whether it could. */
export async function setUp(start: string): Promise<boolean> {
  try {
    await begin({ game: game.value, board: board.value, start });
    return true;
  } catch (error) {
    tell(error);
    return false;
  }
}

export const complaint = (position: string) => rules.value?.complaint(position) ?? "";
export const refusal = (player: string) => rules.value?.refusal(player) ?? "";

/** The game as a link. */
export function link(): string {
  const { start, moves, cursor } = record.value;
  const here = start === rules.value?.initial ? {} : { start };
  const said = { game: game.value, board: board.value, ...here, moves, cursor };
  return writeLink({ ...said, seats: seats.value, limit: limit.value });
}

export async function openLink(text: string): Promise<void> {
  try {
    await begin(readLink(text));
  } catch (error) {
    tell(error);
    if (!here.value) await newGame(FIRST_GAME);
  }
}

export const saved = () => writeTrace(game.value, board.value, line.value, record.value.moves);

export async function loadSaved(text: string): Promise<boolean> {
  try {
    const found = readTrace(text);
    found.check(await Rules.open(found.game, found.board));
    await begin({ ...found, cursor: found.moves.length });
    return true;
  } catch (error) {
    tell(error);
    return false;
  }
}

// ---- Moves

/** Plays a move at the board's position; what was played after it is gone. */
export function play(move: string): void {
  const at = here.value;
  if (!at?.legal.includes(move)) return;
  const { start, moves, cursor } = record.value;
  const before = moves.slice(0, cursor);
  batch(() => {
    if (moves[cursor] !== move) forgetEvaluations(cursor);
    record.value = { start, moves: [...before, move], cursor: cursor + 1 };
    clearBoard();
    notice.value = null;
  });
  announcement.value = `${game.value.sides[at.mover]} plays ${move}. ${standing()}`;
}

/** How the game stands, in words. */
export function standing(): string {
  const at = here.value;
  if (!at) return "";
  const { sides } = game.value;
  if (at.outcome === "draw") return "The game is a draw.";
  if (at.outcome !== "ongoing") return `${sides[at.outcome]} has won.`;
  return `${sides[at.mover]} to move.`;
}

/** Puts another position of the game on the board. */
export function goTo(cursor: number): void {
  const { moves } = record.value;
  batch(() => {
    record.value = { ...record.value, cursor: Math.max(0, Math.min(cursor, moves.length)) };
    clearBoard();
  });
  announcement.value = `After ${record.value.cursor} moves. ${standing()}`;
}

/** Looks at a position that is some moves further than the one that was thought about. */
export function lookAhead(thought: Thought, moves: readonly string[]): void {
  if (!isOfGame(thought)) return;
  batch(() => {
    if (record.value.cursor !== thought.ply) goTo(thought.ply);
    ahead.value = moves;
  });
}

/** Is what was thought about still a position of this game? */
export const isOfGame = ({ ply, here }: Thought): boolean =>
  line.value[ply]?.position === here.position;

/** Back to where a person was to move; by one move where imm plays both sides. */
export const undo = () => goTo(personsTurn(-1));
export const redo = () => goTo(personsTurn(1));

function personsTurn(direction: 1 | -1): number {
  const { cursor } = record.value;
  for (let at = cursor + direction; line.value[at]; at += direction) {
    const { mover, outcome } = line.value[at] as Here;
    if (outcome !== "ongoing" || seatOf(mover).kind === "person") return at;
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
    clearBoard();
    paused.value = false;
  });
}

function forgetEvaluations(after: number): void {
  const kept = [...evaluations.value].map(
    ([player, values]) => [player, new Map([...values].filter(([ply]) => ply <= after))] as const,
  );
  evaluations.value = new Map(kept);
}

function note(player: string, ply: number, value: number): void {
  const values = new Map(evaluations.value.get(player)).set(ply, value);
  evaluations.value = new Map(evaluations.value).set(player, values);
}

// ---- Thinking

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

function dismissThinkers(): void {
  for (const thinker of thinkers.values()) thinker.close();
  thinkers.clear();
  shown.value = [];
}

/** More memory, or less: players begin anew. */
export function setMemory(text: string): void {
  dismissThinkers();
  memory.value = text;
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
    if (mine === turns) tell(error);
  }
}

async function thinkInTurn(mine: number): Promise<void> {
  const at = here.value;
  busy.value = null;
  if (at?.outcome !== "ongoing" || editing.value !== null) return;
  const player = playerOf(seatOf(at.mover), game.value.player);
  const moves = player !== null && !atPast.value && !paused.value && !refusal(player);
  if (moves) {
    const thinker = thinkerAt(at.mover, player);
    busy.value = "thinking";
    shown.value = [thinker];
    const name = `${game.value.sides[at.mover]}: ${player}`;
    const best = await think(thinker, limitsOf(player, limit.value), name);
    if (mine === turns && best) play(best);
    return;
  }
  const { on, compare, players } = analysis.value;
  if (!on) return;
  const along = (compare ? players : players.slice(0, 1)).filter((one) => !refusal(one));
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
    hint.value = best;
    announcement.value = `Hint: ${best}`;
  } catch (error) {
    tell(error);
  } finally {
    if (busy.value === "hint") busy.value = null;
  }
}

/** The players who think along look at every position of the game: the graph shows what they say. */
export async function analyseGame(): Promise<void> {
  paused.value = true;
  const mine = ++turns;
  busy.value = "whole game";
  const players = analysis.value.players.filter((player) => !refusal(player));
  const watched = players.map((player, i) => thinkerAt(i ? "b" : "a", player));
  shown.value = watched;
  try {
    for (const [ply, at] of line.value.entries()) {
      if (mine !== turns || at.outcome !== "ongoing") break;
      await Promise.all(watched.map((each) => thinkAt(ply, each, WHOLE_GAME, each.player)));
    }
  } catch (error) {
    tell(error);
  } finally {
    if (busy.value === "whole game") busy.value = null;
  }
}

/** Begins: the page's link decides which game. Returns when the board is there. */
export async function start(): Promise<void> {
  const text = location.hash.slice(1);
  if (text) await openLink(text);
  else await newGame(FIRST_GAME);
  // Whatever changes whose turn it is, or what is wanted of them.
  effect(() => {
    void [
      record.value,
      seats.value,
      paused.value,
      analysis.value,
      editing.value,
      memory.value,
      rules.value,
    ];
    untracked(() => void takeTurn());
  });
  effect(() => {
    const { open, depth } = treeView.value;
    const view: TreeView | null = open ? { depth, below: ahead.value } : null;
    for (const thinker of shown.value) void thinker.watch(view).catch(() => {});
  });
}
