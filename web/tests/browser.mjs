// The page in a real Chromium, on a desktop and on a phone: what a user does, and what she then sees.
//
// AJI names the program (default: target/debug/aji), AJI_CHROMIUM the browser, AJI_SCREENSHOTS a folder for pictures,
// AJI_URL a workbench that is running already, AJI_ONLY a regular expression: only steps of which it finds "phone: watch a run" or the like.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = process.env.AJI ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "debug/aji");
const browserPath = process.env.AJI_CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const pictures = process.env.AJI_SCREENSHOTS;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const ONLY = new RegExp(process.env.AJI_ONLY ?? "");
const PATIENCE = Number(process.env.AJI_PATIENCE ?? 60_000);

/** The engine of the test kit, which fails as it is told to; the tests of the program build it. */
const fake = process.env.AJI_FAKE ?? join(program, "../examples/fake");

/** Starts the workbench on a free port. */
function serve(...more) {
  const server = spawn(program, ["serve", "--port", "0", "--no-open", ...more], { stdio: ["ignore", "pipe", "inherit"] });
  const url = new Promise((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (piece) => {
      said += piece;
      const found = /http:\S+/.exec(said);
      if (found) resolve(found[0]);
    });
    server.on("exit", (code) => reject(new Error(`aji serve ended with ${code}`)));
  });
  return { server, url };
}

async function open(browser, url, size) {
  const context = await browser.newContext({ ...size, acceptDownloads: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (line) => {
    // A refused question is told as a failed request; the page shows it, and the tests look at what it shows.
    if (line.type() === "error" && !/status of (4\d\d|503)/.test(line.text())) wrong.push(line.text());
  });
  await page.goto(url);
  await page.getByTestId("now").waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".shudan-sign_1, .shudan-sign_-1").length >= 0 && document.querySelector("[data-layer]"));
  return { context, page, wrong };
}

const now = (page) => page.getByTestId("now").first().textContent();
/** Waits until the line above the board says it: the page draws when it likes, not before the next line of a test. */
const says = (page, what) => page.getByTestId("now").first().filter({ hasText: what }).waitFor();
const stones = (page) => page.locator(".shudan-vertex.shudan-sign_1, .shudan-vertex.shudan-sign_-1").count();
const picture = async (page, name) => {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: false });
};

/** A point of the board, clicked where it is. */
async function click(page, column, row) {
  const size = Math.sqrt(await page.locator(".board").first().locator(".shudan-vertex").count());
  await page.locator(".board").first().locator(".shudan-vertex").nth(row * size + column).click();
}

async function barriers(page, name) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const told = found.violations.map((each) => `${each.id}: ${each.help} (${each.nodes.slice(0, 3).map((node) => node.html).join(" | ")})`);
  assert.deepEqual(told, [], `axe on ${name}`);
}

async function drop(page, name, text) {
  await page.evaluate(
    ([file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], file));
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [name, text],
  );
}

const map = (page) =>
  page.locator("[data-layer] .tone").evaluateAll((all) => all.map((each) => [...each.attributes].map((a) => a.value).join()).join(";"));

async function walks(page) {
  await says(page, /^The start · Black to move/);
  await page.locator("body").press("ArrowRight");
  await page.waitForFunction(() => /^Move 1:/.test(document.querySelector('[data-testid="now"]').textContent));
  await page.locator("body").press("Shift+ArrowRight");
  await page.waitForFunction(() => /^Move 11:/.test(document.querySelector('[data-testid="now"]').textContent));
  assert.equal(await stones(page), 11);
  await page.locator("body").press("ArrowLeft");
  await says(page, /^Move 10:/);
  await page.locator("body").press("End");
  await says(page, /^Move \d{3}:/);
  const last = Number(/^Move (\d+)/.exec(await now(page))[1]);
  assert.ok(last > 100, `the last move is ${last}`);
  await page.locator("body").press("Home");
  await says(page, /^The start/);
}

/** A link is followed even where the place of the page before is written into the address at that very moment. */
async function follows(page) {
  await page.evaluate(() => {
    location.hash = "#games";
    history.replaceState(null, "", "#game");
  });
  await page.getByTestId("find-games").waitFor();
  await page.getByRole("link", { name: "Game", exact: true }).click();
  await page.getByTestId("now").first().waitFor();
}

