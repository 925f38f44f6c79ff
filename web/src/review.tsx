// The review of the game, beside the board: who was ahead and when it turned, moments, lines to step through, problems to solve.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api } from "./api";
import { Board, useBeside } from "./board";
import { Curves } from "./curves";
import { Transport } from "./game";
import { Leads, judgedLead } from "./leads";
import { GameInfo } from "./panels";
import * as store from "./store";
import { type Looked, Losses, Moments, Now, Task, type Tried, along, answerTo, lineOf, numbersOf, side } from "./told";
import { lineTo, vertexName } from "./tree";
import type { Judgement, ReviewAnswer, ReviewPly } from "./wire";

/** The node of the line after so many moves. */
const nodeAfter = (moves: number) => store.line.value.find((id) => store.stands.value.get(id)?.moves === moves) ?? 0;
const standAfter = (moves: number) => store.stands.value.get(nodeAfter(moves)) ?? store.stand.value;

/** What comes of a try that the review knows nothing of: whoever judges looks at it for a moment. */
async function lookAt(by: string | undefined, posed: number, ply: ReviewPly, point: string, lead: number | null | undefined, stop: AbortSignal): Promise<Tried> {
  const line = lineTo(store.tree.value, nodeAfter(posed - 1), standAfter(posed - 1));
  const tried = { ...line, steps: [...(line.steps ?? []), `${ply.color} ${point}`] };
  let last: Judgement | undefined;
  await api.judge({ line: tried, judge: by, seed: store.seed.value, games: by ? 100 : 1500 }, (piece) => (last = piece), stop);
  if (!last || last.error || last.black_leads === undefined || last.black_leads === null) return { point, right: false, text: `${point}: nobody can say.`, line: [] };
  const sign = ply.color === "B" ? 1 : -1;
  const cost = lead === null || lead === undefined ? null : sign * (lead - last.black_leads);
  const follows = (last.candidates[0]?.line ?? []).map((play) => play.split(" ") as [string, string]);
  const right = cost !== null && cost < 1.5;
  const reply = follows[0] ? ` ${side(follows[0][0])} answers ${follows.slice(0, 4).map(([, move]) => move).join(" ")}.` : "";
  const worth = cost === null ? "" : right ? ` It costs next to nothing.` : ` It costs about ${Math.round(cost)} points.`;
  return { point, right, text: `${point} ${right ? "is good too" : "is not it"}.${reply}${worth}`, line: [[ply.color, point], ...follows] };
}

