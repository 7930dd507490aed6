// Equal seed, memory and iterations build the same trees as on the desktop.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { load, open, State } from "imm-search";
import tictactoe from "../examples/tictactoe.js";
import { play, readVectors } from "./vectors.js";

const file = new URL("../../../../tests/firmware/vectors.tsv", import.meta.url);
const facts = fileURLToPath(new URL("../../../../tools/facts", import.meta.url));
const builtIn = execFileSync(facts, ["games"], { encoding: "utf8" }).trim().split("\n");
const vectors = readVectors(await readFile(file, "utf8"));
const module = await load();
const gameOf = ({ game }) => (game === "tictactoe" ? tictactoe : game);

test("the file has rows of every built-in game, and of a custom game", () => {
  const games = new Set(vectors.map(({ game }) => game.replace(/_.*/, "")));
  assert.deepEqual([...games].sort(), [...builtIn, "tictactoe"].sort());
});

for (const vector of vectors) {
  test(vector.row.replaceAll("\t", " "), async () => {
    const openState = (...values) => State.open(module, ...values);
    assert.equal(await play(vector, gameOf(vector), openState), vector.signature);
  });
}

test("searches in slices, in workers and in this thread, find the same", async () => {
  for (const vector of vectors.filter((_, i) => i % 12 === 0 || vectors[i].game === "tictactoe")) {
    assert.equal(await play(vector, gameOf(vector), open), vector.signature, vector.row);
  }
});
