// The library checks the range of every number. An error names the argument and its valid range.
import assert from "node:assert/strict";
import { test } from "node:test";
import { best, ImmError, load, open, State } from "imm-search";
import tictactoe from "../examples/tictactoe.js";

const module = await load();
const U32 = "a whole number from 0 to 4294967295";
const U64 = "a whole number from 0 to 18446744073709551615";
const MS = "a number from 0 to 4294967295";
const OUT_OF_RANGE = -5;

/** Values that are not a u32, and how an error shows them. */
const NONE_32 = [
  [-1, "-1"],
  [1.5, "1.5"],
  [Number.NaN, "NaN"],
  [Number.POSITIVE_INFINITY, "Infinity"],
  [2 ** 32, "4294967296"],
  ["7", '"7"'],
];
const NONE_64 = [...NONE_32.filter(([n]) => n !== 2 ** 32), [2n ** 64n, "18446744073709551616"]];
const NONE_MS = NONE_32.filter(([n]) => n !== 1.5);

const openState = (options, game = "othello") =>
  State.open(module, game, { player: "mcts()", ...options });
const refused = (promise, name, expected, shown) =>
  assert.rejects(promise, (error) => {
    assert.equal(error.message, `${name}: expected ${expected}, got ${shown}`);
    return error instanceof ImmError && error.status === OUT_OF_RANGE;
  });

for (const [name, expected, wrong] of [
  ["iterations", U64, NONE_64],
  ["nodes", U32, NONE_32],
  ["depth", U32, NONE_32],
  ["ms", MS, NONE_MS],
  ["every", MS, NONE_MS],
]) {
  test(`run({ ${name} }), in a worker and in this thread, and search({ ${name} })`, async () => {
    for (const game of ["othello", tictactoe]) {
      const search = await open(game, { player: "mcts(nosolver)", memory: "1 MiB" });
      for (const [value, shown] of wrong) {
        await refused(search.run({ [name]: value }), name, expected, shown);
        await refused(search.run({ ms: 20, [name]: value }), name, expected, shown);
      }
      assert.equal((await search.run({ iterations: 100 })).iterations, 100, "it goes on");
      search.close();
    }
    if (name === "every") return;
    const state = await openState({ memory: "1 MiB" });
    for (const [value, shown] of wrong) {
      await refused((async () => state.search({ [name]: value }))(), name, expected, shown);
    }
    assert.equal(state.search({ iterations: 100 }).iterations, 100);
  });
}

for (const [name, expected, wrong, optionsOf] of [
  ["memory", U32, NONE_32.filter(([n]) => n !== "7"), (memory) => ({ memory })],
  ["memory.slots", U32, NONE_32, (slots) => ({ memory: { slots } })],
  ["seed", U64, NONE_64, (seed) => ({ seed })],
  ["history", U32, NONE_32, (history) => ({ history })],
]) {
  test(`the option ${name}`, async () => {
    for (const [value, shown] of wrong) {
      await refused(openState(optionsOf(value)), name, expected, shown);
      await refused(open("othello", optionsOf(value)), name, expected, shown);
      await refused(open(tictactoe, optionsOf(value)), name, expected, shown);
    }
  });
}

test("the option memory.buckets", async () => {
  for (const [buckets, shown] of NONE_32) {
    const opened = openState({ player: "ab(tt)", memory: { slots: 8, buckets } });
    await refused(opened, "memory.buckets", U32, shown);
  }
});

test("memory as a text", async () => {
  for (const memory of ["-1", "1.2.3 MiB", ".", "", "1e3", "NaN", "64 Kib", "a lot"]) {
    const expected = `memory: expected bytes, or a text such as "32 MiB", got "${memory}"`;
    await assert.rejects(openState({ memory }), { message: expected });
  }
  await refused(openState({ memory: "4 GiB" }), "memory", U32, "4294967296");
  for (const memory of ["64 KiB", "0.5 MB", "65536"]) await openState({ memory });
});

test("sizes that the memory of WebAssembly does not have", async () => {
  await assert.rejects(openState({ memory: 2 ** 32 - 1 }), /could not allocate 4294967295 bytes/);
  for (const count of [2 ** 31, 2 ** 32 - 1]) {
    const why = `expected fewer than ${count}, for which 4 GiB are too small`;
    await assert.rejects(openState({ history: count }), { message: `history: ${why}` });
    for (const player of ["mcts()", "ab()"]) {
      const message = `memory.slots: ${why}`;
      await assert.rejects(openState({ player, memory: { slots: count } }), { message });
    }
  }
});

