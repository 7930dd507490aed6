// Drives a browser with the commands of WebDriver, through a page that has some functions of
// Playwright's pages. Playwright drives neither Debian's Firefox nor Debian's WebKit.
import { spawn } from "node:child_process";

/**
 * Returns the page of a WebDriver session. `send(command, parameters)` sends a command by its name
 * in the standard, such as "ExecuteScript".
 */
export async function pageOf(send, { width, height }) {
  await send("SetWindowRect", { width, height });
  return {
    goto: (url) => send("Navigate", { url }),
    evaluate: (f, argument = null) =>
      send("ExecuteScript", { script: `return (${f})(arguments[0])`, args: [argument] }),
    mouse: { click: (x, y) => send("PerformActions", { actions: [clickAt(x, y)] }) },
  };
}

/** Starts a program, which ends at the latest with this one. */
export function start(command, words, options) {
  const program = spawn(command, words, options);
  process.once("exit", () => program.kill());
  process.once("SIGTERM", () => process.exit(1)); // a test that takes too long
  return program;
}

/** The actions of a mouse that clicks. */
function clickAt(x, y) {
  const button = { button: 0, duration: 0 };
  return {
    type: "pointer",
    id: "mouse",
    parameters: { pointerType: "mouse" },
    actions: [
      { type: "pointerMove", duration: 0, origin: "viewport", x: Math.round(x), y: Math.round(y) },
      { type: "pointerDown", ...button },
      { type: "pointerUp", ...button },
    ],
  };
}

/** Calls `f` until it succeeds, for at most half a minute. */
export async function eventually(f) {
  for (let i = 0; ; i++) {
    try {
      return await f();
    } catch (error) {
      if (i === 300) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
