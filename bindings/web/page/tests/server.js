// Serves the folder bindings/web/ over HTTP: the built page at /dist/, the package at /package/dist/.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const root = new URL("../..", import.meta.url);
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".tsv": "text/plain",
};
const packed = new Map();
const VECTORS = new URL("../../tests/firmware/vectors.tsv", root);

/** Starts the server. `sent` counts the bytes of all responses. */
export async function serve() {
  const counter = { sent: 0 };
  const server = createServer(async ({ url }, response) => {
    const path = normalize(new URL(url, "http://x").pathname);
    const file = path === "/vectors.tsv" ? VECTORS : new URL(`.${path}`, root);
    try {
      const body = packed.get(path) ?? gzipSync(await readFile(file), { level: 9 });
      packed.set(path, body);
      counter.sent += body.length;
      const type = TYPES[extname(path)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type, "content-encoding": "gzip" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return { counter, origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}
