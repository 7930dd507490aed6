// The games of the page, from its sources.
import { readdir, readFile } from "node:fs/promises";

const folder = new URL("../src/games/", import.meta.url);
const files = (await readdir(folder)).sort();
const sources = await Promise.all(files.map((file) => readFile(new URL(file, folder), "utf8")));
/** The games by their `id`. */
export const GAMES = sources.flatMap((text) =>
  [...text.matchAll(/\bid: "(\w+)"/g)].map(([, id]) => id),
);
if (GAMES.length < 8) throw new Error(`the page has eight games, found ${GAMES}`);
