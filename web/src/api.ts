// What the server is asked and what it answers. The types of both are made from those of the server.

import type {
  AboutAnswer,
  ChoiceAnswer,
  ClassesAnswer,
  ClassesAsk,
  CurvePiece,
  Failed,
  FramesAnswer,
  FramesAsk,
  GamesAnswer,
  GamesAsk,
  JudgeAsk,
  Judgement,
  LineAnswer,
  LineAsk,
  ModelsAnswer,
  MoveAsk,
  Occurrence,
  OccurrencesAsk,
  PictureAsk,
  PlayAnswer,
  PlayersAnswer,
  ReadAsk,
  Reading,
  RecordAnswer,
  ReviewAnswer,
  ReviewAsk,
  ReviewPiece,
  ScoreAnswer,
  Setting,
  SimulateAsk,
  SolveAsk,
  SolvedAnswer,
  Tick,
  Tree,
} from "./wire";

export type Settings = Record<string, Setting>;

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
    const body = (await response.json()) as Partial<Failed>;
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
  about: async () => (await ask("about")).json() as Promise<AboutAnswer>,
  models: async () => ((await (await ask("models")).json()) as ModelsAnswer).models,
  players: async () => ((await (await ask("players")).json()) as PlayersAnswer).players,
  opened: async (index: number, game = 1) =>
    (await ask(`records/${index}?game=${game}`)).json() as Promise<RecordAnswer>,
  record: async (content: Blob, name: string, game = 1) => {
    const query = `name=${encodeURIComponent(name)}&game=${game}`;
    const headers = { "Content-Type": "application/octet-stream" };
    const response = await ask(`record?${query}`, { method: "POST", body: content, headers });
    return response.json() as Promise<RecordAnswer>;
  },
  save: async (tree: Tree) => (await post("save", tree)).blob(),
  line: (line: LineAsk, signal?: AbortSignal) => postJson<LineAnswer>("line", { line }, signal),
  play: (line: LineAsk, move: string) => postJson<PlayAnswer>("play", { line, move }),
  read: (body: ReadAsk, see: (reading: Reading) => void, signal?: AbortSignal) => stream("read", body, see, signal),
  curves: (body: ReadAsk, see: (piece: CurvePiece) => void, signal?: AbortSignal) =>
    stream("curves", body, see, signal),
  frames: (body: FramesAsk, signal?: AbortSignal) => postJson<FramesAnswer>("frames", body, signal),
  simulate: (body: SimulateAsk, see: (tick: Tick) => void, signal?: AbortSignal) => stream("simulate", body, see, signal),
  move: (body: MoveAsk, signal?: AbortSignal) => postJson<ChoiceAnswer>("move", body, signal),
  review: (body: ReviewAsk, signal?: AbortSignal) => postJson<ReviewAnswer>("review", body, signal),
  reviewStream: (body: ReviewAsk, see: (piece: ReviewPiece) => void, signal?: AbortSignal) => stream("review", body, see, signal),
  judge: (body: JudgeAsk, see: (piece: Judgement) => void, signal?: AbortSignal) => stream("judge", body, see, signal),
  games: (body: GamesAsk, signal?: AbortSignal) => postJson<GamesAnswer>("games", body, signal),
  classes: (body: ClassesAsk, signal?: AbortSignal) => postJson<ClassesAnswer>("classes", body, signal),
  occurrences: (body: OccurrencesAsk, see: (piece: Occurrence) => void, signal?: AbortSignal) =>
    stream("occurrences", body, see, signal),
  score: (line: LineAsk, dead?: string[]) => postJson<ScoreAnswer>("score", { line, dead }),
  solve: (body: SolveAsk, signal?: AbortSignal) => postJson<SolvedAnswer>("solve", body, signal),
  picture: async (body: PictureAsk) => (await post("picture", body)).blob(),
};
