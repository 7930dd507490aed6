import { ABOUT } from "./about.js";
import type { GameView } from "./scene.js";
import { blackAndWhite, nextLetter, squareScene } from "./squares.js";

const letters = blackAndWhite("disc", "b");

export const othello: GameView = {
  ...ABOUT.othello,
  scene: (position) => squareScene(position, { letters, plain: true, rowsDown: true }),
  step: (_, move) => ({ move, to: move === "pass" ? "" : move }),
  edited: (position, cell, back) => nextLetter(position, cell, ".bw", back, true),
};
