// Games with chance events: Pig with a die, and dice with other weights.
import assert from "node:assert/strict";
import { test } from "node:test";
import { best, IMM_ODDS_MAX, ImmError, load, open, State } from "imm-search";
import pig from "../examples/pig.js";

const module = await load();
const SIDES = ["1", "2", "3", "4", "5", "6"];
const state = (game = pig, player = "mcts(im0.4)", options = {}) =>
  State.open(module, game, { player, memory: "1 MiB", seed: 1, history: 4, ...options });
const biased = { ...pig, chance: (_, side) => side * side };

/** Returns a state in which the die is rolling. */
async function rolling(game = pig, player = undefined, options = {}) {
  const search = await state(game, player, options);
  search.search({ iterations: 300 });
  search.play("roll");
  return search;
}

const sampled = (search, count) => Array.from({ length: count }, () => search.sampleChance());

test("while the die rolls, no player is to move, and there is nothing to search", async () => {
  const search = await rolling();
  assert.equal(search.toMove(), "chance");
  assert.deepEqual(search.legalMoves(), SIDES);
  assert.throws(
    () => search.search({ iterations: 10 }),
    (error) =>
      error instanceof ImmError &&
      error.status === -41 &&
      /a chance event comes next: play one of its outcomes/.test(error.message),
  );
  assert.throws(() => search.step(10), /play one of its outcomes/);
  assert.throws(() => search.play("hold"), /expected one of 1, 2, 3, 4, 5, 6$/);
  assert.equal(search.report().best, null);
  assert.deepEqual(
    search
      .candidates()
      .map(({ move }) => move)
      .sort(),
    SIDES,
  );
  search.play("4");
  assert.equal(search.toMove(), "first");
  assert.match(search.search({ iterations: 10 }).best, /^(roll|hold)$/);
  search.undo();
  assert.equal(search.toMove(), "chance");
  search.undo();
  assert.equal(search.toMove(), "first");
});

test("lines and trees go through outcomes", async () => {
  const search = await state();
  search.search({ iterations: 2000 });
  const [roll] = search.tree({ depth: 3 }).children;
  assert.equal(roll.move, "roll");
  assert.deepEqual(roll.children.map(({ move }) => move).sort(), SIDES);
  const visits = roll.children.map((child) => child.visits);
  assert.ok(Math.max(...visits) - Math.min(...visits) < roll.visits / 8, visits.join(" "));
  assert.equal(search.line()[0], "roll");
});

test("outcomes are sampled by weight", async () => {
  const search = await rolling(biased);
  const count = 91 * 4;
  const found = {};
  for (let i = 0; i < count; i++) {
    const side = search.sampleChance(Math.ceil((i * 2 ** 32) / count));
    found[side] = (found[side] ?? 0) + 1;
  }
  assert.deepEqual(found, { 1: 4, 2: 16, 3: 36, 4: 64, 5: 100, 6: 144 });
  assert.equal(search.sampleChance(0), "1");
  assert.equal(search.sampleChance(2 ** 32 - 1), "6");
  assert.equal(search.toMove(), "chance");
});

test("the seed selects the dice, which are those of the package for Python", async () => {
  const [one, other, third] = [
    await rolling(),
    await rolling(),
    await state(pig, "mcts()", { seed: 9n }),
  ];
  assert.deepEqual(sampled(one, 3), ["4", "5", "6"]); // 2433363436, 3203108257, 4170425070
  assert.deepEqual(sampled(other, 20).slice(3), sampled(one, 17));
  third.play("roll");
  assert.notDeepEqual(sampled(third, 20), sampled(await rolling(), 20));
});

test("a game is played to its end, in this thread and in a worker", async () => {
  const games = [];
  for (const game of [pig, new URL("../examples/pig.js", import.meta.url)]) {
    const search = await open(game, { player: "mcts(im0.4)", memory: "1 MiB", seed: 2 });
    const moves = [];
    while ((await search.outcome()) === "ongoing") {
      const isChance = (await search.toMove()) === "chance";
      if (isChance) await assert.rejects(search.run({ iterations: 5 }), /play one of its outcomes/);
      const move = isChance
        ? await search.sampleChance()
        : (await search.run({ iterations: 50 })).best;
      moves.push(move);
      await search.play(move);
    }
    await assert.rejects(search.sampleChance(), /no chance event to sample: the game is over/);
    search.close();
    games.push(moves);
  }
  assert.ok(games[0].includes("hold") && games[0].length > 10);
  assert.deepEqual(games[0], games[1]);
});

test("a sample needs a chance event, and 32 random bits", async () => {
  const search = await state();
  const none = { status: -7, message: "there is no chance event to sample: a player is to move" };
  assert.throws(() => search.sampleChance(), none);
  assert.throws(() => search.sampleChance(7), none);
  const roll = await rolling();
  for (const wrong of [-1, 2 ** 32, 0.5, "7", null]) {
    assert.throws(() => roll.sampleChance(wrong), /^ImmError: random: expected a whole number/);
  }
});

test("weights out of range, and chance without the method", async () => {
  for (const [wrong, shown] of [
    [0, "0"],
    [IMM_ODDS_MAX + 1, "16777217"],
    [-1, "-1"],
    [0.5, "0.5"],
    [Number.NaN, "NaN"],
    ["1", '"1"'],
    [undefined, "undefined"],
  ]) {
    let answer = wrong;
    const game = { ...pig, chance: () => answer };
    const message = `the answer of chance(): expected a whole number from 1 to 16777216, got ${shown}`;
    const search = await state(game, "mcts()");
    assert.throws(() => search.search({ iterations: 50 }), { message, status: -5 });
    search.play("roll");
    assert.throws(() => search.sampleChance(), { message, status: -5 });
    answer = IMM_ODDS_MAX;
    assert.ok(SIDES.includes(search.sampleChance()));
  }
  const noDie = await state({ ...pig, chance: undefined }, "mcts()");
  assert.throws(() => noDie.search({ iterations: 50 }), {
    message: 'the answer of toMove(): expected one of "first", "second", got "chance"',
  });
  const fails = await state({ ...pig, chance: () => assert.fail("the die") }, "mcts()");
  assert.throws(() => fails.search({ iterations: 50 }), /the die/);
  const fewMoves = await state({ ...pig, maxMoves: 2 }, "mcts()");
  fewMoves.play("roll");
  assert.throws(() => fewMoves.sampleChance(), /more than max_moves/);
});

test("a player that does not support chance is refused", async () => {
  const why = "'pn' does not support games with chance events";
  await assert.rejects(state(pig, "mcts(pn1)"), { message: why });
  const search = await state();
  assert.equal(search.refusal("mcts(pn1)"), why);
  const { player } = await best(pig);
  assert.equal((await rolling(pig, player)).toMove(), "chance");
});
