// The frame of the page: what is open, where to go, what went wrong.

import { useEffect, useRef, useState } from "preact/hooks";
import { ClassesPage } from "./classes";
import { GamePage, useKeys } from "./game";
import { GamesPage } from "./games";
import { readAddress } from "./keep";
import { ModelsPage } from "./models";
import { ReproducePage } from "./reproduce";
import { ReviewPage } from "./review";
import * as store from "./store";
import { WatchPage } from "./watch";

const PAGES: [store.Page, string][] = [
  ["game", "Game"],
  ["review", "Review"],
  ["games", "Games"],
  ["classes", "Classes"],
  ["watch", "Watch"],
  ["reproduce", "Reproduce"],
  ["models", "Models"],
];

export function App() {
  useKeys();
  useDrops();
  useEffect(() => {
    const follow = (hash: string) => {
      const name = readAddress(hash).page;
      store.page.value = PAGES.some(([each]) => each === name) ? (name as store.Page) : "game";
    };
    follow(location.hash);
    // An address that somebody pasted may name another game; our own change without a word. Where to stands in the event:
    // by now the place of the page before may have been written over it.
    const arrive = ({ newURL }: HashChangeEvent) => {
      const { hash } = new URL(newURL);
      history.replaceState(null, "", newURL);
      follow(hash);
      void store.openAddress(hash);
    };
    addEventListener("hashchange", arrive);
    return () => removeEventListener("hashchange", arrive);
  }, []);
  const page = store.page.value;
  return (
    <>
      <header class="top">
        <a class="logo" href="#game">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="7" fill="#dcb35c" />
            <path d="M16 3v26M3 16h26" stroke="#5e2e0c" stroke-width="1.5" />
            <circle cx="11.5" cy="11.5" r="6.5" fill="#1c1c1c" />
            <circle cx="20.5" cy="20.5" r="6.5" fill="#f6f4ee" />
          </svg>
          aji
        </a>
        <nav aria-label="Pages">
          {PAGES.map(([name, text]) => (
            <a key={name} href={`#${name}`} aria-current={page === name ? "page" : undefined}>
              {text}
            </a>
          ))}
        </nav>
        <Files />
      </header>
      <Message />
      {page === "game" && <GamePage />}
      {page === "review" && <ReviewPage />}
      {page === "games" && <GamesPage />}
      {page === "classes" && <ClassesPage />}
      {page === "watch" && <WatchPage />}
      {page === "reproduce" && <ReproducePage />}
      {page === "models" && <ModelsPage />}
      <footer class="quiet">
        aji {store.version.value} · ← → moves, Shift ten, Home and End, ↑ ↓ variations, P passes, U undoes, W why, T plays, J judge, G games, N B moments · drop or paste a game anywhere
      </footer>
    </>
  );
}

function Files() {
  const input = useRef<HTMLInputElement>(null);
  const record = store.record.value;
  const from = store.source.value;
  return (
    <div class="files">
      <a class="shown" href="#games" data-testid="shown" title="All games">
        {from ? `${from.name.replace(/^.*[\\/]/, "")} · ${store.titleOf(store.tree.value.info)}` : "…"}
      </a>
      {record && record.n_games > 1 && (
        <select aria-label="Game of the file" data-testid="games-of-file" value={record.number} onChange={(event) => void store.openGame(Number(event.currentTarget.value))}>
          {record.games.map((game, i) => (
            <option key={i} value={i + 1}>
              {`${i + 1}: ${game.black.name ?? "Black"} – ${game.white.name ?? "White"}${game.result ? ` ${game.result}` : ""}`}
            </option>
          ))}
        </select>
      )}
      <button type="button" onClick={() => input.current?.click()}>Open…</button>
      <input
        ref={input}
        type="file"
        class="hidden"
        aria-label="Open a game record"
        tabIndex={-1}
        accept=".sgf,.sgfs,.rsgf,.gib,.ngf,.tsv,.txt,.gz"
        multiple
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          void store.openFiles(files);
        }}
      />
      <Save />
      <button type="button" onClick={() => store.newBoard(store.tree.value.size)}>New board</button>
    </div>
  );
}

function Save() {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("keydown", leave);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("keydown", leave);
    };
  }, [open]);
  const act = (save: () => Promise<void>) => () => {
    setOpen(false);
    void save();
  };
  return (
    <div class="menu" ref={box}>
      <button type="button" aria-haspopup="true" aria-expanded={open} onClick={() => setOpen(!open)}>Save…</button>
      {open && (
        <ul>
          <li><button type="button" onClick={act(store.saveSgf)}>Game as SGF</button></li>
          <li><button type="button" onClick={act(() => store.savePicture("png"))}>Board as PNG</button></li>
          <li><button type="button" onClick={act(() => store.savePicture("svg"))}>Board as SVG</button></li>
          <li><button type="button" onClick={act(store.copyLink)}>Link to this position</button></li>
        </ul>
      )}
    </div>
  );
}

function Message() {
  const said = store.message.value;
  const { value: problems } = store.problems;
  return (
    <div class="messages">
      <div role="alert">
        {said?.kind === "error" && (
          <p class="message error" data-testid="message">
            <span>{said.text}</span>
            <button type="button" aria-label="Close the message" onClick={() => (store.message.value = null)}>×</button>
          </p>
        )}
      </div>
      <div role="status">
        {said?.kind === "info" && (
          <p class="message" data-testid="message">
            <span>{said.text}</span>
            <button type="button" aria-label="Close the message" onClick={() => (store.message.value = null)}>×</button>
          </p>
        )}
      </div>
      {problems.length > 0 && said && (
        <details class="message">
          <summary>What was wrong with the file</summary>
          <ul>
            {problems.slice(0, 20).map((problem, i) => (
              <li key={i}>{`${problem.line}:${problem.column}: ${problem.message}`}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Games dropped or pasted anywhere. */
function useDrops(): void {
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      document.body.classList.add("dropping");
    };
    const leave = () => document.body.classList.remove("dropping");
    const drop = (event: DragEvent) => {
      event.preventDefault();
      leave();
      const files = [...(event.dataTransfer?.files ?? [])];
      const text = event.dataTransfer?.getData("text/plain");
      if (files.length) void store.openFiles(files);
      else if (text) void store.openFile(new Blob([text]), "dropped.sgf");
    };
    const paste = (event: ClipboardEvent) => {
      const target = event.target as HTMLElement;
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
      const text = event.clipboardData?.getData("text/plain");
      if (text?.trim()) void store.openFile(new Blob([text]), "pasted.sgf");
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    };
  }, []);
}
