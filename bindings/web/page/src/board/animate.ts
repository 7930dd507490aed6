/** Animates the difference between two scenes of a game. */
import { opponent, type Piece, type Scene, type Step } from "../games/scene.js";

/**
 * Durations in milliseconds: a piece moves or turns over in PIECE; a seed goes to the next house in
 * SEED.
 */
export const PIECE = 260;
const SEED = 120;

interface Place {
  x: number;
  y: number;
}

/** Moves an element from another place to its own place. */
function moveFrom(
  element: Element | null,
  from: Place,
  to: Place,
  ms: number,
  easing: string,
): void {
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
  element?.animate([{ transform: start }, { transform: "none" }], { duration: ms, easing });
}

/** Turns a disc over: it becomes narrow in its old colour, and wide in its new colour. */
function turnOver(element: Element | null, { side }: Piece): void {
  const old = `var(--piece-${opponent(side)})`;
  const now = `var(--piece-${side})`;
  element?.animate(
    [
      { transform: "scaleX(1)", fill: old },
      { transform: "scaleX(0)", fill: old, offset: 0.5 },
      { transform: "scaleX(0)", fill: now, offset: 0.5 },
      { transform: "scaleX(1)", fill: now },
    ],
    { duration: PIECE },
  );
}

/** Shows a new piece on the board. The piece drops from above if `drops` is true; otherwise it grows. */
function place(element: Element | null, piece: Piece, drops: boolean): void {
  if (drops) moveFrom(element, { x: piece.x, y: -0.5 }, piece, PIECE, "ease-in");
  else {
    const grow = [{ transform: "scale(0.4)" }, { transform: "none" }];
    element?.animate(grow, { duration: PIECE / 2, easing: "ease-out" });
  }
}

/**
 * Animates the pieces of `now`, which has just replaced `before`. `house` is the house that the
 * latest seed came from. Returns the house that the next seed comes from.
 */
export function animate(
  svg: Element,
  before: Scene,
  now: Scene,
  step: Step | null,
  house: Piece | null,
): Piece | null {
  const old = new Map(before.pieces.map((piece) => [piece.cell, piece]));
  const drops = now.cells.some(({ shape }) => shape === "hole");
  let from = house;
  for (const piece of now.pieces) {
    const was = old.get(piece.cell);
    const element = svg.querySelector(`[data-piece="${piece.cell}"]`);
    if (piece.kind === "seeds") {
      const change = (piece.count ?? 0) - (was?.count ?? 0);
      if (change === 1 && from) {
        const seeds = element?.querySelectorAll(".seed") ?? [];
        moveFrom(seeds[seeds.length - 1] ?? null, from, piece, SEED, "linear");
      }
      if (change === 1 || (change < 0 && !piece.count)) from = piece;
    } else if (step?.from && piece.cell === step.to) {
      const start = old.get(step.from);
      if (start) moveFrom(element, start, piece, PIECE, "ease-in-out");
    } else if (!was) place(element, piece, drops);
    else if (was.side !== piece.side) turnOver(element?.querySelector(".body") ?? null, piece);
  }
  return from;
}
