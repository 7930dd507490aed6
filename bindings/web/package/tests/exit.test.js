// A Node.js program ends when it has nothing more to do, even with open searches, and not earlier.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const folder = new URL("../artefacts/exit/", import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(
  new URL("fails.js", folder),
  `import game from "../../examples/tictactoe.js";
  export default { ...game, evaluate() { throw new Error("no value"); } };`,
);
after(() => rm(folder, { recursive: true }));

/** Returns the output of a program, which must end by itself within ten seconds. */
async function outputOf(program) {
  const file = fileURLToPath(new URL("program.mjs", folder));
  await writeFile(file, `import { open } from "imm-search";\n${program}`);
  const { stdout } = await run(process.execPath, [file], { timeout: 10_000 });
  return stdout.trim();
}

const RUN = `
  const { stopped } = await search.run({ ms: 300 });
  console.log(stopped);
`;

for (const [name, program, expected] of [
  ["a search in a worker", `const search = await open("othello");${RUN}`, "time"],
  ["two searches", `await open("kalah"); const search = await open("othello");${RUN}`, "time"],
  ["a search that is closed", `const search = await open("loa");${RUN}search.close();`, "time"],
  [
    "a custom game in this thread",
    `const { default: game } = await import("../../examples/tictactoe.js");
    const search = await open(game, { player: "mcts(nosolver)" });${RUN}`,
    "time",
  ],
  [
    "a custom game in a worker",
    `const game = new URL("../../examples/tictactoe.js", import.meta.url);
    const search = await open(game, { player: "mcts(nosolver)" });${RUN}`,
    "time",
  ],
  [
    "a custom game in a worker that throws an error",
    `const search = await open(new URL("fails.js", import.meta.url), { player: "mcts(im0.4)" });
    await search.run({ ms: 300 }).catch(({ message }) => console.log(message));`,
    "no value",
  ],
  [
    "an error that the program does not catch",
    `const search = await open("othello");
    process.once("uncaughtException", ({ status }) => console.log(status));
    await search.play("a1");`,
    "-14",
  ],
  [
    "calls while a search runs",
    `const search = await open("othello");
    search.run({ ms: 600 }).then(({ stopped }) => console.log(stopped));
    await search.candidates();`,
    "time",
  ],
  [
    "a stop",
    `const search = await open("othello");
    setTimeout(() => search.stop(), 200);
    console.log((await search.run()).stopped);`,
    "stopped",
  ],
  [
    "a game that does not exist",
    `await open("chess").catch(({ message }) => console.log(message));`,
    'there is no game "chess": the README lists the names',
  ],
  [
    "a module that does not exist",
    `await open(new URL("file:///no/such.js")).catch(() => console.log("refused"));`,
    "refused",
  ],
  [
    "an error",
    `const search = await open("othello");
    await search.play("a1").catch(({ status }) => console.log(status));
    await search.position();`,
    "-14",
  ],
]) {
  test(`${name}: the program ends`, async () => {
    assert.equal(await outputOf(program), expected);
  });
}
