// The page has an active Content-Security-Policy, and never violates it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import {
  button,
  click,
  closeDialog,
  openExperts,
  openPage,
  origin,
  waitForPlies,
} from "./browser.js";

/** Records violations of the policy from now on. */
const countViolations = (page) =>
  page.addInitScript(() => {
    window.violations = [];
    addEventListener("securitypolicyviolation", (event) =>
      window.violations.push(`${event.effectiveDirective}: ${event.blockedURI}`),
    );
  });
const violations = (page) => page.evaluate(() => window.violations);

/** Returns the sources that a policy allows, by directive. */
const readPolicy = (text) =>
  Object.fromEntries(
    text.split(";").map((one) => {
      const [name, ...sources] = one.trim().split(/\s+/);
      return [name, sources];
    }),
  );

test("the page allows nothing but its own files and WebAssembly", async () => {
  const page = await openPage("game=kalah");
  const metas = page.locator('meta[http-equiv="Content-Security-Policy"]');
  const policy = readPolicy(await metas.getAttribute("content"));
  assert.deepEqual(policy, {
    "default-src": ["'none'"],
    "script-src": ["'self'", "'wasm-unsafe-eval'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "connect-src": ["'self'"],
    "worker-src": ["'self'"],
    "manifest-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
  });
  const first = await page
    .locator("head > *:not(meta[charset])")
    .first()
    .getAttribute("http-equiv");
  assert.equal(first, "Content-Security-Policy", "the policy is above what it governs");
  await page.done();
});

test("Chromium can install the page", async () => {
  const page = await openPage("game=kalah");
  const protocol = await page.context().newCDPSession(page);
  const { errors, url } = await protocol.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  assert.equal(url, `${origin}/dist/manifest.webmanifest`);
  const { installabilityErrors } = await protocol.send("Page.getInstallabilityErrors");
  const reasons = installabilityErrors.map(({ errorId }) => errorId);
  assert.deepEqual(reasons, ["in-incognito"], "only because each test has a private window");
  await page.done();
});

test("games, thinking, themes, saving and loading do not violate the policy", async () => {
  const page = await openPage();
  await countViolations(page);
  await page.goto(`${origin}/dist/index.html?again#game=othello&first=person&second=level1`);
  await click(page, "d3");
  await waitForPlies(page, 2, { least: true });
  await button(page, "Analysis").click();
  await page.locator(".node").nth(3).waitFor();
  await button(page, "Review the game").click();
  await page.locator(".graph circle").nth(1).waitFor();
  await button(page, "What does implicit minimax do?").click();
  await page.locator("article:nth-of-type(2) .node").nth(3).waitFor();
  await page.locator(".method img").evaluate((image) => image.decode());
  const width = await page.locator(".candidates .bar").first().getAttribute("style");
  assert.match(width, /--part/, "styles of elements are in force");
  await openExperts(page);
  await page.getByLabel("Theme").selectOption("dark");
  await page.getByText("Save and load").click();
  const download = page.waitForEvent("download");
  await button(page, "Save as a file").click();
  assert.match((await download).suggestedFilename(), /^othello/);
  await button(page, "Show this game").click();
  await button(page, "Load this text").click();
  await closeDialog(page);
  await button(page, "Connect Four").click();
  await page.locator(".board.connect_four").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.done();
});

test("the policy blocks scripts and styles in the page, eval(), and other hosts", async () => {
  const page = await openPage("game=kalah");
  const blocked = await page.evaluate(async () => {
    const found = [];
    addEventListener("securitypolicyviolation", (event) => found.push(event.effectiveDirective));
    const script = Object.assign(document.createElement("script"), { text: "window.ran = true" });
    const style = Object.assign(document.createElement("style"), { textContent: "p{color:red}" });
    document.head.append(script, style);
    const button = document.createElement("button");
    button.setAttribute("onclick", "window.ran = true");
    button.click();
    setTimeout(() => new Function("window.ran = true")());
    await fetch("http://localhost:9/").catch(() => {});
    const image = Object.assign(new Image(), { src: "http://localhost:9/a.png" });
    await image.decode().catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { found: [...new Set(found)].sort(), ran: window.ran };
  });
  assert.deepEqual(blocked, {
    found: [
      "connect-src",
      "img-src",
      "script-src",
      "script-src-attr",
      "script-src-elem",
      "style-src-elem",
    ],
    ran: undefined,
  });
  await assert.rejects(page.done(), /Content Security Policy/);
});

test("the policy in the package's README is enough for the package, and no less is", async () => {
  const readme = await readFile(new URL("../../package/README.md", import.meta.url), "utf8");
  const policy = /^(default-src .*)$/m.exec(readme)?.[1];
  assert.ok(policy, "README.md has a policy");
  const search = `
    import { open } from "/package/dist/index.js";
    import game from "/package/examples/tictactoe.js";
    const found = [];
    for (const one of ["othello", game, new URL("/package/examples/tictactoe.js", location.href)]) {
      const search = await open(one, { memory: "1 MiB" });
      found.push((await search.run({ iterations: 200 })).best);
      search.close();
    }
    document.title = found.join();
  `;
  for (const [sent, works] of [
    [policy, true],
    [policy.replace(" 'wasm-unsafe-eval'", ""), false],
  ]) {
    const page = await openPage("", { path: "/page/tests/empty.html" });
    const failed = [];
    page.on("pageerror", (error) => failed.push(error.message));
    await page.route("**/worker.js", async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), "content-security-policy": sent };
      await route.fulfill({ response, headers });
    });
    await page.route("**/program.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: search }),
    );
    await page.route("**/with-a-policy.html", (route) =>
      route.fulfill({
        contentType: "text/html",
        headers: { "content-security-policy": sent },
        body: '<!doctype html><script type="module" src="/program.js"></script>',
      }),
    );
    await page.goto(`${origin}/with-a-policy.html`);
    if (works) {
      await page.waitForFunction(() => document.title);
      assert.match(await page.title(), /^\w\d,\w\d,\w\d$/);
      assert.deepEqual(failed, []);
    } else {
      await page.waitForTimeout(1000);
      assert.equal(await page.title(), "");
      assert.match(failed.join(), /WebAssembly/);
    }
    await page.done().catch((error) => assert.ok(!works, error.message));
  }
});
