// The state of the page and everything that changes it.

import { batch, computed, effect, signal } from "@preact/signals";
import { Refused, type Settings, api } from "./api";
import { OWNERS, drawn } from "./judge";
import { type Recent, keepRecent, keepShown, nodeAt, pathName, readAddress, recentGames, shownBefore, treeOf, writeAddress } from "./keep";
import type { Node, Stand, Tree } from "./tree";
import { addMove, after, emptyTree, fromWire, lineThrough, lineTo, pathTo, put, setupOf, standsOf, toWire } from "./tree";
import { vertexAt, vertexName, wholeLine, without } from "./tree";
import type {
  Card,
  ChoiceAnswer,
  Explanation,
  Frame,
  Info,
  Judgement,
  LineAsk,
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

export type Page = "game" | "review" | "games" | "classes" | "watch" | "reproduce" | "models";
export type Tool = "explain" | "play" | "black" | "white" | "erase";
export type FieldStyle = "heat" | "squares" | "numbers";
export type Compare = "one" | "two" | "difference";

export const page = signal<Page>("game");
export const cards = signal<Card[]>([]);
export const players = signal<PlayerCard[]>([]);
export const version = signal("");
export const offered = signal<string[]>([]);
/** Who can judge positions; the first is our own search. */
export const judges = signal<string[]>([]);

/** Where the game came from, so that another game of the same file can be taken. */
interface Source {
  name: string;
  index?: number;
  content?: Blob;
}

export const source = signal<Source | null>(null);
export const recent = signal<Recent[]>([]);
export const record = signal<RecordAnswer | null>(null);
export const problems = signal<Problem[]>([]);
export const tree = signal<Tree>(emptyTree(19));
export const at = signal(0);
export const stands = signal<Map<number, Stand>>(new Map());
const taken = new Map<number, number>();

export type Tab = "judge" | "why" | "models" | "moves" | "play";
export const tab = signal<Tab>("judge");
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

/** Who judges what is shown; nobody if empty. */
export const judge = signal("aji");
/** What was said of the nodes of this game, the latest and best of each. */
export const judgements = signal<Map<number, Judgement>>(new Map());
/** Whether somebody is at it. */
export const thinking = signal(false);
/** Why a judge was given up, and whom to ask again. */
export const gaveUp = signal<{ judge: string; why: string } | null>(null);
/** A line of play that is pointed at, as `B Q16`. */
export const pointed = signal<string[]>([]);

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
/** How far the review has come: Black's lead in the positions that have been judged, of so many. */
export const progress = signal<{ of: number; judged: number; leads: (number | null)[] }>({ of: 0, judged: 0, leads: [] });
/** Who judges the moves of a review, which takes its time; nobody if empty. */
export const reviewer = signal("aji");
/** Why somebody who was to judge a review did not. */
export const reviewerGaveUp = signal<{ judge: string; why: string } | null>(null);

/** Which classes are shown: all, those of the last move, or those of moves that can be played here; and of which move. */
export const classesOf = signal<"all" | "last" | "here">("all");
export const classesAt = signal<string | null>(null);
/** What the rules and short reading say of the moves of the line, by the number of the move. */
export const words = signal<Map<number, ReviewPly["words"]>>(new Map());
export const level = signal("player");
/** Keys that the page of the review takes for itself while it is open; it says whether it did. */
export const reviewKeys = signal<((event: KeyboardEvent) => boolean) | null>(null);
export const reproduction = signal(false);

export interface Match {
  black: string | null;
  white: string | null;
  running: boolean;
  thinking: boolean;
  over: boolean;
  delay: number;
  /** Whether the player wants to see what is good here. */
  hint?: boolean;
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

/** What is thought of the position that is shown. While somebody plays, only where it is asked for. */
export const judged = computed<Judgement | undefined>(() => (watches() ? judgements.value.get(at.value) : undefined));

/** The points whose moves are drawn as candidates. */
export const shownCandidates = computed(() => (judged.value ? drawn(judged.value).map((one) => one.move) : []));

/** Whether the position is to be judged. */
function watches(): boolean {
  const now = match.value;
  return judge.value !== "" && (!now || now.over || now.hint === true || !(isHuman(now, "B") || isHuman(now, "W")));
}

export function card(name: string): Card | undefined {
  return cards.value.find((each) => each.name === name);
}

/** The model that a quantity belongs to, and the quantity as something that can be drawn. */
export function find(name: string | null): { card: Card; quantity: Quantity } | null {
  if (!name || name === OWNERS.name) return null;
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

function show(answer: RecordAnswer, from: Source, path = "0"): void {
  batch(() => {
    record.value = answer;
    source.value = from;
    problems.value = answer.problems;
    match.value = null;
    const next = fromWire(answer.tree);
    adopt(next, nodeAt(next, path));
  });
  if (from.index === undefined) remember();
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
    judgements.value = new Map();
    asked.value = null;
    frames.value = null;
    pointed.value = [];
    at.value = where;
  });
}

/** What a game is called. */
export function titleOf(info: Info): string {
  const { black, white, result } = info;
  return `${black.name ?? "Black"} – ${white.name ?? "White"}${result ? ` ${result}` : ""}`;
}

/** Takes note of the game that is shown, which is not one of the server's. */
function remember(): void {
  if (tree.value.nodes.length < 2) return;
  keepRecent({ name: source.value?.name ?? "game", title: titleOf(tree.value.info), when: Date.now(), tree: toWire(tree.value) });
  recent.value = recentGames();
}

export function openRecent(game: Recent): void {
  batch(() => {
    record.value = null;
    source.value = { name: game.name };
    problems.value = [];
    match.value = null;
    adopt(fromWire(game.tree));
  });
}

/** The address of the position that is shown: it leads there again, on this server or, with its moves in it, on any other. */
export function link(): string {
  const from = source.value;
  const own = from?.index !== undefined && record.value !== null && pristine === tree.value.nodes.length;
  const where = own ? { record: from.index, game: record.value?.number, at: pathName(tree.value, at.value) } : { line: here() };
  return `${location.origin}${location.pathname}${writeAddress({ page: "game", ...where })}`;
}

export async function copyLink(): Promise<void> {
  const address = link();
  try {
    await navigator.clipboard.writeText(address);
    tell("The address of this position is in the clipboard.");
  } catch {
    tell(address);
  }
}

/** How many nodes the game had when it came from the server: with more it is another game than the server's. */
let pristine = 0;

export async function openOffered(index: number, game = 1, path = "0"): Promise<void> {
  try {
    const answer = await api.opened(index, game);
    pristine = answer.tree.nodes.length;
    show(answer, { name: offered.value[index] ?? "record", index }, path);
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

/** Several files at once: the first is shown, the others are among the recent games. */
export async function openFiles(files: File[]): Promise<void> {
  for (const file of [...files].reverse()) await openFile(file, file.name);
}

function baseName(): string {
  return (source.value?.name ?? "game").replace(/^.*[\\/]/, "").replace(/(\.[a-z]+){1,2}$/i, "") || "game";
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
    const shown = compare.value === "one" && shownA.value !== OWNERS.name ? shownA.value : null;
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
    pointed.value = [];
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

let waiting = -1;
/** The same, for a game whose boards may still be on their way. */
export function goToMoveWhenKnown(move: number): void {
  waiting = move;
  if (stands.value.size > 1) arrive();
}

function arrive(): void {
  if (waiting < 0) return;
  const move = waiting;
  waiting = -1;
  goToMove(move);
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
      arrive();
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
      if (match.value?.hint) match.value = { ...match.value, hint: false };
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

/** Puts a line of play into the game as a variation and makes its first move; the arrow keys lead on. */
export function walkInto(plays: string[]): void {
  if (!plays.length) return;
  const now = tree.value;
  let id = at.value;
  const ids = plays.map((move) => (id = addMove(now, id, move)));
  batch(() => {
    tree.value = { ...now };
    let from = at.value;
    for (const each of ids) {
      taken.set(from, each);
      from = each;
    }
    go(ids[0] as number);
  });
}

/** What the record says here becomes something else. */
export function comment(text: string): void {
  const now = tree.value;
  const here = now.nodes[at.value];
  if (!here) return;
  here.comment = text.trim() ? text : undefined;
  tree.value = { ...now };
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
  if (now?.over && now.score) {
    void toggleDead(point);
    return;
  }
  if (now && !now.over && isHuman(now, stand.value.next)) {
    void play(point);
    return;
  }
  const candidate = judged.value?.candidates.find((one) => one.move === point);
  if (tool.value === "explain" && candidate && shownCandidates.value.includes(point)) walkInto(candidate.line);
  else if (tool.value === "explain") void explain(point);
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

// Judging what is shown

let watching: AbortController | null = null;
let watchLater: ReturnType<typeof setTimeout> | undefined;
let watchedKey = "";
let watchedSince = 0;
/** A page that nobody sees asks for nothing. */
const seen = signal(true);
if (typeof document !== "undefined") document.addEventListener("visibilitychange", () => (seen.value = document.visibilityState === "visible"));

follow(() => {
  const wantedHere = page.value === "game" && seen.value && watches();
  const [who, id, now] = [judge.value, at.value, tree.value];
  const known = stands.value.has(id);
  const chance = seed.value;
  const line = wantedHere && known ? here() : null;
  // What is asked already goes on, whatever else has changed.
  const key = line ? JSON.stringify([who, line, chance]) : "";
  if (key === watchedKey) return;
  watchedKey = key;
  watching?.abort();
  clearTimeout(watchLater);
  thinking.value = line !== null;
  // A held key asks once, for where it comes to rest; whoever clicks does not wait for that.
  const held = performance.now() - watchedSince < 150;
  watchedSince = performance.now();
  if (line) watchLater = setTimeout(() => void watch(who, id, now, line, chance), held ? 20 : 0);
});

async function watch(who: string, id: number, now: Tree, line: LineAsk, chance: number): Promise<void> {
  watching = new AbortController();
  const { signal } = watching;
  let failed = "";
  try {
    await api.judge({ line, judge: who, seed: chance }, (piece) => {
      if (signal.aborted || tree.value.nodes !== now.nodes) return;
      if (piece.error) {
        failed = piece.error;
        return;
      }
      // What was seen here before stays until more is known.
      const before = judgements.value.get(id);
      if (before && before.judge === piece.judge && before.games > piece.games) return;
      judgements.value = new Map(judgements.value).set(id, piece);
    }, signal);
  } catch (error) {
    if (signal.aborted) return;
    failed = error instanceof Error ? error.message : String(error);
  }
  if (signal.aborted) return;
  thinking.value = false;
  if (!failed) return;
  // An engine that fails is given up, and our own search goes on.
  const [own] = judges.value;
  batch(() => {
    gaveUp.value = { judge: who, why: failed };
    judge.value = own && own !== who ? own : "";
  });
}

/** Asks somebody to judge from now on. */
export function askJudge(name: string): void {
  batch(() => {
    gaveUp.value = null;
    judgements.value = new Map();
    // What was pointed at goes away under the pointer.
    pointed.value = [];
    judge.value = name;
  });
}

let drawing: AbortController | null = null;
let drawnLater: ReturnType<typeof setTimeout> | undefined;
follow(() => {
  const along = line.value;
  const now = tree.value;
  const models = enabled.value.filter((name) => {
    const each = card(name);
    return each && fits(each) && each.quantities.some((quantity) => quantity.shape === "number");
  });
  const set = settings.value;
  const chance = seed.value;
  clearTimeout(drawnLater);
  drawnLater = setTimeout(() => {
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

/** Whether a name is that of an empty point. */
export function isFree(point: string): boolean {
  return vertexAt(point, tree.value.size) !== null && !stoneAt(point);
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

/** Shows the classes that a move here would have. */
export function showClasses(point: string): void {
  batch(() => {
    classesOf.value = "here";
    classesAt.value = point;
  });
  location.hash = "#classes";
}

export function explainLast(): Promise<void> {
  return inquire("The last move", { move: "last" });
}

// The review of the line

let telling: AbortController | null = null;
/** What is being told. */
let tellingOf = "";
follow(() => {
  const wantedHere = page.value === "review";
  const along = wholeLine(tree.value, line.value);
  const by = reviewer.value;
  const [own] = judges.value;
  const body = { line: along, level: level.value, judge: by !== "", judge_by: by && by !== own ? by : undefined, settings: settings.value, seed: seed.value };
  const key = JSON.stringify(body);
  if (!wantedHere) {
    // Whoever goes elsewhere does not wait for it; what was told stays.
    telling?.abort();
    reviewing.value = false;
    return;
  }
  // Whoever walks along the line meanwhile does not begin it anew.
  if (review.peek()?.line === key || (reviewing.peek() && tellingOf === key)) return;
  telling?.abort();
  telling = new AbortController();
  tellingOf = key;
  const { signal } = telling;
  batch(() => {
    reviewing.value = true;
    review.value = null;
    progress.value = { of: 0, judged: 0, leads: [] };
  });
  api
    .reviewStream(body, (piece) => {
      if (piece.error && body.judge_by) {
        // An engine that fails is given up, and our own search judges instead.
        batch(() => {
          reviewerGaveUp.value = { judge: by, why: piece.error as string };
          reviewer.value = own ?? "";
        });
      } else if (piece.error) complain(new Error(piece.error));
      else if (piece.review) review.value = { line: key, told: piece.review };
      else {
        const leads = [...progress.peek().leads];
        leads[piece.at ?? leads.length] = piece.black_leads ?? null;
        progress.value = { of: piece.of, judged: piece.judged, leads };
      }
    }, signal)
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
  const date = new Date().toISOString().slice(0, 10);
  newBoard(size, { black: { name: black ?? "You" }, white: { name: white ?? "You" }, komi, rules: "chinese", date });
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
  await count();
  remember();
}

/** Counts the board, with these stones dead, or with those that are found to be. */
async function count(dead?: string[]): Promise<void> {
  try {
    const score = await api.score(here(), dead);
    tree.value = { ...tree.value, info: { ...tree.value.info, result: score.result } };
    if (match.value) match.value = { ...match.value, score };
  } catch (error) {
    complain(error);
  }
}

/** The stones that are connected to one, by the board alone. */
export function chainAt(board: string[], point: string): string[] {
  const size = board.length;
  const start = vertexAt(point, size);
  const color = start && board[start[1]]?.[start[0]];
  if (!start || !color || color === ".") return [];
  const chain = [start];
  const names = new Set([point]);
  for (const [x, y] of chain) {
    for (const [i, j] of [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]] as [number, number][]) {
      const name = i >= 0 && j >= 0 && i < size && j < size ? vertexName(i, j, size) : "";
      if (name && board[j]?.[i] === color && !names.has(name)) {
        names.add(name);
        chain.push([i, j]);
      }
    }
  }
  return [...names];
}

/** Says of a chain, when a game is counted, that it is dead, or that it lives after all. */
export async function toggleDead(point: string): Promise<void> {
  const dead = match.value?.score?.dead ?? [];
  const chain = chainAt(stand.value.board, point);
  if (!chain.length) return;
  const lives = dead.includes(point);
  await count(lives ? dead.filter((each) => !chain.includes(each)) : [...dead, ...chain]);
}

/** Shows what is good here, or hides it again. */
export function hint(): void {
  const now = match.value;
  if (!now) return;
  if (judge.value === "") askJudge(judges.value[0] ?? "");
  match.value = { ...now, hint: !now.hint };
}

/** Takes moves back until the person is to move again. */
export function undo(): void {
  const now = match.value;
  if (!now || at.value === 0) return;
  turn?.abort();
  clearTimeout(clock);
  let id: number = at.value;
  do id = tree.value.nodes[id]?.parent ?? 0;
  while (id !== 0 && !isHuman(now, stands.value.get(id)?.next ?? "B"));
  const next = tree.value.nodes[id]?.children[0];
  const info = { ...tree.value.info, result: undefined };
  const known = new Map(stands.value);
  const cut = next === undefined ? { tree: tree.value, at: id } : without(tree.value, next);
  batch(() => {
    adopt({ ...cut.tree, info }, cut.at);
    // A line without variations keeps its numbers, and with them its boards.
    stands.value = new Map([...known].filter(([each]) => each <= cut.at && cut.tree.nodes.length === cut.at + 1));
    match.value = { ...now, over: false, running: true, thinking: false, score: undefined, last: undefined, hint: false };
  });
}

export function resign(): void {
  const now = match.value;
  if (!now || now.over) return;
  const result = `${stand.value.next === "B" ? "W" : "B"}+R`;
  tree.value = { ...tree.value, info: { ...tree.value.info, result } };
  match.value = { ...now, over: true, running: false, thinking: false };
  remember();
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
    // Whoever took moves back does not want an answer.
    if (signal.aborted) return;
    if (match.value) match.value = { ...match.value, running: false };
    complain(error);
  } finally {
    if (match.value && !signal.aborted) match.value = { ...match.value, thinking: false };
  }
}

// The beginning

/** Opens what an address names; whether it names something. */
export async function openAddress(hash: string): Promise<boolean> {
  const address = readAddress(hash);
  if (address.line) {
    const { tree: next, at: end } = treeOf(address.line);
    batch(() => {
      record.value = null;
      match.value = null;
      source.value = { name: "position" };
      adopt(next, end);
    });
    return true;
  }
  if (address.record === undefined || address.record >= offered.value.length) return false;
  await openOffered(address.record, address.game, address.at);
  return true;
}

/** What the address says, else what was shown before a reload, else the first record. */
async function openFirst(): Promise<void> {
  const before = shownBefore();
  if (await openAddress(location.hash)) return;
  const address = readAddress(location.hash);
  if (before) {
    const next = fromWire(before.tree);
    source.value = { name: before.name };
    adopt(next, nodeAt(next, address.at ?? before.at));
    if (before.match) match.value = { ...before.match, running: true, thinking: false, delay: 150 };
    if (before.match?.over) await count();
  } else await openOffered(0);
}

let keeping: ReturnType<typeof setTimeout> | undefined;
// A reload, or the address alone, leads to the same game and position.
follow(() => {
  const [now, id, from, of, name] = [tree.value, at.value, source.value, record.value, page.value];
  const going = match.value;
  clearTimeout(keeping);
  keeping = setTimeout(() => {
    const own = from?.index !== undefined && of !== null && pristine === now.nodes.length;
    const place = pathName(now, id);
    history.replaceState(null, "", writeAddress(own ? { page: name, record: from.index, game: of.number, at: place } : { page: name, at: place }));
    const playing = going ? { black: going.black, white: going.white, over: going.over } : undefined;
    keepShown(own ? null : { name: from?.name ?? "game", tree: toWire(now), at: place, match: playing });
  }, 200);
});

export async function begin(): Promise<void> {
  try {
    const [about, models, list] = await Promise.all([api.about(), api.models(), api.players()]);
    batch(() => {
      cards.value = models;
      players.value = list;
      version.value = about.aji;
      offered.value = about.records;
      judges.value = about.judges;
      recent.value = recentGames();
      seed.value = about.seed;
      reproduction.value = about.reproduction;
      const quick = models.filter((each) => each.quantities.some((one) => one.role === "lead"));
      enabled.value = quick.slice(0, 3).map((each) => each.name);
      const map = models.flatMap((each) => each.quantities).filter((one) => one.shape === "field");
      // A map whose sum is the lead says most at a glance.
      const sums = (one: Quantity) => models.some((each) => each.quantities.some((two) => two.name === one.name && two.role === "lead"));
      const first = map.find(sums) ?? map.find((one) => one.role === "ownership") ?? map[0];
      shownA.value = OWNERS.name;
      shownB.value = first?.name ?? null;
    });
    await openFirst();
    message.value = null;
    followed.splice(0).forEach((act) => effect(act));
  } catch (error) {
    complain(error);
  }
}
