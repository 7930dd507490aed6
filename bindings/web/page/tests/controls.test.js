// Every control of the page is used.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { ARTEFACTS, cell, click, drag, openPage, picture, plies } from "./browser.js";

const button = (page, name, options = {}) =>
  page.getByRole("button", { name, exact: true, ...options });
const people = "first=person&second=person";
const notice = (page) => page.locator(".notice");
const waitForPlies = (page, n) =>
  page.waitForFunction((n) => document.querySelectorAll(".moves li").length - 1 === n, n);
const current = (page) => page.locator('.moves [aria-current="true"]').innerText();

test("undo, redo, going back, going on from there", async () => {
  const page = await openPage(`game=othello&moves=d3_e3_f3&${people}`);
  await button(page, "Undo").click();
  assert.equal(await current(page), "e3");
  await button(page, "Redo").click();
  assert.equal(await current(page), "f3");
  assert.ok(await button(page, "Redo").isDisabled());
  await page.getByRole("button", { name: "Ply 1, Black, d3" }).click();
  assert.equal(await plies(page), 3);
  await button(page, "Go on from here").click();
  assert.equal(await plies(page), 1);
  await page.getByRole("button", { name: "start", exact: true }).click();
  await click(page, "c4"); // another first move replaces the old one
  assert.equal(await current(page), "c4");
  assert.equal(await plies(page), 1);
  await page.done();
});

test("undo takes back imm's move and yours", async () => {
  const page = await openPage("game=kalah&first=person&second=level1");
  await click(page, "first-0");
  await page.getByText("to move").waitFor();
  await page.waitForFunction(() => document.querySelector("#legal-moves option"));
  assert.ok((await plies(page)) >= 2);
  await button(page, "Undo").click();
  assert.equal(await current(page), "start");
  await page.waitForTimeout(300);
  assert.equal(await current(page), "start", "imm does not play while one looks back");
  await page.done();
});

test("a hint; moving now; a pause", async () => {
  const page = await openPage(`game=connect_four&moves=4_1_4_1_4_2&${people}`);
  await button(page, "Hint").click();
  await page.locator(".arrows g.hint").first().waitFor();
  assert.match(await page.locator(".spoken").innerText(), /Hint: 4/);
  await click(page, "d5");
  assert.match(await page.locator(".sidebar.first").innerText(), /has won/);
  assert.match(await page.locator(".spoken").innerText(), /Yellow plays 4. Yellow has won/);
  await page.done();

  const slow = await openPage("game=breakthrough&first=best&second=best&ms=60000");
  await button(slow, "Move now").click();
  await slow.waitForFunction(() => document.querySelectorAll(".moves li").length > 1);
  await button(slow, "Pause").click();
  const before = await plies(slow);
  await slow.waitForTimeout(300);
  assert.equal(await plies(slow), before);
  await button(slow, "Resume").click();
  await button(slow, "Move now").click();
  await waitForPlies(slow, before + 1);
  await slow.done();
});

test("dragging, and letting go where nothing can be done", async () => {
  const page = await openPage(`game=breakthrough&${people}`);
  await drag(page, "a2", "a5");
  assert.equal(await plies(page), 0);
  await drag(page, "a2", "b3");
  assert.equal(await current(page), "a2b3");
  await click(page, "b7");
  assert.equal(await page.locator(".targets circle").count(), 3, "legal targets are shown");
  await click(page, "b7");
  assert.equal(await page.locator(".targets circle").count(), 0);
  await page.done();
});

test("keys alone: arrows, Enter, Escape; a move as text", async () => {
  const page = await openPage(`game=breakthrough&${people}`);
  await cell(page, "a8").focus();
  for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowDown");
  assert.match(await page.locator(":focus").getAttribute("aria-label"), /^a2, white piece/);
  await page.keyboard.press("Enter");
  assert.match(await page.locator(":focus").getAttribute("aria-label"), /selected/);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".cell.selected").count(), 0);
  await page.keyboard.press(" ");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.equal(await current(page), "a2b3");
  await page.getByLabel("Move", { exact: true }).fill("h7g6");
  await page.keyboard.press("Enter");
  assert.equal(await current(page), "h7g6");
  await page.getByLabel("Move", { exact: true }).fill("nonsense");
  await button(page, "Play").click();
  assert.match(await notice(page).innerText(), /"nonsense" is no legal move of White/);
  await button(page, "Dismiss").click();
  assert.equal(await notice(page).count(), 0);
  await page.done();
});

test("seats: a notation, with the error under the field as one types", async () => {
  const page = await openPage(`game=othello&${people}`);
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
  await click(page, "d3");
  await waitForPlies(page, 2);
  await page.getByLabel("Who plays Black").selectOption("level2");
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length > 6);
  await page.done();
});

test("watching: candidates, the tree, walking into it; two players side by side", async () => {
  const page = await openPage(`game=breakthrough&${people}`);
  await button(page, "Think along").click();
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
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length > 1);
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
  await button(page, "Analyse the whole game").click();
  await page.waitForFunction(() => document.querySelectorAll(".graph circle").length === 14);
  await page.locator("figcaption .series").nth(1).waitFor();
  await page.locator(".graph svg").click({ position: { x: 5, y: 30 } });
  assert.equal(await current(page), "start");
  await page.done();
});

