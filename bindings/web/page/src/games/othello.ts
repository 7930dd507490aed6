import { ABOUT } from "./about.js";
import type { GameView } from "./scene.js";
import { blackAndWhite, countOf, nextLetter, squareScene } from "./squares.js";

const letters = blackAndWhite("disc", "b");

const counts = (position: string) => ({
  first: countOf(position, "b"),
  second: countOf(position, "w"),
});

export const othello: GameView = {
  ...ABOUT.othello,
  scene: (position) => squareScene(position, { letters, plain: true, rowsDown: true }),
  step: (_, move) => ({ move, to: move === "pass" ? "" : move }),
  counts,
  ending: (position) => ({ score: counts(position) }),
  edited: (position, cell, back) => nextLetter(position, cell, ".bw", back, true),
};
