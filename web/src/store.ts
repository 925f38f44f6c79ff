// The state of the page and everything that changes it.

import { batch, computed, effect, signal } from "@preact/signals";
import { Refused, type Settings, api } from "./api";
import type { Node, Stand, Tree } from "./tree";
import { addMove, after, emptyTree, fromWire, lineThrough, lineTo, pathTo, put, setupOf, standsOf, toWire } from "./tree";
import { vertexAt, vertexName, wholeLine, without } from "./tree";
import type {
  Card,
  ChoiceAnswer,
  Explanation,
  Frame,
  PlayerCard,
  Problem,
  Quantity,
  Rating,
  Reading,
  RecordAnswer,
  ReviewAnswer,
  ReviewPly,
  ScoreAnswer,
  SolvedGroup,
} from "./wire";

export type Page = "game" | "review" | "watch" | "reproduce" | "models";
export type Tool = "explain" | "play" | "black" | "white" | "erase";
export type FieldStyle = "heat" | "squares" | "numbers";
export type Compare = "one" | "two" | "difference";

export const page = signal<Page>("game");
export const cards = signal<Card[]>([]);
export const players = signal<PlayerCard[]>([]);
export const version = signal("");
export const offered = signal<string[]>([]);

/** Where the game came from, so that another game of the same file can be taken. */
interface Source {
  name: string;
  index?: number;
  content?: Blob;
}

export const source = signal<Source | null>(null);
export const record = signal<RecordAnswer | null>(null);
export const problems = signal<Problem[]>([]);
export const tree = signal<Tree>(emptyTree(19));
export const at = signal(0);
export const stands = signal<Map<number, Stand>>(new Map());
const taken = new Map<number, number>();

export type Tab = "why" | "models" | "moves" | "play";
export const tab = signal<Tab>("models");
export const tool = signal<Tool>("explain");
export const enabled = signal<string[]>([]);
export const shownA = signal<string | null>(null);
export const shownB = signal<string | null>(null);
export const compare = signal<Compare>("one");
export const style = signal<FieldStyle>("heat");
export const suggest = signal<string | null>(null);
export const settings = signal<Settings>({});
/** Which number of a model is drawn as its curve, where it is not the lead. */
export const curveOf = signal<Record<string, string>>({});
export const seed = signal(1);

export const readings = signal<Map<string, Reading>>(new Map());
export const reading = signal(false);
export const ratings = signal<Rating[]>([]);
export const curves = signal<Map<string, (number | null)[]>>(new Map());
export const curvesDone = signal(true);

export interface Asked {
  title: string;
  point?: string;
  answers: { model: string; explanation: Explanation }[];
  busy: boolean;
  /** What becomes of the group of a stone that was asked about: nothing while that is being read, or why it is not. */
  fate?: SolvedGroup | string | null;
}
export const asked = signal<Asked | null>(null);
/** Points to mark while a sentence is read, with labels, and a path to draw. */
export const marked = signal<{ points: Map<string, string>; path: string[] }>({ points: new Map(), path: [] });
export const frames = signal<{ quantity: string; frames: Frame[]; index: number } | null>(null);
export const message = signal<{ text: string; kind: "error" | "info" } | null>(null);
export const status = signal("");

export const review = signal<{ line: string; told: ReviewAnswer } | null>(null);
export const reviewing = signal(false);
/** Whether our own search judges the moves of a review, which takes its time. */
export const judging = signal(false);
/** What the rules and short reading say of the moves of the line, by the number of the move. */
export const words = signal<Map<number, ReviewPly["words"]>>(new Map());
export const level = signal("player");
export const reproduction = signal(false);

export interface Match {
  black: string | null;
  white: string | null;
  running: boolean;
  thinking: boolean;
  over: boolean;
  delay: number;
  score?: ScoreAnswer;
  last?: ChoiceAnswer;
}
export const match = signal<Match | null>(null);

