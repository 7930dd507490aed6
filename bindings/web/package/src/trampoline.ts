/**
 * Puts JavaScript functions into a WebAssembly table, so that the library can call them. A table
 * accepts only WebAssembly functions. So each function is wrapped in a module of about thirty
 * bytes, which imports the JavaScript function and exports it again.
 */

const TYPES = { i: 0x7f, I: 0x7e, f: 0x7d } as const; // i32, i64, f32

/**
 * The types of results and parameters. "i:ii" takes two i32 and returns one i32; ":i" takes one i32
 * and returns nothing.
 */
export type Signature = string;

const typesOf = (letters: string) => [...letters].map((c) => TYPES[c as keyof typeof TYPES]);
const section = (id: number, bytes: number[]) => [id, bytes.length, ...bytes];

function reexport(signature: Signature): Uint8Array<ArrayBuffer> {
  const [results = "", parameters = ""] = signature.split(":");
  const type = [
    0x60,
    parameters.length,
    ...typesOf(parameters),
    results.length,
    ...typesOf(results),
  ];
  const name = [1, 0x66]; // "f"
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // "\0asm", version 1
    ...section(1, [1, ...type]),
    ...section(2, [1, ...name, ...name, 0, 0]), // import the function f.f, of type 0
    ...section(7, [1, ...name, 0, 0]), // export the function 0 as f
  ]);
}

const modules = new Map<Signature, WebAssembly.Module>();

/** Returns a WebAssembly function that calls `f`. */
function wrapped(
  signature: Signature,
  f: (...values: never[]) => unknown,
): WebAssembly.ExportValue {
  const module = modules.get(signature) ?? new WebAssembly.Module(reexport(signature));
  modules.set(signature, module);
  const f_ = f as WebAssembly.ImportValue;
  return new WebAssembly.Instance(module, { f: { f: f_ } }).exports.f as WebAssembly.ExportValue;
}

/** Puts a function into the table, and returns its C function pointer. */
export function pointerTo(
  table: WebAssembly.Table,
  signature: Signature,
  f: (...values: never[]) => unknown,
): number {
  const at = table.grow(1);
  table.set(at, wrapped(signature, f)); // WebKit ignores the second argument of grow()
  return at;
}
