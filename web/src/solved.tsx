// What becomes of groups: sentences, and the lines of play that show them, in the workbench and on a page of its own.

import { useState } from "preact/hooks";
import { Board } from "./board";
import { type Stand, vertexName } from "./tree";
import type { SolvedGroup, SolvedLine, SolvedPage } from "./wire";

/** The points of a line of play, each with the number of its move; a point that is played on again keeps the first. */
export function numbered(line: string[]): Map<string, string> {
  const points = new Map<string, string>();
  line.forEach((play, i) => {
    const point = play.slice(2);
    if (point !== "pass" && !points.has(point)) points.set(point, String(i + 1));
  });
  return points;
}

/** A line of play in words, which shows itself on the board while it is looked at. */
function Line({ line, look }: { line: SolvedLine; look: (line: SolvedLine | null) => void }) {
  const shows = line.line.length > 0;
  const [show, clear] = [() => look(line), () => look(null)];
  return (
    <p class={shows ? "marked" : ""} tabIndex={shows ? 0 : undefined} onMouseEnter={show} onFocus={show} onMouseLeave={clear} onBlur={clear}>
      {line.words}
    </p>
  );
}

/** What becomes of a group, and why. */
export function Fate({ group, look }: { group: SolvedGroup; look: (line: SolvedLine | null) => void }) {
  return (
    <article class="said" data-status={group.status}>
      <p>
        <b>{group.words}</b>
      </p>
      {[group.kill, group.save].map((line, i) => line?.proved && <Line key={i} line={line} look={look} />)}
    </article>
  );
}

/** A page of its own, opened from disk. */
export function SolvedReport({ data }: { data: SolvedPage }) {
  const { solved, heading } = data;
  const { problem } = solved;
  const [line, look] = useState<SolvedLine | null>(null);
  const [chosen, choose] = useState(0);
  const group = solved.groups[chosen];
  const stand: Stand = { board: solved.board, next: solved.next, captures: solved.captures, moves: solved.ply };
  return (
    <>
      <header class="top heading">
        <h1>{heading[0] ?? "Groups"}</h1>
        {heading.slice(1).map((text, i) => (
          <p key={i} class="quiet">{text}</p>
        ))}
      </header>
      <main class="report">
        <div class="table">
          <Board
            stand={stand}
            letters={numbered(line?.line ?? [])}
            marks={new Map((group?.stones ?? []).map((stone) => [stone, ""]))}
            coordinates
            fit
            label={group ? `Go board, ${group.words}` : "Go board"}
            onPoint={(x, y) => {
              const at = solved.groups.findIndex(({ stones }) => stones.includes(vertexName(x, y, solved.size)));
              if (at >= 0) choose(at);
            }}
          />
        </div>
        <div class="side-panels">
          {problem && (
            <section class="info" data-testid="problem">
              <h2>{problem.words[0]}</h2>
              <article class="said">
                {[...problem.right, ...problem.wrong].map((each) => (
                  <Line key={each.move} line={each} look={look} />
                ))}
              </article>
            </section>
          )}
          <section class="info" data-testid="groups">
            <h2>{solved.groups.length === 1 ? "The group" : "The groups"}</h2>
            {solved.groups.map((each, i) => (
              <div key={each.stones[0]} class={i === chosen ? "here" : ""} onMouseEnter={() => choose(i)} onFocusCapture={() => choose(i)}>
                <Fate group={each} look={look} />
              </div>
            ))}
          </section>
        </div>
      </main>
      <footer class="quiet">{`${solved.file ?? ""} · solved by aji. Point at a line, and it stands on the board.`}</footer>
    </>
  );
}
