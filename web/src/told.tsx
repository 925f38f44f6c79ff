// The parts of a judged review, which its own page and the workbench show: what is told of a move, its lines, problems, moments, losses.

import { useEffect, useRef } from "preact/hooks";
import { Cut } from "./board";
import { type Stand, played, vertexAt } from "./tree";
import type { MomentWords, ReviewPly, ReviewAnswer } from "./wire";

export const side = (color: string) => (color === "B" ? "Black" : "White");
/** What is told of a move: why it is worse than another, or else what it did. */
export const wordsOf = (ply: ReviewPly) => ply.why?.text || ply.words.map((sentence) => sentence.text).join(" ");

/** A line of play that is looked at: after which move of the game, which of its two lines, and how far. */
export interface Looked {
  ply: number;
  better: boolean;
  step: number;
}

export type Label = (name: string) => string;

/** One of the two lines of a move that was judged. */
export function lineOf(ply: ReviewPly | undefined, better: boolean): [string, string][] {
  return (better ? ply?.why?.better_line : ply?.why?.line) ?? [];
}

/** What stands on the board after some moves of a line of play. */
export function along(before: Stand, line: [string, string][]): Stand {
  const board = line.reduce((rows, [color, move]) => played(rows, color, move), before.board);
  return { ...before, board, ply: undefined };
}

/** The points of a line of play, each with the number of the last move there. */
export function numbersOf(line: [string, string][]): Map<string, string> {
  return new Map(line.map(([, move], i) => [move, String(i + 1)]));
}

/** What the moves of each side cost on average. */
export function Losses({ review, label }: { review: ReviewAnswer; label: Label }) {
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

/** What was tried in a problem, and what comes of it. */
export interface Tried {
  point: string;
  right: boolean;
  text: string;
  /** What follows, the move itself first. */
  line: [string, string][];
}

/** What the review itself knows of a try: the better move, and the one that was played; nothing of others. */
export function answerTo(ply: ReviewPly, point: string): Tried | null {
  if (point === ply.better) return { point, right: true, text: `Right: ${point}. ${wordsOf(ply)}`, line: ply.why?.better_line ?? [] };
  if (point === ply.move) {
    const line = ply.why?.line ?? [];
    const reply = line[1] ? ` ${side(line[1][0])} answers ${line[1][1]}.` : "";
    return { point, right: false, text: `${point} was played, and it is the mistake.${reply}`, line };
  }
  return null;
}

/** A moment as a problem, which is solved on the board. */
export function Task({ task, label, answer, tried, leave }: { task: string; label: Label; answer: () => void; tried: Tried | null; leave?: () => void }) {
  return (
    <section class="info now-told" data-testid="task" aria-live="polite">
      <h2>{task}</h2>
      {tried ? (
        <p class={tried.right ? "right" : "wrong"} data-testid="tried">
          <b>{tried.right ? "✓" : "✗"}</b> {tried.text}
        </p>
      ) : (
        <p class="quiet">{label("try") || "Click the board where you would play."}</p>
      )}
      <p class="row">
        <button type="button" class="primary" onClick={answer}>{label("answer") || "Show the answer"}</button>
        {leave && <button type="button" onClick={leave}>{label("back") || "Back to the game"}</button>}
      </p>
    </section>
  );
}

/** The moments of a game, each with the board around it. */
export function Moments({ moments, plies, stands, size, label, go, pose }: { moments: MomentWords[]; plies: ReviewPly[]; stands: (ply: number) => Stand; size: number; label: Label; go: (ply: number) => void; pose: (ply: number) => void }) {
  if (!moments.length) return null;
  return (
    <section class="info" data-testid="moments">
      <h2>{label("moments") || "Moments"}</h2>
      {moments.map((moment) => (
        <div key={moment.ply} class="moment">
          <button type="button" class="cut" onClick={() => go(moment.ply)}>
            <Cut stand={stands(moment.ply)} around={vertexAt((plies[moment.ply - 1] as ReviewPly).move, size)} />
            <span>
              <b>{moment.title}</b>
              <span>{wordsOf(plies[moment.ply - 1] as ReviewPly)}</span>
              <span class="quiet">{[moment.better, moment.until].filter(Boolean).join(" ")}</span>
            </span>
          </button>
          {moment.task && (
            <button type="button" class="small" data-testid="pose" onClick={() => pose(moment.ply)}>{label("as-problems") || "As a problem"}</button>
          )}
        </div>
      ))}
    </section>
  );
}

export function bounded(move: number, last: number): number {
  return Math.max(0, Math.min(last, move));
}

interface NowProps {
  review: ReviewAnswer;
  move: number;
  comment?: string;
  looked: Looked | null;
  look: (looked: Looked | null) => void;
  label: Label;
}

/** The move that is shown, in words, with the lines of play that belong to it. */
export function Now({ review, move, comment, looked, look, label }: NowProps) {
  const { plies } = review;
  const ply = plies[move - 1];
  if (!ply) {
    return (
      <section class="info now-told" data-testid="now">
        <h2>{label("start")}</h2>
        {!plies.length && <p class="quiet">{review.story.headline}</p>}
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
export function told(line: [string, string][]): string {
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

export function Moves({ plies, now, moments, quiet, setQuiet, go, label }: MovesProps) {
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

