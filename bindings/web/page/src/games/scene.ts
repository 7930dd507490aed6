/** What a game looks like: one description for all boards, which `board/Board.tsx` draws and plays. */
import type { Side, State } from "imm-search";

/** A place of the board. One unit is the side of a square. */
export interface Cell {
  id: string;
  /** Its middle, from the left and from the top. */
  x: number;
  y: number;
  w: number;
  h: number;
  shape: "square" | "hole" | "pit" | "store";
  tone: "light" | "dark" | "plain" | "gate";
  /** What a screen reader says: "b3, white man". */
  label: string;
}

/** Something on the board. */
export interface Piece {
  x: number;
  y: number;
  cell: string;
  side: Side;
  kind: "man" | "master" | "disc" | "seeds";
  count?: number;
}

/** A legal move, or one that was played, as a way over the board. */
export interface Step {
  move: string;
  /** Without it, one click plays the move. */
  from?: string;
  /** Where it ends; empty for a move that no place of the board stands for: a pass. */
  to: string;
  /** Cells that may be clicked as well. */
  also?: readonly string[];
  /** What tells it from another with the same cells: the card. */
  choice?: string;
}

/** A card beside the board. */
export interface Card {
  name: string;
  owner: Side | "middle";
  /** Columns to the right and rows up, as its owner sees it. */
  steps: readonly (readonly [number, number])[];
}

export interface Scene {
  width: number;
  height: number;
  cells: Cell[];
  pieces: Piece[];
  cards?: Card[];
  /** Names of columns and rows at the edge. */
  edge?: { text: string; x: number; y: number }[];
}

/** A board, or a variant of the rules, by the library's name. */
export interface BoardChoice {
  name: string;
  title: string;
}

/** A game as the page shows it. Positions are texts in the notation of `imm.h`. */
export interface GameView {
  id: string;
  title: string;
  /** What the players are called. */
  sides: Record<Side, string>;
  /** How to play, in a sentence or two. */
  rules: string;
  boards: readonly BoardChoice[];
  /** What `imm_shuffle()` does here, if it does anything. */
  shuffle?: string;
  /** Who plays when the page is opened, for the one who does not care. */
  player: string;
  scene(position: string): Scene;
  step(position: string, move: string): Step;
  /** The position with what is on a cell changed to the next thing, or to the one before. */
  edited(position: string, cell: string, back: boolean): string;
  /** Games that write no positions: how to do it for them. */
  notation?: {
    read(state: State, position: string): void;
    write(state: State): string;
  };
}

/** Who is to move, in the last word of a position. */
export function moverOf(position: string): Side | null {
  const last = position.trimEnd().split(" ").at(-1);
  if (last === "1") return "first";
  return last === "2" ? "second" : null;
}

/** The same position with the other side to move; with the first, if the game was over. */
export function withMover(position: string, mover: Side): string {
  const words = position.trimEnd().split(" ");
  return [...words.slice(0, -1), mover === "first" ? "1" : "2"].join(" ");
}
