// The analysis: the engine in plain words, the tree, and the review of a game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, current, openPage, picture, plies, waitForPlies } from "./browser.js";

const people = "first=person&second=person";
const review = async (page) => {
  await button(page, "Analysis").click();
  await button(page, "Review the game").click();
  await button(page, "Stop").waitFor();
  await button(page, "Review the game").waitFor();
};
const advice = (page) => page.locator(".advice").innerText();
const badges = (page) => page.locator(".arrows g.hint").count();

test("one switch turns the analysis on and off", async () => {
  const page = await openPage("game=othello&first=person&second=level1");
  assert.equal(await page.locator(".analysis, .eval, .arrows g.ghost").count(), 0);
  await button(page, "Analysis").click();
  await page.locator(".candidates tbody tr").first().waitFor();
  await page.locator(".arrows g.ghost").first().waitFor();
  assert.match(await page.locator(".verdict").innerText(), /About even|You are ahead|imm is ahead/);
  assert.match(await page.locator(".candidates").innerText(), /Move\s+Your chance\s+Effort/);
  await page.locator('.eval[aria-label="Chance of You"]').waitFor();
  await button(page, "Analysis").click();
  assert.equal(await page.locator(".analysis, .eval, .arrows g.ghost").count(), 0);
  await page.done();
});

test("the engine is off when the game is over", async () => {
  const page = await openPage(`game=connect_four&moves=4_1_4_1_4_1_4&${people}`);
  await button(page, "Analysis").click();
  await page.getByText("Engine is off").waitFor();
  assert.equal(await page.locator(".eval").getAttribute("aria-valuenow"), "100");
  await page.done();
});

test("details: technical numbers, another player, and the look of the tree", async () => {
  const page = await openPage(`game=breakthrough&${people}`);
  await button(page, "Analysis").click();
  await page.locator(".node").nth(3).waitFor();
  assert.doesNotMatch(await page.locator(".engine").innerText(), /Visits|Minimax|Nodes/);
  await page.getByRole("switch", { name: "Details" }).click();
  assert.match(await page.locator(".engine").innerText(), /Visits\s+Value\s+Minimax/);
  await page.getByRole("combobox", { name: "Tree", exact: true }).selectOption("sunburst");
  await page.locator(".tree.sunburst path").nth(3).waitFor();
  await picture(page, "sunburst");
  await page.getByRole("combobox", { name: "Tree", exact: true }).selectOption("icicle");
  await page.getByRole("combobox", { name: "Depth of the tree" }).selectOption("8");
  await page.getByLabel("Player", { exact: true }).fill("bfm()");
  await page.locator(".figures", { hasText: "bfm()" }).waitFor();
  await page.getByLabel("Player", { exact: true }).fill("bfm(foo)");
  await page.getByText("unknown option 'foo'").waitFor();
  await page.done();
});

test("the tree leads to positions ahead, by keys and by clicks", async () => {
  const page = await openPage(`game=breakthrough&${people}`);
  await button(page, "Analysis").click();
  await page.locator(".node").nth(3).waitFor();
  await page.locator('.node:not([data-path=""])').first().focus();
  await page.keyboard.press("Enter");
  await page.getByText("Looking ahead").waitFor();
  await button(page, "Back to the game").click();
  assert.equal(await page.getByText("Looking ahead").count(), 0);
  await page.locator('.node:not([data-path=""])').first().click();
  await button(page, "Play these").click();
  await waitForPlies(page, 1, { least: true });
  await page.done();
});

test("a review finds the move of Connect Four that lets the opponent win at once", async () => {
  const page = await openPage(`game=connect_four&moves=1_1_2_2_3_3&${people}`);
  await review(page);
  await page.locator('.moves [aria-label="Ply 6, Red, 3, blunder"]').click();
  assert.match(await advice(page), /Red: 3, blunder\. The chance fell from \d+ % to 0 %/);
  assert.equal(await badges(page), 0);
  await button(page, "What was better?").click();
  assert.match(await current(page), /^3/, "the board shows the position before the mistake");
  assert.match(await advice(page), /Better: 4\./);
  assert.equal(await badges(page), 1, "an arrow shows the better move");
  await button(page, "Back to the game").click();
  await page.locator(".graph .blunder").last().click();
  assert.match(await advice(page), /Better: 4\./);
  await page.done();
});

for (const [game, moves, ply, played, better] of [["kalah", "2_5_1_0_4_3_5_0_1_3", 10, "3", "4"]]) {
  test(`a review finds the blunder of a game of ${game}, which a person played`, async () => {
    const page = await openPage(`game=${game}&moves=${moves}&first=person&second=person`);
    await review(page);
    const found = page.locator(".mistakes button", {
      hasText: `${ply}. ${played}, better ${better}`,
    });
    assert.match(await found.innerText(), /^\?\?/);
    await found.click();
    assert.match(await advice(page), new RegExp(`Better: ${better}\\.`));
    await page.done();
  });
}

test("you ask what you should have played", async () => {
  const page = await openPage("game=connect_four&moves=1_1_2_2_3_3_4&first=level1&second=person");
  await button(page, "Review the game").click(); // next to the result
  await button(page, "Stop").waitFor();
  await button(page, "Review the game").waitFor();
  await page.locator('.moves [aria-label="Ply 6, Red, 3, blunder"]').click();
  assert.match(await advice(page), /You: 3, blunder/);
  await button(page, "What should I have played?").click();
  assert.match(await advice(page), /Better: 4\./);
  assert.match(await page.locator(".story").innerText(), /imm: .*mistakes?\. You: \d mistakes?\./);
  await page.done();
});

test("a review shows its progress, and can be stopped", async () => {
  const page = await openPage(`game=othello&moves=d3_c3_b3_d2_c4_b2_d1_e3_f3_e2_f1_b4&${people}`);
  await button(page, "Analysis").click();
  await button(page, "Review the game").click();
  await page.locator(".running", { hasText: "2 of 13" }).waitFor();
  await button(page, "Stop").click();
  await button(page, "Review the game").waitFor();
  const searched = await page.locator(".graph .value").count();
  assert.ok(searched < 13, `${searched} positions of 13`);
  await page.locator(".graph svg").click({ position: { x: 5, y: 30 } });
  assert.equal(await current(page), "Start", "a click on the graph leads to a position");
  assert.equal(await plies(page), 12);
  await page.done();
});

test("find the best move in at most three taps", async () => {
  const page = await openPage("", { size: "phone" });
  await button(page, "Analysis").tap();
  await page.locator(".candidates tbody tr").first().waitFor();
  await page.locator(".arrows g.ghost").first().waitFor();
  await page.done();
});
