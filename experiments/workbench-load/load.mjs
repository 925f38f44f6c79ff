// How soon a position is judged, and what fifty who look do to a server.
//
//   aji serve --port 8700 --no-open &
//   node experiments/workbench-load/load.mjs http://127.0.0.1:8700 50
//
// First one page alone clicks through the bundled game, ten positions; then so many pages look at positions of it at once, each at
// another, while plain questions are asked and one more page clicks on. The memory of the server is read from /proc if its process is named by AJI_PID.

import { readFileSync } from "node:fs";

const [url = "http://127.0.0.1:8642", pages = "50"] = process.argv.slice(2);
const ask = (path, body, signal) =>
  fetch(`${url}/api/${path}`, body ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal } : { signal });
const rank = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))];
const memory = () => (process.env.AJI_PID ? /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process.env.AJI_PID}/status`, "utf8"))[1] / 1024 : NaN);

const record = await (await ask("records/0")).json();
const moves = [];
for (let node = record.tree.nodes[0], id = 0; node; ) {
  if (node.move) moves.push(node.move);
  id = record.tree.nodes.findIndex((each) => each.parent === id);
  node = id > 0 ? record.tree.nodes[id] : null;
}
const lineTo = (n) => ({ size: record.tree.size, komi: record.tree.info.komi, steps: moves.slice(0, n) });

/** Looks at a position for some time: when the first judgement came, and how many games there were in the end. */
async function look(n, milliseconds) {
  const stop = new AbortController();
  const began = performance.now();
  let first = NaN;
  let games = 0;
  const timer = setTimeout(() => stop.abort(), milliseconds);
  try {
    const response = await ask("stream/judge", { line: lineTo(n), seed: n }, stop.signal);
    if (!response.ok) return { first, games, status: response.status };
    let rest = "";
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      if (Number.isNaN(first)) first = performance.now() - began;
      rest += piece;
      for (const found of rest.matchAll(/"games":(\d+),"black_wins"/g)) games = Math.max(games, Number(found[1]));
      rest = rest.slice(-4000);
    }
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
  clearTimeout(timer);
  return { first, games, status: 200 };
}

console.log(`load of the machine before: ${readFileSync("/proc/loadavg", "utf8").split(" ")[0]}`);
const opened = performance.now();
await (await ask("line", { line: lineTo(moves.length) })).json();
console.log(`a game of ${moves.length} moves: its boards after ${(performance.now() - opened).toFixed(0)} ms`);
const alone = [];
for (let i = 0; i < 10; i++) alone.push((await look(20 * i, 1500)).first);
console.log(`one page: first judgement after ${rank(alone, 0.5).toFixed(0)} ms (median), ${Math.max(...alone).toFixed(0)} ms at most, of ${alone.length}`);
const before = memory();
const [LONG, plain] = [20_000, []];
const all = Promise.all(Array.from({ length: Number(pages) }, (_, i) => look((5 * i) % moves.length, LONG)));
const end = performance.now() + LONG - 500;
/** One who comes when all others look already, and clicks every second. */
const newcomer = (async () => {
  const waits = [];
  await new Promise((later) => setTimeout(later, LONG / 4));
  while (performance.now() < end - 2000) waits.push((await look(17 * waits.length + 3, 1000)).first);
  return waits.filter((each) => !Number.isNaN(each));
})();
while (performance.now() < end) {
  const began = performance.now();
  await (await ask("line", { line: lineTo(100) })).json();
  plain.push(performance.now() - began);
  const about = performance.now();
  await (await ask("about")).json();
  plain.push(performance.now() - about);
  await new Promise((later) => setTimeout(later, 50));
}
const during = memory();
const seen = await all;
const games = seen.map((each) => each.games);
console.log(`${pages} pages for ${LONG / 1000} s: first judgement after ${rank(seen.map((each) => each.first), 0.5).toFixed(0)} ms (median), ${Math.max(...seen.map((each) => each.first)).toFixed(0)} ms at most`);
console.log(`games a page: ${Math.min(...games)} to ${Math.max(...games)}, median ${rank(games, 0.5)}`);
console.log(`plain questions: ${plain.length}, median ${rank(plain, 0.5).toFixed(1)} ms, 95 of 100 within ${rank(plain, 0.95).toFixed(0)} ms, at most ${Math.max(...plain).toFixed(0)} ms`);
const clicks = await newcomer;
console.log(`one more who clicks among them: first judgement after ${rank(clicks, 0.5).toFixed(0)} ms (median), ${Math.max(...clicks).toFixed(0)} ms at most, of ${clicks.length}`);
if (process.env.AJI_PID) console.log(`memory of the server: ${before.toFixed(0)} MB before, ${during.toFixed(0)} MB with all of them`);
