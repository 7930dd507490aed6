/** A search in a worker, as seen from the calling thread. */
import { ImmError } from "./errors.js";
import type { Reply, Request } from "./messages.js";
import { METHODS, type Progress, type RunOptions, type Search } from "./search.js";
import type { OpenOptions } from "./types.js";

/** A worker, in a browser or in Node.js. */
interface Peer {
  send(request: Request): void;
  /** Exists only in Node.js. Node.js ends a program if none of the program's workers is busy. */
  setBusy?(busy: boolean): void;
  close(): void;
}

/** Starts a worker that runs `worker.js`. */
async function startWorker(
  receive: (reply: Reply) => void,
  fail: (why: string) => void,
): Promise<Peer> {
  if (typeof Worker === "undefined") {
    const node = await import(/* @vite-ignore */ "node:worker_threads");
    const worker = new node.Worker(new URL("./worker.js", import.meta.url));
    worker.on("message", receive);
    worker.on("error", (error) => fail(String(error)));
    return {
      send: (request) => worker.postMessage(request),
      setBusy: (busy) => (busy ? worker.ref() : worker.unref()),
      close: () => void worker.terminate(),
    };
  }
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<Reply>) => receive(data);
  worker.onerror = (event) => fail(event.message || "the worker could not be started");
  return { send: (request) => worker.postMessage(request), close: () => worker.terminate() };
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
  onProgress?: ((progress: Progress) => void) | undefined;
}

type Asked = Request extends infer R ? (R extends { id: number } ? Omit<R, "id"> : never) : never;

/** Sends requests to the worker, and stores the requests that wait for a reply. */
class Client {
  readonly #waiting = new Map<number, Waiting>();
  #peer: Peer | undefined;
  #last = 0;

  async start(): Promise<void> {
    this.#peer = await startWorker(
      (reply) => this.#receive(reply),
      (why) => this.#rejectAll(new ImmError(why, 0)),
    );
  }

  ask(request: Asked, onProgress?: (progress: Progress) => void): Promise<unknown> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      if (!this.#peer) return reject(new ImmError("the search is closed", 0));
      this.#waiting.set(id, { resolve, reject, onProgress });
      this.#peer.setBusy?.(true);
      this.#peer.send({ ...request, id } as Request);
    });
  }

  stop(): void {
    this.#peer?.send({ do: "stop" });
  }

  close(): void {
    this.#peer?.close();
    this.#peer = undefined;
    this.#rejectAll(new ImmError("the search is closed", 0));
  }

  #receive(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    if ("progress" in reply) {
      waiting?.onProgress?.(reply.progress);
      return;
    }
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#peer?.setBusy?.(false);
    if ("error" in reply)
      waiting?.reject(new ImmError(reply.error.message, reply.error.status ?? 0));
    else waiting?.resolve(reply.result);
  }

  #rejectAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.#peer?.setBusy?.(false);
  }
}

/** Opens a search in its own worker. A custom game is the default export of the module at a URL. */
export async function remoteSearch(
  module: WebAssembly.Module,
  game: string | URL,
  options: OpenOptions,
): Promise<Search> {
  const client = new Client();
  await client.start();
  const given = typeof game === "string" ? game : { module: game.href };
  try {
    await client.ask({ do: "open", module, game: given, options });
  } catch (error) {
    client.close();
    throw error;
  }
  const methods = METHODS.map((method) => [
    method,
    (...values: unknown[]) => client.ask({ do: "call", method, values }),
  ]);
  return {
    ...(Object.fromEntries(methods) as Search),
    run: ({ onProgress, every, ...limits }: RunOptions = {}) =>
      client.ask(
        {
          do: "run",
          limits,
          watched: onProgress !== undefined,
          ...(every !== undefined && { every }),
        },
        onProgress,
      ) as ReturnType<Search["run"]>,
    stop: () => client.stop(),
    close: () => client.close(),
  };
}
