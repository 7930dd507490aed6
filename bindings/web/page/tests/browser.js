// Runs the page in a real Chromium.
import { mkdir } from "node:fs/promises";
import { after } from "node:test";
import { chromium } from "playwright-core";
import { serve } from "./server.js";

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
const server = await serve();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: FLAGS,
});
after(async () => {
  await browser.close();
  server.close();
});

export const { counter, origin } = server;

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

export const cell = (page, id) => page.locator(`[data-cell="${id}"]`);

/** Returns the centre of a place of the board, on the screen. */
async function middleOf(page, id) {
  const box = await cell(page, id).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Clicks or taps a place. */
export async function click(page, id) {
  await cell(page, id).scrollIntoViewIfNeeded();
  const [x, y] = await middleOf(page, id);
  if (page.viewportSize().width < 500) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

/** Drags from one place to another. */
export async function drag(page, from, to) {
  await page.mouse.move(...(await middleOf(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(page, to)), { steps: 4 });
  await page.mouse.up();
}

/** Returns the moves that the person may play now, in the library's notation. */
export const legalMoves = (page) =>
  page.locator("#legal-moves option").evaluateAll((options) => options.map(({ value }) => value));

/** Plays a move, given in the notation of the game, by clicks. */
export async function playByClicks(page, game, move) {
  const [way, card] = move.split(":");
  if (way === "pass") return page.locator(`[data-move="${move}"]`).click();
  if (game === "kalah" || game === "oware") return click(page, `first-${move}`);
  if (game === "connect_four") return click(page, `${"abcdefg"[Number(move) - 1]}6`);
  if (game === "othello") return click(page, move);
  await click(page, way.slice(0, 2));
  await click(page, way.slice(2, 4));
  const choices = page.locator(".choices");
  if (card && (await choices.isVisible()))
    await choices.getByRole("button", { name: card }).click();
}

/** Returns the number of moves played. */
export const plies = async (page) => Number(await page.locator(".page").getAttribute("data-plies"));

/** Waits until this number of moves, or more with `least`, are played. */
export const waitForPlies = (page, n, { least = false } = {}) =>
  page.waitForFunction(
    ([n, least]) => {
      const plies = Number(document.querySelector(".page").dataset.plies);
      return least ? plies >= n : plies === n;
    },
    [n, least],
  );

/** Waits until the person is to move, or the game is over. Returns true for the former. */
export async function personsTurn(page) {
  await page.waitForFunction(
    () => document.querySelector(".banner") ?? document.querySelector("#legal-moves option"),
  );
  return (await legalMoves(page)).length > 0;
}
