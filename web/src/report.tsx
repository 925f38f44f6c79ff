// The page of a review, or of solved groups: one file, opened from disk. The board is that of the workbench.

import "@sabaki/shudan/css/goban.css";
import { render } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board, Cut, Legend } from "./board";
import { short } from "./colors";
import { Leads, leadsOf } from "./leads";
import { layers } from "./overlay";
import { SolvedReport } from "./solved";
import { type Stand, boardAfter, vertexAt, vertexName } from "./tree";
import type { Fact, ReviewPage, ReviewPly, SolvedPage, TurningPoint } from "./wire";
import "./style.css";
import "./report.css";

const side = (color: string) => (color === "B" ? "Black" : "White");
const wordsOf = (ply: ReviewPly) => ply.words.map((sentence) => sentence.text).join(" ");

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

/** A fact in one line: its kind and its parts. */
export function factLine({ kind, weight: _, ...parts }: Fact): string {
  const MOST = 6;
  const part = ([name, value]: [string, unknown]) => {
    if (value === "B" || value === "W") return side(value);
    if (typeof value === "number") return `${name} ${short(value)}`;
    if (!Array.isArray(value)) return `${name} ${value}`;
    return `${name} ${value.slice(0, MOST).join(" ")}${value.length > MOST ? " …" : ""}`;
  };
  const told = Object.entries(parts).filter(([name]) => name !== "moves").map(part);
  return told.length ? `${kind}: ${told.join(", ")}` : kind;
}

/** Where the address says to begin: a move, and what is shown. */
function fromAddress(): { move: number; map: string } {
  const [move = "", map = ""] = decodeURIComponent(location.hash.slice(1)).split(",");
  return { move: Number.parseInt(move, 10), map };
}

