// Each game is played to its end by clicks, a person against imm; on a phone, its first moves by taps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { legalMoves, openPage, personsTurn, picture, playByClicks, plies } from "./browser.js";
import { GAMES } from "./games.js";

/** imm must have won by then, against someone who plays at random. */
const LONGEST = 300;
/** Plies that are played on a phone. */
const ON_A_PHONE = 14;

/** Numbers that look random, and are the same each time. */
function draws(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

for (const size of ["desktop", "phone"]) {
  for (const [i, game] of GAMES.entries()) {
    test(`${game} on a ${size}`, async () => {
      const colorScheme = i % 2 ? "dark" : "light";
      const page = await openPage(`game=${game}&first=person&second=level8`, { size, colorScheme });
      const draw = draws(i + 1);
      let pictured = false;
      const most = size === "phone" ? ON_A_PHONE : LONGEST;
      while ((await plies(page)) < most && (await personsTurn(page))) {
        const moves = await legalMoves(page);
        const before = await plies(page);
        await playByClicks(page, game, moves[draw(moves.length)]);
        await page.waitForFunction(
          (n) => document.querySelectorAll(".moves li").length - 1 > n,
          before,
        );
        if (!pictured && before >= 2 && (await personsTurn(page))) {
          pictured = true;
          await picture(page, `${game}-${size}`);
        }
      }
      const isOver = /has won|draw/.test(await page.locator(".table-top").innerText());
      assert.ok(isOver || (size === "phone" && (await plies(page)) >= most));
      assert.equal(await page.locator(".notice").count(), 0);
      assert.ok(pictured, "no picture was taken");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `the page is ${wide} pixels wider than the screen`);
      await page.done();
    });
  }
}
