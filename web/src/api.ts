// What the server is asked and what it answers. The shapes are those of `aji … --json`.

export interface Parameter {
  name: string;
  about: string;
  kind: "real" | "integer" | "choice" | "flag" | "text";
  min?: number;
  max?: number;
  above_min?: boolean;
  choices?: string[];
  default: Setting;
}

export interface Quantity {
  name: string;
  about: string;
  shape: "number" | "field" | "labels" | "graph";
  scope: "position" | "game";
  sign: "black" | "mover" | "none" | "paper";
  role: "lead" | "ownership" | "gain" | "none";
  unit: string;
  categories?: { value: number; name: string }[];
}

export interface Card {
  name: string;
  idea: string;
  reference: string;
  sizes: [number, number];
  abilities: string[];
  lead_scale: number | null;
  parameters: Parameter[];
  quantities: Quantity[];
}

export type Setting = number | string | boolean;
export type Settings = Record<string, Setting>;

export interface Setup {
  black?: string[];
  white?: string[];
  clear?: string[];
  next?: string;
}

export interface Side {
  name?: string;
  rank?: string;
  team?: string;
}

export interface Info {
  black: Side;
  white: Side;
  komi?: number;
  handicap?: number;
  rules?: string;
  result?: string;
  date?: string;
  event?: string;
  round?: string;
  place?: string;
  name?: string;
}

export interface WireNode {
  parent?: number;
  move?: string;
  setup?: Setup;
  comment?: string;
  properties?: string[][];
}

export interface WireTree {
  size: number;
  info: Info;
  nodes: WireNode[];
}

export interface GameSummary {
  size: number;
  black: Side;
  white: Side;
  rules: string;
  rules_given: boolean;
  komi: number;
  komi_given: boolean;
  handicap: number;
  result: string | null;
  date: string | null;
  event: string | null;
  name: string | null;
  nodes: number;
  lines: number;
}

export interface Problem {
  line: number;
  column: number;
  severity: string;
  message: string;
}

export interface RecordAnswer {
  name: string | null;
  format: string;
  charset: string;
  n_games: number;
  games: GameSummary[];
  number: number;
  game: GameSummary;
  tree: WireTree;
  problems: Problem[];
  n_problems: number;
}

export type Step = string | Setup;

export interface Line {
  size: number;
  rules?: string;
  komi?: number;
  handicap?: number;
  steps: Step[];
}

export interface Captures {
  black: number;
  white: number;
}

export interface Position {
  size: number;
  ply: number;
  next: "B" | "W";
  board: string[];
  captures: Captures;
  ko?: string;
}

export interface Ply {
  ply: number;
  color: "B" | "W";
  move: string;
  captured: string[];
  suicide?: boolean;
  edited?: boolean;
  illegal?: string;
  captures: Captures;
  next: "B" | "W";
  board?: string[];
}

export interface LineAnswer {
  start: Position;
  plies: Ply[];
  position: Position;
  over: boolean;
}

export interface PlayAnswer {
  ply: Ply;
  position: Position;
  over: boolean;
}

export interface GraphNode {
  id: string;
  points: string[];
  label: string;
  [name: string]: unknown;
}

export interface GraphEdge {
  from: string;
  to: string;
  label: string;
  weight: number;
  directed: boolean;
}

export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

export type Field = (number | null)[][];
export type Labels = (string | null)[][];

export type Mark = string | { point: string; label: string };

export interface Sentence {
  text: string;
  marks: Mark[];
}

export interface Explanation {
  sentences: Sentence[];
  [kind: string]: unknown;
}

export interface Rating {
  point: string;
  rating: number;
  [name: string]: unknown;
}

export interface Reading {
  model: string;
  error?: string;
  values?: Record<string, number | null>;
  maps?: Record<string, Field>;
  labels?: Record<string, Labels>;
  graphs?: Record<string, Graph>;
  moves?: Rating[];
  explanation?: Explanation;
  settings?: Settings;
}

export interface CurvePiece {
  model: string;
  from: number;
  values: Record<string, (number | null)[]>;
  done?: boolean;
  error?: string;
}

export interface Frame {
  caption: string;
  map?: Field;
  labels?: Labels;
  graph?: Graph;
  value?: number;
}

export interface Tick {
  step: number;
  done?: boolean;
  moves: string[];
  removed: string[];
  board: string[];
  values?: Record<string, number | null>;
  maps?: Record<string, Field>;
  labels?: Record<string, Labels>;
  graphs?: Record<string, Graph>;
}

