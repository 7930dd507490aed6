// Every example in comments of the sources and in README.md compiles without type errors, runs, and
// ends by itself. Examples are blocks of code, and calls such as `open(game)` in the text.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = new URL("../", import.meta.url);
const folder = new URL("artefacts/examples/", root);
const tsc = fileURLToPath(new URL("../node_modules/.bin/tsc", root));

/** The names that calls in the text use. */
const CONTEXT = `
import { best, load, open, State } from "imm-search";
import game from "./game.js";
const [module, memory, ms] = [await load(), "1 MiB", 100];
const options = { player: "mcts(im0.4)" };
void [best, open, State, game, module, memory, ms, options];
`;

const isCall = (code) => /^(await )?(open|best|load|State\.open)\(.+\)$/s.test(code);

/**
 * Returns the examples of a text: blocks of code, and calls in the text. Comment marks must be removed.
 */
function examplesOf(text) {
  const fenced = [...text.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code);
  const indented = [...text.matchAll(/(?:^ {4}.*\n|^\n(?= {4}))+/gm)].map(([code]) => code);
  const spans = [...text.matchAll(/(?<!`)`([^`]+)`(?!`)/g)].map(([, code]) => code);
  const calls = spans.map((code) => code.replace(/\s+/g, " ")).filter(isCall);
  const blocks = [...fenced, ...indented].filter((code) => /\bimport\b/.test(code));
  return [...blocks, ...calls.map((call) => `${CONTEXT}await ${call.replace(/^await /, "")};\n`)];
}

/** Returns the text of a source's doc comments. */
function commentsOf(source) {
  const found = [...source.matchAll(/\/\*\*(.*?)\*\//gs)].map(([, text]) => text);
  return found.map((text) => text.replace(/^[ \t]*\* ?/gm, "")).join("\n\n");
}

const sources = (await readdir(new URL("src/", root))).sort();
const texts = { README: await readFile(new URL("README.md", root), "utf8") };
for (const name of sources) {
  texts[name] = commentsOf(await readFile(new URL(`src/${name}`, root), "utf8"));
}
const examples = Object.entries(texts).flatMap(([place, text]) =>
  examplesOf(text).map((code, i) => ({ name: `${place.replace(/\.ts$/, "")}-${i + 1}`, code })),
);

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
after(() => rm(folder, { recursive: true }));
for (const { name, code } of examples) await writeFile(new URL(`${name}.ts`, folder), code);
await cp(new URL("examples/tictactoe.js", root), new URL("game.js", folder));
await cp(new URL("examples/pig.js", root), new URL("pig.js", folder));
await writeFile(
  new URL("tsconfig.json", folder),
  JSON.stringify({
    extends: "../../../tsconfig.json",
    compilerOptions: {
      outDir: "out",
      rootDir: ".",
      allowJs: true,
      checkJs: true,
      noImplicitAny: false,
      noUncheckedIndexedAccess: false, // an example may read the bytes of a position
    },
    include: ["."],
  }),
);

test("the examples are found", () => {
  const names = examples.map(({ name }) => name);
  assert.ok(names.includes("README-1") && names.includes("index-1"), names.join(", "));
  assert.ok(names.length >= 8, names.join(", "));
});

test("the examples compile", async () => {
  const { stdout } = await run(tsc, ["-p", fileURLToPath(folder)]).catch((error) => error);
  assert.equal(stdout, "");
});

for (const { name, code } of examples) {
  test(`${name}: ${code.trim().split("\n").at(-1)}`, async () => {
    await run(process.execPath, [fileURLToPath(new URL(`out/${name}.js`, folder))], {
      timeout: 20_000,
    });
  });
}