/** Somebody judges what is shown: who leads stands beside the board, candidates and owners on it, and more and more is known. */
async function judges(page) {
  await page.getByRole("link", { name: "Game", exact: true }).click();
  await page.locator("body").press("Home");
  for (let i = 0; i < 4; i++) await page.locator("body").press("Shift+ArrowRight");
  await beside(page, "Judge");
  await page.getByTestId("lead-now").getByText(/leads by|About even/).waitFor();
  await page.locator("[data-candidate]").first().waitFor();
  await page.locator('[data-layer="owners"] .tone').first().waitFor();
  const games = async () => Number(/[\d,]+/.exec(await page.getByTestId("games").textContent())[0].replaceAll(",", ""));
  const few = await games();
  await page.waitForFunction((old) => Number((/[\d,]+/.exec(document.querySelector('[data-testid="games"]').textContent) ?? ["0"])[0].replaceAll(",", "")) > old, few);
  // A candidate that is pointed at shows its line, in numbers; a click walks into it, and the keys walk on.
  const first = page.getByTestId("candidates").getByRole("button").first();
  await first.focus();
  await page.locator(".ghost").first().waitFor();
  assert.equal(await page.locator(".ghost text").first().textContent(), "1");
  const before = await now(page);
  await first.click();
  await page.waitForFunction((old) => document.querySelector('[data-testid="now"]').textContent !== old, before);
  await says(page, /^Move 41:/);
  // Back on the line of the game, the next move is told by what it changes.
  await page.locator("body").press("ArrowLeft");
  await page.waitForFunction(() => /^Move 40:/.test(document.querySelector('[data-testid="now"]').textContent));
}

/** Playing a move tells in one sentence what it changes, once both positions are known. */
async function changes(page) {
  await page.getByTestId("lead-now").waitFor();
  const enough = () => Number((/[\d,]+/.exec(document.querySelector('[data-testid="games"]').textContent) ?? ["0"])[0].replaceAll(",", "")) >= 100;
  await page.waitForFunction(enough);
  await page.locator("body").press("ArrowRight");
  await page.waitForFunction(() => /^Move 41:/.test(document.querySelector('[data-testid="now"]').textContent));
  await page.getByTestId("changed").waitFor();
  assert.match(await page.getByTestId("changed").textContent(), /^(Black|White) [A-T]\d+.+\.$/);
}

/** Nobody judges: nothing stands on the board; somebody again, and it does. */
async function stops(page) {
  await page.getByTestId("judge-by").selectOption("");
  await page.waitForFunction(() => !document.querySelector("[data-candidate]"));
  await page.evaluate(() => document.activeElement?.blur());
  // Where the pointer rests on a candidate of the list, its line is shown instead.
  await page.mouse.move(2, 2);
  await page.locator("body").press("j");
  await page.locator("[data-candidate]").first().waitFor();
}

/** The whole board is in sight, also on a phone after a move was tapped. */
async function inView(page) {
  const box = await page.locator(".board").first().boundingBox();
  const { width, height } = page.viewportSize();
  assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1, `the board is out of sight: ${JSON.stringify(box)}`);
}

const beside = (page, name) => page.getByRole("tab", { name, exact: true }).click();

async function overlays(page) {
  // Anew, along the game and not along the variation that was walked into.
  await page.reload();
  await page.getByTestId("now").waitFor();
  await page.getByRole("link", { name: "Game", exact: true }).click();
  await page.locator("body").press("Home");
  await beside(page, "Models");
  await page.getByTestId("overlay").selectOption("freedom.lead");
  for (let i = 0; i < 6; i++) await page.locator("body").press("Shift+ArrowRight");
  await page.waitForFunction(() => /^Move 60:/.test(document.querySelector('[data-testid="now"]').textContent));
  await page.getByTestId("overlay").selectOption("freedom.lead");
  await page.locator('[data-layer="freedom.lead"] rect').first().waitFor();
  await page.getByTestId("style").selectOption("numbers");
  await page.locator('[data-layer="freedom.lead"] text').first().waitFor();
  await page.getByTestId("style").selectOption("heat");
  await page.getByTestId("overlay").selectOption("cellular.state");
  await page.locator('[data-layer="cellular.state"] rect').first().waitFor();
  await page.getByRole("button", { name: "Show the steps behind it" }).click();
  await page.getByRole("group", { name: /Steps of/ }).waitFor();
  await page.getByRole("button", { name: "One step on" }).click();
  await page.getByText(/^step 1 of/).waitFor();
  await page.getByRole("button", { name: "Back to the map" }).click();
  await page.getByTestId("overlay").selectOption("ising.molecular.fate");
  await page.locator('[data-layer="ising.molecular.fate"] circle').first().waitFor();
  await page.getByRole("button", { name: "Show the graph away from the board" }).click();
  await page.getByTestId("free-graph").locator("canvas").first().waitFor();
  await page.getByTestId("overlay").selectOption("freedom.lead");
  await page.getByTestId("overlay-b").count().then((count) => assert.equal(count, 0));
  await page.getByTestId("compare").selectOption("difference");
  await page.getByTestId("overlay-b").selectOption("bouzy.territory");
  await page.getByTestId("caption").getByText("freedom.lead − bouzy.territory").waitFor();
  await page.getByTestId("compare").selectOption("two");
  await page.locator('[data-layer="bouzy.territory"] rect').first().waitFor();
}

