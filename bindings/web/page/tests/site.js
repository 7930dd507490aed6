// A copy of the built page on a server of its own, in some folder. Tests publish other builds there.
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { stamp } from "../offline/stamp.js";
import { serve } from "./server.js";

const built = new URL("../../dist/", import.meta.url);
const FOLDER = "/some/folder/";

/** Changes a text file. */
async function edit(file, change) {
  await writeFile(file, change(await readFile(file, "utf8")));
}

/** Publishes the page on a new server. Its script watch.js records complaints of the browser. */
export async function publish() {
  const copy = await mkdtemp(join(tmpdir(), "imm-site-"));
  await cp(built, copy, { recursive: true });
  await cp(new URL("watch.js", import.meta.url), join(copy, "watch.js"));
  await edit(join(copy, "index.html"), (text) =>
    text.replace("<title>", '<script src="./watch.js"></script>\n    <title>'),
  );
  await stamp(copy);
  const server = await serve({ [FOLDER]: pathToFileURL(`${copy}/`) });
  return {
    url: server.origin + FOLDER,
    stop: server.close,
    /** Publishes another build: with a name in its page, and with another name of each script. */
    async replace(build) {
      const scripts = (await readdir(join(copy, "assets"))).filter((name) => /\.js$/.test(name));
      const renamed = (text) =>
        scripts.reduce((text, name) => text.replaceAll(name, `x${name}`), text);
      for (const name of scripts) {
        await edit(join(copy, "assets", name), renamed);
        await rename(join(copy, "assets", name), join(copy, "assets", `x${name}`));
      }
      await edit(join(copy, "index.html"), (text) =>
        renamed(text).replace(/<html [^>]*>/, `<html lang="en" data-build="${build}">`),
      );
      await stamp(copy);
    },
    /** Damages a file of the build, as if it was not completely published. */
    damage: (name) => edit(join(copy, name), (text) => `${text}\n`),
    async close() {
      server.close();
      await rm(copy, { recursive: true });
    },
  };
}