export function ReviewPage() {
  const told = store.review.value?.told;
  const stand = store.stand.value;
  const [looked, look] = useState<Looked | null>(null);
  const [posed, pose] = useState<number | null>(null);
  const [tried, setTried] = useState<Tried | null>(null);
  const asking = useRef<AbortController | null>(null);
  const plies = told?.plies ?? [];
  const move = stand.moves;
  const ply = plies[move - 1];
  const leave = () => {
    asking.current?.abort();
    look(null);
    pose(null);
    setTried(null);
  };
  // Whoever walks on has left the line or the problem.
  useEffect(leave, [store.at.value, told]);
  const go = (to: number) => {
    leave();
    store.goToMove(to);
  };
  const line = looked && lineOf(plies[looked.ply - 1], looked.better);
  useEffect(() => {
    store.reviewKeys.value = (event) => {
      const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (event.key === "Escape" && (looked || posed !== null)) leave();
      else if (looked && line && by) {
        const step = looked.step + by;
        look(step < 1 ? null : { ...looked, step: Math.min(line.length, step) });
      } else if ((event.key === "n" || event.key === "b") && told?.digest.moments.length) {
        const all = told.digest.moments.map((moment) => moment.ply);
        const to = event.key === "n" ? (all.find((each) => each > move) ?? all[0]) : (all.findLast((each) => each < move) ?? all[all.length - 1]);
        if (to !== undefined) go(to);
      } else return false;
      event.preventDefault();
      return true;
    };
    return () => {
      store.reviewKeys.value = null;
    };
  });
  const attempt = (point: string) => {
    const of = posed === null ? undefined : plies[posed - 1];
    if (posed === null || !of || !told) return;
    asking.current?.abort();
    const known = answerTo(of, point);
    setTried(known ?? { point, right: false, text: `${point}: looking what follows…`, line: [[of.color, point]] });
    if (known) return;
    asking.current = new AbortController();
    const { signal } = asking.current;
    const before = posed > 1 ? plies[posed - 2]?.lead : told.start.engine?.black_leads;
    // Whoever judged the game also judges the try: leads of two judges cannot be compared.
    const by = told.engine && told.engine !== store.judges.value[0] ? told.engine : undefined;
    lookAt(by, posed, of, point, before, signal)
      .then((answer) => !signal.aborted && setTried(answer))
      .catch(store.complain);
  };
  const shown = looked && line ? along(standAfter(looked.ply - 1), line.slice(0, looked.step)) : posed === null ? stand : standAfter(posed - 1);
  const { points } = store.marked.value;
  const ghosts = posed !== null && tried ? tried.line.slice(0, 6).map((play) => play.join(" ")) : undefined;
  const better = !looked && posed === null && ply?.better ? [{ point: ply.better, text: "★", grade: "best" }] : undefined;
  // On a narrow screen the board stays in sight; the curve goes by with the words.
  const beside = useBeside();
  const curves = (
    <>
      {told && judgedLead({ review: told }) ? <Curve told={told} go={go} /> : <Growing />}
      <Curves />
    </>
  );
  return (
    <main class="game">
      <h1 class="unseen">Review of {store.titleOf(store.tree.value.info)}</h1>
      <div class="table">
        <figure>
          <Board
            stand={shown}
            marks={looked || posed !== null ? undefined : points}
            numbers={looked && line ? numbersOf(line.slice(0, looked.step)) : undefined}
            ghosts={ghosts}
            candidates={better}
            area={looked === null && posed === null ? ply?.why?.stake.points : undefined}
            label={posed !== null ? `A problem: ${side(plies[posed - 1]?.color ?? "B")} to play` : `Board at move ${move}`}
            most={720}
            onPoint={(x, y) => attempt(vertexName(x, y, store.tree.value.size))}
          />
          <figcaption data-testid="line-at">{looked && line ? `${looked.step} of ${line.length} moves of the line; ← → step through it` : " "}</figcaption>
        </figure>
        <Transport />
        {beside && curves}
      </div>
      <aside class="side-panels">
        {beside && <GameInfo />}
        <Settings />
        {!beside && curves}
        {!beside && <GameInfo />}
        {told && (posed === null ? (
          <Now review={told} move={move} comment={store.node.value.comment} looked={looked} look={look} label={labelOf(told)} />
        ) : (
          <Task
            task={told.digest.moments.find((moment) => moment.ply === posed)?.task ?? ""}
            label={labelOf(told)}
            tried={tried}
            answer={() => {
              const from = posed;
              store.goToMove(from);
              pose(null);
              setTried(null);
              // After the effect of the move, which leaves all lines.
              setTimeout(() => look({ ply: from, better: true, step: 1 }));
            }}
            leave={() => go(posed)}
          />
        ))}
        {told && <Told told={told} go={go} pose={(at) => { go(at); setTimeout(() => pose(at)); }} />}
      </aside>
    </main>
  );
}

const labelOf = (told: ReviewAnswer) => (name: string) => told.digest.labels[`report-${name}`] ?? "";

/** For whom, and whether moves are judged; how far that is. */
function Settings() {
  const { of, judged } = store.progress.value;
  const lost = store.reviewerGaveUp.value;
  const ask = (name: string) => {
    store.reviewerGaveUp.value = null;
    store.reviewer.value = name;
  };
  return (
    <section class="info" aria-busy={store.reviewing.value}>
      <div class="row">
        <h2>Review</h2>
        <label class="point">
          <span>for a</span>
          <select value={store.level.value} onChange={(event) => (store.level.value = event.currentTarget.value)}>
            {["beginner", "player", "expert"].map((name) => (
              <option key={name} value={name}>{name}</option>
            ))}
          </select>
        </label>
        <label class="point">
          <span>judged by</span>
          <select data-testid="reviewer" value={store.reviewer.value} onChange={(event) => ask(event.currentTarget.value)}>
            {store.judges.value.map((name) => (
              <option key={name} value={name}>{name}</option>
            ))}
            <option value="">nobody: rules and models only</option>
          </select>
        </label>
      </div>
      <div role="status">
        {lost && (
          <p class="error" data-testid="reviewer-gave-up">
            {lost.why}. {store.reviewer.value ? `${store.reviewer.value} judges instead.` : ""}{" "}
            <button type="button" class="small" onClick={() => ask(lost.judge)}>Ask {lost.judge} again</button>
          </p>
        )}
      </div>
      {store.reviewing.value && (
        <p class="quiet" role="status" data-testid="progress">
          {of > 0 ? `${judged} of ${of} positions are judged…` : "All models read the game…"}
          {of > 0 && <progress max={of} value={judged} aria-label="How far the review has come" />}
        </p>
      )}
    </section>
  );
}

