import { ABOUT } from "./about.js";
import type { GameView } from "./scene.js";
import { blackAndWhite, fromTo, nextLetter, squareScene } from "./squares.js";

const letters = blackAndWhite("piece", "b");

export const loa: GameView = {
  ...ABOUT.loa,
  scene: (position) => squareScene(position, { letters }),
  step: (_, move) => (move === "pass" ? { move, to: "" } : { move, ...fromTo(move) }),
  ending: (_, outcome) => ({ reason: outcome === "draw" ? "rules" : "group" }),
  edited: (position, cell, back) => nextLetter(position, cell, ".bw", back),
};
