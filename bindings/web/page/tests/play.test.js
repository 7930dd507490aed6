// Plays with every control of the first screen.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  button,
  cell,
  click,
  current,
  drag,
  legalMoves,
  notice,
  openExperts,
  openPage,
  personsTurn,
  plies,
  waitForPlies,
} from "./browser.js";

const people = "first=person&second=person";
const status = (page) => page.locator(".status").innerText();

test("taking back, going back, going on from there", async () => {
  const page = await openPage(`game=othello&moves=d3_e3_f3&${people}`);
  await button(page, "Take back").click();
  assert.equal(await current(page), "e3");
  assert.equal(await plies(page), 2);
  await page.getByRole("button", { name: "Ply 1, Black, d3" }).click();
  assert.match(await status(page), /Position after 1 of 2 moves/);
  await button(page, "Back to the game").click();
  assert.equal(await current(page), "e3");
  await page.getByRole("button", { name: "Ply 1, Black, d3" }).click();
  await button(page, "Go on from here").click();
  assert.equal(await plies(page), 1);
  await button(page, "Start").click();
  await click(page, "c4"); // another first move replaces the old one
  assert.equal(await current(page), "c4");
  assert.equal(await plies(page), 1);
  await page.done();
});

test("taking back a move also takes back imm's reply", async () => {
  const page = await openPage("game=othello&first=person&second=level1");
  assert.ok(await button(page, "Take back").isDisabled());
  await click(page, "d3");
  await waitForPlies(page, 2);
  await button(page, "Take back").click();
  assert.equal(await plies(page), 0);
  await page.waitForTimeout(300);
  assert.equal(await plies(page), 0, "it is the person's turn again");
  assert.match(await page.locator(".spoken").innerText(), /Taken back/);
  await page.done();
});

test("a hint; moving now; a pause", async () => {
  const page = await openPage(`game=connect_four&moves=4_1_4_1_4_2&${people}`);
  await button(page, "Hint").click();
  await page.locator(".arrows g.hint").first().waitFor();
  assert.match(await page.locator(".spoken").innerText(), /Hint: 4/);
  await click(page, "d5");
  assert.equal(await page.locator(".banner p").innerText(), "Yellow wins Four in a row");
  assert.match(await page.locator(".spoken").innerText(), /Yellow plays 4. Yellow wins/);
  await page.done();

  const slow = await openPage("game=breakthrough&first=best&second=best&ms=60000");
  await button(slow, "Move now").click();
  await waitForPlies(slow, 1, { least: true });
  await button(slow, "Pause").click();
  const before = await plies(slow);
  await slow.waitForTimeout(300);
  assert.equal(await plies(slow), before);
  await button(slow, "Resume").click();
  await button(slow, "Move now").click();
  await waitForPlies(slow, before + 1);
  await slow.done();
});

test("resigning, and a rematch with the sides swapped", async () => {
  const page = await openPage("game=breakthrough&first=person&second=level1");
  await button(page, "Resign").click();
  assert.equal(await page.locator(".banner p").innerText(), "You lose You resigned");
  await click(page, "a2");
  await click(page, "a3");
  assert.equal(await plies(page), 0, "the game is over");
  await button(page, "Rematch").click();
  await waitForPlies(page, 1);
  assert.match(await page.locator(".strip.bottom").innerText(), /Black\s+You/);
  const [own, other] = await Promise.all(["a7", "a2"].map((id) => cell(page, id).boundingBox()));
  assert.ok(own.y > other.y, "the board is turned");
  await click(page, "a7");
  await click(page, "a6");
  await waitForPlies(page, 3);
  await page.done();
});

test("Kalah: the page says who moves again", async () => {
  const page = await openPage("game=kalah&first=person&second=level1");
  assert.equal(await status(page), "Your turn");
  await click(page, "first-2");
  await page.locator(".status.again", { hasText: "Move again!" }).waitFor();
  assert.match(await page.locator(".spoken").innerText(), /South plays 2. Move again!/);
  await page.done();
});

