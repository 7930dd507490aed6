import type { Side } from "imm-search";
import { ABOUT } from "./about.js";
import type { GameView } from "./scene.js";
import { fromTo, type Letters, nextLetter, squareScene } from "./squares.js";

/** The stone of a player with the number `count`, 1 to 6. */
const stone = (side: Side, colour: string, count: number) => ({
  side,
  kind: "stone" as const,
  name: `${colour} stone ${count}`,
  count,
});

const letters: Letters = {};
for (let count = 1; count <= 6; count++) {
  letters[String(count)] = stone("first", "white", count);
  letters[String.fromCharCode(96 + count)] = stone("second", "black", count);
}

export const einstein: GameView = {
  ...ABOUT.einstein,
  scene: (position) => ({
    ...squareScene(position, { letters, rowsDown: true, tones: { a1: "gate", e5: "gate" } }),
    die: Number(position.split(" ")[1] ?? 0),
  }),
  step: (_, move) => (move.length === 1 ? { move, to: "" } : { move, ...fromTo(move) }),
  edited: (position, cell, back) => nextLetter(position, cell, ".123456abcdef", back, true),
};
