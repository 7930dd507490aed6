import type { GameView } from "./scene.js";
import { blackAndWhite, nextLetter, squareScene } from "./squares.js";

const letters = blackAndWhite("disc", "b");

export const othello: GameView = {
  id: "othello",
  title: "Othello",
  sides: { first: "Black", second: "White" },
  rules:
    "Put a disc so that it encloses discs of the other colour in a row: they are turned over. Who has more discs at the end wins.",
  player: "mcts(im0.4)",
  boards: [{ name: "othello", title: "8 × 8" }],
  scene: (position) => squareScene(position, { letters, plain: true, rowsDown: true }),
  step: (_, move) => ({ move, to: move === "pass" ? "" : move }),
  edited: (position, cell, back) => nextLetter(position, cell, ".bw", back, true),
};