export function Report({ data }: { data: ReviewPage }) {
  const { review, overlays, comments } = data;
  const { plies, story } = review;
  const turning = story.turning_points;
  const last = plies.length;
  const stands = useMemo(() => standsOf(data), [data]);
  const leads = useMemo(() => leadsOf(data), [data]);
  const size = data.board.length;
  const draw = useMemo(
    () => new Map(overlays.map((each) => [each.name, layers(each, data.board, (x, y) => vertexName(x, y, size))])),
    [data],
  );
  const [begin] = useState(fromAddress);
  const [move, setMove] = useState(() => bounded(Number.isNaN(begin.move) ? (turning[0]?.ply ?? 1) : begin.move, last));
  const [map, setMap] = useState(() => (draw.has(begin.map) ? begin.map : ""));
  const [coordinates, setCoordinates] = useState(true);
  const [quiet, setQuiet] = useState(false);
  const [off, setOff] = useState<string[]>([]);
  const go = (to: number) => setMove(bounded(to, last));
  const turn = (way: 1 | -1) => {
    const all = turning.map((point) => point.ply);
    const to = way > 0 ? (all.find((ply) => ply > move) ?? all[0]) : (all.findLast((ply) => ply < move) ?? all[all.length - 1]);
    if (to !== undefined) go(to);
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
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target instanceof HTMLSelectElement) return;
      const by = event.shiftKey ? 10 : 1;
      const acts: Record<string, () => void> = {
        ArrowLeft: () => go(move - by),
        ArrowRight: () => go(move + by),
        Home: () => go(0),
        End: () => go(last),
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
  const stand = stands[move] as Stand;
  const ply = plies[move - 1];
  const layer = draw.get(map)?.(move) ?? null;
  const marks = new Map((ply?.words ?? []).flatMap((sentence) => sentence.marks).filter((point) => point !== ply?.move).map((point) => [point, ""]));
  // A click on a stone leads to the move that put it there; on an empty point to the next move there.
  const click = (x: number, y: number) => {
    const point = vertexName(x, y, size);
    const there = (each: ReviewPly) => each.move === point;
    if (stand.board[y]?.[x] !== ".") go(plies.slice(0, move).findLastIndex(there) + 1);
    else {
      const next = plies.slice(move).findIndex(there);
      if (next >= 0) go(move + next + 1);
    }
  };
  return (
    <>
      <header class="top heading">
        <h1>{data.heading[0]}</h1>
        {[...data.heading.slice(1), data.conditions].map((line, i) => (
          <p key={i} class="quiet">{line}</p>
        ))}
      </header>
      <main class="report">
        <div class="table">
          <Board
            stand={stand}
            layer={layer}
            marks={marks}
            coordinates={coordinates}
            label={ply ? `Go board after move ${move}, ${side(ply.color)} ${ply.move}` : "Go board at the start"}
            onPoint={click}
          />
          <nav class="transport" aria-label="Moves">
            <button type="button" onClick={() => go(0)} disabled={move === 0} aria-label="To the start" title="Home">|‹</button>
            <button type="button" onClick={() => go(move - 1)} disabled={move === 0} aria-label="One move back" title="←">‹</button>
            <button type="button" onClick={() => go(move + 1)} disabled={move === last} aria-label="One move on" title="→">›</button>
            <button type="button" onClick={() => go(last)} disabled={move === last} aria-label="To the end" title="End">›|</button>
            <input type="range" class="seek" aria-label="Move" min={0} max={last} value={move} onInput={(event) => go(Number(event.currentTarget.value))} />
            <span class="at" data-testid="at">{`${move} / ${last}`}</span>
          </nav>
          <div class="tools">
            {overlays.length > 0 && (
              <label class="show">
                Show
                <select value={map} data-testid="overlay" onChange={(event) => setMap(event.currentTarget.value)}>
                  <option value="">stones and marks</option>
                  {overlays.map(({ name }) => (
                    <option key={name} value={name}>{name}</option>
                  ))}
                </select>
              </label>
            )}
            {turning.length > 0 && <button type="button" onClick={() => turn(1)} title="N">Next turning point</button>}
          </div>
          {layer && (
            <div class="about" aria-live="polite">
              <p class="quiet">{`${layer.quantity.name}: ${layer.quantity.about}.`}</p>
              <Legend layer={layer} />
            </div>
          )}
          {leads.length > 0 && (
            <section class="curves" aria-label="Curves">
              <Leads leads={leads.filter(({ name }) => !off.includes(name))} moves={last} now={move} phases={story.phases} turning={turning} go={go} />
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
                      {unit ? `${name} (${unit})` : name}
                    </label>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <div class="side-panels">
          <Now data={data} move={move} comment={comments[move]} />
          {story.paragraphs.length > 0 && (
            <section class="info story" data-testid="story">
              <h2>The story of the game</h2>
              {story.paragraphs.map((paragraph) => (
                <div key={paragraph.title}>
                  <h3>{paragraph.title}</h3>
                  <p>{paragraph.sentences.join(" ")}</p>
                </div>
              ))}
            </section>
          )}
          {turning.length > 0 && (
            <section class="info" data-testid="turning">
              <h2>Turning points</h2>
              {turning.map((point) => (
                <Turn key={point.ply} point={point} stand={stands[point.ply] as Stand} ply={plies[point.ply - 1] as ReviewPly} go={go} />
              ))}
            </section>
          )}
          <Moves plies={plies} now={move} turning={turning} quiet={quiet} setQuiet={setQuiet} go={go} />
        </div>
      </main>
      <footer class="quiet">
        <p class="keys">← → one move, with Shift ten · Home, End · N, P turning points · 0–9 what is shown · K coordinates</p>
        <p>{`${review.file} · a review by aji ${review.aji}, made from the rules, short reading and ${Object.keys(review.summary.units).length ? "the models named above" : "no models"}.`}</p>
      </footer>
    </>
  );
}

function bounded(move: number, last: number): number {
  return Math.max(0, Math.min(last, move));
}

/** The move that is shown, in words. */
function Now({ data, move, comment }: { data: ReviewPage; move: number; comment?: string }) {
  const { plies, engine } = data.review;
  const [open, setOpen] = useState(false);
  const ply = plies[move - 1];
  if (!ply) {
    return (
      <section class="info now-told" data-testid="now">
        <h2>The start</h2>
        <p class="quiet">{plies.length ? "Press → or click into the curve below the board." : "The record has no moves."}</p>
        {comment && <blockquote class="comment">{comment}</blockquote>}
      </section>
    );
  }
  const judged: string[] = [];
  const { black_wins, black_leads } = ply.engine ?? {};
  if (black_wins !== undefined && black_wins !== null) judged.push(`Black wins ${(black_wins * 100).toFixed(0)} %`);
  if (black_leads !== undefined && black_leads !== null) {
    judged.push(black_leads >= 0 ? `Black leads by ${black_leads.toFixed(1)}` : `White leads by ${(-black_leads).toFixed(1)}`);
  }
  return (
    <section class="info now-told" data-testid="now" aria-live="polite">
      <h2>
        <i class={ply.color === "B" ? "stone black" : "stone white"} aria-hidden="true" /> {`${side(ply.color)} ${ply.move}`}
        <small class="quiet">{`move ${move} of ${plies.length}`}</small>
      </h2>
      {ply.words.length ? <p>{wordsOf(ply)}</p> : <p class="quiet">A quiet move.</p>}
      {judged.length > 0 && <p class="quiet">{`${engine}: ${judged.join(", ")}.`}</p>}
      {comment && <blockquote class="comment">{comment}</blockquote>}
      {ply.facts.length > 0 && (
        <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{`Everything that was found (${ply.facts.length})`}</summary>
          <ul>
            {ply.facts.map((fact, i) => (
              <li key={i}>{factLine(fact)}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** A turning point: the part of the board around it, and the words. */
function Turn({ point, stand, ply, go }: { point: TurningPoint; stand: Stand; ply: ReviewPly; go: (move: number) => void }) {
  return (
    <button type="button" class="cut" onClick={() => go(point.ply)}>
      <Cut stand={stand} around={vertexAt(ply.move, stand.board.length)} />
      <span>
        <b>{`Move ${point.ply}, ${side(ply.color)} ${ply.move}`}</b>
        <span class="quiet">{`worth about ${Math.round(point.shift ?? 0)} points to ${side(point.color)}`}</span>
        <span>{wordsOf(ply) || "A quiet move."}</span>
      </span>
    </button>
  );
}

interface MovesProps {
  plies: ReviewPly[];
  now: number;
  turning: TurningPoint[];
  quiet: boolean;
  setQuiet: (quiet: boolean) => void;
  go: (move: number) => void;
}

function Moves({ plies, now, turning, quiet, setQuiet, go }: MovesProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const [box, here] = [list.current, list.current?.querySelector<HTMLElement>("li.here")];
    if (!box || !here) return;
    const top = here.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + here.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 3;
  }, [now, quiet]);
  return (
    <section class="info">
      <h2>Move by move</h2>
      <label class="check">
        <input type="checkbox" checked={quiet} onChange={() => setQuiet(!quiet)} data-testid="quiet" /> quiet moves too
      </label>
      <ol class="told" ref={list} data-testid="told" tabIndex={0} aria-label="Moves that are told">
        {plies
          .filter((ply) => quiet || ply.words.length > 0 || ply.ply === now)
          .map((ply) => (
            <li key={ply.ply} class={ply.ply === now ? "here" : ply.words.length ? "" : "silent"}>
              <button type="button" class="small" onClick={() => go(ply.ply)} aria-current={ply.ply === now ? "true" : undefined}>
                {turning.some((point) => point.ply === ply.ply) && <span class="turn" title="turning point">◆ </span>}
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