async function explains(page) {
  await page.getByTestId("compare").selectOption("one");
  await page.getByTestId("overlay").selectOption("owners");
  await page.locator("[data-candidate]").first().waitFor();
  await beside(page, "Judge");
  // What is no candidate is asked about.
  await page.getByTestId("judge-by").selectOption("");
  await click(page, 9, 9);
  const answer = page.getByTestId("answer");
  await answer.locator(".said").first().waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await answer.getByText("K10", { exact: true }).first().waitFor();
  assert.ok((await answer.locator(".said p").first().textContent()).length > 10);
  // From the point to its classes, drawn, and back.
  const drawn = answer.getByTestId("to-classes");
  assert.equal(await drawn.textContent(), "The classes of K10, drawn");
  await drawn.click();
  await page.getByTestId("classes-about").getByText(/^Those of (Black|White) K10\.$/).waitFor();
  await page.getByTestId("gallery").getByTestId("fits-at").first().waitFor();
  assert.deepEqual([...new Set(await page.getByTestId("fits-at").allTextContents())], ["at K10"]);
  await page.getByRole("link", { name: "Game", exact: true }).click();
  await answer.getByText("K10", { exact: true }).first().waitFor();
}

async function becomes(page) {
  const stone = await page.locator(".shudan-vertex.shudan-sign_1").first().boundingBox();
  await page.mouse.click(stone.x + stone.width / 2, stone.y + stone.height / 2);
  await page.getByTestId("fate").getByText(/alive|dead|live|ko:|not known|nothing to read/).first().waitFor();
  assert.equal(await page.getByRole("button", { name: /^Play (Black|White) here$/ }).count(), 0, "nobody plays on a stone");
  // The group is tinted; what whoever judges says of it stands beside what is read.
  await page.evaluate(() => document.activeElement?.blur());
  await page.locator("body").press("j");
  await page.getByTestId("becomes").getByText(/stays in \d+ of 100 games/).waitFor();
}

async function parameters(page) {
  await beside(page, "Models");
  await page.getByTestId("overlay").selectOption("freedom.lead");
  await page.locator('[data-layer="freedom.lead"] rect').first().waitFor();
  const before = await map(page);
  await page.locator(".voice", { hasText: "freedom" }).locator("summary").click();
  await page.locator('input[type="range"][data-parameter="freedom.reach"]').fill("2");
  await page.waitForFunction(
    (old) =>
      [...document.querySelectorAll("[data-layer] .tone")].map((each) => [...each.attributes].map((a) => a.value).join()).join(";") !== old,
    before,
  );
}

async function tries(page) {
  await page.getByRole("radio", { name: "Play" }).check();
  const before = await stones(page);
  await click(page, 0, 0);
  await page.waitForFunction((count) => document.querySelectorAll(".shudan-vertex.shudan-sign_1, .shudan-vertex.shudan-sign_-1").length > count, before);
  await inView(page);
  const tried = await now(page);
  await page.locator("body").press("ArrowUp");
  await page.waitForFunction((old) => document.querySelector('[data-testid="now"]').textContent !== old, tried);
  await page.locator("body").press("ArrowDown");
  await says(page, tried);
  await click(page, 0, 0);
  await page.getByTestId("message").getByText(/is illegal: occupied/).waitFor();
}

async function opens(page) {
  await drop(page, "broken.sgf", "(;GM[2]SZ[19])");
  await page.getByTestId("message").getByText(/^broken\.sgf:1:\d+: GM\[2\] is not Go/).waitFor();
  await drop(page, "evil.sgf", "(;SZ[9]PB[<img src=x onerror=document.title=1>]C[<script>document.title='owned'</script>];B[ee])");
  await page.getByTestId("comment").getByText("<script>document.title='owned'</script>").waitFor();
  assert.equal(await page.title(), "aji");
  await drop(page, "two.sgf", "(;SZ[9]PB[one];B[ee])(;SZ[9]PB[two];B[cc])");
  await page.getByTestId("games-of-file").selectOption("2");
  await page.locator(".side .name").getByText("two").waitFor();
  assert.match(await page.getByTestId("shown").textContent(), /^two\.sgf · two – White/);
}

