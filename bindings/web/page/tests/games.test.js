// Plays each game to its end, a person against imm: by clicks on a desktop, and by taps on a phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cell,
  legalMoves,
  openPage,
  personsTurn,
  picture,
  playByClicks,
  plies,
  waitForPlies,
} from "./browser.js";
import { GAMES } from "./games.js";

/** The maximum length of a game. By then, imm must have won against random moves. */
const LONGEST = 600;
/** The ply of the picture in the middle of a game. */
const MIDDLE = 2;

/** Returns a generator of pseudo-random numbers, the same for each run. */
function draws(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** Returns the centre of a cell, from the top left of the screen. */
const placeOf = async (page, id) => {
  const { x, y, width, height } = await cell(page, id).boundingBox();
  return [x + width / 2, y + height / 2];
};

test("the page rolls the die of EinStein, and shows it", async () => {
  const page = await openPage("game=einstein&first=person&second=person");
  assert.ok(await personsTurn(page));
  const shown = await page.locator(".die").getAttribute("aria-label");
  assert.match(shown, /^The die shows [1-6]$/);
  const stone = shown.at(-1);
  const moves = await legalMoves(page);
  assert.equal(moves.length, 3);
  const label = await cell(page, moves[0].slice(0, 2)).getAttribute("aria-label");
  assert.equal(label, `${moves[0].slice(0, 2)}, white stone ${stone}, can be played`);
  assert.equal(await page.locator(".targets .ring").count(), 1, "the stone is marked");
  await playByClicks(page, "einstein", moves[0]);
  await waitForPlies(page, 3);
  assert.equal(await plies(page), 3, "a roll, a move and a roll");
  await page.done();
});

test("row 1 is at the top in Othello, and at the bottom in other games", async () => {
  for (const game of ["othello", "breakthrough", "loa"]) {
    const page = await openPage(`game=${game}&first=person&second=person`);
    const [[ax, ay], [hx, hy]] = [await placeOf(page, "a1"), await placeOf(page, "h8")];
    assert.ok(ax < hx, game);
    assert.equal(ay < hy, game === "othello", game);
    const letter = await page.locator(".edge text", { hasText: /^a$/ }).boundingBox();
    assert.ok(Math.abs(letter.y - ay) < Math.abs(letter.y - hy), "letters are next to row 1");
    const one = await page.locator(".edge text", { hasText: /^1$/ }).boundingBox();
    assert.ok(one.y < ay && ay < one.y + one.height, "the number 1 is next to row 1");
    await page.done();
  }
});

test("Othello begins with black discs on d5 and e4, white ones on d4 and e5", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const hash = "game=othello&first=person&second=person";
    const page = await openPage(hash, { colorScheme });
    for (const [id, colour, fill] of [
      ["e4", "black", "rgb(17, 17, 17)"],
      ["d5", "black", "rgb(17, 17, 17)"],
      ["d4", "white", "rgb(255, 255, 255)"],
      ["e5", "white", "rgb(255, 255, 255)"],
    ]) {
      assert.equal(await cell(page, id).getAttribute("aria-label"), `${id}, ${colour} disc`);
      const [x, y] = await placeOf(page, id);
      const fills = await page.locator(".pieces .body").evaluateAll(
        (all, [x, y]) =>
          all
            .filter((one) => {
              const { left, right, top, bottom } = one.getBoundingClientRect();
              return left < x && x < right && top < y && y < bottom;
            })
            .map((one) => getComputedStyle(one).fill),
        [x, y],
      );
      assert.deepEqual(fills, [fill], id);
    }
    assert.deepEqual((await legalMoves(page)).sort(), ["c4", "d3", "e6", "f5"], "Black begins");
    assert.match(await page.locator(".strip.first").innerText(), /Black/);
    await page.done();
  }
});

/** Saves pictures of a moment of a game, light and dark. */
async function pictures(page, name) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await picture(page, `${name}-${colorScheme}`, false);
  }
}

/** Returns the elements that you need to move and that are not completely on the screen. */
const hidden = (page) =>
  page.evaluate(() => {
    const needed = [".tab[aria-current]", ".strip", ".board [data-cell]", ".status", ".action"];
    const isHidden = (one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
    };
    return needed
      .filter((one) => !document.querySelector(one))
      .concat([...document.querySelectorAll(needed)].filter(isHidden).map((one) => one.outerHTML));
  });

/** Returns the touch targets that are smaller than 44 pixels. */
const small = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("button, [data-cell], select, summary, .switch")]
      .filter((one) => {
        const { width, height } = one.getBoundingClientRect();
        return width > 0 && Math.min(width, height) < 44;
      })
      .map((one) => one.outerHTML.slice(0, 120)),
  );

/** Plays a game to its end with clicks or taps, and leaves pictures of its first screen, middle and end. */
async function playToTheEnd(page, game, draw, name) {
  const moments = ["first", "middle"];
  while ((await plies(page)) < LONGEST && (await personsTurn(page))) {
    const moves = await legalMoves(page);
    const before = await plies(page);
    if (before >= (moments.length === 2 ? 0 : MIDDLE) && moments.length) {
      assert.deepEqual(await hidden(page), []);
      await pictures(page, `${name}-${moments.shift()}`);
    }
    await playByClicks(page, game, moves[draw(moves.length)]);
    await waitForPlies(page, before + 1, { least: true });
  }
  assert.deepEqual(moments, [], "the pictures were taken");
  assert.ok(await page.locator(".banner").isVisible());
  assert.match(await page.locator(".banner p").innerText(), /^(You win!|You lose|A draw) \S/);
  assert.deepEqual(await hidden(page), []);
  await pictures(page, `${name}-end`);
}

test("the board takes most of the screen", async () => {
  for (const game of GAMES) {
    const page = await openPage(`game=${game}`);
    const { width, height } = await page.locator(".board .table").boundingBox();
    const screen = page.viewportSize();
    const isWide = game === "kalah" || game === "oware";
    const part = isWide ? width / screen.width : height / screen.height;
    assert.ok(part > (isWide ? 0.95 : 0.79), `${game}: ${part}`);
    await page.done();
  }
});

test("no scrolling is needed to move on a phone on its side", async () => {
  for (const game of GAMES) {
    const page = await openPage(`game=${game}`, { size: "side" });
    assert.deepEqual(await hidden(page), [], game);
    await picture(page, `${game}-side`, false);
    await page.done();
  }
});

for (const size of ["desktop", "phone"]) {
  for (const [i, game] of GAMES.entries()) {
    test(`${game} on a ${size}`, async () => {
      const page = await openPage(`game=${game}&first=person&second=level9`, { size });
      if (size === "phone") assert.deepEqual(await small(page), []);
      await playToTheEnd(page, game, draws(i + 1), `${game}-${size}`);
      assert.equal(await page.locator(".notice").count(), 0);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `the page is ${wide} pixels wider than the screen`);
      await page.done();
    });
  }
}
