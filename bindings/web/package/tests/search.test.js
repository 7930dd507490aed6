// The guarantees of the package besides equal trees.
import assert from "node:assert/strict";
import { test } from "node:test";
import { best, ImmError, load, open, State } from "imm-search";
import tictactoe from "../examples/tictactoe.js";

const module = await load();
const state = (game, player, options) => State.open(module, game, { player, ...options });

test("the module imports nothing", () => {
  assert.deepEqual(WebAssembly.Module.imports(module), []);
});

test("who says nothing gets the best player, which says why it is", async () => {
  assert.deepEqual(await best("onitama"), {
    player: "ab(all)",
    why: "measured: level with `bfm()`, on boards better",
  });
  assert.equal((await best("oware")).player, "bfm(c0.7,fpu0.5)");
  assert.equal((await best("oware", { memory: "56 KiB" })).player, "ab(all)");
  assert.equal((await best(tictactoe)).player, "bfm(c0.7,fpu0.5,reg)");
  await assert.rejects(best("chess"), /no game "chess"/);
  const [silent, named] = [await state("onitama"), await state("onitama", "ab(all)")];
  assert.equal(silent.search({ depth: 4 }).signature, named.search({ depth: 4 }).signature);
});

test("the options of a search, with and without a player", async () => {
  const options = { memory: "1 MiB", seed: 3 };
  const named = await State.open(module, "othello", { player: "best", ...options });
  const { signature } = named.search({ iterations: 500 });
  const silent = await State.open(module, "othello", options);
  assert.equal(silent.search({ iterations: 500 }).signature, signature);
  for (const one of [options, { player: "best", ...options }]) {
    const search = await open("othello", one);
    assert.equal((await search.run({ iterations: 500 })).signature, signature);
    search.close();
  }
  const here = await open(tictactoe, { ...options, wasm: module });
  assert.equal((await here.run()).proof, "draw");
  const refused = async (options, message) => {
    for (const game of ["othello", tictactoe]) {
      await assert.rejects(open(game, options), { message });
      await assert.rejects(State.open(module, game, options), { message });
    }
  };
  for (const player of [5, null, {}]) {
    await refused({ player }, /^player: expected a text such as "mcts\(im0.4\)", got (5|null|obj)/);
  }
  for (const wrong of [5, null, "mcts()"]) {
    await refused(wrong, /^options: expected an object such as .*, got (5|null|"mcts\(\)")$/);
  }
});

test("a search in a worker: progress, a stop, what was found, playing on", async () => {
  const search = await open("othello", { player: "mcts(im0.4)", memory: "32 MiB" });
  const seen = [];
  const run = search.run({
    every: 20,
    onProgress: (progress) => {
      seen.push(progress);
      if (seen.length === 3) search.stop();
    },
  });
  const report = await run;
  assert.equal(report.stopped, "stopped");
  assert.ok(seen.length >= 3);
  for (const { report, line } of seen) {
    assert.equal(report.stopped, "not");
    assert.equal(line[0], report.best);
  }
  assert.ok(report.iterations > seen[0].report.iterations);
  const [first, ...others] = await search.candidates();
  assert.equal(first.move, report.best);
  assert.equal(others.length, 3);
  assert.deepEqual((await search.line(others[0].move)).slice(0, 1), [others[0].move]);
  assert.ok((await search.legalMoves()).includes(report.best));
  await search.play(report.best);
  assert.equal(await search.toMove(), "second");
  assert.ok((await search.report()).visits > 0, "the tree below the move is kept");
  search.close();
  await assert.rejects(search.outcome(), /closed/);
});

test("a run is given up when the position changes", async () => {
  const search = await open("kalah");
  const run = search.run({ ms: 60_000 });
  await search.play("2");
  assert.equal((await run).stopped, "stopped");
  search.close();
});

test("limits: time, simulations, nodes, depth, a level's", async () => {
  const search = await open("breakthrough", { player: "mcts(ipp)" });
  const timed = await search.run({ ms: 150 });
  assert.equal(timed.stopped, "time");
  assert.ok(timed.ms >= 150 && timed.ms < 1000, `${timed.ms} ms`);
  await search.forget();
  assert.equal((await search.run({ iterations: 5000 })).iterations, 5000);
  await search.forget();
  assert.equal((await search.run({ nodes: 1000 })).stopped, "nodes");
  search.close();
  const alphaBeta = await open("breakthrough_5x5", { player: "ab(tt,killers)" });
  const deep = await alphaBeta.run({ depth: 5 });
  assert.deepEqual([deep.stopped, deep.depth], ["depth", 5]);
  alphaBeta.close();
  const beginner = await open("oware", { player: "level1" });
  assert.equal((await beginner.run()).iterations, 50);
  beginner.close();
});

test("the tree: sums of visits, moves as they are written where they are played", async () => {
  const search = await state("breakthrough_5x5", "mcts(im0.4)");
  search.search({ iterations: 3000 });
  const tree = search.tree({ depth: 3 });
  assert.equal(tree.move, "");
  assert.equal(tree.children.length, search.legalMoves().length);
  const visits = tree.children.reduce((sum, child) => sum + child.visits, 0);
  assert.ok(Math.abs(visits - tree.visits) <= tree.children.length);
  const child = tree.children.reduce((a, b) => (a.visits > b.visits ? a : b));
  const below = search.tree({ depth: 2, below: [child.move] });
  assert.equal(below.visits, child.visits);
  assert.deepEqual(below.children, child.children);
  const few = search.tree({ depth: 3, minVisits: 100 });
  const count = (node) => node.children.reduce((sum, each) => sum + count(each), 1);
  assert.ok(count(few) < count(tree));
  const other = await state("breakthrough_5x5");
  for (const move of [child.move, child.children[0].move]) other.play(move);
  assert.equal(other.outcome(), "ongoing");
});

