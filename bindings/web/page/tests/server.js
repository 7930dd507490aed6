// Serves folders over HTTP, compressed.
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createSocket } from "node:net";
import { extname, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
  ".tsv": "text/plain",
};
const packed = new Map();

async function compressed(file) {
  const key = `${file} ${(await stat(file)).mtimeMs}`;
  const body = packed.get(key) ?? gzipSync(await readFile(file), { level: 9 });
  packed.set(key, body);
  return body;
}

/** Returns the file that a request asks for. For a folder, this is its index.html. */
function fileOf(path, places) {
  const place = Object.keys(places).find((place) => path.startsWith(place));
  const name = path.slice(place.length);
  const found = name ? new URL(`./${name}`, places[place]) : places[place];
  return found.pathname.endsWith("/") ? new URL("index.html", found) : found;
}

/**
 * Starts a server. `places` has the URL of a folder or file for each path. The first path that a
 * request begins with counts. `sent` counts the bytes of all responses.
 */
export async function serve(places) {
  const counter = { sent: 0 };
  const server = createServer(async ({ url }, response) => {
    try {
      const file = fileOf(normalize(new URL(url, "http://x").pathname), places);
      const body = await compressed(file);
      counter.sent += body.length;
      const type = TYPES[extname(file.pathname)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type, "content-encoding": "gzip" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return {
    counter,
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns a port that no program uses. */
export async function freePort() {
  const server = createSocket();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
