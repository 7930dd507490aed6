import type { GameView } from "./scene.js";
import { blackAndWhite, fromTo, nextLetter, squareScene } from "./squares.js";

const letters = blackAndWhite("man", "b");

export const loa: GameView = {
  id: "loa",
  title: "Lines of Action",
  sides: { first: "Black", second: "White" },
  rules:
    "A man moves along a line as many squares as there are men on it, over men of its own, and captures by landing. Bring all your men into one group.",
  player: "mcts(mcloa)",
  boards: [{ name: "loa", title: "8 × 8" }],
  scene: (position) => squareScene(position, { letters }),
  step: (_, move) => (move === "pass" ? { move, to: "" } : { move, ...fromTo(move) }),
  edited: (position, cell, back) => nextLetter(position, cell, ".bw", back),
};
