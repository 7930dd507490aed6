// axe-core finds no violation in any state of the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { button, click, closeDialog, notice, openExperts, openPage, picture } from "./browser.js";
import { GAMES } from "./games.js";

/** Checks the page, or a part of the page. */
async function isAccessible(page, part = "html") {
  const axe = new AxeBuilder({ page }).include(part).options({ resultTypes: ["violations"] });
  const { violations } = await axe.analyze();
  const told = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 200)).join("\n  ")}`,
  );
  assert.deepEqual(told, []);
}

const people = "first=person&second=person";

for (const colorScheme of ["light", "dark"]) {
  for (const size of ["desktop", "phone"]) {
    const look = { size, colorScheme };
    test(`the first screen, and the dialogs, ${colorScheme}, on a ${size}`, async () => {
      const page = await openPage("", look);
      await isAccessible(page);
      for (const name of ["New game", "Rules"]) {
        await button(page, name).click();
        await isAccessible(page, "dialog");
        await closeDialog(page);
      }
      await openExperts(page);
      await page.getByLabel("Who plays North").selectOption("notation");
      await page.getByLabel("Player of North").fill("mcts(foo)");
      await page.getByText("Save and load").click();
      await isAccessible(page, "dialog");
      await picture(page, `experts-${colorScheme}-${size}`);
      await button(page, "Set up a position").click();
      await isAccessible(page, "main");
      await page.done();
    });

    test(`the analysis, ${colorScheme}, on a ${size}`, async () => {
      const page = await openPage(`game=connect_four&moves=1_1_2_2_3_3&${people}`, look);
      await button(page, "Analysis").click();
      await page.locator(".candidates tbody tr").first().waitFor();
      await isAccessible(page);
      await page.getByRole("switch", { name: "Details" }).click();
      await button(page, "Review the game").click();
      await button(page, "Stop").waitFor();
      await isAccessible(page);
      await page.locator(".mistakes button").last().click();
      await page.locator(".arrows g.hint").waitFor();
      await isAccessible(page);
      await picture(page, `analysis-${colorScheme}-${size}`);
      await button(page, "What does implicit minimax do?").click();
      await page.locator("article:nth-of-type(2) .node").nth(3).waitFor();
      await page.getByText("Other players").click();
      await isAccessible(page);
      await picture(page, `explained-${colorScheme}-${size}`);
      await page.done();
    });

    test(`the end of a game, ${colorScheme}, on a ${size}`, async () => {
      const page = await openPage("game=connect_four&moves=4_1_4_1_4_2&second=level1", look);
      await click(page, "d6");
      await page.locator(".banner.won").waitFor();
      await isAccessible(page, "main");
      await page.done();
    });
  }
}

for (const game of GAMES) {
  test(`${game}, with a message`, async () => {
    const page = await openPage(`game=${game}&${people}`);
    await button(page, "Share").click();
    await notice(page).waitFor();
    await isAccessible(page);
    await page.done();
  });
}
