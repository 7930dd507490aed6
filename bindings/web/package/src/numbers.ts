/**
 * Checks numbers before they are passed to the library, because WebAssembly would silently wrap
 * numbers that are out of range.
 */
import { ImmError } from "./errors.js";
import { IMM_ERR_OUT_OF_RANGE } from "./header.js";
import type { FieldType, Struct } from "./struct.js";

/** The largest values of C's unsigned integer types. */
const LARGEST = { u8: 0xffn, u16: 0xffffn, u32: 0xffff_ffffn, u64: 0xffff_ffff_ffff_ffffn };

/** An unsigned integer of C. */
type Unsigned = keyof typeof LARGEST;

/**
 * The maximum time in milliseconds. A time may have a fraction, because the library counts
 * microseconds.
 */
const LARGEST_MS = Number(LARGEST.u32);

/** Formats a value for an error message. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  if (typeof value === "function" || (typeof value === "object" && value)) return typeof value;
  return String(value);
}

/** Throws an error that states the expected value and the actual value. */
export function refuse(name: string, expected: string, value: unknown): never {
  throw new ImmError(`${name}: expected ${expected}, got ${shown(value)}`, IMM_ERR_OUT_OF_RANGE);
}

/** Returns `value` if `type` can hold it. Otherwise throws an error that begins with `name`. */
export function whole<T extends Unsigned>(
  name: string,
  value: unknown,
  type: T,
): T extends "u64" ? bigint : number;
export function whole(name: string, value: unknown, type: Unsigned): bigint | number {
  if (type === "u32" && (value as number) >>> 0 === value) return value; // a fast path for the usual case
  const isWhole = typeof value === "bigint" || Number.isInteger(value);
  const n = isWhole ? BigInt(value as bigint | number) : -1n;
  if (n < 0n || n > LARGEST[type]) {
    refuse(name, `a whole number from 0 to ${LARGEST[type]}`, value);
  }
  return type === "u64" ? n : Number(n);
}

/** Returns `value` if it is a number of type int32_t. Otherwise throws an error. */
export function signed(name: string, value: unknown): number {
  if (((value as number) | 0) === value) return value;
  return refuse(name, "a whole number from -2147483648 to 2147483647", value);
}

/**
 * Returns `value` if it is a number, but not NaN. Otherwise throws an error that contains
 * `expected`.
 */
export function real(name: string, value: unknown, expected: string): number {
  if (typeof value === "number" && !Number.isNaN(value)) return value;
  return refuse(name, expected, value);
}

/** Returns `value` if it is a time in milliseconds. Otherwise throws an error. */
export function milliseconds(name: string, value: unknown): number {
  if (typeof value === "number" && value >= 0 && value <= LARGEST_MS) return value;
  return refuse(name, `a number from 0 to ${LARGEST_MS}`, value);
}

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/**
 * Writes the fields in `values` to a struct. The other fields keep their values. Checks every
 * integer.
 */
export function write<F extends Record<string, FieldType>>(
  layout: Struct<F>,
  view: DataView,
  at: number,
  values: { [K in keyof F]?: number | bigint | undefined },
): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const place = at + (layout.offsets[name] ?? 0);
    const type = layout.fields[name];
    const argument = camelCase(name);
    if (type === "u64") view.setBigUint64(place, whole(argument, value, type), true);
    else if (type === "f32") view.setFloat32(place, Number(value), true);
    else if (type === "u16") view.setUint16(place, whole(argument, value, type), true);
    else if (type === "u8") view.setUint8(place, whole(argument, value, type));
    else view.setUint32(place, whole(argument, value, "u32"), true);
  }
}
