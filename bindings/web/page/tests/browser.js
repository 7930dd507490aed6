// Runs the page in a real Chromium.
import { mkdir } from "node:fs/promises";
import { after } from "node:test";
import { chromium } from "playwright-core";
import { serve } from "./server.js";

export * from "./board.js";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const ARTEFACTS = process.env.ARTEFACTS ?? "artefacts";
const PHONE = { deviceScaleFactor: 2, hasTouch: true, isMobile: true };
export const SIZES = {
  desktop: { viewport: { width: 1366, height: 850 } },
  phone: { viewport: { width: 390, height: 664 }, ...PHONE },
  side: { viewport: { width: 664, height: 390 }, ...PHONE },
};

await mkdir(ARTEFACTS, { recursive: true });
const folder = new URL("../..", import.meta.url);
const server = await serve({
  "/vectors.tsv": new URL("../../tests/firmware/vectors.tsv", folder),
  "/": folder, // the built page at /dist/, the package at /package/dist/
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: FLAGS,
});
after(async () => {
  await browser.close();
  server.close();
});

export const { counter, origin } = server;

/** Opens a window of this size. Returns its page, Chromium's version and a function that closes it. */
export async function startChromium(viewport) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  return { page, version: `Chromium ${browser.version()}`, close: () => context.close() };
}

/**
 * Opens the page with a game, the part of a link after the #. An error on the page fails the test.
 * By default, the page has no animations, because the system asks for reduced motion.
 */
export async function openPage(
  hash = "",
  {
    size = "desktop",
    colorScheme = "light",
    path = "/dist/index.html",
    locale = "en",
    reducedMotion = "reduce",
  } = {},
) {
  const permissions = ["clipboard-read", "clipboard-write"];
  const options = { colorScheme, locale, permissions, reducedMotion };
  const context = await browser.newContext({ ...SIZES[size], ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.stack ?? String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.goto(origin + path + (hash && `#${hash}`));
  if (path.startsWith("/dist")) await page.locator(".board").waitFor();
  return Object.assign(page, {
    async done() {
      await context.close();
      if (errors.length) throw new Error(`the page complains: ${errors.join("\n")}`);
    },
  });
}

/** Saves a picture of the page for people to look at. */
export const picture = (page, name, fullPage = true) =>
  page.screenshot({ path: `${ARTEFACTS}/${name}.png`, fullPage });

export const button = (page, name) => page.getByRole("button", { name, exact: true });
export const notice = (page) => page.locator(".notice");
export const current = (page) => page.locator('.moves [aria-current="true"]').innerText();

/** Opens the settings for experts. */
export async function openExperts(page) {
  await button(page, "Settings").click();
  await page.getByText("Experts").click();
}

/** Closes the open dialog. */
export async function closeDialog(page) {
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
}
