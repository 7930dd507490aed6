// In each browser: the page loads, imm searches in a worker, a whole game is played by clicks, the page
// works offline, and a new build replaces the old one. Nothing is reported on the console, and nothing
// violates the policy. BROWSERS lists the browsers: chromium, firefox, webkit.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { legalMoves, personsTurn, playByClicks, plies, until, waitForPlies } from "./board.js";
import { publish } from "./site.js";

const SIZE = { width: 1366, height: 850 };
const START = {
  chromium: async () => {
    const { startChromium } = await import("./browser.js");
    return startChromium(SIZE);
  },
  firefox: async () => (await import("./firefox.js")).startFirefox(SIZE),
  webkit: async () => (await import("./webkit.js")).startWebKit(SIZE),
};

/** Opens the page in a new document. */
async function visit(page, url) {
  await page.goto("about:blank");
  await page.goto(url);
  await until(page, () => document.querySelector(".board") !== null);
}

/** Opens the page for the first time, and waits until the service worker has stored its files. */
async function visitFirst(page, url) {
  await visit(page, url);
  await until(page, () => navigator.serviceWorker.controller?.state === "activated");
}

const noComplaints = async (page) =>
  assert.deepEqual(await page.evaluate(() => window.complaints), []);

/**
 * True if the service worker shows the build with this name at the next visit. Sends no requests,
 * because Chromium updates a service worker only while it has nothing to do.
 */
const isServed = async (build) => {
  const newest = await caches.open((await caches.keys()).at(-1));
  const index = await (await newest.match("index.html"))?.text();
  const { installing, waiting, active } = await navigator.serviceWorker.getRegistration();
  const isActive = !installing && !waiting && active?.state === "activated";
  return isActive && index?.includes(`data-build="${build}"`);
};

/** Lets the browser look for a new build, and waits until the attempt has ended. */
const tryToUpdate = async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const worker = registration.installing;
  while (worker?.state === "installing") await new Promise((resolve) => setTimeout(resolve, 20));
};

/** Plays a move by a click, and waits for imm's move. Returns false after the end of the game. */
async function playOne(page, game) {
  if (!(await personsTurn(page))) return false;
  const before = await plies(page);
  const [move] = await legalMoves(page);
  await playByClicks(page, game, move);
  await waitForPlies(page, before + 1, { least: true });
  return true;
}

for (const name of (process.env.BROWSERS ?? "chromium").split(",")) {
  const { page, version, close } = await START[name]();
  console.log(version);
  after(close);

  test(`${name}: a game to its end by clicks, against imm in a worker`, async (t) => {
    const site = await publish();
    t.after(site.close);
    await visitFirst(page, `${site.url}index.html#game=connect_four&first=person&second=level2`);
    while (await playOne(page, "connect_four"));
    assert.ok((await plies(page)) > 6);
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => name),
    );
    assert.ok(
      loaded.some((file) => /worker.*\.js$/.test(file)),
      loaded.join("\n"),
    );
    await noComplaints(page);
  });

  test(`${name}: the page works offline after the first visit`, async (t) => {
    const site = await publish();
    t.after(site.close);
    const link = `${site.url}#game=othello&first=person&second=level1`;
    await visitFirst(page, link);
    await noComplaints(page);
    site.stop();
    await visit(page, link);
    assert.ok(await playOne(page, "othello"));
    assert.ok(await playOne(page, "othello"));
    await noComplaints(page);
    await visit(page, `${site.url}index.html?another#game=kalah&first=person&second=level1`);
    assert.ok(await playOne(page, "kalah"));
    await noComplaints(page);
  });

  test(`${name}: a new build replaces the old one on the second visit`, async (t) => {
    const site = await publish();
    t.after(site.close);
    const link = `${site.url}#game=kalah&first=person&second=level1`;
    const build = () =>
      page.evaluate(() => document.documentElement.dataset.build ?? "first build");
    await visitFirst(page, link);

    await site.replace("second build");
    await visit(page, link);
    assert.equal(await build(), "first build");
    await until(page, isServed, "second build");
    await page.evaluate(() => {
      location.hash = "game=othello&first=person&second=level2";
    });
    await until(page, () => document.querySelector(".board.othello"));
    assert.ok(
      await playOne(page, "othello"),
      "the open page can still start the first build's worker",
    );
    await noComplaints(page);
    await visit(page, link);
    assert.equal(await build(), "second build");

    await site.replace("damaged build");
    await site.damage("index.html");
    await page.evaluate(tryToUpdate);
    await visit(page, link);
    assert.equal(await build(), "second build");

    await site.replace("last build");
    await page.evaluate(tryToUpdate);
    await until(page, isServed, "last build");
    await visit(page, link);
    assert.equal(await build(), "last build");
    assert.ok(await playOne(page, "kalah"));
    assert.equal(await page.evaluate(async () => (await caches.keys()).length), 2);
    await noComplaints(page);
  });
}
