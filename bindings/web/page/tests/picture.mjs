// Makes the picture of README.md: node picture.mjs OUT.png
import { openPage } from "./browser.js";

const GAME = "game=othello&moves=d3_c3_b3_d2_c4_b2_d1_e3_f3_e2_f1_b4&first=person&second=person";
const page = await openPage(GAME);
await page.setViewportSize({ width: 1440, height: 800 });
await page.getByRole("switch", { name: "Compare two players" }).click();
await page.locator("article:nth-of-type(2) .node").nth(3).waitFor();
await page.waitForTimeout(6000);
await page.screenshot({ path: process.argv[2] });
process.exit();
