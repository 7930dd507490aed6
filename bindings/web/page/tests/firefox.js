// Starts Firefox without a screen, and sends WebDriver's commands over Firefox's own protocol,
// Marionette: JSON texts after their lengths.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, pageOf, start } from "./webdriver.js";

/** Settings: a free port, and no connections to other servers. */
const SETTINGS = {
  "marionette.port": 0,
  "app.normandy.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,#remote-settings-dummy/v1",
};

/** Starts Firefox. Returns its page, its version and a function that closes it. */
export async function startFirefox(size) {
  const profile = await mkdtemp(join(tmpdir(), "imm-firefox-"));
  const lines = Object.entries(SETTINGS).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, "user.js"), lines.join(""));
  const words = ["--headless", "--no-remote", "--marionette", "--profile", profile];
  const browser = start("firefox-esr", words, { stdio: "ignore" });
  const ended = new Promise((resolve) => browser.once("exit", resolve));
  const port = await eventually(async () => {
    return Number(await readFile(join(profile, "MarionetteActivePort"), "utf8"));
  });
  const { send, end } = connectTo(port);
  const { capabilities } = await send("NewSession", {});
  return {
    page: await pageOf(send, size),
    version: `Firefox ${capabilities.browserVersion}`,
    async close() {
      end();
      browser.kill();
      await ended;
      await rm(profile, { recursive: true, maxRetries: 5 });
    },
  };
}

/** Connects to Marionette. A command is [0, id, name, parameters], a reply [1, id, error, result]. */
function connectTo(port) {
  const socket = connect(port, "127.0.0.1");
  const waiting = new Map();
  let last = 0;
  let bytes = Buffer.alloc(0);
  const receive = (message) => {
    if (!Array.isArray(message)) return; // the first message introduces the server
    const [, id, error, result] = message;
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(new Error(error.message));
    else resolve?.(result !== null && "value" in result ? result.value : result);
  };
  socket.on("data", (more) => {
    bytes = Buffer.concat([bytes, more]);
    for (;;) {
      const start = bytes.indexOf(":") + 1;
      const end = start + Number(bytes.subarray(0, start - 1));
      if (start === 0 || bytes.length < end) return;
      receive(JSON.parse(bytes.subarray(start, end)));
      bytes = bytes.subarray(end);
    }
  });
  return {
    send: (command, parameters) =>
      new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject });
        const text = JSON.stringify([0, last, `WebDriver:${command}`, parameters]);
        socket.write(`${Buffer.byteLength(text)}:${text}`);
      }),
    end: () => socket.destroy(),
  };
}
