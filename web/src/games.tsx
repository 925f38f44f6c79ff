// The games there are: those that were opened with the server, and those that were opened here lately.

import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "./api";
import * as store from "./store";
import type { GamesAnswer } from "./wire";

export function GamesPage() {
  const [find, setFind] = useState("");
  const [from, setFrom] = useState(0);
  const [list, setList] = useState<GamesAnswer | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const PAGE = 200;
  useEffect(() => {
    const stop = new AbortController();
    const later = setTimeout(() => {
      api.games({ find, from }, stop.signal).then(setList).catch(store.complain);
    }, find ? 150 : 0);
    return () => {
      clearTimeout(later);
      stop.abort();
    };
  }, [find, from]);
  const open = async (act: () => unknown) => {
    await act();
    location.hash = "#game";
  };
  const now = store.source.value;
  return (
    <main class="plain games">
      <h1>Games</h1>
      <p class="row">
        <button type="button" class="primary" onClick={() => input.current?.click()}>Open files…</button>
        <span class="quiet">or drop them anywhere: SGF, GIB, NGF, TSV, also gzipped.</span>
        <input
          ref={input}
          type="file"
          multiple
          class="hidden"
          tabIndex={-1}
          aria-label="Open game records"
          data-testid="open-files"
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            event.currentTarget.value = "";
            if (files.length) void open(() => store.openFiles(files));
          }}
        />
      </p>
      {store.recent.value.length > 0 && (
        <section class="info">
          <h2>Opened here lately</h2>
          <ul class="list" data-testid="recent">
            {store.recent.value.map((game) => (
              <li key={`${game.name} ${game.when}`}>
                <button type="button" class="small" onClick={() => void open(() => store.openRecent(game))}>{game.title}</button>{" "}
                <span class="quiet">{game.name} · {new Date(game.when).toLocaleString()}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section class="info">
        <div class="row">
          <h2>Opened with aji serve</h2>
          <label class="point wide">
            <span>players, date, event, result or file</span>
            <input type="search" data-testid="find-games" value={find} onInput={(event) => { setFrom(0); setFind(event.currentTarget.value); }} />
          </label>
        </div>
        {list && (
          <>
            <p class="quiet" role="status" data-testid="found">{list.found === list.all ? `${list.all} game${list.all === 1 ? "" : "s"}` : `${list.found} of ${list.all} games`}</p>
            <div class="scroll" tabIndex={0} role="region" aria-label="List of games">
              <table class="list" data-testid="games-list">
                <thead>
                  <tr>
                    {["Black", "White", "Result", "Date", "Event", "Board", "File"].map((name) => <th key={name} scope="col">{name}</th>)}
                  </tr>
                </thead>
                <tbody>
                  {list.games.map((game) => {
                    const shown = now?.index === game.record && store.record.value?.number === game.number;
                    return (
                      <tr key={`${game.record}/${game.number}`} class={shown ? "here" : ""}>
                        <th scope="row">
                          <button type="button" class="small" aria-current={shown ? "true" : undefined} onClick={() => void open(() => store.openOffered(game.record, game.number))}>
                            {game.black || "Black"}<span class="unseen"> against {game.white || "White"}, {game.file}</span>
                          </button>
                        </th>
                        <td>{game.white || "White"}</td>
                        <td>{game.result}</td>
                        <td>{game.date}</td>
                        <td>{game.event}</td>
                        <td>{`${game.size}×${game.size}`}</td>
                        <td>{game.file.replace(/^.*[\\/]/, "")}{game.number > 1 ? ` (${game.number})` : ""}</td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </div>
            {list.found > PAGE && (
              <p class="row">
                <button type="button" disabled={from === 0} onClick={() => setFrom(Math.max(0, from - PAGE))}>Before</button>
                <span class="quiet">{from + 1} to {Math.min(list.found, from + PAGE)}</span>
                <button type="button" disabled={from + PAGE >= list.found} onClick={() => setFrom(from + PAGE)}>More</button>
              </p>
            )}
          </>
        )}
      </section>
    </main>
  );
}