test("addresses from 2 GiB on, which WebAssembly hands over as negative numbers", async () => {
  for (const game of ["othello", { ...tictactoe, undoSize: 1 }]) {
    const state = await openState({ memory: "3 GiB", history: 4 }, game);
    const start = state.positionBytes();
    state.play(state.legalMoves()[0]);
    assert.equal(state.search({ iterations: 500 }).iterations, 500);
    assert.equal(state.line()[0], state.report().best);
    assert.ok(state.tree({ depth: 2 }).children.length > 2);
    state.undo();
    assert.deepEqual(state.positionBytes(), start);
  }
});

test("best({ memory, ms })", async () => {
  for (const [memory, shown] of NONE_32.filter(([n]) => n !== "7")) {
    await refused(best("othello", { memory }), "memory", U32, shown);
  }
  for (const [ms, shown] of NONE_MS) await refused(best("othello", { ms }), "ms", MS, shown);
  assert.equal((await best("othello", { ms: 0.5 })).player, (await best("othello")).player);
});

test("step(), shuffle(), tree()", async () => {
  const state = await openState({ memory: "1 MiB" });
  state.search({ iterations: 100 });
  for (const [value, shown] of NONE_32) {
    await refused((async () => state.step(value))(), "iterations", U32, shown);
    await refused((async () => state.tree({ depth: value }))(), "depth", U32, shown);
    await refused((async () => state.tree({ minVisits: value }))(), "minVisits", U32, shown);
  }
  for (const [value, shown] of NONE_64) {
    await refused((async () => state.shuffle(value))(), "seed", U64, shown);
  }
  state.step(10);
  assert.ok(state.tree({ depth: 1 }).children.length > 0);
});

test("the largest numbers", async () => {
  const state = await openState({ memory: "1 MiB", seed: 2n ** 64n - 1n, history: 4 });
  const limits = { iterations: 100, nodes: 2 ** 32 - 1, depth: 2 ** 32 - 1, ms: 2 ** 32 - 1 };
  assert.equal(state.search(limits).iterations, 100);
  assert.equal(state.search({ iterations: 2 ** 60, ms: 0.5 }).stopped, "time");
  const kalah = await openState({ memory: "1 MiB" }, "kalah");
  kalah.shuffle(2n ** 64n - 1n);
  assert.equal(state.tree({ depth: 2 ** 32 - 1, minVisits: 2 ** 32 - 1 }).children.length, 0);
});

test("numbers of a custom game", async () => {
  for (const name of ["positionSize", "undoSize", "maxMoves", "maxPlies", "maxScore"]) {
    for (const [value, shown] of NONE_32) {
      await refused(openState({}, { ...tictactoe, [name]: value }), name, U32, shown);
    }
  }
});

test("what callbacks of a custom game return", async () => {
  const I32 = "a whole number from -2147483648 to 2147483647";
  const answers = {
    legalMoves: ["mcts()", "a move of legalMoves()", U32, NONE_32, (move) => [move]],
    randomMove: ["mcts()", "the move of randomMove()", U32, NONE_32],
    weight: ["mcts(ipp)", "the answer of weight()", U32, NONE_32],
    order: ["ab()", "the answer of order()", I32, NONE_32],
    noisy: ["ab(qs)", "the answer of noisy()", I32, NONE_32],
    hash: ["ab(tt)", "the answer of hash()", "a bigint", NONE_32],
  };
  for (const [name, [player, words, expected, wrong, of = (value) => value]] of Object.entries(
    answers,
  )) {
    for (const [value, shown] of wrong) {
      if (expected === I32 && value === -1) continue;
      let answered = null; // while the search is being opened
      const right = { hash: 1n }[name] ?? tictactoe[name] ?? (() => 0);
      const asked = (...values) =>
        answered === null ? (typeof right === "function" ? right(...values) : right) : of(answered);
      const game = { ...tictactoe, [name]: asked };
      const state = await openState({ player, memory: "1 MiB" }, game);
      answered = value;
      await refused((async () => state.search({ iterations: 50 }))(), words, expected, shown);
      answered = null;
      if (name !== "randomMove") state.search({ iterations: 50 });
    }
  }
});

test("an evaluation that is no number", async () => {
  for (const value of [1n, Symbol("value"), {}, undefined]) {
    let answered = true;
    const game = { ...tictactoe, evaluate: () => (answered ? value : 0) };
    const state = await openState({ player: "mcts(im0.4)", memory: "1 MiB" }, game);
    if (typeof value !== "bigint") assert.throws(() => state.search({ iterations: 50 }));
    answered = false;
    assert.equal(state.search({ iterations: 50 }).iterations, 50, "the state is not busy");
  }
});
