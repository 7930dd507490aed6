// Tests the WebAssembly module of a release without a C program around it: node module.mjs imm.wasm
// [names]
//
// The module imports nothing and plays a game. With `names`, prints the library's exports instead.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

const module = await WebAssembly.compile(await readFile(process.argv[2]));
assert.deepEqual(WebAssembly.Module.imports(module), []);
if (process.argv[3] === "names") {
  const names = WebAssembly.Module.exports(module).map(({ name }) => name);
  console.log(names.filter((name) => name !== "memory" && name !== "__heap_base").join("\n"));
  process.exit();
}

const { exports: imm } = await WebAssembly.instantiate(module);
const SIZE = 1 << 20;
const block = (imm.__heap_base.value + 15) & ~15;
imm.memory.grow((block + SIZE + 65536 - imm.memory.buffer.byteLength + 65535) >> 16);
const place = block + SIZE;
assert.equal(imm.imm_init(block, SIZE, imm.imm_kalah(), 0, place), 0);
const state = new Uint32Array(imm.memory.buffer, place, 1)[0];
let plies = 0;
for (; imm.imm_outcome(state) === 0; plies++) {
  assert.equal(imm.imm_step(state, 200), 0);
  assert.equal(imm.imm_get_report(state, place + 16), 0);
  const best = new Uint32Array(imm.memory.buffer, place + 16, 64);
  const move = best[0];
  assert.equal(imm.imm_play(state, move), 0);
}
assert.ok(plies > 10);
