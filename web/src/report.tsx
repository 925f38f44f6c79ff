// The page of a review, or of solved groups: one file, opened from disk. The board is that of the workbench.

import "@sabaki/shudan/css/goban.css";
import { render } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board, Cut, Legend } from "./board";
import { Leads, judgedLead, leadsOf } from "./leads";
import { layers } from "./overlay";
import { SolvedReport } from "./solved";
import { type Stand, boardAfter, played, vertexAt, vertexName } from "./tree";
import type { ReviewPage, ReviewPly, SolvedPage } from "./wire";
import "./style.css";
import "./report.css";

const side = (color: string) => (color === "B" ? "Black" : "White");
/** What is told of a move: why it is worse than another, or else what it did. */
const wordsOf = (ply: ReviewPly) => ply.why?.text || ply.words.map((sentence) => sentence.text).join(" ");

/** What stands on the board at the start and after every move. */
export function standsOf({ board, boards, review }: ReviewPage): Stand[] {
  const none = { black: 0, white: 0 };
  const stands: Stand[] = [{ board, next: review.plies[0]?.color ?? "B", captures: none, moves: 0 }];
  review.plies.forEach((ply, i) => {
    const before = stands[i] as Stand;
    const after = boardAfter(before.board, ply, boards[ply.ply]);
    stands.push({ board: after, next: ply.color === "B" ? "W" : "B", captures: none, moves: i + 1, ply });
  });
  return stands;
}

/** Where the address says to begin: a move, and what is shown. */
function fromAddress(): { move: number; map: string } {
  const [move = "", map = ""] = decodeURIComponent(location.hash.slice(1)).split(",");
  return { move: Number.parseInt(move, 10), map };
}

/** A line of play that is looked at: after which move of the game, which of its two lines, and how far. */
interface Looked {
  ply: number;
  better: boolean;
  step: number;
}

