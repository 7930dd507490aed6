/** The program of the worker: one search, controlled by requests from the page. */
import { ImmError } from "./errors.js";
import type { Game } from "./game.js";
import { callable } from "./local.js";
import type { Failed, Reply, Request } from "./messages.js";
import { METHODS, type RunOptions, SLICE, Slices } from "./search.js";
import { State } from "./state.js";

/** The connection to the page, in a browser or in Node.js. */
interface Port {
  postMessage(message: Reply): void;
}

const methods = new Set<string>(METHODS);

function failed(error: unknown): Failed {
  if (error instanceof ImmError) return { message: error.message, status: error.status };
  return { message: error instanceof Error ? error.message : String(error) };
}

/** Handles requests in order of arrival. During a run, requests are handled between the slices. */
class Server {
  readonly #port: Port;
  #slices: Slices | undefined;
  #call: ((method: string, values: readonly unknown[]) => unknown) | undefined;

  constructor(port: Port) {
    this.#port = port;
  }

  async receive(request: Request): Promise<void> {
    if (request.do === "stop") {
      this.#slices?.stop();
      return;
    }
    const { id } = request;
    try {
      this.#port.postMessage({ id, result: await this.#result(request) });
    } catch (error) {
      this.#port.postMessage({ id, error: failed(error) });
    }
  }

  async #result(request: Exclude<Request, { do: "stop" }>): Promise<unknown> {
    if (request.do === "open") return this.#open(request);
    if (request.do === "run") {
      const onProgress = (progress: RunProgress) =>
        this.#port.postMessage({ id: request.id, progress });
      const options: RunOptions = { ...request.limits };
      if (request.every !== undefined) options.every = request.every;
      if (request.watched) options.onProgress = onProgress;
      return this.#slices?.run(options);
    }
    if (!methods.has(request.method)) throw new ImmError(`there is no ${request.method}()`, 0);
    return this.#call?.(request.method, request.values);
  }

  async #open({ module, game, options }: Extract<Request, { do: "open" }>): Promise<void> {
    const rules = typeof game === "string" ? game : await gameOf(game.module);
    const state = await State.open(module, rules, options);
    this.#slices = new Slices(state, SLICE.worker);
    this.#call = callable(state, this.#slices);
  }
}

type RunProgress = Parameters<NonNullable<RunOptions["onProgress"]>>[0];

/** Loads a custom game from the URL of its module, because functions cannot be sent to a worker. */
async function gameOf(url: string): Promise<Game> {
  const { default: game } = (await import(/* @vite-ignore */ url)) as { default: Game };
  return game;
}

if (typeof self === "undefined") {
  // No await here: by default, Vite builds workers as scripts, which cannot wait at the top level.
  import(/* @vite-ignore */ "node:worker_threads").then(({ parentPort }) => {
    if (!parentPort) return;
    const server = new Server(parentPort);
    parentPort.on("message", (request: Request) => server.receive(request));
  });
} else {
  const server = new Server(self as unknown as Port);
  self.onmessage = ({ data }: MessageEvent<Request>) => server.receive(data);
}
