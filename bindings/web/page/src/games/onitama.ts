import type { Side } from "imm-search";
import type { Texts } from "../texts/en.js";
import { texts } from "../texts/index.js";
import { ABOUT } from "./about.js";
import type { Card, GameView } from "./scene.js";
import { countOf, fromTo, type Letters, nextLetter, squareScene } from "./squares.js";

const letters: Letters = {
  w: { side: "first", kind: "piece", name: "whiteStudent" },
  W: { side: "first", kind: "master", name: "whiteMaster" },
  b: { side: "second", kind: "piece", name: "blackStudent" },
  B: { side: "second", kind: "master", name: "blackMaster" },
};

type CardName = keyof Texts["cards"];

/** The sixteen cards of the original game, the same as in `src/games/onitama/build_tables.rs`. */
const CARDS: Record<CardName, Card["steps"]> = {
  tiger: [
    [0, 2],
    [0, -1],
  ],
  dragon: [
    [-2, 1],
    [2, 1],
    [-1, -1],
    [1, -1],
  ],
  frog: [
    [-2, 0],
    [-1, 1],
    [1, -1],
  ],
  rabbit: [
    [2, 0],
    [1, 1],
    [-1, -1],
  ],
  crab: [
    [0, 1],
    [-2, 0],
    [2, 0],
  ],
  elephant: [
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
  goose: [
    [-1, 1],
    [-1, 0],
    [1, 0],
    [1, -1],
  ],
  rooster: [
    [1, 1],
    [1, 0],
    [-1, 0],
    [-1, -1],
  ],
  monkey: [
    [-1, 1],
    [1, 1],
    [-1, -1],
    [1, -1],
  ],
  mantis: [
    [-1, 1],
    [1, 1],
    [0, -1],
  ],
  horse: [
    [0, 1],
    [0, -1],
    [-1, 0],
  ],
  ox: [
    [0, 1],
    [0, -1],
    [1, 0],
  ],
  crane: [
    [0, 1],
    [-1, -1],
    [1, -1],
  ],
  boar: [
    [0, 1],
    [-1, 0],
    [1, 0],
  ],
  eel: [
    [-1, 1],
    [-1, -1],
    [1, 0],
  ],
  cobra: [
    [1, 1],
    [1, -1],
    [-1, 0],
  ],
};

const cardName = (card: string) => texts.value.cards[card as CardName] ?? card;

function cardsOf(position: string): Card[] {
  const [, first = "", second = "", middle = ""] = position.split(" ");
  const hand = (names: string, owner: Side | "middle") =>
    names
      .split(",")
      .map((name) => ({ name: cardName(name), owner, steps: CARDS[name as CardName] ?? [] }));
  return [...hand(first, "first"), ...hand(second, "second"), ...hand(middle, "middle")];
}

export const onitama: GameView = {
  ...ABOUT.onitama,
  scene: (position) => ({
    ...squareScene(position, { letters, plain: true, tones: { c1: "gate", c5: "gate" } }),
    cards: cardsOf(position),
  }),
  step(_, move) {
    const [way = "", card = ""] = move.split(":");
    return way === "pass"
      ? { move, to: "", choice: cardName(card) }
      : { move, ...fromTo(way), choice: cardName(card) };
  },
  ending: (position) => ({
    reason: countOf(position, "W") && countOf(position, "B") ? "gate" : "master",
  }),
  edited: (position, cell, back) => nextLetter(position, cell, ".wWbB", back),
};
