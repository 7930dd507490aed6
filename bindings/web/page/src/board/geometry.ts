/** The geometry of the places on a board. */
import type { Cell, Scene } from "../games/scene.js";

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

/** The margin around the board, and the room for a label at the edge. */
const MARGIN = 0.14;
const LABEL = 0.14;

/** Returns the part of the plane to draw: the board, and the labels at its edge. */
export function viewBox({ width, height }: Scene, edge: NonNullable<Scene["edge"]>): string {
  const left = Math.min(-MARGIN, ...edge.map(({ x }) => x - LABEL));
  const top = Math.min(-MARGIN, ...edge.map(({ y }) => y - LABEL));
  const right = Math.max(width + MARGIN, ...edge.map(({ x }) => x + LABEL));
  const bottom = Math.max(height + MARGIN, ...edge.map(({ y }) => y + LABEL));
  return `${left} ${top} ${right - left} ${bottom - top}`;
}

/** Returns the scene from the other side of the board. Labels stay at the same edge. */
export function turned(scene: Scene): Scene {
  const { width, height, cells, pieces, edge = [] } = scene;
  const turn = <T extends { x: number; y: number }>(one: T): T => ({
    ...one,
    x: width - one.x,
    y: height - one.y,
  });
  const isInside = (x: number) => x > 0 && x < width;
  const turnLabel = (one: (typeof edge)[number]) =>
    isInside(one.x) ? { ...one, x: width - one.x } : { ...one, y: height - one.y };
  // In a sowing game, the labels are the same from both sides, so the labels do not turn.
  const isSowing = cells.some(({ shape }) => shape === "store");
  return {
    ...scene,
    cells: cells.map(turn),
    pieces: pieces.map(turn),
    edge: isSowing ? edge : edge.map(turnLabel),
  };
}