export const stand = computed<Stand>(
  () =>
    stands.value.get(at.value) ?? {
      board: Array.from({ length: tree.value.size }, () => ".".repeat(tree.value.size)),
      next: "B",
      captures: { black: 0, white: 0 },
      moves: 0,
    },
);
export const line = computed(() => lineThrough(tree.value, at.value, taken));
export const node = computed(() => tree.value.nodes[at.value] as Node);

export function card(name: string): Card | undefined {
  return cards.value.find((each) => each.name === name);
}

/** The model that a quantity belongs to, and the quantity as something that can be drawn. */
export function find(name: string | null): { card: Card; quantity: Quantity } | null {
  if (!name) return null;
  for (const each of cards.value) {
    const quantity = each.quantities.find((one) => one.name === name && one.shape !== "number");
    if (quantity) return { card: each, quantity };
  }
  return null;
}

export function fits(each: Card): boolean {
  return tree.value.size >= each.sizes[0] && tree.value.size <= each.sizes[1];
}

export function tell(text: string, kind: "error" | "info" = "info"): void {
  message.value = { text, kind };
}

export function complain(error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  tell(error instanceof Error ? error.message : String(error), "error");
}

// What follows from what, from the moment the page begins.
const followed: (() => void)[] = [];
function follow(act: () => void): void {
  followed.push(act);
}

// Opening and saving

function show(answer: RecordAnswer, from: Source): void {
  batch(() => {
    record.value = answer;
    source.value = from;
    problems.value = answer.problems;
    match.value = null;
    adopt(fromWire(answer.tree));
  });
  const more = answer.n_games > 1 ? ` (game ${answer.number} of ${answer.n_games})` : "";
  const wrong = answer.n_problems ? `; ${answer.n_problems} problem${answer.n_problems > 1 ? "s" : ""} mended` : "";
  tell(`Opened ${from.name}${more}${wrong}.`);
}

function adopt(next: Tree, where = 0): void {
  taken.clear();
  batch(() => {
    tree.value = next;
    stands.value = new Map();
    readings.value = new Map();
    curves.value = new Map();
    asked.value = null;
    frames.value = null;
    at.value = where;
  });
}

export async function openOffered(index: number, game = 1): Promise<void> {
  try {
    show(await api.opened(index, game), { name: offered.value[index] ?? "record", index });
  } catch (error) {
    complain(error);
  }
}

const LARGEST = 8 << 20;

export async function openFile(content: Blob, name: string, game = 1): Promise<void> {
  if (content.size > LARGEST) {
    tell(`${name} is larger than ${LARGEST >> 20} MB; open a part of it.`, "error");
    return;
  }
  try {
    show(await api.record(content, name, game), { name, content });
  } catch (error) {
    if (error instanceof Refused) tell(`${name}:${error.message}`, "error");
    else complain(error);
  }
}

export async function openGame(game: number): Promise<void> {
  const from = source.value;
  if (from?.content) await openFile(from.content, from.name, game);
  else if (from?.index !== undefined) await openOffered(from.index, game);
}

function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

function baseName(): string {
  return (source.value?.name ?? "game").replace(/^.*[\\/]/, "").replace(/\.[a-z]+$/i, "") || "game";
}

export async function saveSgf(): Promise<void> {
  try {
    download(await api.save(toWire(tree.value)), `${baseName()}.sgf`);
  } catch (error) {
    complain(error);
  }
}

export async function savePicture(format: "svg" | "png"): Promise<void> {
  try {
    const question = asked.value?.point ? { point: asked.value.point } : undefined;
    const shown = compare.value === "one" ? shownA.value : null;
    const blob = await api.picture({
      line: here(),
      format,
      quantity: shown ?? undefined,
      style: style.value,
      question: shown ? question : undefined,
      settings: settings.value,
      seed: seed.value,
    });
    download(blob, `${baseName()}-${stand.value.moves}.${format}`);
  } catch (error) {
    complain(error);
  }
}

// Walking

