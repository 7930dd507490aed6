import type { Side } from "imm-search";
import { ABOUT } from "./about.js";
import type { GameView } from "./scene.js";
import { countOf, fromTo, type Letters, nextLetter, squareScene } from "./squares.js";

/** A player's stone with the number `count`, 1 to 6. */
const stone = (side: Side, count: number): Letters[string] => ({
  side,
  kind: "stone",
  name: side === "first" ? "whiteStone" : "blackStone",
  count,
});

const letters: Letters = {};
for (let count = 1; count <= 6; count++) {
  letters[String(count)] = stone("first", count);
  letters[String.fromCharCode(96 + count)] = stone("second", count);
}

export const einstein: GameView = {
  ...ABOUT.einstein,
  scene: (position) => ({
    ...squareScene(position, { letters, rowsDown: true, tones: { a1: "gate", e5: "gate" } }),
    die: Number(position.split(" ")[1] ?? 0),
  }),
  step: (_, move) => (move.length === 1 ? { move, to: "" } : { move, ...fromTo(move) }),
  ending: (position) => ({
    reason: countOf(position, "123456") && countOf(position, "abcdef") ? "corner" : "stones",
  }),
  edited: (position, cell, back) => nextLetter(position, cell, ".123456abcdef", back, true),
};
