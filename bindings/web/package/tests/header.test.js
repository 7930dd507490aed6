// What src/header.ts says of structs and constants is what imm.h says.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import * as header from "../dist/header.js";

const text = await readFile(new URL("../../../../include/imm.h", import.meta.url), "utf8");

const TYPES = {
  uint8_t: "u8",
  uint16_t: "u16",
  uint32_t: "u32",
  uint64_t: "u64",
  imm_move: "u32",
  int32_t: "i32",
  imm_proof: "i32",
  imm_stopped: "i32",
  float: "f32",
};

/** The fields of a struct of imm.h, and their types as src/header.ts calls them. */
function fieldsOf(name) {
  const [, body] = new RegExp(`^struct ${name} \\{\\n(.*?)^\\};`, "ms").exec(text);
  const declarations = body
    .replace(/\/\/.*$/gm, "")
    .split(";")
    .map((one) => one.trim());
  return Object.fromEntries(
    declarations.filter(Boolean).map((one) => {
      const [, callback] = /\(\*(\w+)\)/.exec(one) ?? [];
      if (callback) return [callback, "pointer"];
      const [, type, star, field, length] = /^(.*?)\s*(\*?)(\w+)(?:\[(\d+)\])?$/s.exec(one);
      if (star) return [field, "pointer"];
      return [field, length ? `${TYPES[type]}[${length}]` : TYPES[type]];
    }),
  );
}

for (const name of ["game", "config", "limits", "report", "candidate", "node"]) {
  test(`struct imm_${name}`, () => {
    const ours = header[name.toUpperCase()].fields;
    const theirs = fieldsOf(`imm_${name}`);
    assert.deepEqual(Object.entries(ours), Object.entries(theirs));
  });
}

test("constants", () => {
  const value = (name) => {
    const [, written] = new RegExp(`^#define ${name} (.*)$`, "m").exec(text);
    if (written === "INT32_MIN") return -(2 ** 31);
    const number = Number(/(\d+)\)+$/.exec(written)[1]);
    return written.startsWith("(-") ? -number : number;
  };
  const names = Object.keys(header).filter((name) => name.startsWith("IMM_"));
  assert.ok(names.length > 10);
  for (const name of names) assert.equal(header[name], value(name), name);
  header.OUTCOMES.forEach((word, i) => {
    const name = { ongoing: "ONGOING", first: "FIRST_WINS", second: "SECOND_WINS", draw: "DRAW" }[
      word
    ];
    assert.equal(value(`IMM_${name}`), i);
  });
  header.PROOFS.forEach((word, i) => {
    const name =
      { open: "UNPROVEN", draw: "PROVEN_DRAW" }[word] ?? `PROVEN_${word.toUpperCase()}_WINS`;
    assert.equal(value(`IMM_${name}`), i);
  });
  header.STOPS.forEach((word, i) => {
    assert.equal(value(`IMM_STOPPED_${word === "stopped" ? "FLAG" : word.toUpperCase()}`), i);
  });
});
