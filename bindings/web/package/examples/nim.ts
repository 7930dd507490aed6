// A custom game in TypeScript: Nim. A player takes any number of stones from one of three heaps.
// The player who takes the last stone wins. The program plays a game of imm against itself.
// A position is 4 bytes: the three heaps, and the player to move.
import { type Game, open } from "imm-search";

const HEAPS = [3, 4, 5];
const PLAYER = 3;
const sum = (position: Uint8Array) => position.subarray(0, PLAYER).reduce((a, b) => a + b);

/** A move is 10 times the heap, plus the number of stones. */
const nim: Game = {
  positionSize: 4,
  maxMoves: HEAPS.reduce((a, b) => a + b),
  initial: (position) => position.set(HEAPS),
  legalMoves: (position) =>
    HEAPS.flatMap((_, heap) =>
      Array.from({ length: position[heap] ?? 0 }, (_, i) => 10 * heap + i + 1),
    ),
  make(position, move) {
    const heap = Math.floor(move / 10);
    position[heap] = (position[heap] ?? 0) - (move % 10);
    position[PLAYER] = 1 - (position[PLAYER] ?? 0);
  },
  unmake(position, move) {
    const heap = Math.floor(move / 10);
    position[heap] = (position[heap] ?? 0) + (move % 10);
    position[PLAYER] = 1 - (position[PLAYER] ?? 0);
  },
  toMove: (position) => (position[PLAYER] ? "second" : "first"),
  outcome(position) {
    if (sum(position) > 0) return "ongoing";
    return position[PLAYER] ? "first" : "second"; // the player to move has not taken the last stone
  },
  moveText: (_, move) => `${"ABC"[Math.floor(move / 10)]}${move % 10}`,
};

const search = await open(nim, { memory: "1 MiB", seed: 1 });
while ((await search.outcome()) === "ongoing") {
  const { best, proof } = await search.run({ iterations: 5000 });
  if (!best) break;
  console.log(`${best} (${proof})`);
  await search.play(best);
}
console.log(`${await search.outcome()} wins`);
