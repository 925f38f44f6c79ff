// The review of the game as aji review tells it, beside the board.

import { useEffect, useRef } from "preact/hooks";
import { Board } from "./board";
import { Curves } from "./curves";
import { Transport } from "./game";
import { GameInfo } from "./panels";
import * as store from "./store";

export function ReviewPage() {
  const stand = store.stand.value;
  const told = store.review.value?.told;
  const { points } = store.marked.value;
  const here = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const item = here.current;
    const list = item?.parentElement;
    if (item && list) list.scrollTop = item.offsetTop - list.clientHeight / 3;
  }, [stand.moves, told]);
  const clear = () => (store.marked.value = { points: new Map(), path: [] });
  const spoken = told?.plies.filter((ply) => ply.words.length > 0) ?? [];
  return (
    <main class="game">
      <div class="table">
        <figure>
          <Board stand={stand} marks={points} label={`Board at move ${stand.moves}`} most={720} />
        </figure>
        <Transport />
        <Curves />
      </div>
      <aside class="side-panels">
        <GameInfo />
        <section class="info" aria-busy={store.reviewing.value}>
          <div class="row">
            <h2>Review</h2>
            <label class="point">
              <span>for a</span>
              <select value={store.level.value} onChange={(event) => (store.level.value = event.currentTarget.value)}>
                {["beginner", "player", "expert"].map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <label class="check">
              <input type="checkbox" data-testid="judge" checked={store.judging.value} onChange={() => (store.judging.value = !store.judging.value)} /> judge the moves
            </label>
          </div>
          {store.reviewing.value && <p class="quiet" role="status">{store.judging.value ? "Every position is played on many times; that takes a minute…" : "All models read the game…"}</p>}
          {told && (
            <div class="story" data-testid="story">
              <p><b>{[told.story.headline, told.digest.decided].filter(Boolean).join(" ")}</b></p>
              {told.digest.lessons.map((lesson) => <p key={lesson}>{lesson}</p>)}
              {told.digest.moments.map((moment) => (
                <p key={moment.ply}>
                  <button type="button" class="small" onClick={() => store.goToMove(moment.ply)}>{moment.title}</button> {told.plies[moment.ply - 1]?.why?.text} {moment.better}
                </p>
              ))}
              {told.story.paragraphs.map((paragraph) => (
                <div key={paragraph.title}>
                  <h3>{paragraph.title}</h3>
                  <p>{paragraph.sentences.join(" ")}</p>
                </div>
              ))}
            </div>
          )}
        </section>
        {told && (
          <section class="info">
            <h2>Move by move</h2>
            <ol class="told" data-testid="told" tabIndex={0} aria-label="Moves that are told">
              {spoken.map((ply) => (
                <li key={ply.ply} ref={ply.ply === stand.moves ? here : undefined} class={ply.ply === stand.moves ? "here" : ""}>
                  <button type="button" class="small" onClick={() => store.goToMove(ply.ply)} aria-current={ply.ply === stand.moves ? "true" : undefined}>
                    {ply.ply} <i class={ply.color === "B" ? "stone black" : "stone white"} aria-hidden="true" />
                    <span class="unseen">{ply.color === "B" ? "Black" : "White"}</span> {ply.move}
                  </button>
                  {ply.words.map((sentence, i) => (
                    <span
                      key={i}
                      onMouseEnter={() => {
                        if (ply.ply === stand.moves) store.marked.value = { points: new Map(sentence.marks.map((mark) => [mark, ""])), path: [] };
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
        )}
      </aside>
    </main>
  );
}