test("a position is set up by clicks and as text", async () => {
  const page = await openPage(`game=breakthrough&${people}`);
  const field = page.getByLabel("Position");
  await button(page, "Set up").click();
  await click(page, "a7");
  assert.match(await field.inputValue(), /^bbbbbbbb\/\.bbbbbbb\//);
  await button(page, "Black to move").click();
  assert.match(await field.inputValue(), / 2$/);
  await button(page, "Cancel").click();
  assert.match(await cell(page, "a7").getAttribute("aria-label"), /black piece/);
  await button(page, "Set up").click();
  await field.fill("nothing of the kind");
  await page.getByText("not a position of this game").first().waitFor();
  await field.fill("......../......w./......../......../......../......../.b....../........ 1");
  await button(page, "Play from here").click();
  await click(page, "g7");
  await click(page, "g8");
  assert.match(await page.locator(".sidebar.first").innerText(), /has won/);
  await page.done();
  for (const [game, place, changed] of [
    ["kalah", "first-2", /^4,4,5,4/],
    ["oware", "second-store", /\|1 1$/],
    ["othello", "a1", /^b\./],
    ["onitama", "c3", /\.\.w\.\./],
    ["connect_four", "d4", /\.\.\.x\.\.\. 2$/],
  ]) {
    const other = await openPage(`game=${game}&${people}`);
    await button(other, "Set up").click();
    await click(other, place);
    assert.match(await other.getByLabel("Position").inputValue(), changed, game);
    await other.done();
  }
});

test("new games, boards, deals", async () => {
  const page = await openPage(`game=kalah&moves=2&${people}`);
  await button(page, "New game").click();
  await waitForPlies(page, 0);
  const labels = () =>
    page.locator("[data-cell]").evaluateAll((all) => all.map((one) => one.ariaLabel).join());
  const before = await labels();
  await button(page, "Random board").click();
  await page.waitForFunction(
    (old) =>
      [...document.querySelectorAll("[data-cell]")].map((one) => one.ariaLabel).join() !== old,
    before,
  );
  for (const board of await page
    .getByRole("combobox", { name: "Board", exact: true })
    .locator("option")
    .all()) {
    await page
      .getByRole("combobox", { name: "Board", exact: true })
      .selectOption(await board.getAttribute("value"));
    await page.waitForTimeout(100);
    assert.equal(await notice(page).count(), 0);
  }
  await page.getByRole("combobox", { name: "Game", exact: true }).selectOption("onitama");
  await page.locator(".cards").first().waitFor();
  const cards = await page.locator(".cards").allInnerTexts();
  await button(page, "New deal").click();
  await page.waitForFunction(
    (old) => [...document.querySelectorAll(".cards")].map((one) => one.innerText).join() !== old,
    cards.join(),
  );
  await page.getByRole("combobox", { name: "Game", exact: true }).selectOption("breakthrough");
  await page.getByRole("combobox", { name: "Board", exact: true }).selectOption("breakthrough_5x5");
  await page.waitForFunction(() => document.querySelectorAll("[data-cell]").length === 25);
  await page.done();
});

test("a link brings the same game to someone else", async () => {
  const page = await openPage("game=onitama&first=person&second=mcts(im0.4)&simulations=500");
  await button(page, "New deal").click();
  await page.waitForTimeout(300);
  const move = await page.locator("#legal-moves option").first().getAttribute("value");
  await page.getByLabel("Move", { exact: true }).fill(move);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 3);
  await button(page, "Share").click();
  await page.getByText("The link is in").waitFor();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  const cards = await page.locator(".cards").allInnerTexts();
  const moves = await page.locator(".moves button").allInnerTexts();
  await page.done();
  const other = await openPage(new URL(url).hash.slice(1));
  assert.deepEqual(await other.locator(".cards").allInnerTexts(), cards);
  assert.deepEqual(await other.locator(".moves button").allInnerTexts(), moves);
  assert.equal(await other.getByLabel("A move takes").inputValue(), "500");
  assert.equal(await other.getByLabel("Player of Black").inputValue(), "mcts(im0.4)");
  await other.done();
});

test("a game is saved and loaded as text and as a file", async () => {
  const page = await openPage(`game=connect_four&moves=4_4_3_2&${people}`);
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

  await button(page, "New game").click();
  await waitForPlies(page, 0);
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
  assert.match(await page.locator(".table-top").innerText(), /draw/);
  await page.done();
});

test("light and dark, as the system says and as one chooses", async () => {
  const page = await openPage("", { colorScheme: "dark" });
  const theme = () => page.locator("html").getAttribute("data-theme");
  assert.equal(await theme(), "dark");
  await button(page, "Dark").click();
  assert.equal(await theme(), "light");
  await page.reload();
  await page.locator(".board").waitFor();
  assert.equal(await theme(), "light");
  await page.done();
});