test("Othello: the page says who passes, you and imm", async () => {
  // After c1, White has only b3 and no move; Black can still take it.
  const empty = "......../".repeat(5).slice(0, -1);
  const start = encodeURIComponent(`bw....../......../bw....../${empty} 1`);
  const page = await openPage(`game=othello&start=${start}&first=level1&second=person`);
  await page.locator(".status.pass", { hasText: "You have no move" }).waitFor({ timeout: 5000 });
  await button(page, "Pass").click();
  await page.locator(".banner").waitFor();
  assert.equal(await page.locator(".banner p").innerText(), "You lose Black wins 6 : 0");
  await page.done();
  const other = await openPage(`game=othello&start=${start}&first=person&second=level1`);
  await click(other, "c1");
  await other
    .locator(".status.pass", { hasText: "imm has no move and passes. Your turn" })
    .waitFor();
  await click(other, "c3");
  await other.locator(".banner.won").waitFor();
  assert.equal(await other.locator(".banner p").innerText(), "You win! Black wins 6 : 0");
  await other.done();
});

test("Oware: the score of a game that ends with more than half of the seeds", async () => {
  const start = encodeURIComponent("0,0,0,0,0,1|24|1,2,0,0,0,3|17 1");
  const page = await openPage(`game=oware&start=${start}&${people}`);
  await click(page, "first-5");
  await page.locator(".banner").waitFor();
  assert.equal(await page.locator(".banner p").innerText(), "South wins South wins 26 : 17");
  await page.done();
});

test("clocks: both sides lose time, win the increment, and lose the game at zero", async () => {
  const page = await openPage("game=breakthrough&first=person&second=level1");
  await page.evaluate(() => {
    const now = performance.now.bind(performance);
    window.skipped = 0;
    performance.now = () => now() + window.skipped;
  });
  await button(page, "New game").click();
  await page.getByLabel("Clock").selectOption("3+2");
  await page.locator("dialog").getByRole("button", { name: "Play" }).click();
  const clock = (place) => page.locator(`.strip.${place} .clock`).innerText();
  assert.deepEqual([await clock("top"), await clock("bottom")], ["3:00", "3:00"]);
  await click(page, "a2");
  await click(page, "a3");
  await waitForPlies(page, 2);
  await page.evaluate(() => {
    window.skipped += 60_000;
  });
  await page.locator(".strip.bottom .clock", { hasText: /^(2:0|1:5)/ }).waitFor();
  assert.match(await clock("top"), /^3:0/);
  await click(page, "a3");
  await click(page, "a4");
  await waitForPlies(page, 4);
  await page.evaluate(() => {
    window.skipped += 200_000;
  });
  await page.locator(".banner").waitFor();
  assert.equal(await page.locator(".banner p").innerText(), "You lose Time is over");
  assert.equal(await clock("bottom"), "0:00.0");
  await page.done();
});

test("both results of a game against imm, with the score", async () => {
  const start = (mover) => encodeURIComponent(`0,0,0,0,0,1|24|0,0,0,0,1,0|22 ${mover}`);
  const won = await openPage(`game=kalah&start=${start(1)}&first=person&second=level1`);
  await click(won, "first-5");
  await won.locator(".banner.won").waitFor();
  assert.equal(await won.locator(".banner p").innerText(), "You win! South wins 25 : 23");
  await won.done();
  const lost = await openPage(`game=kalah&start=${start(1)}&first=level1&second=person`);
  await lost.locator(".banner").waitFor();
  assert.equal(await lost.locator(".banner p").innerText(), "You lose South wins 25 : 23");
  await lost.done();
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
  await button(page, "Analysis").click();
  await page.getByLabel("Move as text").fill("h7g6");
  await page.keyboard.press("Enter");
  assert.equal(await current(page), "h7g6");
  await page.getByLabel("Move as text").fill("nonsense");
  await button(page, "Play").click();
  assert.match(await notice(page).innerText(), /"nonsense" is no legal move of White/);
  await button(page, "Dismiss").click();
  assert.equal(await notice(page).count(), 0);
  await page.done();
});

