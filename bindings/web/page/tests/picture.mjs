// Makes the picture of README.md: node picture.mjs OUT.png
import { button, openPage } from "./browser.js";

const MOVES = "d3_c3_b3_d2_c4_b2_d1_e3_f3_e2_f1_b4";
const page = await openPage(`game=othello&moves=${MOVES}&first=person&second=level3`);
await button(page, "Hint").click();
await page.locator(".arrows g.hint").first().waitFor();
await page.screenshot({ path: process.argv[2] });
process.exit();