export function Report({ data }: { data: ReviewPage }) {
  const { review, overlays, comments } = data;
  const { plies, story, digest } = review;
  const { labels } = digest;
  const label = (name: string) => labels[`report-${name}`] ?? "";
  const moments = digest.moments;
  const last = plies.length;
  const stands = useMemo(() => standsOf(data), [data]);
  const leads = useMemo(() => leadsOf(data), [data]);
  const judged = useMemo(() => judgedLead(data), [data]);
  const size = data.board.length;
  const draw = useMemo(
    () => new Map(overlays.map((each) => [each.name, layers(each, data.board, (x, y) => vertexName(x, y, size))])),
    [data],
  );
  const [begin] = useState(fromAddress);
  const [move, setMove] = useState(() => bounded(Number.isNaN(begin.move) ? (digest.decisive ?? last) : begin.move, last));
  const [map, setMap] = useState(() => (draw.has(begin.map) ? begin.map : ""));
  const [coordinates, setCoordinates] = useState(true);
  const [quiet, setQuiet] = useState(false);
  const [off, setOff] = useState<string[]>([]);
  const [looked, look] = useState<Looked | null>(null);
  /** The moment that is posed as a problem; its answer is hidden. */
  const [posed, pose] = useState<number | null>(null);
  const go = (to: number) => {
    look(null);
    pose(null);
    setMove(bounded(to, last));
  };
  const turn = (way: 1 | -1) => {
    const all = moments.map((moment) => moment.ply);
    const to = way > 0 ? (all.find((ply) => ply > move) ?? all[0]) : (all.findLast((ply) => ply < move) ?? all[all.length - 1]);
    if (to !== undefined) go(to);
  };
  const line = looked && lineOf(plies[looked.ply - 1], looked.better);
  const walk = (by: number) => {
    if (!looked || !line) return go(move + by);
    const step = looked.step + by;
    if (step < 1) look(null);
    else look({ ...looked, step: Math.min(line.length, step) });
  };
  useEffect(() => history.replaceState(null, "", `#${move}${map ? `,${map}` : ""}`), [move, map]);
  useEffect(() => {
    const follow = () => {
      const asked = fromAddress();
      if (!Number.isNaN(asked.move)) go(asked.move);
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  // Before the page is painted: whoever presses a key at what is seen means the move that is seen.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target instanceof HTMLSelectElement) return;
      const by = event.shiftKey ? 10 : 1;
      const acts: Record<string, () => void> = {
        ArrowLeft: () => walk(-by),
        ArrowRight: () => walk(by),
        Home: () => go(0),
        End: () => go(last),
        Escape: () => look(null),
        n: () => turn(1),
        p: () => turn(-1),
        k: () => setCoordinates(!coordinates),
      };
      const shown = /^[0-9]$/.test(event.key) ? ["", ...overlays.map((each) => each.name)][Number(event.key)] : undefined;
      const act = shown === undefined ? (acts[event.key] ?? acts[event.key.toLowerCase()]) : () => setMap(shown);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
  const ply = plies[move - 1];
  // A problem shows the board before its move, a line of play the board along it.
  const shown = looked && line ? along(stands[looked.ply - 1] as Stand, line.slice(0, looked.step)) : (stands[posed === null ? move : posed - 1] as Stand);
  const layer = looked || posed !== null ? null : (draw.get(map)?.(move) ?? null);
  const marks = new Map((looked || posed !== null || ply?.why ? [] : (ply?.words ?? [])).flatMap((sentence) => sentence.marks).filter((point) => point !== ply?.move).map((point) => [point, ""]));
  const better = !looked && posed === null && ply?.better ? new Map([[ply.better, "★"]]) : undefined;
  const stake = posed === null && !layer ? ply?.why?.stake.points : undefined;
  // A click on a stone leads to the move that put it there; on an empty point to the next move there.
  const click = (x: number, y: number) => {
    const point = vertexName(x, y, size);
    const there = (each: ReviewPly) => each.move === point;
    if (shown.board[y]?.[x] !== ".") go(plies.slice(0, move).findLastIndex(there) + 1);
    else {
      const next = plies.slice(move).findIndex(there);
      if (next >= 0) go(move + next + 1);
    }
  };
  return (
    <>
      <header class="top heading">
        <h1>{data.heading[0]}</h1>
        <p class="quiet">{[...data.heading.slice(1), data.conditions].join(" · ")}</p>
      </header>
      <main class="report">
        <div class="table">
          <Board
            stand={shown}
            layer={layer}
            marks={marks}
            letters={better}
            numbers={looked && line ? numbersOf(line.slice(0, looked.step)) : undefined}
            area={stake}
            coordinates={coordinates}
            label={ply ? `Go board after move ${move}, ${side(ply.color)} ${ply.move}` : "Go board at the start"}
            fit
            onPoint={click}
          />
          <nav class="transport" aria-label="Moves">
            <button type="button" onClick={() => go(0)} disabled={move === 0} aria-label="To the start" title="Home">|‹</button>
            <button type="button" onClick={() => walk(-1)} disabled={move === 0 && !looked} aria-label="One move back" title="←">‹</button>
            <button type="button" onClick={() => walk(1)} disabled={move === last && !looked} aria-label="One move on" title="→">›</button>
            <button type="button" onClick={() => go(last)} disabled={move === last} aria-label="To the end" title="End">›|</button>
            <input type="range" class="seek" aria-label="Move" min={0} max={last} value={move} onInput={(event) => go(Number(event.currentTarget.value))} />
            <span class="at" data-testid="at">{looked && line ? `${looked.step} / ${line.length}` : `${move} / ${last}`}</span>
            {moments.length > 0 && <button type="button" onClick={() => turn(1)} title="N" aria-label={label("next-moment")}>◆›</button>}
          </nav>
          {layer && (
            <div class="about" aria-live="polite">
              <p class="quiet">{`${layer.quantity.name}: ${layer.quantity.about}.`}</p>
              <Legend layer={layer} />
            </div>
          )}
        </div>
        <div class="side-panels">
          <section class="info headline" data-testid="headline">
            <p>{[story.headline, digest.decided].filter(Boolean).join(" ")}</p>
            {judged && (
              <>
                <Leads leads={[judged.lead]} limit={judged.limit} moves={last} now={move} phases={story.phases} marked={moments.map((moment) => moment.ply)} label={`${label("by-judge")} ${judged.lead.name}`} go={go} />
                <p class="quiet">{`${label("by-judge")} ${judged.lead.name}.`}</p>
              </>
            )}
          </section>
          {posed === null ? (
            <Now data={data} move={move} comment={comments[move]} looked={looked} look={look} label={label} />
          ) : (
            <Task task={moments.find((moment) => moment.ply === posed)?.task ?? ""} label={label} answer={() => { setMove(posed); pose(null); look({ ply: posed, better: true, step: 1 }); }} />
          )}
          {review.mean_losses.length > 0 && (
            <section class="info" data-testid="lessons">
              <Losses review={review} label={label} />
              {digest.lessons.length > 0 && (
                <>
                  <h3>{label("lessons")}</h3>
                  <ul class="lessons">{digest.lessons.map((lesson) => <li key={lesson}>{lesson}</li>)}</ul>
                </>
              )}
            </section>
          )}
          {moments.length > 0 && (
            <section class="info" data-testid="moments">
              <h2>{label("moments")}</h2>
              {moments.map((moment) => (
                <div key={moment.ply} class="moment">
                  <button type="button" class="cut" onClick={() => go(moment.ply)}>
                    <Cut stand={stands[moment.ply] as Stand} around={vertexAt((plies[moment.ply - 1] as ReviewPly).move, size)} />
                    <span>
                      <b>{moment.title}</b>
                      <span>{wordsOf(plies[moment.ply - 1] as ReviewPly)}</span>
                      <span class="quiet">{[moment.better, moment.until].filter(Boolean).join(" ")}</span>
                    </span>
                  </button>
                  {moment.task && (
                    <button type="button" class="small" data-testid="pose" onClick={() => { go(moment.ply); pose(moment.ply); }}>{label("as-problems")}</button>
                  )}
                </div>
              ))}
            </section>
          )}
          {digest.groups.length > 0 && (
            <section class="info" data-testid="groups">
              <h2>{label("groups")}</h2>
              <ul class="lessons">
                {digest.groups.map((group) => (
                  <li key={group.text}>
                    <button type="button" class="small" onClick={() => go(group.danger)}>{group.danger}</button> {group.text}
                  </li>
                ))}
              </ul>
            </section>
          )}
          {story.paragraphs.length > 0 && (
            <section class="info story" data-testid="story">
              <h2>{label("story")}</h2>
              {story.paragraphs.map((paragraph) => (
                <div key={paragraph.title}>
                  <h3>{paragraph.title}</h3>
                  <p>{paragraph.sentences.join(" ")}</p>
                </div>
              ))}
            </section>
          )}
          <Moves plies={plies} now={move} moments={moments.map((moment) => moment.ply)} quiet={quiet} setQuiet={setQuiet} go={go} label={label} />
          {overlays.length > 0 && (
            <details class="info models" data-testid="models" open={map !== ""}>
              <summary>{label("models")}</summary>
              <p class="row">
                <label class="show">
                  {label("on-board")}{" "}
                  <select value={map} data-testid="overlay" onChange={(event) => setMap(event.currentTarget.value)}>
                    <option value="">{label("stones")}</option>
                    {overlays.map(({ name }) => (
                      <option key={name} value={name}>{name}</option>
                    ))}
                  </select>
                </label>
              </p>
              {leads.length > 0 && (
                <>
                  <Leads leads={leads.filter(({ name }) => !off.includes(name))} moves={last} now={move} phases={story.phases} label="Who leads, by each model in a unit of its own" go={go} />
                  <ul class="legend lines">
                    {leads.map(({ name, unit, color }) => (
                      <li key={name}>
                        <label>
                          <input
                            type="checkbox"
                            checked={!off.includes(name)}
                            onChange={() => setOff(off.includes(name) ? off.filter((each) => each !== name) : [...off, name])}
                          />
                          <svg viewBox="0 0 14 4" aria-hidden="true"><rect width="14" height="4" rx="2" fill={color} /></svg>
                          {`${name} (${unit})`}
                        </label>
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </details>
          )}
          <footer class="quiet">
            <p class="keys">← → one move, with Shift ten · Home, End · N, P moments · 0–9 what is shown · K coordinates</p>
            <p>{`${review.file} · a review by aji ${review.aji}.`}</p>
          </footer>
        </div>
      </main>
    </>
  );
}

type Label = (name: string) => string;

/** One of the two lines of a move that was judged. */
function lineOf(ply: ReviewPly | undefined, better: boolean): [string, string][] {
  return (better ? ply?.why?.better_line : ply?.why?.line) ?? [];
}

/** What stands on the board after some moves of a line of play. */
function along(before: Stand, line: [string, string][]): Stand {
  const board = line.reduce((rows, [color, move]) => played(rows, color, move), before.board);
  return { ...before, board, ply: undefined };
}

/** The points of a line of play, each with the number of the last move there. */
function numbersOf(line: [string, string][]): Map<string, string> {
  return new Map(line.map(([, move], i) => [move, String(i + 1)]));
}

/** What the moves of each side cost on average. */
function Losses({ review, label }: { review: ReviewPage["review"]; label: Label }) {
  const means = review.mean_losses;
  const cell = (value: number | null | undefined) => (value === null || value === undefined ? "–" : value.toFixed(1));
  return (
    <table class="losses" data-testid="losses">
      <thead>
        <tr>
          <th scope="col">{label("mean-loss")}</th>
          {means.map(({ stage }) => <th scope="col" key={stage}>{label(stage)}</th>)}
        </tr>
      </thead>
      <tbody>
        {(["black", "white"] as const).map((side) => (
          <tr key={side}>
            <th scope="row">{label(side)}</th>
            {means.map((mean) => <td key={mean.stage}>{cell(mean[side])}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A moment as a problem. */
function Task({ task, label, answer }: { task: string; label: Label; answer: () => void }) {
  return (
    <section class="info now-told" data-testid="task" aria-live="polite">
      <h2>{task}</h2>
      <p><button type="button" class="primary" onClick={answer}>{label("answer")}</button></p>
    </section>
  );
}

function bounded(move: number, last: number): number {
  return Math.max(0, Math.min(last, move));
}

interface NowProps {
  data: ReviewPage;
  move: number;
  comment?: string;
  looked: Looked | null;
  look: (looked: Looked | null) => void;
  label: Label;
}

/** The move that is shown, in words, with the lines of play that belong to it. */
function Now({ data, move, comment, looked, look, label }: NowProps) {
  const { plies } = data.review;
  const ply = plies[move - 1];
  if (!ply) {
    return (
      <section class="info now-told" data-testid="now">
        <h2>{label("start")}</h2>
        {!plies.length && <p class="quiet">{data.review.story.headline}</p>}
        {comment && <blockquote class="comment">{comment}</blockquote>}
      </section>
    );
  }
  const words = wordsOf(ply);
  const shows = (better: boolean) => looked !== null && looked.better === better;
  const begin = (better: boolean) => look(shows(better) ? null : { ply: move, better, step: better ? 1 : 2 });
  return (
    <section class="info now-told" data-testid="now" aria-live="polite">
      <h2>
        <i class={ply.color === "B" ? "stone black" : "stone white"} aria-hidden="true" /> {`${side(ply.color)} ${ply.move}`}
        <small class="quiet">{`${move} / ${plies.length}`}</small>
      </h2>
      {words ? <p>{words}</p> : <p class="quiet">{label("quiet")}</p>}
      {ply.why && (
        <p class="row lines">
          {ply.why.line.length > 1 && (
            <button type="button" aria-pressed={shows(false)} data-testid="follows" onClick={() => begin(false)}>{`${label("follows")}: ${told(ply.why.line.slice(1))}`}</button>
          )}
          <button type="button" class="primary" aria-pressed={shows(true)} data-testid="instead" onClick={() => begin(true)}>{`${label("instead")}: ${told(ply.why.better_line)}`}</button>
          {looked && <button type="button" onClick={() => look(null)}>{label("back")}</button>}
        </p>
      )}
      {comment && <blockquote class="comment">{comment}</blockquote>}
    </section>
  );
}

/** The first moves of a line of play. */
function told(line: [string, string][]): string {
  const MOST = 4;
  return line.slice(0, MOST).map(([, move]) => move).join(" ") + (line.length > MOST ? " …" : "");
}

interface MovesProps {
  plies: ReviewPly[];
  now: number;
  moments: number[];
  quiet: boolean;
  setQuiet: (quiet: boolean) => void;
  go: (move: number) => void;
  label: Label;
}

function Moves({ plies, now, moments, quiet, setQuiet, go, label }: MovesProps) {
  const list = useRef<HTMLOListElement>(null);
  const silent = plies.some((ply) => !wordsOf(ply));
  useEffect(() => {
    const [box, here] = [list.current, list.current?.querySelector<HTMLElement>("li.here")];
    if (!box || !here) return;
    const top = here.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + here.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 3;
  }, [now, quiet]);
  return (
    <section class="info">
      <h2>{label("moves-told")}</h2>
      {silent && (
        <label class="check">
          <input type="checkbox" checked={quiet} onChange={() => setQuiet(!quiet)} data-testid="quiet" /> {label("quiet-too")}
        </label>
      )}
      <ol class="told" ref={list} data-testid="told" tabIndex={0} aria-label="Moves that are told">
        {plies
          .filter((ply) => quiet || wordsOf(ply) || ply.ply === now)
          .map((ply) => (
            <li key={ply.ply} class={ply.ply === now ? "here" : wordsOf(ply) ? "" : "silent"}>
              <button type="button" class="small" onClick={() => go(ply.ply)} aria-current={ply.ply === now ? "true" : undefined}>
                {moments.includes(ply.ply) && <span class="turn">◆ </span>}
                {ply.ply} <i class={ply.color === "B" ? "stone black" : "stone white"} aria-hidden="true" />
                <span class="unseen">{side(ply.color)}</span> {ply.move}
              </button>{" "}
              {wordsOf(ply)}
            </li>
          ))}
      </ol>
    </section>
  );
}

const [root, data] = [document.getElementById("app"), document.getElementById("data")];
if (root && data) {
  // What stands there is for readers without scripts.
  root.replaceChildren();
  const told = JSON.parse(data.textContent ?? "") as ReviewPage | SolvedPage;
  render("solved" in told ? <SolvedReport data={told} /> : <Report data={told} />, root);
}
