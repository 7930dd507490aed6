// Adds the version and the list of files to the service worker of a build.
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** The file of the service worker. It is at the top of the build, because it serves its own folder. */
export const WORKER = "offline.js";
const START = "const VERSION=";

const hash = (/** @type {string | Uint8Array} */ bytes) =>
  createHash("sha256").update(bytes).digest("base64");

/**
 * Writes the version and the checksums of all other files of a build into its service worker. Call
 * this function again after you change a file of the build.
 *
 * @param {string} folder
 */
export async function stamp(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join("/"))
    .filter((path) => path !== WORKER)
    .sort();
  /** @type {Record<string, string>} */
  const files = {};
  for (const path of paths) files[path] = `sha256-${hash(await readFile(join(folder, path)))}`;
  const list = JSON.stringify(files);
  const program = await readFile(join(folder, WORKER), "utf8");
  const isStamped = program.startsWith(START);
  const code = isStamped ? program.slice(program.indexOf("\n") + 1) : program;
  const line = `${START}${JSON.stringify(hash(list + code))},FILES=${list};\n`;
  await writeFile(join(folder, WORKER), line + code);
}
