import { ABOUT } from "./about.js";
import type { GameView } from "./scene.js";
import { blackAndWhite, fromTo, nextLetter, squareScene } from "./squares.js";

const letters = blackAndWhite("piece", "w");

export const breakthrough: GameView = {
  ...ABOUT.breakthrough,
  scene: (position) => squareScene(position, { letters }),
  step: (_, move) => ({ move, ...fromTo(move) }),
  edited: (position, cell, back) => nextLetter(position, cell, ".wb", back),
};
