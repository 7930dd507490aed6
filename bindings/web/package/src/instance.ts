/** One instance of the WebAssembly module, with its memory and function table. */
import { ImmError } from "./errors.js";
import { IMM_ALIGN, IMM_ERR_TOO_SMALL } from "./header.js";
import { pointerTo, type Signature } from "./trampoline.js";

const PAGE = 65536;

/** A function of `imm.h`. Pointers are numbers; 64-bit numbers are bigints. */
type Exported = (...values: (number | bigint)[]) => number;

/**
 * The library with its own memory, for one search. The memory only grows; it is freed together with
 * the instance.
 */
export class Instance {
  /** The functions of `imm.h`. */
  readonly imm: Record<string, Exported>;
  readonly #memory: WebAssembly.Memory;
  readonly #table: WebAssembly.Table;
  #end: number;
  #view: DataView;

  private constructor(exports: WebAssembly.Exports) {
    this.imm = exports as Record<string, Exported>;
    this.#memory = exports.memory as WebAssembly.Memory;
    this.#table = exports.__indirect_function_table as WebAssembly.Table;
    this.#end = (exports.__heap_base as WebAssembly.Global<"i32">).value;
    this.#view = new DataView(this.#memory.buffer);
  }

  /** Creates an instance of the module, which has no imports. */
  static async of(module: WebAssembly.Module): Promise<Instance> {
    return new Instance((await WebAssembly.instantiate(module)).exports);
  }

  /** A view of the memory. The view can become invalid at the next `reserve()`. */
  get view(): DataView {
    if (this.#view.buffer !== this.#memory.buffer) this.#view = new DataView(this.#memory.buffer);
    return this.#view;
  }

  /**
   * Reserves `size` bytes of memory, aligned for the library, and returns the address of the
   * memory.
   */
  reserve(size: number): number {
    const at = Math.ceil(this.#end / IMM_ALIGN) * IMM_ALIGN;
    const missing = Math.ceil((at + size - this.#memory.buffer.byteLength) / PAGE);
    if (missing > 0) {
      try {
        this.#memory.grow(missing);
      } catch (cause) {
        throw new ImmError(`could not allocate ${size} bytes of memory`, IMM_ERR_TOO_SMALL, {
          cause,
        });
      }
    }
    this.#end = at + size;
    return at;
  }

  /**
   * Adds a JavaScript function to the function table, so that the library can call it. Returns its
   * C function pointer.
   */
  pointerTo(signature: Signature, f: (...values: never[]) => unknown): number {
    return pointerTo(this.#table, signature, f);
  }

  bytes(at: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#memory.buffer as ArrayBuffer, at, size);
  }

  /** Copies bytes into new memory, and returns their address. */
  place(bytes: Uint8Array): number {
    const at = this.reserve(bytes.length);
    this.bytes(at, bytes.length).set(bytes);
    return at;
  }

  /**
   * Returns the error for a status. The error text is `words`, or the library's text if `words` is
   * empty.
   */
  error(status: number, words = ""): ImmError {
    return new ImmError(words || this.text(this.imm.imm_status_text?.(status) ?? 0), status);
  }

  /** Reads a C string in UTF-8. */
  text(at: number): string {
    const all = new Uint8Array(this.#memory.buffer, at);
    return new TextDecoder().decode(all.subarray(0, all.indexOf(0)));
  }
}

/** Encodes a text as a C string, with the terminating NUL. */
export const encoded = (text: string): Uint8Array => new TextEncoder().encode(`${text}\0`);