/** A gzipped upload, the list of games, a search, games opened lately, a reload and an address of a position. */
async function keeps(page) {
  const packed = gzipSync(Buffer.from("(;SZ[9]PB[packed]PW[up]RE[B+1.5];B[ee];W[ec];B[cc](;W[gg])(;W[gc];B[cg]))"));
  await page.getByRole("link", { name: "Games", exact: true }).click();
  await page.getByTestId("open-files").setInputFiles({ name: "packed.sgf.gz", mimeType: "application/gzip", buffer: packed });
  await page.waitForFunction(() => /^packed\.sgf\.gz · packed – up B\+1\.5/.test(document.querySelector('[data-testid="shown"]').textContent));
  await page.locator("body").press("End");
  await page.waitForFunction(() => /^Move 4:/.test(document.querySelector('[data-testid="now"]').textContent));
  await page.locator("body").press("ArrowDown");
  await page.waitForFunction(() => /White G7/.test(document.querySelector('[data-testid="now"]').textContent));
  await page.waitForFunction(() => /n=3\.1/.test(location.hash));
  await page.reload();
  await page.waitForFunction(() => /White G7/.test(document.querySelector('[data-testid="now"]')?.textContent ?? ""));
  assert.match(await page.getByTestId("shown").textContent(), /^packed\.sgf\.gz/);
  // The address leads there in another window too.
  const address = await page.evaluate(() => {
    let copied = "";
    Object.defineProperty(navigator, "clipboard", { value: { writeText: (text) => ((copied = text), Promise.resolve()) }, configurable: true });
    document.querySelector(".menu > button").click();
    return new Promise((resolve) => setTimeout(() => {
      [...document.querySelectorAll(".menu li button")].find((each) => /Link/.test(each.textContent)).click();
      setTimeout(() => resolve(copied), 100);
    }, 100));
  });
  assert.match(address, /#game&l=/);
  const other = await page.context().newPage();
  await other.goto(address);
  await other.waitForFunction(() => /^Move 4: White G7/.test(document.querySelector('[data-testid="now"]')?.textContent ?? ""));
  await other.close();
  await page.getByRole("link", { name: "Games", exact: true }).click();
  await page.getByTestId("recent").getByText("packed – up B+1.5").waitFor();
  await page.getByTestId("find-games").fill("no such game");
  await page.getByTestId("found").getByText(/^0 of \d+ games/).waitFor();
  await page.getByTestId("find-games").fill("");
  await page.getByTestId("found").getByText(/^\d+ games?$/).waitFor();
  await page.getByTestId("games-list").getByRole("button").first().click();
  await page.getByTestId("now").getByText(/^The start/).waitFor();
  await page.waitForFunction(() => /r=0/.test(location.hash));
  await page.locator("body").press("ArrowRight");
  await page.waitForFunction(() => /n=1$/.test(location.hash));
  await page.reload();
  await page.waitForFunction(() => /^Move 1:/.test(document.querySelector('[data-testid="now"]')?.textContent ?? ""));
}

/** What was learned, drawn; which classes fit here, and at which points; which the last move is of; where else they were played. */
async function learned(page) {
  await page.getByRole("link", { name: "Classes" }).click();
  const gallery = page.getByTestId("gallery");
  await gallery.locator("svg.body").first().waitFor();
  await page.getByTestId("find-classes").fill("hane");
  await page.waitForFunction(() => [...document.querySelectorAll('[data-testid="gallery"] h2')].every((each) => /hane/.test(each.textContent)));
  await page.getByTestId("find-classes").fill("");
  // What is listed changes a moment later; a click before that would ask about something else.
  await page.waitForFunction(() => [...document.querySelectorAll('[data-testid="gallery"] h2')].some((each) => !/hane/.test(each.textContent)));
  // Those of any move that can be played here, with the points; then those of one point that is clicked, and of one that is named.
  const found = (words) => page.waitForFunction((text) => document.querySelector('[data-testid="classes-about"]').textContent.startsWith(text) && /^\d/.test(document.querySelector('[data-testid="classes-found"]').textContent), words);
  await page.getByTestId("classes-of").selectOption("here");
  await found("Those of any move");
  await gallery.getByTestId("fits-at").first().focus();
  await page.locator(".overlay .mark").first().waitFor();
  await click(page, 9, 9);
  await found("Those of White K10");
  await page.waitForFunction(() => [...document.querySelectorAll('[data-testid="fits-at"]')].every((each) => each.textContent === "at K10"));
  await page.getByTestId("class-point").fill("q10");
  await page.getByTestId("class-point").press("Enter");
  await found("Those of White Q10");
  await page.getByTestId("classes-of").selectOption("last");
  await found("Those of move 1");
  await gallery.getByRole("button", { name: "Where in these games?" }).first().click();
  const place = page.getByTestId("places").getByRole("button").first();
  await place.waitFor();
  const ply = (await place.innerText()).trim();
  await place.click();
  await page.getByTestId("now").getByText(new RegExp(`^Move ${ply}:`)).waitFor();
}

async function saves(page) {
  await page.getByRole("button", { name: "Save…" }).click();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Game as SGF" }).click()]);
  const text = readFileSync(await saved.path(), "utf8");
  assert.match(text, /^\(;FF\[4\]GM\[1\]CA\[UTF-8\]/);
  await page.getByRole("button", { name: "Save…" }).click();
  const [drawn] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Board as PNG" }).click()]);
  assert.ok(readFileSync(await drawn.path()).subarray(1, 4).equals(Buffer.from("PNG")));
}

async function setsUp(page) {
  await page.getByRole("button", { name: "New board" }).click();
  await page.getByRole("radio", { name: "Put black" }).check();
  await click(page, 2, 2);
  await page.getByRole("radio", { name: "Put white" }).check();
  await click(page, 4, 4);
  await page.waitForFunction(() => document.querySelectorAll(".shudan-vertex.shudan-sign_1, .shudan-vertex.shudan-sign_-1").length === 2);
}

/** A whole game on a small board against a player, by clicks alone; passes when there is no legal move at hand. */
async function plays(page) {
  await beside(page, "Play");
  await page.getByTestId("match-size").selectOption("5");
  await page.getByTestId("player-black").selectOption("");
  await page.getByTestId("player-white").selectOption("random");
  await page.getByTestId("start").click();
  const status = page.getByTestId("match-status");
  await status.getByText("Black to move").waitFor();
  const points = [[2, 2], [1, 2], [3, 2], [2, 1], [2, 3]];
  for (let turn = 0; turn < 80; turn++) {
    // White's turn shows by its own words; only Black's, and the end, are ours.
    await page.waitForFunction(() => /^Black to move|is over/.test(document.querySelector('[data-testid="match-status"]').textContent));
    if (/is over/.test(await status.textContent())) break;
    const before = await now(page);
    const [column, row] = points[turn] ?? [];
    const vertex = column === undefined ? null : page.locator(".board").first().locator(".shudan-vertex").nth(row * 5 + column);
    if (vertex && (await vertex.evaluate((each) => each.classList.contains("shudan-sign_0")))) await vertex.click();
    else await page.getByTestId("pass").click();
    await page.waitForFunction((old) => document.querySelector('[data-testid="now"]').textContent !== old, before);
  }
  await status.getByText(/The game is over: [BW]\+|The game is over: 0/).waitFor();
}

/** Against aji at a level: a hint, undo, why; the end is counted, dead stones are corrected by a click, and all is saved with comments. */
async function playsAji(page) {
  await beside(page, "Play");
  await page.getByTestId("match-size").selectOption("5");
  await page.getByTestId("player-white").selectOption("aji:20k");
  await page.getByTestId("start").click();
  const status = page.getByTestId("match-status");
  await status.getByText("Black to move").waitFor();
  assert.equal(await page.locator("[data-candidate]").count(), 0, "nobody whispers");
  await page.getByTestId("hint").click();
  await page.locator("[data-candidate]").first().waitFor();
  await click(page, 2, 2);
  await page.waitForFunction(() => /^Move 2:/.test(document.querySelector('[data-testid="now"]').textContent));
  await page.getByTestId("undo").click();
  await page.getByTestId("now").getByText(/^The start/).waitFor();
  assert.equal(await stones(page), 0);
  await click(page, 2, 2);
  await page.waitForFunction(() => /^Move 2:/.test(document.querySelector('[data-testid="now"]').textContent));
  await page.getByTestId("why-last").click();
  await page.getByTestId("answer").locator(".said").first().waitFor();
  await beside(page, "Moves");
  await page.getByTestId("write").fill("What I thought.");
  await page.getByTestId("write").blur();
  await beside(page, "Play");
  for (let turn = 0; turn < 60; turn++) {
    await page.waitForFunction(() => /^Black to move|is over/.test(document.querySelector('[data-testid="match-status"]').textContent));
    if (/is over/.test(await status.textContent())) break;
    const before = await now(page);
    await page.getByTestId("pass").click();
    await page.waitForFunction((old) => document.querySelector('[data-testid="now"]').textContent !== old, before);
  }
  await page.getByTestId("count").waitFor();
  // A dead stone in its own side's area changes no total, but it is named.
  const counted = await page.getByTestId("count").textContent();
  const stone = page.locator(".board").first().locator(".shudan-vertex.shudan-sign_1, .shudan-vertex.shudan-sign_-1").first();
  await stone.click();
  await page.waitForFunction((old) => document.querySelector('[data-testid="count"]').textContent !== old, counted);
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByTestId("save-match").click()]);
  const text = readFileSync(await saved.path(), "utf8");
  assert.match(text, /What I thought\./);
  assert.match(text, /RE\[/);
}

/** The review: the curve grows, moments follow, their lines are stepped through, a problem is solved on the board. */
async function reviews(page) {
  await drop(page, "short.sgf", REVIEWED);
  await page.getByRole("link", { name: "Review" }).click();
  const told = page.getByTestId("told");
  await told.locator("li").first().waitFor();
  await page.getByTestId("lead").waitFor();
  await page.getByTestId("story").waitFor();
  const moment = page.getByTestId("moments").locator(".cut").first();
  await moment.waitFor();
  assert.match(await moment.textContent(), /Move \d+, (Black|White) [A-J]\d: an? (inaccuracy|mistake|blunder)/);
  await moment.click();
  await page.getByTestId("instead").click();
  await page.getByTestId("line-at").getByText(/^1 of \d+ moves/).waitFor();
  const steps = Number(/of (\d+)/.exec(await page.getByTestId("line-at").textContent())[1]);
  await page.locator("body").press("ArrowRight");
  if (steps > 1) await page.getByTestId("line-at").getByText(/^2 of/).waitFor();
  await page.locator("body").press("Escape");
  const poses = page.getByTestId("pose");
  if (await poses.count()) {
    await poses.first().click();
    await page.getByTestId("task").waitFor();
    // A wrong try is answered.
    await click(page, 0, 0);
    await page.getByTestId("tried").getByText(/is not it|is good too|Right|mistake/).waitFor();
    await page.getByRole("button", { name: "Show the answer" }).click();
    await page.getByTestId("line-at").getByText(/^1 of/).waitFor();
  }
  await told.getByRole("button").nth(1).click();
  await told.locator("li.here").waitFor();
  await says(page, /^Move \d+:/);
}

async function reports(page) {
  await page.getByRole("link", { name: "Reproduce" }).click();
  await page.getByText("aji reproduce all --quick --out reproduction").waitFor();
  await page.getByRole("link", { name: "Models" }).click();
  await page.getByRole("heading", { name: "cellular" }).waitFor();
}

async function watches(page) {
  await page.getByRole("link", { name: "Watch" }).click();
  await page.getByTestId("run").click();
  await page.getByRole("group", { name: "The run" }).waitFor();
  // It runs at the first press.
  await page.waitForFunction(() => Number(/step (\d+)/.exec(document.querySelector(".steps p").textContent)[1]) > 4);
  // A stone put by hand: the run goes on from where it is looked at, with the stone on its board.
  const hand = page.getByTestId("hand");
  await hand.selectOption("black");
  const board = page.getByRole("application");
  await board.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /^\d+ black [A-T]\d+$/.test(document.querySelector('[data-parameter="agents.paint"]').value));
  await hand.selectOption("");
}