export interface PlayerCard {
  name: string;
  idea: string;
}

export interface Choice {
  player: string;
  move: string;
  reason: string;
  candidates: Rating[];
  explanation: Explanation;
}

export interface SideScore {
  stones: number;
  territory: number;
  prisoners: number;
  compensation: number;
  total: number;
  area: string[];
}

export interface Score {
  result: string;
  lead: number;
  black: SideScore;
  white: SideScore;
  dead: string[];
}

export interface ReviewPly {
  ply: number;
  color: "B" | "W";
  move: string;
  words: { text: string; marks: string[] }[];
}

export interface Review {
  plies: ReviewPly[];
  story: {
    paragraphs: { title: string; sentences: string[] }[];
    turning_points: { ply: number; color: "B" | "W"; shift: number; models: number; of: number }[];
    phases: { stage: string; from: number; to: number }[];
  };
}

export interface ReadAsk {
  line: Line;
  models: string[];
  settings?: Settings;
  seed?: number;
  readings?: boolean;
  rate?: boolean;
  question?: { point?: string; from?: string; to?: string; move?: string };
}

/** The server said no; the message is for the user. */
export class Refused extends Error {
  status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused("The server does not answer. Is aji serve still running?", 0);
  }
  if (response.ok) return response;
  let message = `The server answered ${response.status}.`;
  try {
    const body = (await response.json()) as { error?: string };
    if (body.error) message = body.error;
  } catch {
    // The status alone has to do.
  }
  throw new Refused(message, response.status);
}

function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const headers = { "Content-Type": "application/json" };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

async function postJson<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return (await post(path, body, signal)).json() as Promise<T>;
}

/** Reads server-sent events as they come. */
export async function* events<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      let end: number;
      while ((end = rest.indexOf("\n\n")) >= 0) {
        const event = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (event.startsWith("data: ")) yield JSON.parse(event.slice(6)) as T;
      }
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

async function stream<T>(path: string, body: unknown, see: (piece: T) => void, signal?: AbortSignal): Promise<void> {
  const response = await post(`stream/${path}`, body, signal);
  if (!response.body) return;
  for await (const piece of events<T>(response.body)) {
    if (signal?.aborted) return;
    see(piece);
  }
}

export const api = {
  about: async () => (await ask("about")).json() as Promise<{ aji: string; records: string[]; seed: number; reproduction: boolean }>,
  models: async () => ((await (await ask("models")).json()) as { models: Card[] }).models,
  players: async () => ((await (await ask("players")).json()) as { players: PlayerCard[] }).players,
  opened: async (index: number, game = 1) =>
    (await ask(`records/${index}?game=${game}`)).json() as Promise<RecordAnswer>,
  record: async (content: Blob, name: string, game = 1) => {
    const query = `name=${encodeURIComponent(name)}&game=${game}`;
    const headers = { "Content-Type": "application/octet-stream" };
    const response = await ask(`record?${query}`, { method: "POST", body: content, headers });
    return response.json() as Promise<RecordAnswer>;
  },
  save: async (tree: WireTree) => (await post("save", tree)).blob(),
  line: (line: Line, signal?: AbortSignal) => postJson<LineAnswer>("line", { line }, signal),
  play: (line: Line, move: string) => postJson<PlayAnswer>("play", { line, move }),
  read: (body: ReadAsk, see: (reading: Reading) => void, signal?: AbortSignal) => stream("read", body, see, signal),
  curves: (body: ReadAsk, see: (piece: CurvePiece) => void, signal?: AbortSignal) =>
    stream("curves", body, see, signal),
  frames: (body: { line: Line; quantity: string; settings?: Settings; seed?: number }, signal?: AbortSignal) =>
    postJson<{ quantity: string; frames: Frame[] }>("frames", body, signal),
  simulate: (
    body: { model: string; size: number; settings?: Settings; seed?: number; steps?: number },
    see: (tick: Tick) => void,
    signal?: AbortSignal,
  ) => stream("simulate", body, see, signal),
  move: (body: { line: Line; player: string; seed?: number }, signal?: AbortSignal) =>
    postJson<Choice>("move", body, signal),
  review: (body: { line: Line; level: string; plain?: boolean; settings?: Settings; seed?: number }, signal?: AbortSignal) =>
    postJson<Review>("review", body, signal),
  score: (line: Line) => postJson<Score>("score", { line }),
  picture: async (body: Record<string, unknown>) => (await post("picture", body)).blob(),
};
