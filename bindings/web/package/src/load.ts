/** The WebAssembly module, fetched and compiled once. */

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** The module that comes with this package. */
const here = () => new URL("./imm.wasm", import.meta.url);

/** Compiles the module at a URL, that of this package by default; one that is compiled stays as it is. */
export function load(
  source: WebAssembly.Module | URL | string = here(),
): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return Promise.resolve(source);
  const key = String(source);
  const module = compiled.get(key) ?? compile(key);
  compiled.set(key, module);
  module.catch(() => compiled.delete(key)); // may be there the next time
  return module;
}

async function compile(url: string): Promise<WebAssembly.Module> {
  if (url.startsWith("file:")) {
    const { readFile } = await import(/* @vite-ignore */ "node:fs/promises");
    return WebAssembly.compile(await readFile(new URL(url)));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  // Servers that do not know what WebAssembly is send it as something else.
  const isWasm = response.headers.get("content-type")?.startsWith("application/wasm");
  return isWasm
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
