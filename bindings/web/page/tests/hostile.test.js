// Invalid input gives a message, and the page still works.
import { test } from "node:test";
import { button, click, closeDialog, openExperts, openPage, waitForPlies } from "./browser.js";

/** Checks that the page can still be played. */
async function stillPlays(page) {
  if (await page.locator("dialog").isVisible()) await closeDialog(page);
  await openExperts(page);
  await page.getByLabel("Memory of a player").fill("64 MiB");
  await closeDialog(page);
  await button(page, "Kalah").click();
  await page.locator(".board.kalah").waitFor();
  await openExperts(page);
  await page.getByLabel("Who plays South").selectOption("person");
  await page.getByLabel("Who plays North").selectOption("level1");
  await closeDialog(page);
  await button(page, "Kalah").click();
  await waitForPlies(page, 0);
  await click(page, "first-0");
  await waitForPlies(page, 2, { least: true });
}

const complains = (page, words) => page.locator(".notice", { hasText: words }).waitFor();

for (const [link, words] of [
  ["game=chess", 'names no game: "chess"'],
  ["nonsense", "names no game"],
  ["%", "names no game"],
  ["game=othello&moves=d3_z9", 'Move 2, "z9"'],
  ["game=othello&moves=%F0%9F%98%80%00", "Move 1"],
  ["game=othello&start=wwww", "not a position of this game"],
  ["game=kalah&start=999,4,4,4,4,4|0|4,4,4,4,4,4|0%201", "not a position of this game"],
  [
    "game=connect_four&start=......x/......./......./......./......./.......%202",
    "has an empty square below it",
  ],
  ["game=connect_four&start=%3Cscript%3Ealert(1)%3C/script%3E", "not a position of Connect Four"],
  [`game=breakthrough&start=${"b".repeat(20_000)}`, "not a position of this game"],
  ["game=onitama&ms=forever", 'says "forever"'],
  ["game=onitama&first=best&ms=4294967296", "ms: expected a number from 0 to 4294967295"],
]) {
  test(`a link with ${link.slice(0, 60)}`, async () => {
    const page = await openPage(link);
    await complains(page, words);
    await stillPlays(page);
    await page.done();
  });
}

test("a link with a player that there is none", async () => {
  const page = await openPage("game=othello&first=person&second=mcts(im9)");
  await page.getByText("out of range in 'im9'").waitFor();
  await stillPlays(page);
  await page.done();
});

test("a link that comes while a game is played", async () => {
  const page = await openPage("game=othello");
  await page.evaluate(() => {
    location.hash = "game=othello&moves=a1";
  });
  await complains(page, 'Move 1, "a1"');
  await page.evaluate(() => {
    location.hash = "game=othello&moves=d3&first=person&second=person";
  });
  await waitForPlies(page, 1);
  await page.done();
});

test("too little memory, and too much", async () => {
  const page = await openPage("game=loa&first=level2&second=person");
  await button(page, "Analysis").click();
  await openExperts(page);
  await page.getByLabel("Memory of a player").fill("100");
  await complains(page, "bytes are too small for this game and player");
  await page.getByLabel("Memory of a player").fill("50 GB");
  await complains(page, "memory: expected a whole number from 0 to 4294967295, got 53687091200");
  await page.getByLabel("Memory of a player").fill("lots");
  await page.getByText("an amount such as 64 MiB").waitFor();
  await stillPlays(page);
  await page.done();
});