export function here(): ReturnType<typeof lineTo> {
  return lineTo(tree.value, at.value, stand.value);
}

export function go(id: number): void {
  if (!tree.value.nodes[id]) return;
  const path = pathTo(tree.value, id);
  path.forEach((each, i) => {
    const next = path[i + 1];
    if (next !== undefined) taken.set(each, next);
  });
  batch(() => {
    at.value = id;
    frames.value = null;
    marked.value = { points: new Map(), path: [] };
  });
}

export function step(by: number): void {
  const along = line.value;
  const now = along.indexOf(at.value);
  go(along[Math.max(0, Math.min(along.length - 1, now + by))] as number);
}

export function goToMove(move: number): void {
  const along = line.value;
  const found = along.find((id) => (stands.value.get(id)?.moves ?? 0) >= move && tree.value.nodes[id]?.move);
  go(move <= 0 ? 0 : (found ?? (along[along.length - 1] as number)));
}

/** The variation above or below: a brother of this node, or of the nearest one before it that has brothers. */
export function branch(by: number): void {
  let id: number | undefined = at.value;
  while (id !== undefined) {
    const parent: number | undefined = tree.value.nodes[id]?.parent;
    if (parent === undefined) return;
    const brothers = tree.value.nodes[parent]?.children ?? [];
    const next = brothers[brothers.indexOf(id) + by];
    if (next !== undefined) return go(next);
    if (brothers.length > 1) return;
    id = parent;
  }
}

let walking: AbortController | null = null;
// Boards of lines that have not been seen yet.
follow(() => {
  const now = tree.value;
  const id = at.value;
  if (stands.value.has(id)) return;
  const along = lineThrough(now, id, taken);
  walking?.abort();
  walking = new AbortController();
  const { signal } = walking;
  api
    .line(wholeLine(now, along), signal)
    .then((answer) => {
      if (signal.aborted || tree.value !== now) return;
      stands.value = new Map([...stands.value, ...standsOf(now, along, answer)]);
    })
    .catch(complain);
});

// Trying