/** On paper there are the board and the words, and nothing to press. */
async function prints(page) {
  await page.getByRole("link", { name: "Game", exact: true }).click();
  await page.emulateMedia({ media: "print" });
  await page.locator(".board").first().waitFor();
  for (const gone of [".transport", ".tools", ".top nav", '[role="tablist"]']) await page.locator(gone).first().waitFor({ state: "hidden" });
  await picture(page, "printed");
  await page.emulateMedia({ media: "screen" });
}

async function keyboardOnly(page) {
  // From the top by Tab alone to the field for a point, then an answer.
  await page.getByRole("link", { name: "Game", exact: true }).click();
  await beside(page, "Why");
  await page.evaluate(() => document.activeElement?.blur());
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.dataset.testid === "point")) break;
  }
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.testid), "point");
  await page.keyboard.type("c3");
  await page.keyboard.press("Enter");
  await page.getByTestId("answer").getByText("C3", { exact: true }).first().waitFor();
  // The board is reached as well: the arrows go from point to point, Enter does what a click would.
  await page.getByRole("radio", { name: "Put black" }).focus();
  await page.keyboard.press("Space");
  for (let i = 0; i < 60 && !(await page.evaluate(() => document.activeElement?.classList.contains("board"))); i++) await page.keyboard.press("Shift+Tab");
  for (let i = 0; i < 9; i++) await page.keyboard.press("ArrowLeft");
  for (let i = 0; i < 9; i++) await page.keyboard.press("ArrowUp");
  await page.getByText(/^A\d+, empty$/).waitFor();
  const before = await stones(page);
  await page.keyboard.press("Enter");
  await page.waitForFunction((count) => document.querySelectorAll(".shudan-vertex.shudan-sign_1, .shudan-vertex.shudan-sign_-1").length === count + 1, before);
}

