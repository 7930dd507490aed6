// Measures simulations per second of processor time: natively, in Node.js and in Chromium, one after another, several times.
//
//     node bindings/web/bench/measure.mjs NATIVE [update]
//
// NATIVE is the program of native.c. `update` writes the table into bindings/web/README.md. Processor time reduces the effect of
// other programs. Each round measures all three, and the medians are reported. The signatures must be equal.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { load, State } from "../package/dist/index.js";

const SEARCHES = [
  ["kalah", "mcts()", 400_000],
  ["othello", "mcts()", 80_000],
  ["breakthrough", "mcts(im0.4,ipp)", 150_000],
  ["loa", "mcts()", 15_000],
  ["onitama", "ab(all)", 1_500_000],
];
const ROUNDS = 5;
const README = fileURLToPath(new URL("../README.md", import.meta.url));
const [native, update] = process.argv.slice(2);

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** Opens a search, and touches its memory before the measurement. */
const PREPARE = `async (State, module, game, player, iterations) => {
  const state = await State.open(module, game, { player, memory: 64 << 20, seed: 1 });
  state.step(iterations);
  state.forget();
  return state;
}`;
const prepare = new Function(`return ${PREPARE}`)();

function natively([game, player, iterations]) {
  return JSON.parse(execFileSync(native, [game, player, iterations], { encoding: "utf8" }));
}

async function inNode([game, player, iterations]) {
  const state = await prepare(State, await load(), game, player, iterations);
  const begun = process.cpuUsage();
  state.step(iterations);
  const { user, system } = process.cpuUsage(begun);
  return { rate: (iterations / (user + system)) * 1e6, signature: state.report().signature };
}

/** Returns the processor time, in seconds, of the tab processes that this process has started. */
function secondsOfTabs() {
  const parents = new Map();
  const seconds = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      parents.set(pid, fields[1]);
      const isTab = readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--type=renderer");
      if (isTab) seconds.set(pid, (Number(fields[11]) + Number(fields[12])) / 100);
    } catch {
      // the process has ended meanwhile
    }
  }
  const isOurs = (pid) =>
    pid === String(process.pid) || (parents.has(pid) && isOurs(parents.get(pid)));
  return [...seconds].reduce((sum, [pid, each]) => sum + (isOurs(pid) ? each : 0), 0);
}

async function inChromium(page, [game, player, iterations]) {
  const repeats = 4; // the clock of a process ticks only a hundred times per second
  await page.evaluate(
    async ([prepare, ...search]) => {
      const { load, State } = await import("/package/dist/index.js");
      const module = await load();
      window.state = await new Function(`return ${prepare}`)()(State, module, ...search);
    },
    [PREPARE, game, player, iterations],
  );
  const begun = secondsOfTabs();
  const signature = await page.evaluate(
    ([iterations, repeats]) => {
      let signature = "";
      for (let i = 0; i < repeats; i++) {
        if (i) window.state.forget();
        window.state.step(iterations);
        signature ||= window.state.report().signature;
      }
      return signature;
    },
    [iterations, repeats],
  );
  return { rate: (iterations * repeats) / (secondsOfTabs() - begun), signature };
}

const { openPage } = await import("../page/tests/browser.js");
const page = await openPage("", { path: "/page/tests/empty.html" });
const rows = [];
for (const search of SEARCHES) {
  const found = { native: [], node: [], chromium: [] };
  for (let i = 0; i < ROUNDS; i++) {
    const all = [natively(search), await inNode(search), await inChromium(page, search)];
    assert.equal(new Set(all.map(({ signature }) => signature)).size, 1, "signatures differ");
    for (const [k, rates] of Object.values(found).entries()) rates.push(all[k].rate);
  }
  const [base, node, chromium] = Object.values(found).map(median);
  const thousand = (rate) => Math.round(rate / 1000).toLocaleString("en");
  const part = (rate) => `${thousand(rate)} (${Math.round((100 * rate) / base)} %)`;
  rows.push(
    `| ${search[0]} | \`${search[1]}\` | ${thousand(base)} | ${part(node)} | ${part(chromium)} |`,
  );
  console.log(rows.at(-1));
}
if (update) {
  const table = [
    "| game | player | native | Node.js | Chromium |",
    "|---|---|---|---|---|",
    ...rows,
    "",
    `On ${cpus()[0].model.trim()}, Node.js ${process.versions.node}, Chromium ${page.context().browser().version()}.`,
  ];
  const text = readFileSync(README, "utf8");
  writeFileSync(
    README,
    text.replace(
      /(<!-- BEGIN speed -->\n\n).*?(\n\n<!-- END speed -->)/s,
      (_, a, b) => a + table.join("\n") + b,
    ),
  );
}
await page.done();
process.exit();
