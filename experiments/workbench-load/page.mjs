// What somebody at the page waits for, measured in a real Chromium.
//
//   aji serve --port 8700 --no-open &
//   node experiments/workbench-load/page.mjs http://127.0.0.1:8700 [others]
//
// Opens a game of 300 moves by dropping it, then plays twenty moves on 19×19 by clicks and measures, in the page, from the press of the
// button until what is thought of the new position stands on the board. With a second number so many others look at positions of their own
// all the while. AJI_CHROMIUM names another browser; playwright-core is taken from web/node_modules (`npm ci` there).

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("playwright-core");
const [url = "http://127.0.0.1:8642", others = "0"] = process.argv.slice(2);
const executablePath = process.env.AJI_CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const rank = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))];
const told = (values) => `${rank(values, 0.5).toFixed(0)} ms (median), ${Math.max(...values).toFixed(0)} ms at most, of ${values.length}`;

/** A game of exactly 300 moves, of people. */
function game() {
  const lines = readFileSync(new URL("../../fixtures/games/tygem-2000.tsv", import.meta.url), "utf8").split("\n").slice(1);
  const letters = lines.map((line) => line.split("\t")[2] ?? "").find((moves) => moves.length === 600);
  return `(;SZ[19]KM[6.5]PB[three hundred]${letters.match(/../g).map((move, i) => `;${"BW"[i % 2]}[${move}]`).join("")})`;
}

/** Somebody else who looks at a position until all is measured. */
async function look(n, stop) {
  const letters = "ABCDEFGHJKLMNOPQRST";
  const steps = Array.from({ length: 20 + n }, (_, i) => `${"BW"[i % 2]} ${letters[(7 * i + n) % 19]}${1 + ((3 * i + (n % 5)) % 19)}`);
  while (!stop.signal.aborted) {
    try {
      const body = JSON.stringify({ line: { size: 19, steps: [...new Set(steps)] }, seed: n });
      const response = await fetch(`${url}/api/stream/judge`, { method: "POST", headers: { "Content-Type": "application/json" }, body, signal: stop.signal });
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
      for await (const piece of response.body) void piece;
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  }
}

const browser = await chromium.launch({ executablePath, headless: true, args: ["--no-sandbox", "--disable-gpu"] });
const stop = new AbortController();
const looking = Array.from({ length: Number(others) }, (_, n) => look(n, stop));
try {
  const page = await browser.newPage({ viewport: { width: 1366, height: 900 } });
  await page.goto(url);
  await page.locator("[data-candidate]").first().waitFor({ timeout: 60_000 });
  const opened = [];
  for (let i = 0; i < 5; i++) {
    const text = game().replace("three hundred", `three hundred, ${i}`);
    opened.push(
      await page.evaluate(
        ([content, name]) =>
          new Promise((resolve) => {
            const shown = () => document.querySelector('[data-testid="shown"]').textContent.includes(name) && document.querySelector(".seek").max === "300";
            const began = performance.now();
            const watch = () => (shown() ? resolve(performance.now() - began) : requestAnimationFrame(watch));
            const data = new DataTransfer();
            data.items.add(new File([content], "long.sgf"));
            document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
            watch();
          }),
        [text, `three hundred, ${i}`],
      ),
    );
  }
  console.log(`a game of 300 moves is open after ${told(opened)}`);
  // To the last board, whose stones are all there only once the whole line has been replayed.
  const last = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const began = performance.now();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));
        const watch = () => (/^Move 300:/.test(document.querySelector('[data-testid="now"]').textContent) ? resolve(performance.now() - began) : requestAnimationFrame(watch));
        watch();
      }),
  );
  console.log(`its last board ${last.toFixed(0)} ms after that is asked for`);
  // Twenty moves from the middle of the game on.
  for (const key of ["Home", ...Array(10).fill("Shift+ArrowRight")]) await page.locator("body").press(key);
  await page.waitForFunction(() => /^Move 100:/.test(document.querySelector('[data-testid="now"]').textContent));
  await page.getByRole("radio", { name: "Play" }).check();
  const waited = [];
  for (let i = 0; i < 20; i++) {
    await page.waitForTimeout(400);
    const point = await page.evaluate(() => {
      const free = [...document.querySelectorAll(".board .shudan-vertex")].filter((each) => each.classList.contains("shudan-sign_0"));
      const chosen = free[Math.floor((free.length * (((globalThis.tried = (globalThis.tried ?? 0) + 1) * 0.618) % 1)) | 0)];
      const { x, y, width, height } = chosen.getBoundingClientRect();
      const before = Number(/move (\d+)/.exec(document.querySelector(".board").getAttribute("aria-label"))[1]);
      globalThis.measured = new Promise((resolve) => {
        document.addEventListener(
          "mousedown",
          () => {
            const began = performance.now();
            const known = () => {
              const label = document.querySelector(".board").getAttribute("aria-label");
              return Number(/move (\d+)/.exec(label)[1]) === before + 1 && /leads by|About even/.test(label) && document.querySelector("[data-candidate]");
            };
            // A move that the rules forbid is no measurement.
            const refused = () => document.querySelector(".message.error");
            const watch = () => (known() ? resolve(performance.now() - began) : refused() ? resolve(null) : requestAnimationFrame(watch));
            watch();
          },
          { once: true, capture: true },
        );
      });
      return { x: x + width / 2, y: y + height / 2 };
    });
    await page.mouse.click(point.x, point.y);
    const took = await page.evaluate(() => globalThis.measured);
    if (took !== null) waited.push(took);
    else await page.getByRole("button", { name: "Close the message" }).click();
  }
  console.log(`from a click to the first judgement on the board, ${others} others looking: ${told(waited)}`);
  console.log(waited.map((each) => each.toFixed(0)).join(" "));
} finally {
  stop.abort();
  await browser.close();
  await Promise.allSettled(looking);
}
