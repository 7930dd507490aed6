/** The messages between a page and its worker. */
import type { Progress } from "./search.js";
import type { Limits, OpenOptions } from "./types.js";

/** A message to the worker. Each request except `stop` gets replies with the same `id`. */
export type Request =
  | {
      do: "open";
      id: number;
      module: WebAssembly.Module;
      game: string | { module: string };
      options: OpenOptions;
    }
  | { do: "run"; id: number; limits: Limits; every?: number; watched: boolean }
  | { do: "call"; id: number; method: string; values: unknown[] }
  | { do: "stop" };

/** An error, as it is sent in a message. */
export interface Failed {
  message: string;
  status?: number;
}

/** A message from the worker to the page. */
export type Reply =
  | { id: number; result: unknown }
  | { id: number; progress: Progress }
  | { id: number; error: Failed };
