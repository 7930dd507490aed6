/**
 * Kalah and Oware: houses with seeds. The first player's row is at the bottom; sowing is
 * anticlockwise.
 */
import type { Side } from "imm-search";
import { ABOUT } from "./about.js";
import { type Cell, type GameView, moverOf, type Piece, type Scene, withMover } from "./scene.js";

interface Seeds {
  houses: Record<Side, number[]>;
  stores: Record<Side, number>;
}

function read(position: string): Seeds {
  const [a = "", storeA, b = "", storeB] = (position.split(" ")[0] ?? "").split("|");
  const numbers = (text: string) => text.split(",").map(Number);
  return {
    houses: { first: numbers(a), second: numbers(b) },
    stores: { first: Number(storeA), second: Number(storeB) },
  };
}

function write({ houses, stores }: Seeds, mover: Side): string {
  const row = (side: Side) => `${houses[side].join(",")}|${stores[side]}`;
  return `${row("first")}|${row("second")} ${mover === "first" ? 1 : 2}`;
}

const idOf = (side: Side, house: number | "store") => `${side}-${house}`;
const names: Record<Side, string> = ABOUT.kalah.sides;

function scene(position: string): Scene {
  const { houses, stores } = read(position);
  const n = houses.first.length;
  const width = n + 2;
  const cells: Cell[] = [];
  const pieces: Piece[] = [];
  const add = (cell: Omit<Cell, "w" | "h" | "tone">, h: number, side: Side, count: number) => {
    cells.push({ ...cell, w: 1, h, tone: "plain" });
    pieces.push({ x: cell.x, y: cell.y, cell: cell.id, side, kind: "seeds", count });
  };
  const seeds = (count: number) => `${count} ${count === 1 ? "seed" : "seeds"}`;
  for (const side of ["second", "first"] as const) {
    houses[side].forEach((count, house) => {
      const x = side === "first" ? house + 1.5 : n - house + 0.5;
      const label = `${names[side]}, house ${house}, ${seeds(count)}`;
      add(
        { id: idOf(side, house), x, y: side === "first" ? 1.5 : 0.5, shape: "pit", label },
        1,
        side,
        count,
      );
    });
    const label = `${names[side]}, store, ${seeds(stores[side])}`;
    const x = side === "first" ? width - 0.5 : 0.5;
    add({ id: idOf(side, "store"), x, y: 1, shape: "store", label }, 2, side, stores[side]);
  }
  const edge = houses.first.flatMap((_, house) => [
    { text: String(house), x: house + 1.5, y: 2.2 },
    { text: String(house), x: n - house + 0.5, y: -0.2 },
  ]);
  return { width, height: 2, cells, pieces, edge };
}

function step(position: string, move: string) {
  const mover = moverOf(position) ?? "first";
  return { move, to: idOf(mover, Number(move)) };
}

/** Adds a seed to a house or store. If `back` is true, removes a seed instead. */
function edited(position: string, cell: string, back: boolean): string {
  const seeds = read(position);
  const [side, house] = cell.split("-") as [Side, string];
  const changed = (n: number) => Math.max(0, n + (back ? -1 : 1));
  if (house === "store") seeds.stores[side] = changed(seeds.stores[side]);
  else
    seeds.houses[side] = seeds.houses[side].map((n, i) => (i === Number(house) ? changed(n) : n));
  return withMover(write(seeds, "first"), moverOf(position) ?? "first");
}

const view = { scene, step, edited };

export const kalah: GameView = { ...ABOUT.kalah, ...view };
export const oware: GameView = { ...ABOUT.oware, ...view };
