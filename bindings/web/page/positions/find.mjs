// Finds positions in which mcts() and mcts(im0.4) choose different moves, and in which implicit
// minimax's move is better: node find.mjs GAME MINUTES [SEED]
//
// Plays games of the two players with random moves in between. In each position, both players search
// with several budgets and seeds. If each player always chooses the same move, and the two moves
// differ, alpha-beta judges the two moves, and the strongest player chooses a move. Prints each
// position found as a line of JSON, and at the end the numbers of games and positions.
//
// The page shows one position of each game, which positions.json has with these numbers.
import { readFile } from "node:fs/promises";
import { load, State } from "imm-search";

const { players, memory } = JSON.parse(
  await readFile(new URL("positions.json", import.meta.url), "utf8"),
);

/** The budgets and seeds with which each player must choose the same move. */
const BUDGETS = [20_000, 50_000, 100_000];
const SEEDS = [1, 2, 3, 4, 5];
/** The first budget that is tried: most positions fail this test. */
const QUICK = 20_000;

/** The simulations for a move of the games, the percentage of random moves, and the opening. */
const SIMULATIONS = 500;
const RANDOM = 25;
const RANDOM_PLIES = 4;

/** The time in which a judge searches each of the two moves. */
const JUDGE_MS = 10_000;
/** The judges: a solver, and a player for moves that the solver does not solve. */
const [SOLVER, JUDGE] = ["ab(solve)", "ab(all)"];
/** The minimum difference between the values of the two moves. */
const MARGIN = 0.15;

const [game, minutes, seed = "1"] = process.argv.slice(2);
const module = await load();
const open = (player, seed = 0) =>
  State.open(module, game === "connect_four" ? "plugin" : game, { player, memory, seed });
const quick = await Promise.all(players.map((player) => open(player)));

let random = Number(seed);
function sample(n) {
  random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
  return Math.floor((random / 2 ** 32) * n);
}

function choice(state, bytes, iterations) {
  state.forget();
  state.setPositionBytes(bytes);
  return state.search({ iterations }).best;
}

/** Returns the moves of both players if the moves differ with every budget and seed. */
async function stableDifference(bytes) {
  const moves = quick.map((state) => choice(state, bytes, QUICK));
  if (moves[0] === moves[1]) return null;
  for (const seed of SEEDS) {
    for (const budget of BUDGETS) {
      for (const [i, player] of players.entries()) {
        if (choice(await open(player, seed), bytes, budget) !== moves[i]) return null;
      }
    }
  }
  return moves;
}

/** Searches a position for `ms`. Returns the result from the point of view of `mover`. */
function judged(state, mover, ms) {
  const sign = mover === "first" ? 1 : -1;
  const over = { first: 1, second: -1, draw: 0 }[state.outcome()];
  if (over !== undefined) return { value: sign * over, solved: true };
  if (state.toMove() === "chance") return expected(state, mover, ms);
  state.forget();
  const { value, proof } = state.search({ ms });
  if (proof === "open") return { value: Number((sign * value).toFixed(2)), solved: false };
  return { value: proof === "draw" ? 0 : proof === mover ? 1 : -1, solved: true };
}

/** Returns the mean result over the outcomes of the die, which are equally probable. */
function expected(state, mover, ms) {
  const bytes = state.positionBytes();
  const rolls = state.legalMoves();
  const results = rolls.map((roll) => {
    state.setPositionBytes(bytes);
    state.play(roll);
    return judged(state, mover, ms / rolls.length);
  });
  const value = results.reduce((sum, one) => sum + one.value, 0) / rolls.length;
  return { value: Number(value.toFixed(2)), solved: results.every(({ solved }) => solved) };
}

async function after(player, bytes, move) {
  const state = await open(player, 1);
  state.setPositionBytes(bytes);
  const mover = state.toMove();
  state.play(move);
  return judged(state, mover, JUDGE_MS);
}

/** Returns why the second move is better than the first; null if it is not. */
async function verdict(bytes, moves) {
  for (const judge of [SOLVER, JUDGE]) {
    if (quick[0].refusal(judge)) continue;
    const worse = await after(judge, bytes, moves[0]);
    const better = await after(judge, bytes, moves[1]);
    const isSolved = worse.solved && better.solved;
    const loses = worse.solved && worse.value === -1;
    const wins = better.solved && better.value === 1;
    const decides = judge === JUDGE || isSolved || loses || wins;
    if (decides && better.value - worse.value >= MARGIN) return { judge, worse, better };
    if (isSolved) return null;
  }
  return null;
}

/** Returns the move that the strongest player chooses. */
async function strongest(bytes) {
  const state = await open("best", 1);
  state.setPositionBytes(bytes);
  return state.search({ ms: JUDGE_MS }).best;
}

const counts = { games: 0, positions: 0, stable: 0 };

async function examine(moves, bytes) {
  counts.positions++;
  const pair = await stableDifference(bytes);
  if (!pair) return;
  counts.stable++;
  const why = await verdict(bytes, pair);
  if (!why) return;
  const [mean, minimax] = pair;
  const best = await strongest(bytes);
  console.log(JSON.stringify({ game, moves: moves.join("_"), mean, minimax, best, ...why }));
}

/** Chooses a move of the games: a random move, or a move of one of the two players. */
function chosen(state, ply, bytes) {
  const legal = state.legalMoves();
  const isRandom = state.toMove() === "chance" || ply < RANDOM_PLIES || sample(100) < RANDOM;
  return isRandom ? legal[sample(legal.length)] : choice(quick[ply % 2], bytes, SIMULATIONS);
}

async function playGame(state, end) {
  counts.games++;
  state.restart();
  const moves = [];
  while (state.outcome() === "ongoing" && performance.now() < end) {
    const bytes = state.positionBytes();
    const isDecision = state.toMove() !== "chance" && state.legalMoves().length > 1;
    if (moves.length >= RANDOM_PLIES && isDecision) await examine(moves, bytes);
    const move = chosen(state, moves.length, bytes);
    state.play(move);
    moves.push(move);
  }
}

const board = await open(players[0]);
const end = performance.now() + Number(minutes) * 60_000;
while (performance.now() < end) await playGame(board, end);
console.log(JSON.stringify({ game, ...counts }));
process.exit();
