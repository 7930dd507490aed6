// The messages of the errors that a program can cause, in one list: messages.txt. Read it as a user
// would. With IMM_UPDATE_MESSAGES=1 the test writes the list.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { best, load, open, State } from "imm-search";
import pig from "../examples/pig.js";
import tictactoe from "../examples/tictactoe.js";

const module = await load();
const state = (game = "othello", player = "mcts()", options = {}) =>
  State.open(module, game, { player, memory: "1 MiB", seed: 1, ...options });
const search = async (limits) => (await state()).search(limits);
const changed = (members) => state({ ...tictactoe, ...members }, "mcts(im0.4)");
const rolling = async (members) => {
  const search = await state({ ...pig, ...members });
  search.play("roll");
  return search;
};
const searched = async (members) => (await changed(members)).search({ iterations: 9 });

const CASES = {
  'best("chess")': () => best("chess"),
  'open("chess")': () => state("chess"),
  "open(5)": () => state(5),
  "open({})": () => state({}),
  'open(..., "mcts()")': () => open("othello", "mcts()"),
  'open(..., {player: "uct()"})': () => state("othello", "uct()"),
  'open(..., {player: "mcts(im2)"})': () => state("othello", "mcts(im2)"),
  'open(..., {player: "mcts(efLH)"})': () => state("othello", "mcts(efLH)"),
  "open(..., {player: 5})": () => open("othello", { player: 5 }),
  'open(..., {memory: "much"})': () => state("othello", "mcts()", { memory: "much" }),
  "open(..., {memory: 8})": () => state("othello", "mcts()", { memory: 8 }),
  "open(..., {seed: -1})": () => state("othello", "mcts()", { seed: -1 }),
  "search({iterations: -1})": () => search({ iterations: -1 }),
  'search({ms: "long"})': () => search({ ms: "long" }),
  'play("a1")': async () => (await state()).play("a1"),
  "play(0)": async () => (await state()).play(0),
  'position = "x"': async () => (await state()).setPosition("x"),
  "a game without legalMoves()": () => changed({ legalMoves: undefined }),
  "maxMoves: 0": () => changed({ maxMoves: 0 }),
  "maxMoves: 1": () => searched({ maxMoves: 1 }),
  "positionSize: 0": () => changed({ positionSize: 0 }),
  "legalMoves() returns []": () => searched({ legalMoves: () => [] }),
  'toMove() returns "third"': () => searched({ toMove: () => "third" }),
  'outcome() returns "third"': () => searched({ outcome: () => "third" }),
  "search() at a chance event": async () => (await rolling()).search({ iterations: 9 }),
  "sampleChance() for a player": async () => (await state(pig)).sampleChance(),
  "sampleChance(-1)": async () => (await rolling()).sampleChance(-1),
  'open() of a game with chance, {player: "mcts(pn1)"}': () => state(pig, "mcts(pn1)"),
  'toMove() returns "chance" without chance()': async () =>
    (await rolling({ chance: undefined })).search({ iterations: 9 }),
  "chance() returns 0": async () => (await rolling({ chance: () => 0 })).sampleChance(),
  'evaluate() returns "good"': () => searched({ evaluate: () => "good" }),
};

/** Returns the error of a case as a program shows it. */
async function shown(run) {
  try {
    await run();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
  return "no error";
}

test("each error says what was wrong, where, and what would be right", async () => {
  let found = "";
  for (const [name, run] of Object.entries(CASES)) found += `${name}\n    ${await shown(run)}\n`;
  assert.ok(!found.includes("no error"), found);
  const list = new URL("messages.txt", import.meta.url);
  if (process.env.IMM_UPDATE_MESSAGES) await writeFile(list, found);
  assert.equal(found, await readFile(list, "utf8"));
});
