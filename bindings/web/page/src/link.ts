/** Converts a game to the part of a link after the #, and back. */
import type { Side } from "imm-search";
import { GAMES, gameOfName, nameOf } from "./games/index.js";
import type { GameView } from "./games/scene.js";
import { type MoveLimit, readSeat, type Seat, seatText } from "./player.js";
import { texts } from "./texts/index.js";

/** The contents of a link. */
export interface Linked {
  game: GameView;
  board: string;
  /** The starting position. Default: the normal starting position of the game. */
  start?: string;
  moves: readonly string[];
  cursor: number;
  seats: readonly [Seat, Seat];
  limit: MoveLimit;
}

export const DEFAULT_LIMIT: MoveLimit = { unit: "ms", amount: 1000 };
/** An easy game: the user begins, against the lowest level. */
export const DEFAULT_SEATS: readonly [Seat, Seat] = [
  { kind: "person" },
  { kind: "level", level: 1 },
];

export function writeLink({ game, board, start, moves, cursor, seats, limit }: Linked): string {
  const words = new URLSearchParams({ game: nameOf(game, board) });
  if (start) words.set("start", start);
  if (moves.length) words.set("moves", moves.join("_"));
  if (cursor !== moves.length) words.set("ply", String(cursor));
  words.set("first", seatText(seats[0]));
  words.set("second", seatText(seats[1]));
  words.set(limit.unit, String(limit.amount));
  return words.toString();
}

/** Reads a link. Throws an error for an invalid link, but does not check positions and moves. */
export function readLink(text: string): Linked {
  const words = new URLSearchParams(text);
  const name = words.get("game") ?? "";
  const known = gameOfName(name);
  if (!known) {
    const games = GAMES.map(({ id }) => id).join(", ");
    throw new Error(texts.value.errors.noGame(name.slice(0, 40), games));
  }
  const moves = words.get("moves")?.split("_") ?? [];
  const number = (word: string, fallback: number) => {
    const value = Number(words.get(word) ?? fallback);
    if (Number.isSafeInteger(value) && value >= 0) return value;
    throw new Error(texts.value.errors.noNumber(words.get(word)?.slice(0, 40) ?? ""));
  };
  const seat = (side: Side, fallback: Seat) => {
    const text = words.get(side);
    return text ? readSeat(text) : fallback;
  };
  const unit = words.has("simulations") ? "simulations" : "ms";
  const amount = number(unit, DEFAULT_LIMIT.amount) || DEFAULT_LIMIT.amount;
  const start = words.get("start");
  return {
    ...known,
    ...(start && { start }),
    moves,
    cursor: Math.min(number("ply", moves.length), moves.length),
    seats: [seat("first", DEFAULT_SEATS[0]), seat("second", DEFAULT_SEATS[1])],
    limit: { unit, amount },
  };
}
