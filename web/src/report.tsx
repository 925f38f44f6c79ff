// The page of a review, or of solved groups: one file, opened from disk. The board is that of the workbench.

import "@sabaki/shudan/css/goban.css";
import { render } from "preact";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { Board, Legend } from "./board";
import { Leads, judgedLead, leadsOf } from "./leads";
import { layers } from "./overlay";
import { SolvedReport } from "./solved";
import { type Looked, Losses, Moments, Moves, Now, Task, type Tried, along, answerTo, bounded, lineOf, numbersOf, side } from "./told";
import { type Stand, boardAfter, vertexName } from "./tree";
import type { ReviewPage, ReviewPly, SolvedPage } from "./wire";
import "./style.css";
import "./report.css";


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
  const [tried, setTried] = useState<Tried | null>(null);
  const go = (to: number) => {
    look(null);
    pose(null);
    setTried(null);
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
  const ghosts = posed !== null && tried ? (tried.line.length ? tried.line : [[plies[posed - 1]?.color ?? "B", tried.point]]).slice(0, 6).map((play) => play.join(" ")) : undefined;
  const layer = looked || posed !== null ? null : (draw.get(map)?.(move) ?? null);
  const marks = new Map((looked || posed !== null || ply?.why ? [] : (ply?.words ?? [])).flatMap((sentence) => sentence.marks).filter((point) => point !== ply?.move).map((point) => [point, ""]));
  const better = !looked && posed === null && ply?.better ? new Map([[ply.better, "★"]]) : undefined;
  const stake = posed === null && !layer ? ply?.why?.stake.points : undefined;
  // A click on a stone leads to the move that put it there; on an empty point to the next move there.
  const click = (x: number, y: number) => {
    const point = vertexName(x, y, size);
    if (posed !== null) {
      const known = answerTo(plies[posed - 1] as ReviewPly, point);
      setTried(known ?? { point, right: false, text: `${point} is not what the judge thought best; the page knows no more of it.`, line: [] });
      return;
    }
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
            ghosts={ghosts}
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
            <Now review={review} move={move} comment={comments[move]} looked={looked} look={look} label={label} />
          ) : (
            <Task
              task={moments.find((moment) => moment.ply === posed)?.task ?? ""}
              label={label}
              tried={tried}
              answer={() => { setMove(posed); pose(null); setTried(null); look({ ply: posed, better: true, step: 1 }); }}
              leave={() => go(posed)}
            />
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
          <Moments moments={moments} plies={plies} stands={(ply) => stands[ply] as Stand} size={size} label={label} go={go} pose={(ply) => { go(ply); pose(ply); }} />
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

const [root, data] = [document.getElementById("app"), document.getElementById("data")];
if (root && data) {
  // What stands there is for readers without scripts.
  root.replaceChildren();
  const told = JSON.parse(data.textContent ?? "") as ReviewPage | SolvedPage;
  render("solved" in told ? <SolvedReport data={told} /> : <Report data={told} />, root);
}
