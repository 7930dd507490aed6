// axe-core finds no violation in any state of the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { openPage, picture } from "./browser.js";
import { GAMES } from "./games.js";

async function isAccessible(page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 200)).join("\n  ")}`,
  );
  assert.deepEqual(told, []);
}

const people = "first=person&second=person";

for (const colorScheme of ["light", "dark"]) {
  for (const size of ["desktop", "phone"]) {
    test(`watching and setting up, ${colorScheme}, on a ${size}`, async () => {
      const page = await openPage(`game=breakthrough&moves=a2a3_b7b6&${people}`, {
        size,
        colorScheme,
      });
      await isAccessible(page);
      await page.getByRole("switch", { name: "Compare two players" }).click();
      await page.locator("article:nth-of-type(2) .node").nth(3).waitFor();
      await page.getByRole("switch", { name: "Compare two players" }).click();
      await page.getByRole("switch", { name: "Think along" }).click();
      await page.getByLabel("Who plays White").selectOption("notation");
      await page.getByLabel("Player of White").fill("mcts(foo)");
      await page.getByText("Save and load").click();
      await page.getByRole("button", { name: "Set up" }).click();
      await isAccessible(page);
      await picture(page, `all-open-${colorScheme}-${size}`);
      await page.done();
    });
  }
}

for (const game of GAMES) {
  test(`${game}, with a message`, async () => {
    const page = await openPage(`game=${game}&${people}`);
    await page.getByLabel("Move", { exact: true }).fill("nonsense");
    await page.keyboard.press("Enter");
    await page.locator(".notice").waitFor();
    await isAccessible(page);
    await page.done();
  });
}
