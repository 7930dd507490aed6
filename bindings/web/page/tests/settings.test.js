// Uses every setting, and the settings for experts.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import {
  ARTEFACTS,
  button,
  cell,
  click,
  closeDialog,
  openExperts,
  openPage,
  plies,
  waitForPlies,
} from "./browser.js";

const people = "first=person&second=person";

async function setUp(page) {
  await openExperts(page);
  await button(page, "Set up a position").click();
}

test("seats: a notation, with the error under the field as one types", async () => {
  const page = await openPage(`game=othello&${people}`);
  await openExperts(page);
  await page.getByLabel("Who plays White").selectOption("notation");
  const field = page.getByLabel("Player of White");
  await field.fill("mcts(im0.4,foo)");
  await page.getByText("unknown option 'foo' at character 12").waitFor();
  await field.fill("mcts(efMS)");
  await page.getByText("this game does not have").waitFor();
  await field.fill("ab(tt)");
  await page.getByLabel("Unit of a move's limit").selectOption("simulations");
  await page.getByLabel("A move takes").fill("2000");
  await page.keyboard.press("Tab");
  await closeDialog(page);
  await click(page, "d3");
  await waitForPlies(page, 2);
  await openExperts(page);
  await page.getByLabel("Who plays Black").selectOption("level2");
  await waitForPlies(page, 6, { least: true });
  await page.done();
});

test("a position is set up by clicks and as text", async () => {
  const page = await openPage(`game=breakthrough&${people}`);
  const field = page.getByLabel("Position", { exact: true });
  await setUp(page);
  await click(page, "a7");
  assert.match(await field.inputValue(), /^bbbbbbbb\/\.bbbbbbb\//);
  await button(page, "Black to move").click();
  assert.match(await field.inputValue(), / 2$/);
  await button(page, "Cancel").click();
  assert.match(await cell(page, "a7").getAttribute("aria-label"), /black piece/);
  await setUp(page);
  await field.fill("nothing of the kind");
  await page.getByText("not a position of this game").first().waitFor();
  await field.fill("......../......w./......../......../......../......../.b....../........ 1");
  await button(page, "Play from here").click();
  await click(page, "g7");
  await click(page, "g8");
  assert.equal(await page.locator(".banner strong").innerText(), "White wins");
  await page.done();
  for (const [game, place, changed] of [
    ["kalah", "first-2", /^4,4,5,4/],
    ["oware", "second-store", /\|1 1$/],
    ["othello", "a1", /^b\./],
    ["onitama", "c3", /\.\.w\.\./],
    ["connect_four", "d4", /\.\.\.x\.\.\. 2$/],
  ]) {
    const other = await openPage(`game=${game}&${people}`);
    await setUp(other);
    await click(other, place);
    assert.match(await other.getByLabel("Position", { exact: true }).inputValue(), changed, game);
    await other.done();
  }
});

test("a game is saved and loaded as text and as a file", async () => {
  const page = await openPage(`game=connect_four&moves=4_4_3_2&${people}`);
  await openExperts(page);
  await page.getByText("Save and load").click();
  await button(page, "Show this game").click();
  const field = page.getByLabel("The game as text");
  const text = await field.inputValue();
  const trace = JSON.parse(text);
  assert.equal(trace.game, "connect_four");
  assert.deepEqual(
    trace.plies.map(({ move }) => move),
    ["4", "4", "3", "2"],
  );
  assert.equal(trace.result, null);
  const download = page.waitForEvent("download");
  await button(page, "Save as a file").click();
  const file = `${ARTEFACTS}/saved.jsonl`;
  await (await download).saveAs(file);
  assert.equal(JSON.parse(await readFile(file, "utf8")).plies.length, 4);

  await closeDialog(page);
  await button(page, "Connect Four").click();
  await waitForPlies(page, 0);
  await openExperts(page);
  await page.getByText("Save and load").click();
  await field.fill(text.replace('"move":"2"', '"move":"9"'));
  await button(page, "Load this text").click();
  await page.getByText('Move 4, "9"').waitFor();
  await field.fill(text.replace('"pos":".', '"pos":"x'));
  await button(page, "Load this text").click();
  await page.getByText("the position is").waitFor();
  await field.fill("this is no game");
  await button(page, "Load this text").click();
  await page.getByText("This is not a saved game").waitFor();
  assert.equal(await plies(page), 0);
  await field.fill(text);
  await button(page, "Load this text").click();
  await waitForPlies(page, 4);

  const recorded = new URL("../../../../tests/fixtures/connect_four/games.jsonl", import.meta.url);
  const [first] = (await readFile(recorded, "utf8")).split("\n");
  await writeFile(file, `${first}\n`);
  await page.getByLabel("Load a file").setInputFiles(file);
  await waitForPlies(page, 42);
  await closeDialog(page);
  assert.equal(await page.locator(".banner p").innerText(), "A draw The board is full");
  await page.done();
});

test("light and dark, as the system says and as you choose", async () => {
  const page = await openPage("", { colorScheme: "dark" });
  const theme = () => page.locator("html").getAttribute("data-theme");
  assert.equal(await theme(), "dark");
  await button(page, "Settings").click();
  await page.getByLabel("Theme").selectOption("light");
  assert.equal(await theme(), "light");
  await page.reload();
  await page.locator(".board").waitFor();
  assert.equal(await theme(), "light");
  await page.done();
});

test("coordinates can be hidden", async () => {
  const page = await openPage("game=othello");
  assert.equal(await page.locator(".edge text").count(), 16);
  await button(page, "Settings").click();
  await page.getByRole("switch", { name: "Coordinates" }).click();
  assert.equal(await page.locator(".edge text").count(), 0);
  await page.done();
});

test("the page speaks the language of the browser, or the chosen one", async () => {
  const page = await openPage("game=othello&first=person&second=level1", { locale: "de-AT" });
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  await click(page, "d3");
  await waitForPlies(page, 2);
  await click(
    page,
    (await cell(page, "c4").getAttribute("aria-label")).includes("leer") ? "c4" : "c3",
  );
  const seen = await page.locator(".page").innerText();
  for (const word of ["Regeln", "Neues Spiel", "Zurück", "Stufe 1, Anfänger", "Schwarz", "Weiß"]) {
    assert.ok(seen.includes(word), word);
  }
  for (const word of ["game", "level", "turn", "Black", "White", "Hint", "Settings"]) {
    assert.ok(!seen.includes(word), word);
  }
  await button(page, "Einstellungen").click();
  await page.getByLabel("Sprache").selectOption("en");
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  await page.reload();
  await page.locator(".board").waitFor();
  await button(page, "New game").waitFor();
  await page.done();
});
