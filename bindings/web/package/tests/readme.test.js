// npm shows README.md, so its links must work without the other files of the repository.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const root = new URL("../", import.meta.url);
const readme = await readFile(new URL("README.md", root), "utf8");
const packed = JSON.parse(
  execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: root, encoding: "utf8" }),
);
const files = packed[0].files.map(({ path }) => path);

test("README.md links to files of the package, and to web addresses", () => {
  const links = [...readme.matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link);
  const nowhere = links.filter((link) => !/^https:/.test(link) && !files.includes(link));
  assert.deepEqual(nowhere, []);
  assert.ok(links.includes("examples/tictactoe.js"));
});

test("the package has its module, types, worker, examples and licences", () => {
  const dist = ["imm.wasm", "index.js", "index.d.ts", "worker.js"].map((file) => `dist/${file}`);
  const examples = ["line.ts", "nim.ts", "pig.js", "tictactoe.js"].map(
    (file) => `examples/${file}`,
  );
  const licences = ["LICENSE-APACHE", "LICENSE-MIT", "LICENSES.txt"];
  for (const file of [...dist, ...examples, ...licences]) assert.ok(files.includes(file), file);
  assert.deepEqual(
    files.filter((file) => /^(src|tests|artefacts)/.test(file)),
    [],
  );
});
