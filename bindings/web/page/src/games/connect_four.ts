/**
 * Connect Four is not a built-in game: `c_examples/connect_four.c` is compiled into the WebAssembly
 * module as a plugin.
 */
import { texts } from "../texts/index.js";
import { ABOUT } from "./about.js";
import { type GameView, moverOf } from "./scene.js";
import { type Letters, rowsOf, squareScene } from "./squares.js";

const letters: Letters = {
  x: { side: "first", kind: "disc", name: "yellowDisc" },
  o: { side: "second", kind: "disc", name: "redDisc" },
};

const COLUMNS = 7;
const ROWS = 6;
/** The number of bits per column in the 64-bit words of the C program. */
const COLUMN_BITS = 7n;

/**
 * Writes a position of connect_four.c as text. The C struct has two words and the number of stones.
 * Each word has the stones of one player, column by column, from bottom to top.
 */
function write(state: Parameters<NonNullable<GameView["notation"]>["write"]>[0]): string {
  const bytes = state.positionBytes();
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const words = [view.getBigUint64(0, true), view.getBigUint64(8, true)] as const;
  const has = (word: bigint, column: number, row: number) =>
    (word >> (COLUMN_BITS * BigInt(column) + BigInt(row))) & 1n;
  const at = (column: number, row: number) =>
    has(words[0], column, row) ? "x" : has(words[1], column, row) ? "o" : ".";
  const rows = Array.from({ length: ROWS }, (_, i) =>
    Array.from({ length: COLUMNS }, (_, column) => at(column, ROWS - 1 - i)).join(""),
  );
  const over = state.outcome() !== "ongoing";
  return `${rows.join("/")} ${over ? "-" : (view.getUint32(16, true) % 2) + 1}`;
}

/**
 * Reads a position from text and checks the position, because the C program does not check it. The
 * number of discs determines the player to move.
 */
function read(
  state: Parameters<NonNullable<GameView["notation"]>["read"]>[0],
  position: string,
): void {
  const { errors } = texts.value;
  const rows = rowsOf(position);
  const wrong = new Error(errors.connectFour);
  const shape = new RegExp(`^(?:[.xo]{${COLUMNS}}/){${ROWS - 1}}[.xo]{${COLUMNS}} [12-]$`);
  if (!shape.test(position.trim())) throw wrong;
  const words = [0n, 0n];
  const counts = [0, 0];
  for (let column = 0; column < COLUMNS; column++) {
    let empty = false;
    for (let row = 0; row < ROWS; row++) {
      const who = "xo".indexOf(rows[ROWS - 1 - row]?.[column] ?? ".");
      if (who < 0) empty = true;
      else if (empty) throw new Error(errors.floating);
      else {
        words[who] = (words[who] ?? 0n) | (1n << (COLUMN_BITS * BigInt(column) + BigInt(row)));
        counts[who] = (counts[who] ?? 0) + 1;
      }
    }
  }
  const [first = 0, second = 0] = counts;
  if (first !== second && first !== second + 1) throw new Error(errors.tooMany);
  const mover = moverOf(position);
  if (mover && (mover === "second") !== first > second) throw new Error(errors.otherTurn);
  const bytes = new Uint8Array(state.positionBytes().length);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, words[0] ?? 0n, true);
  view.setBigUint64(8, words[1] ?? 0n, true);
  view.setUint32(16, first + second, true);
  state.setPositionBytes(bytes);
}

const columnOf = (cell: string) => cell.charCodeAt(0) - 97;
const cellOf = (column: number, row: number) => String.fromCharCode(97 + column) + (row + 1);
const heightOf = (position: string, column: number) =>
  rowsOf(position).filter((row) => row[column] !== ".").length;

/**
 * Drops a disc into the column of a cell. The disc belongs to the player to move. If `back` is
 * true, removes the column's top disc instead.
 */
function edited(position: string, cell: string, back: boolean): string {
  const column = columnOf(cell);
  const height = heightOf(position, column);
  const rows = rowsOf(position).map((row) => [...row]);
  const count = rows.flat().filter((letter) => letter !== ".").length;
  const row = ROWS - (back ? height : height + 1);
  const cells = rows[row];
  if (!cells || row < 0) return position;
  cells[column] = back ? "." : "xo".charAt(count % 2);
  const next = (count + 1) % 2;
  return `${rows.map((one) => one.join("")).join("/")} ${next + 1}`;
}

export const connectFour: GameView = {
  ...ABOUT.connectFour,
  scene(position) {
    const { edge, ...scene } = squareScene(position, { letters, shape: "hole", plain: true });
    const columns = (edge ?? []).filter(({ y }) => y > ROWS);
    return { ...scene, edge: columns.map((one, i) => ({ ...one, text: String(i + 1) })) };
  },
  step(position, move) {
    const column = Number(move) - 1;
    const row = Math.min(heightOf(position, column), ROWS - 1);
    const also = Array.from({ length: ROWS }, (_, each) => cellOf(column, each));
    return { move, to: cellOf(column, row), also };
  },
  ending: (_, outcome) => ({ reason: outcome === "draw" ? "full" : "four" }),
  edited,
  notation: { read, write },
};
