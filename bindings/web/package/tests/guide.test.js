// Follows docs/JAVASCRIPT.md as a new user: all its programs and commands, in a folder outside the
// checkout, with the packed package. Then compiles and runs the examples in TypeScript there.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { startChromium } from "../../page/tests/browser.js";
import { freePort, serve } from "../../page/tests/server.js";
import { eventually } from "../../page/tests/webdriver.js";

const run = promisify(execFile);
const web = fileURLToPath(new URL("../../", import.meta.url));
const guide = await readFile(new URL("../../docs/JAVASCRIPT.md", pathToFileURL(web)), "utf8");
const MOVE = /^[a-h][1-8], value -?\d\.\d\d$/;

const project = await mkdtemp(join(tmpdir(), "imm-guide-"));
const { page, close } = await startChromium({ width: 800, height: 600 });
const site = await serve({ "/": pathToFileURL(`${project}/`) });
const built = await serve({ "/": pathToFileURL(`${project}/dist/`) });
after(async () => {
  await close();
  site.close();
  built.close();
  await rm(project, { recursive: true });
});

/** Returns the blocks of code in a language of the guide. */
const blocks = (language) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(
    ([, code]) => code,
  );

const write = (name, text) => writeFile(join(project, name), text);

/** Runs a command in the project, and returns its output. */
async function sh(command) {
  const options = { cwd: project, timeout: 60_000 };
  const { stdout } = await run("bash", ["-c", command], options).catch((error) => {
    throw new Error(`${command}: ${error.stdout}${error.stderr}`);
  });
  return stdout.trim();
}

/** Installs a development tool from this checkout, so that the test needs no network. */
async function link(name) {
  const modules = join(project, "node_modules");
  await mkdir(join(modules, ".bin"), { recursive: true });
  await symlink(join(web, "node_modules", name), join(modules, name));
  const { bin } = JSON.parse(await readFile(join(modules, name, "package.json"), "utf8"));
  for (const [command, file] of Object.entries(bin)) {
    await symlink(join("..", name, file), join(modules, ".bin", command));
  }
}

/** Returns the console of a page, up to a line that ends a program. */
async function consoleOf(url, last = MOVE) {
  const lines = [];
  const ended = new Promise((resolve, reject) => {
    page.on("pageerror", reject);
    page.on("console", (message) => {
      if (message.type() === "log" && lines.push(message.text()) && last.test(message.text())) {
        resolve();
      }
    });
  });
  const late = setTimeout(30_000, undefined, { ref: false }).then(() => {
    throw new Error(`${url} shows only "${lines.join()}"`);
  });
  try {
    await Promise.race([Promise.all([page.goto(url), ended]), late]);
  } finally {
    page.removeAllListeners();
  }
  return lines;
}

/** Starts a server of the guide, and shows one of its pages. */
async function served(command, path, port) {
  const server = spawn("bash", ["-c", command], { cwd: project, stdio: "ignore", detached: true });
  try {
    await eventually(() => consoleOf(`http://localhost:${port}/${path}`));
  } finally {
    process.kill(-server.pid); // the command and the processes that it has started
  }
}

/** Follows a command of the guide. */
async function follow(command) {
  const port = await freePort();
  const [, tool] = /^npm install --save-dev (\w+)$/.exec(command) ?? [];
  if (tool) return link(tool);
  if (command === "npx vite") return served(`${command} --port ${port}`, "", port);
  if (command.startsWith("python3")) return served(`${command} ${port}`, "plain.html", port);
  if (command.includes("tsc")) await rename(join(project, "move.mjs"), join(project, "move.mts"));
  const output = await sh(command.replace("../imm/", join(web, "../../")));
  if (command.startsWith("node ")) assert.match(output, MOVE);
  if (command.includes("tsc")) assert.match(await sh("node move.mjs"), MOVE);
  if (command === "npx vite build") await consoleOf(`${built.origin}/`);
}

before(async () => {
  await write("move.mjs", blocks("js")[0]);
  const [index, plain] = blocks("html");
  await write("index.html", index);
  await write("plain.html", plain);
});

for (const command of blocks("sh").flatMap((block) => block.trim().split("\n"))) {
  test(`the guide: ${command}`, () => follow(command));
}

/** Compiles the examples in TypeScript, in a folder of the project. */
async function compileExamples(folder, module) {
  await cp(join(project, "node_modules/imm-search/examples"), join(project, folder), {
    recursive: true,
  });
  await write(`${folder}/package.json`, '{ "type": "module" }');
  const strict = "--strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes";
  await sh(`npx tsc ${strict} --skipLibCheck false --target es2022 ${module} ${folder}/*.ts`);
}

/** The examples, and the lines that end their output. */
const EXAMPLES = { line: /^\w+: \d+ visits, value/, nim: /^first wins$/ };

test("the examples compile for Node.js, and run", async () => {
  await compileExamples("node", "--module node16 --moduleResolution node16");
  for (const [name, last] of Object.entries(EXAMPLES)) {
    assert.match((await sh(`node node/${name}.js`)).split("\n").at(-1), last);
  }
});

test("the examples compile for a bundler, and run in a page with and without one", async () => {
  await compileExamples("page", "--module esnext --moduleResolution bundler");
  const [withBundler, without] = blocks("html");
  for (const [name, last] of Object.entries(EXAMPLES)) {
    await write("plain.html", without.replace("./move.mjs", `./page/${name}.js`));
    await consoleOf(`${site.origin}/plain.html`, last);
    await write("index.html", withBundler.replace("./move.mjs", `./page/${name}.ts`));
    await sh("npx vite build");
    await consoleOf(`${built.origin}/`, last);
  }
});
