import type { GameView } from "./scene.js";
import { blackAndWhite, fromTo, nextLetter, squareScene } from "./squares.js";

const letters = blackAndWhite("man", "w");

export const breakthrough: GameView = {
  id: "breakthrough",
  title: "Breakthrough",
  sides: { first: "White", second: "Black" },
  rules:
    "Move a man one square forward, straight or diagonally; capture diagonally. Reach the far row, or capture everything.",
  player: "mcts(im0.4,ipp,efLH)",
  boards: [
    { name: "breakthrough", title: "8 × 8" },
    { name: "breakthrough_6x6", title: "6 × 6" },
    { name: "breakthrough_5x6", title: "5 × 6" },
    { name: "breakthrough_5x5", title: "5 × 5" },
  ],
  scene: (position) => squareScene(position, { letters }),
  step: (_, move) => ({ move, ...fromTo(move) }),
  edited: (position, cell, back) => nextLetter(position, cell, ".wb", back),
};
