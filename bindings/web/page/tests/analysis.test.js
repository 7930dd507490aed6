// The analysis: what imm thinks, the tree, the comparison of two players, and the graph.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, current, openPage, picture, waitForPlies } from "./browser.js";

const people = "first=person&second=person";

test("watching: candidates, the tree, walking into it; two players side by side", async () => {
  const page = await openPage(`game=breakthrough&${people}`);
  await button(page, "Analysis").click();
  await page.locator(".candidates tbody tr").first().waitFor();
  await page.locator(".arrows g.ghost").first().waitFor();
  await page.locator(".node").nth(3).waitFor();
  await page.getByRole("combobox", { name: "Tree" }).selectOption("sunburst");
  await page.locator(".tree.sunburst path").nth(3).waitFor();
  await picture(page, "sunburst");
  await page.getByRole("combobox", { name: "Tree" }).selectOption("icicle");
  await page.getByRole("combobox", { name: "Plies" }).selectOption("8");
  const node = page.locator('.node:not([data-path=""])').first();
  await node.focus();
  await page.keyboard.press("Enter");
  await page.getByText("Looking ahead").waitFor();
  await button(page, "Back to the game").click();
  assert.equal(await page.getByText("Looking ahead").count(), 0);
  await page.locator('.node:not([data-path=""])').first().click();
  await button(page, "Play these").click();
  await waitForPlies(page, 1, { least: true });
  await page.getByRole("switch", { name: "Compare two players" }).click();
  await page.locator("article:nth-of-type(2) .node").nth(3).waitFor();
  await page.waitForTimeout(1500);
  await picture(page, "comparison");
  const found = await page.locator("article h3 code").allInnerTexts();
  assert.deepEqual(found, ["mcts()", "mcts(im0.4)"]);
  await page.getByLabel("Player B").fill("bfm()");
  await page.locator("article", { hasText: "bfm()" }).waitFor();
  await page.done();
});

test("the graph: the whole game by two players, and a click leads to a position", async () => {
  const page = await openPage(`game=kalah&moves=2_5_0_1_3_2&${people}`);
  await button(page, "Analysis").click();
  await button(page, "Analyse the whole game").click();
  await page.waitForFunction(() => document.querySelectorAll(".graph circle").length === 14);
  await page.locator("figcaption .series").nth(1).waitFor();
  await page.locator(".graph svg").click({ position: { x: 5, y: 30 } });
  assert.equal(await current(page), "Start");
  await page.done();
});
