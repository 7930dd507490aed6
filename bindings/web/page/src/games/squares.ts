/** Common code for games on boards of squares. */
import type { Side } from "imm-search";
import type { Texts } from "../texts/en.js";
import { texts } from "../texts/index.js";
import { type Cell, moverOf, type Piece, type Scene } from "./scene.js";

/** The piece for each letter of a position. */
export type Letters = Record<
  string,
  { side: Side; kind: Piece["kind"]; name: keyof Texts["pieces"]; count?: number }
>;

/**
 * Returns the pieces for the letters `b` and `w`, both of type `kind`. `first` is the first
 * player's letter.
 */
export function blackAndWhite(kind: "piece" | "disc", first: "b" | "w"): Letters {
  const isDisc = kind === "disc";
  return {
    b: {
      side: first === "b" ? "first" : "second",
      kind,
      name: isDisc ? "blackDisc" : "blackPiece",
    },
    w: {
      side: first === "w" ? "first" : "second",
      kind,
      name: isDisc ? "whiteDisc" : "whitePiece",
    },
  };
}

/** Returns the text for a piece, such as "white stone 3". */
function nameOf(piece: Letters[string] | undefined): string {
  if (!piece) return texts.value.board.empty;
  const name = texts.value.pieces[piece.name];
  return piece.count ? `${name} ${piece.count}` : name;
}

/** Counts the squares of the board whose letter is one of `letters`. */
export const countOf = (position: string, letters: string) =>
  [...rowsOf(position).join("")].filter((letter) => letters.includes(letter)).length;

export interface SquareStyle {
  letters: Letters;
  shape?: Cell["shape"];
  /** True if all squares have the same colour, unlike a chessboard. */
  plain?: boolean;
  /** True if row 1 is at the top, as in Othello. */
  rowsDown?: boolean;
  /** Colours of special squares. */
  tones?: Record<string, Cell["tone"]>;
}

/** Returns the rows of a position, from the top of the board to the bottom. */
export function rowsOf(position: string): string[] {
  return position.trim().split(/[ ]/)[0]?.split("/") ?? [];
}

const columnName = (column: number) => String.fromCharCode(97 + column);

/**
 * Returns the scene of a board of squares. a1 is at the bottom left, or at the top left with
 * `rowsDown`.
 */
export function squareScene(position: string, style: SquareStyle): Scene {
  const rows = rowsOf(position);
  const height = rows.length;
  const numberOf = (y: number) => (style.rowsDown ? y + 1 : height - y);
  const width = rows[0]?.length ?? 0;
  const cells: Cell[] = [];
  const pieces: Piece[] = [];
  rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      const id = columnName(x) + numberOf(y);
      const piece = style.letters[letter];
      const colour = (x + height - y) % 2 ? "dark" : "light";
      const place = { x: x + 0.5, y: y + 0.5 };
      cells.push({
        id,
        ...place,
        w: 1,
        h: 1,
        shape: style.shape ?? "square",
        tone: style.tones?.[id] ?? (style.plain ? "plain" : colour),
        label: `${id}, ${nameOf(piece)}`,
      });
      if (!piece) return;
      const { side, kind, count } = piece;
      pieces.push({ ...place, cell: id, side, kind, ...(count && { count }) });
    });
  });
  return { width, height, cells, pieces, edge: edgeOf(width, height, numberOf) };
}

/** Returns the labels at the edge of the board. The letters are next to row 1. */
function edgeOf(width: number, height: number, numberOf: (y: number) => number) {
  const columns = Array.from({ length: width }, (_, x) => ({
    text: columnName(x),
    x: x + 0.5,
    y: numberOf(0) === 1 ? -0.28 : height + 0.28,
  }));
  const rows = Array.from({ length: height }, (_, y) => ({
    text: String(numberOf(y)),
    x: -0.27,
    y: y + 0.5,
  }));
  return [...columns, ...rows];
}

/** Splits a move such as "a2b3" into its two squares. */
export function fromTo(move: string): { from: string; to: string } {
  return { from: move.slice(0, 2), to: move.slice(2, 4) };
}

/**
 * Replaces the letter on a square with the next letter of `order`, or with the previous letter if
 * `back` is true. Returns the new position.
 */
export function nextLetter(
  position: string,
  cell: string,
  order: string,
  back: boolean,
  rowsDown = false,
): string {
  const rows = rowsOf(position);
  const number = Number(cell.slice(1));
  const y = rowsDown ? number - 1 : rows.length - number;
  const x = cell.charCodeAt(0) - 97;
  const row = rows[y] ?? "";
  const at = order.indexOf(row[x] ?? ".") + (back ? order.length - 1 : 1);
  rows[y] = row.slice(0, x) + order[at % order.length] + row.slice(x + 1);
  const [, ...rest] = position.trim().split(" ");
  const mover = moverOf(position) ? rest : [...rest.slice(0, -1), "1"];
  return [rows.join("/"), ...mover].join(" ");
}
