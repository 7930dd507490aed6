import { ABOUT } from "./about.js";
import type { GameView } from "./scene.js";
import { blackAndWhite, countOf, fromTo, nextLetter, squareScene } from "./squares.js";

const letters = blackAndWhite("piece", "w");

export const breakthrough: GameView = {
  ...ABOUT.breakthrough,
  scene: (position) => squareScene(position, { letters }),
  step: (_, move) => ({ move, ...fromTo(move) }),
  ending: (position) => ({
    reason: countOf(position, "b") && countOf(position, "w") ? "farRow" : "captured",
  }),
  edited: (position, cell, back) => nextLetter(position, cell, ".wb", back),
};
