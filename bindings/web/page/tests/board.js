// Plays on the board of the page. Most functions work with any page that has `evaluate()` and a
// `mouse`: a page of Playwright or of webdriver.js.

/** Waits until a function in the page returns something that is true, and returns that. */
export async function until(page, f, argument) {
  const end = performance.now() + 15_000;
  for (;;) {
    const found = await page.evaluate(f, argument);
    if (found) return found;
    if (performance.now() > end) throw new Error(`this did not become true: ${f}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits for a place of the board, and scrolls it into view. Returns its centre on the screen. */
const middleOf = (page, id) =>
  until(
    page,
    (id) => {
      const cell = document.querySelector(`[data-cell="${id}"]`);
      if (!cell) return null;
      cell.scrollIntoView({ block: "nearest" });
      const { left, top, width, height } = cell.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    },
    id,
  );

/** Clicks or taps a place. */
export async function click(page, id) {
  const [x, y] = await middleOf(page, id);
  const isPhone = page.viewportSize?.().width < 500;
  await (isPhone ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
}

/** Returns the moves that the person may play now, in the library's notation. */
export const legalMoves = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("#legal-moves option")].map(({ value }) => value),
  );

/** Returns the number of moves played. */
export const plies = (page) =>
  page.evaluate(() => Number(document.querySelector(".page").dataset.plies));

/** Waits until this number of moves, or more with `least`, are played. */
export const waitForPlies = (page, n, { least = false } = {}) =>
  until(
    page,
    ([n, least]) => {
      const plies = Number(document.querySelector(".page").dataset.plies);
      return least ? plies >= n : plies === n;
    },
    [n, least],
  );

/** Waits until the person is to move, or the game is over. Returns true for the former. */
export async function personsTurn(page) {
  await until(
    page,
    () =>
      (document.querySelector(".banner") ?? document.querySelector("#legal-moves option")) !== null,
  );
  return (await legalMoves(page)).length > 0;
}

/** Plays a move, given in the notation of the game, by clicks. */
export async function playByClicks(page, game, move) {
  const [way, card] = move.split(":");
  if (way === "pass") return page.locator(`[data-move="${move}"]`).click();
  if (game === "kalah" || game === "oware") return click(page, `first-${move}`);
  if (game === "connect_four") return click(page, `${"abcdefg"[Number(move) - 1]}6`);
  if (game === "othello") return click(page, move);
  await click(page, way.slice(0, 2));
  await click(page, way.slice(2, 4));
  const choices = page.locator(".choices");
  if (card && (await choices.isVisible()))
    await choices.getByRole("button", { name: card }).click();
}

// The following functions need a page of Playwright.

export const cell = (page, id) => page.locator(`[data-cell="${id}"]`);

/** Drags from one place to another. */
export async function drag(page, from, to) {
  await page.mouse.move(...(await middleOf(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(page, to)), { steps: 4 });
  await page.mouse.up();
}