test("undo, restart, random boards, positions as text and bytes", async () => {
  const search = await state("kalah", "mcts()", { history: 10 });
  const start = search.position();
  search.play("2");
  assert.notEqual(search.position(), start);
  search.undo();
  assert.equal(search.position(), start);
  assert.throws(() => search.undo(), /no move/);
  search.shuffle(7);
  const shuffled = search.position();
  const bytes = search.positionBytes();
  search.restart();
  assert.equal(search.position(), start);
  search.setPositionBytes(bytes);
  assert.equal(search.position(), shuffled);
  search.setPosition(start);
  assert.equal(search.position(), start);
  assert.throws(() => search.setPositionBytes(new Uint8Array(300)), ImmError);
});

test("errors are the library's words, and nothing has changed", async () => {
  const rejects = (promise, status, words) =>
    assert.rejects(
      promise,
      (error) => error instanceof ImmError && error.status === status && words.test(error.message),
    );
  await rejects(open("chess"), -17, /no game "chess"/);
  await rejects(
    open("othello", { player: "mcts(im2)" }),
    -16,
    /out of range in 'im2' at character 6/,
  );
  await rejects(open("othello", { player: "mcts(efMS)" }), -7, /does not have/);
  await rejects(open("othello", { player: "level11" }), -5, /no level 11/);
  await rejects(open("othello", { memory: 100 }), -3, /too small/);
  await rejects(open("othello", { memory: "a lot" }), -3, /got "a lot"/);
  await rejects(open("othello", { memory: "9 GiB" }), -5, /4294967295, got 9663676416/);
  const search = await open("othello");
  const before = await search.position();
  await rejects(search.play("a1"), -14, /is not legal: expected one of d3, c4, f5, e6/);
  await rejects(search.play("\u{1F600}\0"), -14, /is not legal: expected one of d3, c4, f5, e6/);
  await rejects(
    search.setPosition("w".repeat(100_000)),
    -14,
    / not a position of this game: character 9 is 'w', expected \/$/,
  );
  assert.equal(await search.position(), before);
  assert.equal(
    await search.refusal("mcts(foo)"),
    "unknown option 'foo' at character 6: see docs/PLAYERS.md",
  );
  assert.equal(await search.refusal("mcts(im0.4)"), "");
  search.close();
});

test("memory: what was asked for, and never more", async () => {
  const grown = [];
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (pages) {
    grown.push(pages * 65536);
    return grow.call(this, pages);
  };
  const search = await state("othello", "mcts(im0.4)", { memory: "8 MiB" });
  const opened = grown.reduce((sum, bytes) => sum + bytes, 0);
  assert.ok(opened >= 8 << 20 && opened < (8 << 20) + 2 * 65536, `${opened} bytes`);
  search.search({ iterations: 200_000 });
  search.line();
  search.tree({ depth: 2, minVisits: 100 });
  WebAssembly.Memory.prototype.grow = grow;
  const all = grown.reduce((sum, bytes) => sum + bytes, 0);
  assert.ok(all - opened <= 2 * 65536, `${all - opened} bytes more`);
});

test("a custom game, here and in a worker", async () => {
  for (const game of [tictactoe, new URL("../examples/tictactoe.js", import.meta.url)]) {
    const search = await open(game, { player: "mcts(im0.4)", memory: "1 MiB" });
    for (const move of ["a1", "c3"]) await search.play(move);
    const report = await search.run({ iterations: 50_000 });
    assert.equal(report.proof, "first", "two corners against one win");
    assert.match(report.best, /^(a3|c1)$/);
    assert.equal(report.stopped, "proven");
    search.close();
  }
});

test("a callback that throws: its error comes out, and the search goes on", async () => {
  let calls = 0;
  const fails = {
    ...tictactoe,
    legalMoves(board) {
      if (++calls === 100) throw new RangeError("the hundredth");
      return tictactoe.legalMoves(board);
    },
  };
  const atOnce = { ...tictactoe, outcome: () => assert.fail("the first") };
  await assert.rejects(state(atOnce), /the first/);
  const search = await state(fails, "mcts()", { memory: "1 MiB" });
  assert.throws(() => search.search({ iterations: 1000 }), new RangeError("the hundredth"));
  assert.equal(search.search({ iterations: 1000 }).iterations, 1000);
});

test("a callback that answers nonsense is told", async () => {
  const answers = (change) =>
    state({ ...tictactoe, ...change }, "mcts(im0.4)", { memory: "1 MiB" });
  const search = (each) => each.search({ iterations: 100 });
  await assert.rejects(
    answers({ maxMoves: 0 }),
    /maxMoves: expected a whole number from 1 to 65535, got 0/,
  );
  const tooMany = await answers({ legalMoves: () => Array(50).fill(1) });
  assert.throws(() => search(tooMany), /max_moves/);
  await assert.rejects(
    answers({ outcome: () => "perhaps" }),
    /expected one of "ongoing", "first", "second", "draw", got "perhaps"/,
  );
  const blind = await answers({ evaluate: () => Number.NaN });
  assert.throws(() => search(blind), /a number from -1 to 1, got NaN/);
});