/** Who was ahead, with the moments. */
function Curve({ told, go }: { told: ReviewAnswer; go: (move: number) => void }) {
  const judged = useMemo(() => judgedLead({ review: told }), [told]);
  if (!judged) return null;
  const label = `Who was ahead, by ${judged.lead.name}: ${told.digest.moments.length} moments`;
  return (
    <section class="curves" aria-label="Who was ahead">
      <Leads leads={[judged.lead]} limit={judged.limit} moves={told.plies.length} now={store.stand.value.moves} phases={told.story.phases} marked={told.digest.moments.map((moment) => moment.ply)} label={label} go={go} />
      <p class="quiet legend">Black’s lead in points, by {judged.lead.name}; ◆ are moments{told.digest.decisive ? `; move ${told.digest.decisive} decided the game` : ""}.</p>
    </section>
  );
}

/** The curve while it is made. */
function Growing() {
  const { of, leads } = store.progress.value;
  if (!store.reviewing.value || of === 0) return null;
  // A position may be judged before those that come before it.
  const limit = Math.max(10, ...leads.filter((lead) => lead !== undefined).map((lead) => Math.abs(lead ?? 0)));
  const values = Array.from({ length: of }, (_, i) => (leads[i] === undefined || leads[i] === null ? null : (leads[i] as number) / limit));
  return (
    <section class="curves" aria-label="The game so far">
      <Leads leads={[{ name: store.reviewer.value, values, color: "var(--ink)", strong: true }]} limit={Math.round(limit)} moves={of - 1} now={store.stand.value.moves} phases={[]} label="Who was ahead, as far as it is judged" go={store.goToMove} />
    </section>
  );
}

function Told({ told, go, pose }: { told: ReviewAnswer; go: (move: number) => void; pose: (ply: number) => void }) {
  const label = labelOf(told);
  const { moves: at } = store.stand.value;
  const here = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const item = here.current;
    const list = item?.parentElement;
    if (item && list) list.scrollTop = item.offsetTop - list.clientHeight / 3;
  }, [at, told]);
  const clear = () => (store.marked.value = { points: new Map(), path: [] });
  const spoken = told.plies.filter((ply) => ply.words.length > 0);
  return (
    <>
      <section class="info story" data-testid="story">
        <p><b>{[told.story.headline, told.digest.decided].filter(Boolean).join(" ")}</b></p>
        {told.digest.lessons.length > 0 && <ul class="lessons">{told.digest.lessons.map((lesson) => <li key={lesson}>{lesson}</li>)}</ul>}
        {told.mean_losses.length > 0 && <Losses review={told} label={label} />}
      </section>
      <Moments moments={told.digest.moments} plies={told.plies} stands={standAfter} size={store.tree.value.size} label={label} go={go} pose={pose} />
      {told.digest.groups.length > 0 && (
        <section class="info" data-testid="groups">
          <h2>{label("groups") || "Groups"}</h2>
          <ul class="lessons">
            {told.digest.groups.map((group) => (
              <li key={group.text}>
                <button type="button" class="small" onClick={() => go(group.danger)}>{group.danger}</button> {group.text}
              </li>
            ))}
          </ul>
        </section>
      )}
      {told.story.paragraphs.length > 0 && (
        <section class="info story">
          <h2>{label("story") || "The story"}</h2>
          {told.story.paragraphs.map((paragraph) => (
            <div key={paragraph.title}>
              <h3>{paragraph.title}</h3>
              <p>{paragraph.sentences.join(" ")}</p>
            </div>
          ))}
        </section>
      )}
      <section class="info">
        <h2>Move by move</h2>
        <ol class="told" data-testid="told" tabIndex={0} aria-label="Moves that are told">
          {spoken.map((ply) => (
            <li key={ply.ply} ref={ply.ply === at ? here : undefined} class={ply.ply === at ? "here" : ""}>
              <button type="button" class="small" onClick={() => go(ply.ply)} aria-current={ply.ply === at ? "true" : undefined}>
                {ply.ply} <i class={ply.color === "B" ? "stone black" : "stone white"} aria-hidden="true" />
                <span class="unseen">{side(ply.color)}</span> {ply.move}
              </button>
              {ply.words.map((sentence, i) => (
                <span
                  key={i}
                  onMouseEnter={() => {
                    if (ply.ply === at) store.marked.value = { points: new Map(sentence.marks.map((mark) => [mark, ""])), path: [] };
                  }}
                  onMouseLeave={clear}
                >
                  {" "}
                  {sentence.text}
                </span>
              ))}
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