export async function play(point: string): Promise<boolean> {
  const { next } = stand.value;
  const move = `${next} ${point}`;
  const [now, from, before] = [tree.value, at.value, stand.value];
  const known = (now.nodes[from] as Node).children.find((child) => now.nodes[child]?.move === move);
  if (known !== undefined) {
    go(known);
    return true;
  }
  try {
    const answer = await api.play(here(), move);
    if (tree.value !== now) return false;
    const id = addMove(now, from, move);
    batch(() => {
      tree.value = { ...now };
      stands.value = new Map(stands.value).set(id, after(before, answer.ply));
      go(id);
    });
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

export function erase(): void {
  if (at.value === 0) return;
  const cut = without(tree.value, at.value);
  adopt(cut.tree, cut.at);
}

/** Puts or takes a stone by hand. The board becomes the start of a game of its own. */
export function edit(point: string, cell: "X" | "O" | "."): void {
  const now = stand.value;
  const fresh = at.value === 0 && tree.value.nodes.length === 1;
  const board = put(now.board, [point], cell);
  const next: Stand = { ...now, board, moves: 0, ply: undefined, captures: { black: 0, white: 0 } };
  const info = fresh ? tree.value.info : { ...tree.value.info, result: undefined };
  batch(() => {
    if (!fresh) {
      source.value = { name: "position" };
      record.value = null;
      tell("The position is now the start of a new game; the old one is still in its file.");
    }
    match.value = null;
    adopt(emptyTree(tree.value.size, info, setupOf(next)));
  });
}

export function setNext(next: "B" | "W"): void {
  const root = tree.value.nodes[0] as Node;
  if (tree.value.nodes.length > 1) return;
  adopt(emptyTree(tree.value.size, tree.value.info, { ...(root.setup ?? {}), next }));
}

export function newBoard(size: number, info: Tree["info"] = { black: {}, white: {} }): void {
  batch(() => {
    source.value = { name: "new game" };
    record.value = null;
    problems.value = [];
    match.value = null;
    adopt(emptyTree(size, info));
  });
}

export function clickPoint(x: number, y: number): void {
  const point = vertexName(x, y, tree.value.size);
  usePoint(point);
}

export function usePoint(point: string): void {
  const now = match.value;
  if (now && !now.over && isHuman(now, stand.value.next)) {
    void play(point);
    return;
  }
  if (tool.value === "explain") void explain(point);
  else if (tool.value === "play") void play(point);
  else edit(point, tool.value === "black" ? "X" : tool.value === "white" ? "O" : ".");
}

// Asking the models

/** The names to ask for: what is drawn, and every number of the models that are on. */
function wanted(): string[] {
  const names = new Set<string>();
  for (const name of enabled.value) {
    const each = card(name);
    if (!each || !fits(each)) continue;
    for (const quantity of each.quantities) if (quantity.shape === "number") names.add(quantity.name);
  }
  for (const name of [shownA.value, compare.value === "one" ? null : shownB.value]) {
    const found = find(name);
    if (found && fits(found.card)) names.add(found.quantity.name);
  }
  return [...names];
}

let asking: AbortController | null = null;
let pending: ReturnType<typeof setTimeout> | undefined;
follow(() => {
  const models = wanted();
  const now = stands.value.get(at.value);
  const set = settings.value;
  const chance = seed.value;
  const rater = suggest.value;
  if (!now) return;
  const from = here();
  clearTimeout(pending);
  // A held key or a moving slider asks once, for where it comes to rest or half-rests.
  pending = setTimeout(() => {
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    const found = new Map<string, Reading>();
    reading.value = models.length > 0;
    const done = models.length
      ? api.read({ line: from, models, settings: set, seed: chance }, (piece) => {
          found.set(piece.model, piece);
          readings.value = new Map(found);
        }, signal)
      : Promise.resolve((readings.value = found)).then(() => undefined);
    done
      .catch(complain)
      .finally(() => {
        if (asking?.signal === signal) reading.value = false;
      });
    if (rater) {
      const body = { line: from, models: [rater], settings: set, seed: chance, readings: false, rate: true };
      api.read(body, (piece) => (ratings.value = best(piece.moves ?? [])), signal).catch(complain);
    } else ratings.value = [];
  }, 25);
});

export function best(moves: Rating[], most = 10): Rating[] {
  return [...moves].sort((a, b) => (b.rating ?? -Infinity) - (a.rating ?? -Infinity)).slice(0, most);
}

let drawing: AbortController | null = null;
let drawn: ReturnType<typeof setTimeout> | undefined;
follow(() => {
  const along = line.value;
  const now = tree.value;
  const models = enabled.value.filter((name) => {
    const each = card(name);
    return each && fits(each) && each.quantities.some((quantity) => quantity.shape === "number");
  });
  const set = settings.value;
  const chance = seed.value;
  clearTimeout(drawn);
  drawn = setTimeout(() => {
    drawing?.abort();
    drawing = new AbortController();
    const { signal } = drawing;
    const found = new Map<string, (number | null)[]>();
    curvesDone.value = false;
    if (!models.length) curves.value = found;
    const done = models.length
      ? api.curves({ line: wholeLine(now, along), models, settings: set, seed: chance }, (piece) => {
          for (const [name, values] of Object.entries(piece.values ?? {})) {
            const column = found.get(name) ?? [];
            values.forEach((value, i) => (column[piece.from + i] = value));
            found.set(name, column);
          }
          curves.value = new Map(found);
        }, signal)
      : Promise.resolve();
    done.catch(complain).finally(() => {
      if (drawing?.signal === signal) curvesDone.value = true;
    });
  }, 250);
});

let explaining: AbortController | null = null;

async function inquire(title: string, question: { point?: string; move?: string; from?: string; to?: string }): Promise<void> {
  explaining?.abort();
  explaining = new AbortController();
  const { signal } = explaining;
  const models = cards.value.filter((each) => each.abilities.includes("explains") && fits(each)).map((each) => each.name);
  tab.value = "why";
  const isStone = question.point !== undefined && stoneAt(question.point);
  asked.value = { title, point: question.point, answers: [], busy: true, fate: isStone ? null : undefined };
  marked.value = { points: new Map(), path: [] };
  if (isStone && question.point) void readFate(question.point, signal);
  try {
    const body = { line: here(), models, settings: settings.value, seed: seed.value, readings: false, question };
    await api.read(body, (piece) => {
      const now = asked.value;
      if (!now || !piece.explanation || signal.aborted) return;
      const answers = [...now.answers, { model: piece.model, explanation: piece.explanation }];
      const order = (name: string) => cards.value.findIndex((each) => each.name === name);
      answers.sort((a, b) => order(a.model) - order(b.model));
      asked.value = { ...now, answers };
    }, signal);
  } catch (error) {
    complain(error);
  }
  if (!signal.aborted && asked.value) asked.value = { ...asked.value, busy: false };
}

function stoneAt(point: string): boolean {
  const vertex = vertexAt(point, tree.value.size);
  return vertex !== null && (stand.value.board[vertex[1]]?.[vertex[0]] ?? ".") !== ".";
}

/** Reads what becomes of a group. That nobody is near it is an answer too. */
async function readFate(point: string, signal: AbortSignal): Promise<void> {
  let fate: Asked["fate"];
  try {
    fate = (await api.solve({ line: here(), at: point }, signal)).groups[0];
  } catch (error) {
    fate = error instanceof Refused ? error.message : undefined;
  }
  if (!signal.aborted && asked.value) asked.value = { ...asked.value, fate };
}

export function explain(point: string): Promise<void> {
  return inquire(point, { point });
}

export function explainLast(): Promise<void> {
  return inquire("The last move", { move: "last" });
}

// The review of the line

let telling: AbortController | null = null;
follow(() => {
  const wantedHere = page.value === "review";
  const along = wholeLine(tree.value, line.value);
  const body = { line: along, level: level.value, judge: judging.value, settings: settings.value, seed: seed.value };
  const key = JSON.stringify(body);
  if (!wantedHere || review.peek()?.line === key) return;
  telling?.abort();
  telling = new AbortController();
  const { signal } = telling;
  reviewing.value = true;
  review.value = null;
  api
    .review(body, signal)
    .then((told) => (review.value = { line: key, told }))
    .catch(complain)
    .finally(() => {
      if (telling?.signal === signal) reviewing.value = false;
    });
});

let wording: AbortController | null = null;
let worded: ReturnType<typeof setTimeout> | undefined;
let wordedLine = "";
follow(() => {
  const body = { line: wholeLine(tree.value, line.value), level: level.value, plain: true };
  const key = JSON.stringify(body);
  if (key === wordedLine) return;
  wordedLine = key;
  words.value = new Map();
  clearTimeout(worded);
  worded = setTimeout(() => {
    wording?.abort();
    wording = new AbortController();
    const { signal } = wording;
    api
      .review(body, signal)
      .then((told) => {
        if (key === wordedLine) words.value = new Map(told.plies.map((ply) => [ply.ply, ply.words]));
      })
      .catch(complain);
  }, 400);
});

// The steps behind a quantity

export async function loadFrames(quantity: string): Promise<void> {
  try {
    const answer = await api.frames({ line: here(), quantity, settings: settings.value, seed: seed.value });
    frames.value = { quantity, frames: answer.frames, index: 0 };
  } catch (error) {
    complain(error);
  }
}

// Playing

export function isHuman(now: Match, color: "B" | "W"): boolean {
  return (color === "B" ? now.black : now.white) === null;
}

export function startMatch(size: number, komi: number, black: string | null, white: string | null): void {
  newBoard(size, { black: { name: black ?? "You" }, white: { name: white ?? "You" }, komi, rules: "chinese" });
  match.value = { black, white, running: true, thinking: false, over: false, delay: 150 };
  tool.value = black === null || white === null ? "play" : "explain";
}

function passes(): number {
  const path = pathTo(tree.value, at.value);
  let count = 0;
  for (const id of path.reverse()) {
    if (!tree.value.nodes[id]?.move?.endsWith("pass")) break;
    count += 1;
  }
  return count;
}

export async function finish(): Promise<void> {
  const now = match.value;
  if (!now || now.over) return;
  match.value = { ...now, over: true, running: false, thinking: false };
  try {
    const score = await api.score(here());
    tree.value = { ...tree.value, info: { ...tree.value.info, result: score.result } };
    if (match.value) match.value = { ...match.value, score };
  } catch (error) {
    complain(error);
  }
}

export function resign(): void {
  const now = match.value;
  if (!now || now.over) return;
  const result = `${stand.value.next === "B" ? "W" : "B"}+R`;
  tree.value = { ...tree.value, info: { ...tree.value.info, result } };
  match.value = { ...now, over: true, running: false, thinking: false };
}

let turn: AbortController | null = null;
let clock: ReturnType<typeof setTimeout> | undefined;
// Whose turn it is, and what then happens. Walking back through a game that goes on pauses it there.
follow(() => {
  const now = match.value;
  const here = stands.value.get(at.value);
  if (!now || now.over || !now.running || now.thinking || !here) return;
  if ((tree.value.nodes[at.value] as Node).children.length) return;
  if (passes() >= 2) {
    void finish();
    return;
  }
  const player = here.next === "B" ? now.black : now.white;
  if (player === null) return;
  clearTimeout(clock);
  clock = setTimeout(() => void letMove(player), now.delay);
});

export async function letMove(player: string): Promise<void> {
  const before = match.value;
  const [now, from] = [tree.value, at.value];
  if (before) match.value = { ...before, thinking: true };
  turn?.abort();
  turn = new AbortController();
  const { signal } = turn;
  try {
    const choice = await api.move({ line: here(), player, seed: seed.value }, signal);
    if (signal.aborted || tree.value !== now || at.value !== from) return;
    const point = choice.move.slice(2);
    await play(point);
    const made = tree.value.nodes[at.value];
    if (made && made.move === choice.move) {
      made.comment ??= [choice.reason, ...choice.explanation.sentences.map((sentence) => sentence.text)].join("\n");
    }
    if (match.value) match.value = { ...match.value, last: choice };
  } catch (error) {
    if (match.value) match.value = { ...match.value, running: false };
    complain(error);
  } finally {
    if (match.value) match.value = { ...match.value, thinking: false };
  }
}

// The beginning

export async function begin(): Promise<void> {
  try {
    const [about, models, list] = await Promise.all([api.about(), api.models(), api.players()]);
    batch(() => {
      cards.value = models;
      players.value = list;
      version.value = about.aji;
      offered.value = about.records;
      seed.value = about.seed;
      reproduction.value = about.reproduction;
      const quick = models.filter((each) => each.quantities.some((one) => one.role === "lead"));
      enabled.value = quick.slice(0, 3).map((each) => each.name);
      const map = models.flatMap((each) => each.quantities).filter((one) => one.shape === "field");
      // A map whose sum is the lead says most at a glance.
      const sums = (one: Quantity) => models.some((each) => each.quantities.some((two) => two.name === one.name && two.role === "lead"));
      const first = map.find(sums) ?? map.find((one) => one.role === "ownership") ?? map[0];
      shownA.value = first?.name ?? null;
      shownB.value = map.find((one) => one !== first && one.role === "ownership")?.name ?? null;
    });
    followed.splice(0).forEach((act) => effect(act));
    await openOffered(0);
    message.value = null;
  } catch (error) {
    complain(error);
  }
}