test("new games by the tabs and by the dialog", async () => {
  const page = await openPage(`game=kalah&moves=2&${people}`);
  for (const [title, id] of [
    ["EinStein würfelt nicht!", "einstein"],
    ["Connect Four", "connect_four"],
  ]) {
    await button(page, title).click();
    await page.locator(`.board.${id}`).waitFor();
    assert.equal(await button(page, title).getAttribute("aria-current"), "page");
  }
  await button(page, "New game").click();
  await page.getByRole("combobox", { name: "Game", exact: true }).selectOption("breakthrough");
  await page.getByLabel("Board").selectOption("breakthrough_5x5");
  await page.getByLabel("Opponent").selectOption("engine");
  await page.getByLabel("Level").selectOption("3");
  await page.getByLabel("imm", { exact: true }).check();
  await page.getByLabel("Clock").selectOption("3+2");
  await page.locator("dialog").getByRole("button", { name: "Play" }).click();
  await waitForPlies(page, 1);
  assert.equal(await page.locator("[data-cell]").count(), 25);
  assert.match(await page.locator(".strip.top").innerText(), /White\s+imm\s+Level 3, Casual/);
  assert.match(await page.locator(".strip.bottom").innerText(), /Black\s+You\s+3:00/);
  await page.done();
});

test("random boards and deals", async () => {
  const page = await openPage(`game=onitama&${people}`);
  const cards = async () => (await page.locator(".cards").allInnerTexts()).join();
  const before = await cards();
  await button(page, "New game").click();
  await page.getByRole("switch", { name: "New deal" }).click();
  await page.locator("dialog").getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(
    (old) => [...document.querySelectorAll(".cards")].map((one) => one.innerText).join() !== old,
    before,
  );
  assert.equal(await notice(page).count(), 0);
  assert.ok(await personsTurn(page));
  await page.done();
});

test("a link brings the same game to someone else", async () => {
  const page = await openPage("game=onitama&first=person&second=mcts(im0.4)&simulations=500");
  const move = await page.locator("#legal-moves option").first().getAttribute("value");
  await button(page, "Analysis").click();
  await page.getByLabel("Move as text").fill(move);
  await page.keyboard.press("Enter");
  await waitForPlies(page, 2);
  await button(page, "Share").click();
  await page.getByText("The link is in").waitFor();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  const cards = await page.locator(".cards").allInnerTexts();
  const moves = await page.locator(".moves button").allInnerTexts();
  await page.done();
  const other = await openPage(new URL(url).hash.slice(1));
  assert.deepEqual(await other.locator(".cards").allInnerTexts(), cards);
  assert.deepEqual(await other.locator(".moves button").allInnerTexts(), moves);
  await openExperts(other);
  assert.equal(await other.getByLabel("A move takes").inputValue(), "500");
  assert.equal(await other.getByLabel("Player of Black").inputValue(), "mcts(im0.4)");
  await other.done();
});

test("a whole game by keys alone, and what a screen reader hears", async () => {
  const page = await openPage("game=connect_four&first=person&second=level1");
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  while (!/^[a-g][1-6],/.test((await focused()) ?? "")) await page.keyboard.press("Tab");
  for (let ply = 0; await personsTurn(page); ply = await plies(page)) {
    const [column] = await legalMoves(page);
    for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowLeft");
    for (let i = 1; i < Number(column); i++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await waitForPlies(page, ply + 1, { least: true });
  }
  const spoken = await page.locator(".spoken").innerText();
  assert.match(
    spoken,
    /^(Yellow|Red) plays \d\. (You win!|You lose|A draw) (Four in a row|The board is full)\.$/,
  );
  await button(page, "New game").press("Enter");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(":focus").innerText(), "New game", "the focus returns");
  await page.done();
});

test("Escape closes a dialog that has just opened on a slow machine", async () => {
  const page = await openPage("game=connect_four");
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  for (let time = 0; time < 20; time++) {
    await button(page, "New game").press("Enter");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(":focus").innerText(), "New game");
  }
  await page.done();
});

for (const size of ["desktop", "phone"]) {
  test(`three tasks in at most three taps on a ${size}`, async () => {
    const page = await openPage("", { size });
    const tap = (one) => (size === "phone" ? one.tap() : one.click());
    await tap(cell(page, "first-2")); // 1. to play an easy game: one tap is the first move
    await waitForPlies(page, 1);
    assert.match(await page.locator(".strip.top").innerText(), /Level 1, Beginner/);
    await tap(button(page, "Take back")); // 2. to take back
    assert.equal(await plies(page), 0);
    await tap(button(page, "Share")); // 3. to share
    await notice(page).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /#game=kalah&first=person&second=level1/);
    await tap(button(page, "New game")); // another easy game, from anywhere: two taps
    await tap(page.locator("dialog").getByRole("button", { name: "Play" }));
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.done();
  });
}
