// What whoever judges thinks of the position: who is ahead, what was changed, which moves are good, which groups are in danger.

import { candidateWords, drawn, groupWords, leadWords, lossText, whatChanged } from "./judge";
import * as store from "./store";
import type { CandidateMove } from "./wire";

/** Who judges. */
function Choice() {
  return (
    <label class="point">
      <span>judged by</span>
      <select data-testid="judge-by" value={store.judge.value} onChange={(event) => store.askJudge(event.currentTarget.value)}>
        {store.judges.value.map((name) => (
          <option key={name} value={name}>{name}</option>
        ))}
        <option value="">nobody</option>
      </select>
    </label>
  );
}

/** What the last move changed, once both positions are known well enough. */
export function Changed() {
  const { ply } = store.stand.value;
  const parent = store.node.value.parent;
  if (!ply || parent === undefined || !store.judged.value) return null;
  const words = whatChanged(store.judgements.value.get(parent), store.judged.value, ply);
  return words ? <p class="changed" data-testid="changed">{words}</p> : null;
}

export function Judging() {
  const judgement = store.judged.value;
  const lost = store.gaveUp.value;
  return (
    <div data-testid="judging">
      <div class="row">
        <Choice />
        <p class="quiet" data-testid="games">
          {judgement ? `${judgement.games ? `${judgement.games.toLocaleString("en")} looks ahead` : "said once"}${store.thinking.value ? " …" : ""}` : store.thinking.value ? "looking…" : ""}
        </p>
      </div>
      <div role="status">
        {lost && (
          <p class="error" data-testid="gave-up">
            {lost.why}. {store.judge.value ? `${store.judge.value} judges instead.` : ""}{" "}
            <button type="button" class="small" onClick={() => store.askJudge(lost.judge)}>Ask {lost.judge} again</button>
          </p>
        )}
      </div>
      {judgement ? (
        <>
          <p class="lead-now" data-testid="lead-now">
            <Bar lead={judgement.black_leads ?? 0} />
            <b>{leadWords(judgement)}</b>
          </p>
          <Changed />
          <Candidates list={drawn(judgement)} />
          <Groups />
        </>
      ) : (
        !store.judge.value && <p class="quiet">Nobody looks at the position. Choose somebody, and who is ahead, whose the points are and which moves are good stand here and on the board.</p>
      )}
    </div>
  );
}

/** Who is ahead, at a glance: a bar that Black fills from the left; a lead of as many points as two lines of the board fills it. */
function Bar({ lead }: { lead: number }) {
  const full = 2 * store.tree.value.size;
  const share = 50 + 50 * Math.max(-1, Math.min(1, lead / full));
  return (
    <svg class="lead-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="6" class="white" />
      <rect width={share} height="6" class="black" />
      <rect x="49.7" width=".6" height="6" class="middle" />
    </svg>
  );
}

function Candidates({ list }: { list: CandidateMove[] }) {
  if (!list.length) return null;
  const show = (one: CandidateMove) => () => (store.pointed.value = one.line);
  const clear = () => (store.pointed.value = []);
  return (
    <ol class="candidates" data-testid="candidates" aria-label="Candidate moves">
      {list.slice(0, 8).map((one, i) => (
        <li key={one.move}>
          <button type="button" title="Walk into this line" onClick={() => store.walkInto(one.line)} onMouseEnter={show(one)} onFocus={show(one)} onMouseLeave={clear} onBlur={clear}>
            <b>{one.move}</b>
            <span class="loss">{lossText(one, i === 0)}</span>
            <span class="quiet">{one.line.slice(1, 6).map((play) => play.slice(2)).join(" ")}</span>
            <span class="unseen">{candidateWords(one, i === 0)}</span>
            <small aria-hidden="true">{one.games ? one.games.toLocaleString("en") : ""}</small>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The groups that are not simply alive, the largest first. */
function Groups() {
  const groups = (store.judged.value?.groups ?? []).filter((group) => group.status !== "alive");
  groups.sort((a, b) => b.stones.length - a.stones.length);
  if (!groups.length) return null;
  const show = (stones: string[]) => (store.marked.value = { points: new Map(stones.map((stone) => [stone, ""])), path: [] });
  return (
    <>
      <h2>Groups in danger</h2>
      <ul class="groups" data-testid="groups-in-danger">
        {groups.slice(0, 6).map((group) => (
          <li key={group.stones[0]}>
            <button type="button" title="Read what becomes of it" onClick={() => void store.explain(group.stones[0] as string)} onMouseEnter={() => show(group.stones)} onFocus={() => show(group.stones)} onMouseLeave={() => show([])} onBlur={() => show([])}>
              {groupWords(group)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
