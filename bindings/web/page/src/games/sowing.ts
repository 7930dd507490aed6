/**
 * Kalah and Oware: houses with seeds. The first player's row is at the bottom; sowing is
 * anticlockwise.
 */
import type { Side } from "imm-search";
import { texts } from "../texts/index.js";
import { isPortrait } from "../ui/viewport.js";
import { ABOUT, textsOf } from "./about.js";
import {
  type Cell,
  type Ending,
  type GameView,
  moverOf,
  opponent,
  type Piece,
  type Scene,
  withMover,
} from "./scene.js";

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

/** The height of a house, whose width is 1: a phone has room for higher houses. */
const HEIGHT = { landscape: 1.3, portrait: 2.2 };
const STORE_WIDTH = 0.95;

function scene(position: string): Scene {
  const { houses, stores } = read(position);
  const names = textsOf(ABOUT.kalah).sides;
  const words = texts.value.board;
  const n = houses.first.length;
  const width = n + 2 * STORE_WIDTH;
  const houseHeight = isPortrait.value ? HEIGHT.portrait : HEIGHT.landscape;
  const height = 2 * houseHeight;
  const xOf = (side: Side, house: number) =>
    STORE_WIDTH + 0.5 + (side === "first" ? house : n - 1 - house);
  const cells: Cell[] = [];
  const pieces: Piece[] = [];
  const add = (cell: Omit<Cell, "tone">, side: Side, count: number) => {
    cells.push({ ...cell, tone: "plain" });
    const { x, y, h } = cell;
    pieces.push({ x, y, cell: cell.id, side, kind: "seeds", count, height: h });
  };
  for (const side of ["second", "first"] as const) {
    const y = (side === "first" ? 1.5 : 0.5) * houseHeight;
    houses[side].forEach((count, house) => {
      const label = words.house(names[side], house, count);
      const size = { w: 1, h: houseHeight };
      const place = { x: xOf(side, house), y, ...size };
      add({ id: idOf(side, house), ...place, shape: "pit", label }, side, count);
    });
    const label = words.store(names[side], stores[side]);
    const x = side === "first" ? width - STORE_WIDTH / 2 : STORE_WIDTH / 2;
    const size = { w: STORE_WIDTH, h: height };
    const id = idOf(side, "store");
    add({ id, x, y: height / 2, ...size, shape: "store", label }, side, stores[side]);
  }
  const edge = houses.first.flatMap((_, house) => [
    { text: String(house), x: xOf("first", house), y: height + 0.28 },
    { text: String(house), x: xOf("second", house), y: -0.28 },
  ]);
  return { width, height, cells, pieces, edge };
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

/**
 * Returns the seeds in the stores. If the game ended because a side cannot move, each side also
 * gets the seeds that are left in its houses. Oware ends earlier if a side has more than half of
 * all seeds.
 */
function ending(position: string): Ending {
  const { houses, stores } = read(position);
  const rest = (side: Side) => houses[side].reduce((sum, n) => sum + n, 0);
  const all = stores.first + stores.second + rest("first") + rest("second");
  const hasMost = Math.max(stores.first, stores.second) > all / 2;
  const of = (side: Side) => stores[side] + (hasMost ? 0 : rest(side));
  return { score: { first: of("first"), second: of("second") } };
}

/** Where a seed is sown: a house of a side, or its store. */
type Stop = readonly [Side, number | "store"];

/** Returns all stops, anticlockwise from the first house of `mover`. Only Kalah sows in the store. */
function stopsOf({ houses }: Seeds, mover: Side, hasStore: boolean): Stop[] {
  const other = opponent(mover);
  const row = (side: Side) => houses[side].map((_, house): Stop => [side, house]);
  return [...row(mover), ...(hasStore ? [[mover, "store"] as const] : []), ...row(other)];
}

/** Returns the positions while the seeds of a move are sown, one for each seed. */
function frames(position: string, move: string, hasStore: boolean): string[] {
  const mover = moverOf(position) ?? "first";
  const seeds = read(position);
  const house = Number(move);
  const count = seeds.houses[mover][house] ?? 0;
  // In Oware, the house that the seeds come from gets no seed.
  const stops = stopsOf(seeds, mover, hasStore);
  const path = stops.map((_, i) => stops[(house + 1 + i) % stops.length] as Stop);
  if (!hasStore) path.pop();
  seeds.houses[mover][house] = 0;
  const found = [write(seeds, mover)];
  for (let i = 0; i < count; i++) {
    const [side, at] = path[i % path.length] as Stop;
    if (at === "store") seeds.stores[side]++;
    else seeds.houses[side][at] = (seeds.houses[side][at] ?? 0) + 1;
    found.push(write(seeds, mover));
  }
  return found;
}

const view = { scene, step, ending, edited };

export const kalah: GameView = {
  ...ABOUT.kalah,
  ...view,
  frames: (position, move) => frames(position, move, true),
};
export const oware: GameView = {
  ...ABOUT.oware,
  ...view,
  frames: (position, move) => frames(position, move, false),
};
