/**
 * Computes the layout of C structs, with the same field offsets as the C compiler, and reads
 * structs from WebAssembly memory.
 */

const SIZES = { u8: 1, u16: 2, u32: 4, i32: 4, f32: 4, pointer: 4, u64: 8 } as const;

/** The type of a field. For example, `u8[3]` is an array of three bytes. */
export type FieldType = keyof typeof SIZES | `u8[${number}]`;
type Fields = Record<string, FieldType>;

/** The JavaScript type of a field. */
type FieldValue<T extends FieldType> = T extends "u64"
  ? bigint
  : T extends `u8[${number}]`
    ? never
    : number;

/** A struct's values as an object. */
export type Values<F extends Fields> = { [K in keyof F]: FieldValue<F[K]> };

/** The layout of a struct. */
export interface Struct<F extends Fields> {
  readonly fields: F;
  /** The offset of each field in bytes. */
  readonly offsets: { readonly [K in keyof F]: number };
  /** The size of the struct in bytes. */
  readonly size: number;
}

function sizeOf(type: FieldType): { size: number; align: number } {
  const array = /^u8\[(\d+)\]$/.exec(type);
  if (array) return { size: Number(array[1]), align: 1 };
  const size = SIZES[type as keyof typeof SIZES];
  return { size, align: size };
}

const roundUp = (n: number, to: number) => Math.ceil(n / to) * to;

/**
 * Computes the layout of a struct. A number is aligned to its own size, and an array of bytes to 1
 * byte. The struct has the largest alignment of its fields.
 */
export function struct<const F extends Fields>(fields: F): Struct<F> {
  const offsets: Record<string, number> = {};
  let end = 0;
  let largest = 1;
  for (const [name, type] of Object.entries(fields)) {
    const { size, align } = sizeOf(type);
    offsets[name] = roundUp(end, align);
    end = offsets[name] + size;
    largest = Math.max(largest, align);
  }
  return { fields, offsets: offsets as Struct<F>["offsets"], size: roundUp(end, largest) };
}

/** Reads all fields of a struct except arrays. */
export function read<F extends Fields>(layout: Struct<F>, view: DataView, at: number): Values<F> {
  const values: Record<string, number | bigint> = {};
  for (const [name, type] of Object.entries(layout.fields)) {
    const place = at + (layout.offsets[name] ?? 0);
    if (type === "u64") values[name] = view.getBigUint64(place, true);
    else if (type === "f32") values[name] = view.getFloat32(place, true);
    else if (type === "i32") values[name] = view.getInt32(place, true);
    else if (type === "u16") values[name] = view.getUint16(place, true);
    else if (type === "u8") values[name] = view.getUint8(place);
    else if (type === "u32" || type === "pointer") values[name] = view.getUint32(place, true);
  }
  return values as Values<F>;
}
