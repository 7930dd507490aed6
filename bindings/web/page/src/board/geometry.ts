/** The geometry of the places on a board. */
import type { Cell } from "../games/scene.js";

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Returns the next place in the direction of an arrow key. Returns null if there is no place in
 * this direction, or if `key` is not an arrow key.
 */
export function neighbour(cells: readonly Cell[], from: Cell, key: string): Cell | null {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  const [dx, dy] = direction;
  let best: Cell | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const cell of cells) {
    const ahead = (cell.x - from.x) * dx + (cell.y - from.y) * dy;
    const aside = Math.abs((cell.x - from.x) * dy) + Math.abs((cell.y - from.y) * dx);
    const cost = ahead + 3 * aside;
    if (ahead > 0.2 && cost < least) {
      least = cost;
      best = cell;
    }
  }
  return best;
}

/** Returns the place at a point. */
export function cellAt(cells: readonly Cell[], x: number, y: number): Cell | undefined {
  return cells.find(
    (cell) => Math.abs(cell.x - x) <= cell.w / 2 && Math.abs(cell.y - y) <= cell.h / 2,
  );
}