/** The page of a review, as a file that is opened from disk. */
async function reads(browser, file, name, size) {
  const context = await browser.newContext({ ...size, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (line) => line.type() === "error" && wrong.push(line.text()));
  page.on("request", (request) => !/^(file|data):/.test(request.url()) && wrong.push(`asks for ${request.url()}`));
  await page.goto(pathToFileURL(file).href);
  const told = page.getByTestId("now");
  await told.waitFor();
  await page.locator("body").press("Home");
  await told.getByText("The start").waitFor();
  assert.equal(await stones(page.locator(".table")), 0);
  await page.locator("body").press("Shift+ArrowRight");
  await told.getByText("10 / ").waitFor();
  assert.equal(await stones(page.locator(".table")), 10);
  await page.getByTestId("models").locator("summary").click();
  await page.getByTestId("overlay").selectOption("freedom.lead");
  await page.locator('[data-layer="freedom.lead"] .tone').first().waitFor();
  const few = await page.getByTestId("told").locator("li").count();
  await page.getByTestId("quiet").check();
  await page.getByTestId("told").locator("li").nth(few).waitFor();
  await page.getByTestId("told").getByRole("button").nth(30).click();
  await told.getByText("31 / ").waitFor();
  // The board stays whole while the words are read.
  for (const part of ["story", "told", "leads"]) {
    await page.getByTestId(part).scrollIntoViewIfNeeded();
    const board = await page.locator(".table .board").boundingBox();
    const { width, height } = page.viewportSize();
    const whole = board.x >= 0 && board.y >= 0 && board.x + board.width <= width + 1 && board.y + board.height <= height + 1;
    assert.ok(whole, `${name}: the board is cut off beside the ${part}: ${JSON.stringify(board)}`);
  }
  await page.getByTestId("leads").click();
  assert.ok((await page.getByTestId("story").textContent()).length > 100);
  assert.match(new URL(page.url()).hash, /^#\d+,freedom\.lead$/);
  await page.evaluate(() => scrollTo(0, 0));
  await picture(page, `${name}-report`);
  await barriers(page, `${name}, the page of a review`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${name}: the page of a review is ${wide} pixels wider than the screen`);
  assert.deepEqual(wrong, [], `${name}: the page of a review`);
  await context.close();
  const silent = await browser.newContext({ ...size, javaScriptEnabled: false });
  const plain = await silent.newPage();
  await plain.goto(pathToFileURL(file).href);
  await plain.getByRole("heading", { name: "Move by move" }).waitFor();
  assert.ok((await plain.locator("ol li").count()) > 100, "every move stands there without a script");
  assert.equal(await plain.locator("figure svg").count(), 1, "and the last board");
  await picture(plain, `${name}-report-without-script`);
  await silent.close();
  console.log(`${name}: read the page of a review`);
}

/** A short game on a small board in which White loses a group. */
const REVIEWED = "(;SZ[9]KM[7]PB[one]PW[two];B[ee];W[ge];B[gf];W[ff];B[fe];W[gd];B[fg];W[ef];B[df];W[de];B[ed];W[dg];B[cf];W[eg];B[eh];W[dh];B[ch];W[fh];B[gh];W[ei];B[fi];W[di];B[bg];W[he];B[hf];W[dd];B[dc];W[cd];B[cc])";

const SIZES = {
  desktop: { viewport: { width: 1366, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2, colorScheme: "dark" },
};

/** The page of a review is read on these too: a small laptop, and a phone held sideways. */
const MORE = {
  laptop: { viewport: { width: 1366, height: 768 } },
  sideways: { viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
};

/** A folder of games, and engines that hang, die, talk nonsense or cannot judge: the page says so, and our own search goes on. */
async function engines(browser, folder, size, name) {
  const failures = ["--json --fail hang", "--json --fail crash", "--json --fail nonsense", ""];
  const { server, url } = serve("--engine-limit", "2", ...failures.flatMap((words) => ["--engine", `${fake} ${words}`]), "--engine", `${fake} --json`, folder);
  try {
    const { context, page, wrong } = await open(browser, await url, size);
    await beside(page, "Judge");
    await page.getByTestId("lead-now").waitFor();
    for (let i = 1; i <= failures.length; i++) {
      await page.getByTestId("judge-by").selectOption({ index: i });
      await page.getByTestId("gave-up").getByText(/no answer|ended while|no sense|knows neither/).waitFor();
      await page.waitForFunction(() => document.querySelector('[data-testid="judge-by"]').value === "aji");
      await page.getByTestId("lead-now").waitFor();
      await page.locator("body").press("ArrowRight");
      await page.waitForFunction((move) => document.querySelector('[data-testid="now"]').textContent.startsWith(`Move ${move}:`), i);
    }
    await picture(page, `${name}-engine-that-fails`);
    await barriers(page, `${name}, an engine that fails`);
    // One that answers is believed: it likes E5, which is free at the start.
    await page.evaluate(() => document.activeElement?.blur());
    await page.locator("body").press("Home");
    await page.getByTestId("judge-by").selectOption({ index: failures.length + 1 });
    await page.locator('[data-candidate]').first().waitFor();
    assert.equal(await page.getByTestId("gave-up").count(), 0);
    // A review is judged by whom one asks for; one that hangs, dies or talks nonsense is given up with the reason, our own search judges, and the
    // page goes on: one position after the other is judged, and moves can be walked meanwhile.
    await page.getByRole("link", { name: "Review" }).click();
    for (const [i, reason] of [/no answer/, /ended while/, /no sense/].entries()) {
      await page.getByTestId("reviewer").selectOption({ index: i + 1 });
      const gaveUp = page.getByTestId("reviewer-gave-up");
      await gaveUp.getByText(new RegExp(`^fake.*(${reason.source}).+aji judges instead`)).waitFor();
      assert.equal(await page.getByTestId("reviewer").inputValue(), "aji");
      await page.getByText(/^[1-9]\d* of \d+ positions are judged|^Black’s lead in points, by aji/).waitFor();
      await page.evaluate(() => document.activeElement?.blur());
      await page.locator("body").press("ArrowRight");
      await page.waitForFunction((move) => document.querySelector('[data-testid="now"]').textContent.startsWith(`Move ${move}:`), i + 1);
      assert.equal(await page.getByText("All models read the game").count(), 0, "walking does not begin the review anew");
      assert.equal(await gaveUp.getByRole("button", { name: /^Ask fake.* again$/ }).count(), 1);
    }
    await picture(page, `${name}-reviewer-that-fails`);
    await barriers(page, `${name}, a reviewer that fails`);
    await page.getByTestId("reviewer").selectOption({ index: failures.length + 1 });
    await page.getByText(/Black’s lead in points, by fake 5/).waitFor();
    assert.equal(await page.getByTestId("reviewer-gave-up").count(), 0, "one that answers is not complained about");
    await barriers(page, `${name}, a review by an engine`);
    // Everything in the folder is listed, and found by a word.
    await page.getByRole("link", { name: "Games", exact: true }).click();
    await page.getByTestId("found").getByText("3 games").waitFor();
    await page.getByTestId("find-games").fill("packed 2026");
    await page.getByTestId("found").getByText("1 of 3 games").waitFor();
    await page.getByTestId("games-list").getByRole("button").first().click();
    await page.waitForFunction(() => /^c\.sgf\.gz · packed – up B\+1\.5/.test(document.querySelector('[data-testid="shown"]').textContent));
    assert.deepEqual(wrong, [], `${name}: errors in the page with engines`);
    await context.close();
  } finally {
    server.kill();
  }
  console.log(`${name}: engines that fail`);
}

const steps = [
  ["walk the bundled game by keyboard", walks],
  ["follow a link", follows],
  ["look at what whoever judges thinks", judges],
  ["play a move and read what changes", changes],
  ["stop judging and go on", stops],
  ["switch overlays", overlays],
  ["click a point and read why", explains],
  ["click a stone and read what becomes of its group", becomes],
  ["change a parameter and see the map change", parameters],
  ["try a move and keep the variation", tries],
  ["save", saves],
  ["drop broken, hostile and several games", opens],
  ["keep games and positions", keeps],
  ["look at what was learned", learned],
  ["set up a position", setsUp],
  ["play a game to the end", plays],
  ["play against aji with hints and undo, and count", playsAji],
  ["read the review", reviews],
  ["watch a run", watches],
  ["look at the other pages", reports],
  ["print", prints],
  ["use the keyboard alone", keyboardOnly],
];

async function main() {
  if (!browserPath) throw new Error("no Chromium: install the Debian package chromium, or set AJI_CHROMIUM");
  const running = process.env.AJI_URL;
  if (!running && !existsSync(program)) throw new Error(`${program} is not there: build it with cargo build`);
  if (pictures) mkdirSync(pictures, { recursive: true });
  const { server, url } = running ? { url: running } : serve();
  const profile = mkdtempSync(join(tmpdir(), "aji-browser-"));
  const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  let browser;
  try {
    const at = await url;
    browser = await chromium.launch({ executablePath: browserPath, headless: true, args: flags, env: { ...process.env, HOME: profile } });
    const file = join(profile, "review.html");
    if (existsSync(program) && ONLY.test("reviews")) {
      const made = spawnSync(program, ["review", "--quick", "--model", "freedom", "--model", "cellular", "--html", file], { encoding: "utf8" });
      assert.equal(made.status, 0, made.stderr);
      for (const [name, size] of Object.entries({ ...SIZES, ...MORE })) await reads(browser, file, name, size);
    }
    const folder = join(profile, "games");
    mkdirSync(folder);
    writeFileSync(join(folder, "a.sgf"), REVIEWED);
    writeFileSync(join(folder, "b.sgf"), "(;SZ[13]PB[three]PW[four]DT[2025-01-02]RE[W+R];B[jj];W[dd])");
    writeFileSync(join(folder, "c.sgf.gz"), gzipSync("(;SZ[9]PB[packed]PW[up]RE[B+1.5]DT[2026-11-17];B[ee];W[ec])"));
    if (existsSync(fake) && !running && ONLY.test("engines")) for (const [name, size] of Object.entries(SIZES)) await engines(browser, folder, size, name);
    for (const [name, size] of Object.entries(SIZES)) {
      const wanted = steps.filter(([what]) => ONLY.test(`${name}: ${what}`));
      if (!wanted.length) continue;
      const { context, page, wrong } = await open(browser, at, size);
      for (const [what, act] of wanted) {
        const began = Date.now();
        try {
          await act(page);
        } catch (error) {
          await picture(page, `failed-${name}`);
          throw new Error(`${name}: ${what}: ${error.message}`, { cause: error });
        }
        console.log(`${name}: ${what} (${Date.now() - began} ms)`);
        await picture(page, `${name}-${what.replaceAll(" ", "-")}`);
        await barriers(page, `${name}, after: ${what}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `${name}: the page is ${wide} pixels wider than the screen after: ${what}`);
      }
      assert.deepEqual(wrong, [], `${name}: errors in the page`);
      await context.close();
    }
    console.log("the page is well");
  } finally {
    await browser?.close();
    server?.kill();
    rmSync(profile, { recursive: true, force: true });
  }
}

await main();
