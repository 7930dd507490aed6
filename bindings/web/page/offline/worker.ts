/**
 * The service worker. It stores all files of the build at the first visit, and serves the page from
 * these copies, with or without a network.
 *
 * The browser reads this file again at each visit. If another build was published, the file has
 * another version. The new service worker then stores the files of the new build, and the next
 * visit shows them. Each build has a cache of its own, so that a page never mixes files of two builds.
 */

/** The build's version, a hash of all its files. stamp.js adds it at the top of this file. */
declare const VERSION: string;
/** The files of the build, relative to this file, with their checksums (`integrity`). */
declare const FILES: Record<string, string>;

const scope = self as unknown as ServiceWorkerGlobalScope;
const { scope: folder } = scope.registration;
/** The page that the browser shows for the address of the folder. */
const INDEX = "index.html";
/** Caches belong to all pages of a server, so their names contain the folder of this page. */
const PREFIX = `imm ${folder} `;

/** The name of a file in this folder contains a hash of its contents. So a copy is never outdated. */
const isHashed = (path: string) => path.startsWith("assets/");

/** Returns a file of this build: from the cache of another build if possible, or from the server. */
async function fetchFile(path: string): Promise<Response> {
  const known = isHashed(path) && (await caches.match(path, { ignoreVary: true }));
  if (known) return known;
  const cache = isHashed(path) ? "force-cache" : "no-cache";
  const response = await fetch(path, { integrity: FILES[path] ?? "", cache });
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return new Response(response.body, response); // a copy, because pages refuse redirected responses
}

async function install(): Promise<void> {
  const name = PREFIX + VERSION;
  await caches.delete(name); // the order of the caches is the order of the builds
  const cache = await caches.open(name);
  try {
    const store = async (path: string) => cache.put(path, await fetchFile(path));
    await Promise.all(Object.keys(FILES).map(store));
  } catch (error) {
    await caches.delete(name); // for example while a build is being published; the next visit tries again
    throw error;
  }
  await scope.skipWaiting();
}

/** Keeps the files of this build, and of the build before it, which open pages may still use. */
async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(names.slice(0, -2).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

async function answer(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(PREFIX + VERSION);
  const options = { ignoreVary: true };
  const found = (await cache.match(path, options)) ?? (await caches.match(path, options));
  return found ?? fetch(request); // the browser may have deleted the caches
}

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const [url = ""] = request.url.split(/[?#]/);
  if (request.method !== "GET" || !url.startsWith(folder)) return;
  const path = url.slice(folder.length) || INDEX;
  if (path in FILES || isHashed(path)) event.respondWith(answer(request, path));
});
