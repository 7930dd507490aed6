// Starts WebKit (WebKitGTK's MiniBrowser) on a virtual screen, and sends commands to its WebDriver.
import { freePort } from "./server.js";
import { eventually, pageOf, start } from "./webdriver.js";

/** The paths of WebDriver's commands, below the session. */
const PATHS = {
  Navigate: "url",
  ExecuteScript: "execute/sync",
  PerformActions: "actions",
  SetWindowRect: "window/rect",
};

/** Starts WebKit. Returns its page, its version and a function that closes it. */
export async function startWebKit(size) {
  const screen = `${size.width}x${size.height}x24`;
  const words = ["-displayfd", "3", "-screen", "0", screen, "-nolisten", "tcp"];
  const server = start("Xvfb", words, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const number = await new Promise((resolve) => server.stdio[3].once("data", resolve));
  const env = { ...process.env, DISPLAY: `:${String(number).trim()}`, GDK_BACKEND: "x11" };
  const port = await freePort();
  const driver = start("WebKitWebDriver", [`--port=${port}`], { env, stdio: "ignore" });

  const request = async (path, body, method = "POST") => {
    const url = `http://127.0.0.1:${port}/session${path}`;
    const response = await fetch(url, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(value.message);
    return value;
  };
  const { sessionId, capabilities } = await eventually(() => request("", { capabilities: {} }));
  const send = (command, body) => request(`/${sessionId}/${PATHS[command]}`, body);
  return {
    page: await pageOf(send, size),
    version: `WebKitGTK ${capabilities.browserVersion}`,
    async close() {
      await request(`/${sessionId}`, undefined, "DELETE");
      driver.kill();
      server.kill();
    },
  };
}
