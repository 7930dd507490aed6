// Animations and sound: on, off, and as the system says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, click, closeDialog, openPage, plies, waitForPlies } from "./browser.js";

const people = "first=person&second=person";

/** Records the animations, and the seeds of a house over time. */
const record = (page) =>
  page.evaluate(() => {
    window.kinds = new Set();
    window.seeds = [];
    const look = () => {
      for (const { effect } of document.getAnimations()) {
        const { target } = effect;
        if (target.closest?.(".pieces")) window.kinds.add(target.getAttribute("class") ?? "piece");
      }
      const label = document.querySelector('[data-cell="first-store"]')?.ariaLabel ?? "";
      if (window.seeds.at(-1) !== label) window.seeds.push(label);
      requestAnimationFrame(look);
    };
    look();
  });
const kinds = (page) =>
  page.evaluate(() => [...new Set([...window.kinds].map((one) => one.split(" ")[0]))].sort());

test("seeds are sown one by one, and imm waits for them", async () => {
  const page = await openPage("game=kalah&first=person&second=level1", {
    reducedMotion: "no-preference",
  });
  await record(page);
  await click(page, "first-5");
  await page.waitForTimeout(200);
  assert.equal(await plies(page), 1, "imm does not move before the seeds are sown");
  await waitForPlies(page, 2, { least: true });
  assert.deepEqual(await kinds(page), ["seed"]);
  const seeds = await page.evaluate(() => window.seeds);
  assert.deepEqual(seeds.slice(0, 2), ["South, store, 0 seeds", "South, store, 1 seed"]);
  await page.done();
});

for (const [game, moves, expected] of [
  ["othello", ["d3"], ["body", "piece"]],
  ["connect_four", ["d1"], ["piece"]],
  ["breakthrough", ["a2", "a3"], ["piece"]],
]) {
  test(`pieces of ${game} move; without animation they jump`, async () => {
    const page = await openPage(`game=${game}&${people}`, { reducedMotion: "no-preference" });
    await record(page);
    for (const cell of moves) await click(page, cell);
    await page.waitForTimeout(600);
    assert.deepEqual(await kinds(page), expected);
    await button(page, "Take back").click();
    await button(page, "Settings").click();
    await page.getByRole("switch", { name: "Animation" }).click();
    await closeDialog(page);
    await record(page);
    for (const cell of moves) await click(page, cell);
    await page.waitForTimeout(300);
    assert.equal(await plies(page), 1);
    assert.deepEqual(await kinds(page), []);
    await page.done();

    const calm = await openPage(`game=${game}&${people}`, { reducedMotion: "reduce" });
    await record(calm);
    for (const cell of moves) await click(calm, cell);
    await calm.waitForTimeout(300);
    assert.equal(await plies(calm), 1);
    assert.deepEqual(await kinds(calm), []);
    await calm.done();
  });
}

test("sound is off at first, and each move has a tone when it is on", async () => {
  const page = await openPage(`game=othello&${people}`);
  await page.evaluate(() => {
    window.tones = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...times) {
      window.tones++;
      return start.apply(this, times);
    };
  });
  await click(page, "d3");
  await waitForPlies(page, 1);
  assert.equal(await page.evaluate(() => window.tones), 0);
  await button(page, "Settings").click();
  await page.getByRole("switch", { name: "Sound" }).click();
  await closeDialog(page);
  await click(page, "c3");
  await waitForPlies(page, 2);
  assert.equal(await page.evaluate(() => window.tones), 1);
  await page.done();
});
