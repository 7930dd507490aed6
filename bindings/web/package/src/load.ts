/** Loads the WebAssembly module: fetches and compiles each URL once. */

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** The URL of this package's module. */
const here = () => new URL("./imm.wasm", import.meta.url);

/**
 * Compiles the module at a URL, by default the module of this package. If `source` is a compiled
 * module, returns it unchanged.
 */
export function load(
  source: WebAssembly.Module | URL | string = here(),
): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return Promise.resolve(source);
  const key = String(source);
  const module = compiled.get(key) ?? compile(key);
  compiled.set(key, module);
  module.catch(() => compiled.delete(key)); // the next call tries again
  return module;
}

async function compile(url: string): Promise<WebAssembly.Module> {
  if (url.startsWith("file:")) {
    const { readFile } = await import(/* @vite-ignore */ "node:fs/promises");
    return WebAssembly.compile(await readFile(new URL(url)));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  // Some servers send a different content type, which `compileStreaming` refuses.
  const isWasm = response.headers.get("content-type")?.startsWith("application/wasm");
  return isWasm
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
