// The view that explains implicit minimax, and the positions that it shows.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { load, State } from "imm-search";
import { button, openPage, picture, plies } from "./browser.js";
import { GAMES } from "./games.js";

const file = new URL("../positions/positions.json", import.meta.url);
const { players, memory, seed, games } = JSON.parse(await readFile(file, "utf8"));
const choices = (page) => page.locator(".choice").allInnerTexts();

/** Opens the view with two taps from the game. */
async function explained(hash, look) {
  const page = await openPage(hash, look);
  await button(page, "Analysis").click();
  await button(page, "What does implicit minimax do?").click();
  return page;
}

/** Waits until both searches have ended. */
const searched = (page) =>
  page.waitForFunction(
    () => document.querySelectorAll(".tree").length === 2 && !document.querySelector(".pulse"),
  );

test("there is a position, or the number of searched games, for each game", () => {
  assert.deepEqual(Object.keys(games).sort(), [...GAMES].sort());
  for (const { chosen, ...counts } of Object.values(games)) {
    assert.ok(counts.games > 0 && counts.positions > counts.games && counts.simulations > 0);
    if (chosen) assert.ok(chosen.better.value > chosen.worse.value);
  }
});

for (const [i, [game, { chosen, simulations }]] of Object.entries(games).entries()) {
  if (!chosen) continue;
  const moves = [chosen.mean, chosen.minimax];

  test(`the players choose different moves in ${game}`, async () => {
    const module = await load();
    assert.notEqual(chosen.mean, chosen.minimax);
    for (const [i, player] of players.entries()) {
      const name = game === "connect_four" ? "plugin" : game;
      const state = await State.open(module, name, { player, memory, seed });
      for (const move of chosen.moves.split("_")) state.play(move);
      assert.equal(state.search({ iterations: simulations }).best, moves[i], player);
    }
  });

  test(`the page shows the difference in ${game}`, async () => {
    const colorScheme = i % 2 ? "dark" : "light";
    const size = i % 4 < 2 ? "desktop" : "phone";
    const page = await explained(`game=${game}`, { size, colorScheme });
    await searched(page);
    assert.deepEqual(
      await choices(page),
      moves.map((move) => `plays ${move}`),
    );
    await picture(page, `explained-${game}`);
    await page.done();
  });
}

test("see what implicit minimax changes in at most three taps", async () => {
  const page = await openPage("", { size: "phone" });
  await button(page, "Analysis").tap();
  await button(page, "What does implicit minimax do?").tap();
  await page.locator(".judgement").waitFor();
  await page.done();
});

test("the text is the document's; a button leads back to your game", async () => {
  const page = await explained("game=kalah&moves=2_5&first=person&second=person");
  const text = await page.locator(".method").innerText();
  const path = new URL("../../../../docs/IMPLICIT_MINIMAX.md", import.meta.url);
  const [, sentence] = /^(Implicit minimax keeps both values[^.]*\.)/m.exec(
    await readFile(path, "utf8"),
  );
  assert.ok(text.includes(sentence), text);
  await page.locator(".method img").evaluate((image) => image.decode());
  await button(page, "Back to my game").click();
  await page.locator("#explain:focus").waitFor();
  assert.equal(await plies(page), 2);
  await page.done();
});

test("your own position, other players, and positions of the trees", async () => {
  const page = await explained("game=kalah&moves=2_5&first=person&second=person");
  await button(page, "Use my position").click();
  await searched(page);
  assert.match(await page.locator('[data-cell="first-2"]').getAttribute("aria-label"), /0 seeds/);
  await page.getByText("Other players").click();
  await page.getByLabel("Player B").fill("bfm()");
  await page.locator("article", { hasText: "bfm()" }).waitFor();
  await searched(page);
  const before = await page.locator(".diagram svg").innerHTML();
  await page.locator('article:nth-of-type(2) .node:not([data-path=""])').first().click();
  await button(page, "Back to the position").waitFor();
  assert.notEqual(await page.locator(".diagram svg").innerHTML(), before);
  await button(page, "Back to the position").click();
  await button(page, "Use the example").click();
  await page.locator(".judgement").waitFor();
  await page.done();
});
