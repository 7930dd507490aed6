// The searches of tests/firmware/vectors.tsv, for Node.js and browsers. Imports nothing of either
// platform.

/** One row of the file. */
export function readVectors(text) {
  const rows = text.split("\n").filter((row) => row && !row.startsWith("#"));
  return rows.map((row) => {
    const [game, player, seed, room, iterations, searches, signature] = row.split("\t");
    const [slots, buckets] = room.split("/").map(Number);
    const memory = buckets === undefined ? { slots } : { slots, buckets };
    const numbers = {
      seed: BigInt(seed),
      iterations: Number(iterations),
      searches: Number(searches),
    };
    return { game, player, memory, ...numbers, signature, row };
  });
}

const MASK = (1n << 64n) - 1n;

/** Plays a row's game, and returns the combined signature of its searches. */
export async function play({ player, memory, seed, iterations, searches }, game, open) {
  const state = await open(game, { player, memory, seed });
  let signature = 0n;
  for (let n = 0; n < searches && (await state.outcome()) === "ongoing"; n++) {
    // Before each search, an outcome of the chance event that comes next, as in tests/vectors.rs.
    if ((await state.toMove()) === "chance") {
      await state.play(await state.sampleChance((n * 0x9e3779b9) >>> 0));
    }
    const report = await (state.run ? state.run({ iterations }) : state.search({ iterations }));
    signature = (((signature << 1n) | (signature >> 63n)) & MASK) ^ BigInt(`0x${report.signature}`);
    await state.play(report.best);
  }
  state.close?.();
  return signature.toString(16).padStart(16, "0");
}
