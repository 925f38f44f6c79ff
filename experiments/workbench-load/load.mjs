// Many clients step through games at once. Prints one JSON value.
//
//   node load.mjs [CLIENTS] [SECONDS] [PAUSE_MS] [AJI]
//
// Starts the program (default ../../target/release/aji) on a free port, gives each client a game of its own, lets it ask
// the cheap models about the position after every move, with a pause as of someone who looks, and measures how long
// answers take from the first byte sent to the last byte read.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import http from "node:http";
import { fileURLToPath } from "node:url";

const [clients = 200, seconds = 60, pause = 1000] = process.argv.slice(2, 5).map(Number);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const program = process.argv[5] ?? here("../../target/release/aji");
const games = here("../../fixtures/games/tygem-2000.tsv");
const models = ["cellular.lead", "cellular.owner", "freedom.lead", "bouzy.territory", "nearest.owner"];

const server = spawn(program, ["serve", games, "--port", "0", "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
const url = await new Promise((resolve, reject) => {
  let said = "";
  server.stdout.on("data", (piece) => {
    said += piece;
    const found = /http:\S+/.exec(said);
    if (found) resolve(new URL(found[0]));
  });
  server.on("exit", (code) => reject(new Error(`aji serve ended with ${code}`)));
});

const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
function ask(method, path, body) {
  return new Promise((resolve, reject) => {
    const headers = body ? { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) } : {};
    const request = http.request({ agent, host: url.hostname, port: url.port, path, method, headers }, (answer) => {
      const pieces = [];
      answer.on("data", (piece) => pieces.push(piece));
      answer.on("end", () => resolve({ status: answer.statusCode, body: Buffer.concat(pieces) }));
    });
    request.on("error", reject);
    request.end(body);
  });
}

const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]) / 1024;
const cpu = () => {
  const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const times = [];
const statuses = {};
let largest = 0;

async function client(number, end) {
  const { body } = await ask("GET", `/api/records/0?game=${number + 1}`);
  const { tree } = JSON.parse(body);
  const steps = tree.nodes.map((node) => node.move).filter(Boolean);
  await wait((number / clients) * pause);
  for (let at = 1; Date.now() < end && at <= steps.length; at++) {
    const question = JSON.stringify({ line: { size: tree.size, steps: steps.slice(0, at) }, models });
    const began = performance.now();
    const { status } = await ask("POST", "/api/read", question);
    times.push(performance.now() - began);
    statuses[status] = (statuses[status] ?? 0) + 1;
    largest = Math.max(largest, memory());
    await wait(pause * (0.5 + Math.random()));
  }
}

try {
  const before = memory();
  const began = Date.now();
  const end = began + seconds * 1000;
  await Promise.all(Array.from({ length: clients }, (_, i) => client(i, end)));
  const took = (Date.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (share) => Number(times[Math.floor((times.length - 1) * share)].toFixed(1));
  console.log(JSON.stringify({
    clients, seconds: took, pause_ms: pause, models, questions: times.length, per_second: Number((times.length / took).toFixed(1)),
    statuses, ms: { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) },
    server_mib: { before: Math.round(before), largest: Math.round(largest) }, server_cpu_s: Number(cpu().toFixed(1)),
  }));
} finally {
  server.kill();
  agent.destroy();
}
