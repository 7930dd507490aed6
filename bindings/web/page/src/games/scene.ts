/** The appearance of a game: a description of the board that `board/Board.tsx` draws. */
import type { Outcome, Side, State } from "imm-search";
import type { Texts } from "../texts/en.js";

/** A place of the board. The unit of length is the side length of a square. */
export interface Cell {
  id: string;
  /** The centre of the place: its distances from the left and from the top of the board. */
  x: number;
  y: number;
  w: number;
  h: number;
  shape: "square" | "hole" | "pit" | "store";
  tone: "light" | "dark" | "plain" | "gate";
  /** The text for screen readers, such as "b3, white disc". */
  label: string;
}

/** A piece, or the seeds in a house. */
export interface Piece {
  x: number;
  y: number;
  cell: string;
  side: Side;
  kind: "piece" | "master" | "disc" | "stone" | "seeds";
  /** The number of seeds, or the number on a stone. */
  count?: number;
  /** The height of a house or store. */
  height?: number;
}

/** A legal or played move, as a step on the board. */
export interface Step {
  move: string;
  /** The place where the step starts. Without a start, one click plays the move. */
  from?: string;
  /** The place where the step ends; empty for a move without a place, such as a pass. */
  to: string;
  /** Other cells that also select this move. */
  also?: readonly string[];
  /** The card's name, which distinguishes moves between the same cells. */
  choice?: string;
}

/** A card next to the board. */
export interface Card {
  name: string;
  owner: Side | "middle";
  /**
   * For each step, the number of columns to the right and the number of rows up, from the owner's
   * point of view.
   */
  steps: readonly (readonly [number, number])[];
}

export interface Scene {
  width: number;
  height: number;
  cells: Cell[];
  pieces: Piece[];
  cards?: Card[];
  /** The number that the die shows; 0 if it rolls next. Undefined in a game without a die. */
  die?: number;
  /** The names of columns and rows at the edge of the board. */
  edge?: { text: string; x: number; y: number }[];
}

/** The name of a game on this page. */
export type GameId = keyof Texts["games"];

/** Why a game is over. */
export type Reason = keyof Texts["reasons"];

/** The end of a game. In a game with a score, `score` has the points of both sides. */
export interface Ending {
  reason?: Reason;
  score?: Readonly<Record<Side, number>>;
}

/** A game as displayed on the page. Positions are text in the notation of `imm.h`. */
export interface GameView {
  id: GameId;
  /** The library's names for the boards or rule variants of the game. */
  boards: readonly string[];
  /** True if `imm_shuffle()` makes random starting positions. */
  shuffles?: boolean;
  /** True if the board is turned for a user who plays second. */
  turns?: boolean;
  /** The notation of imm's best player for the game. Hints use the same player. */
  player: string;
  scene(position: string): Scene;
  step(position: string, move: string): Step;
  /** Returns the positions in the middle of a move, for games where a move has many steps. */
  frames?(position: string, move: string): string[];
  /** Returns the number of pieces of both sides, for a game in which the number is the score. */
  counts?(position: string): Readonly<Record<Side, number>>;
  /** Returns why the game is over in this position, and the score. */
  ending(position: string, outcome: Outcome): Ending;
  /**
   * Changes a cell to its next content, or to the previous content if `back` is true. Returns the
   * new position.
   */
  edited(position: string, cell: string, back: boolean): string;
  /** The notation of positions, for games without a notation in the library. */
  notation?: {
    read(state: State, position: string): void;
    write(state: State): string;
  };
}

/**
 * Reads the player to move from the last word of a position. Returns null if the word names no
 * player.
 */
export function moverOf(position: string): Side | null {
  const last = position.trimEnd().split(" ").at(-1);
  if (last === "1") return "first";
  return last === "2" ? "second" : null;
}

/** Returns the other side. */
export const opponent = (side: Side): Side => (side === "first" ? "second" : "first");

/** Returns the position with this player to move. */
export function withMover(position: string, mover: Side): string {
  const words = position.trimEnd().split(" ");
  return [...words.slice(0, -1), mover === "first" ? "1" : "2"].join(" ");
}
