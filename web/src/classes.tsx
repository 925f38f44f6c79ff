// What a model learned, class by class: drawn, with its weight, how often it was seen and played, and where.

import { useEffect, useState } from "preact/hooks";
import { api } from "./api";
import { Board } from "./board";
import { short } from "./colors";
import { Transport } from "./game";
import * as store from "./store";
import { vertexName, wholeLine } from "./tree";
import type { Class, ClassOrder, ClassesAnswer, Occurrence } from "./wire";

/** What a drawing says: points around the move, and facts by name. */
export function readDrawing(lines: string[]): { rows: string[][]; facts: [string, string][] } {
  const rows: string[][] = [];
  const facts: [string, string][] = [];
  let inside = false;
  for (const line of lines) {
    const fact = /^\s*([a-z_]+):\s*(.*)$/.exec(line);
    if (fact) {
      inside = fact[2] === "";
      if (!inside) facts.push([(fact[1] as string).replaceAll("_", " "), fact[2] as string]);
    } else if (inside && line.trim()) {
      // Every second character is a point; the indent says where a row begins.
      rows.push([...line.slice(2)].filter((_, i) => i % 2 === 0));
    }
  }
  return { rows, facts };
}

/** A body as a piece of a board, the side to move black. */
export function Body({ drawing }: { drawing: string[] }) {
  const { rows, facts } = readDrawing(drawing);
  const first = Math.min(...rows.map((row) => row.findIndex((cell) => cell !== " ")).filter((at) => at >= 0));
  const cells = rows.map((row) => row.slice(Number.isFinite(first) ? first : 0));
  const [width, height] = [Math.max(1, ...cells.map((row) => row.length)), cells.length];
  return (
    <>
      {height > 0 && (
        <svg class="body" viewBox={`-0.1 -0.1 ${width + 0.2} ${height + 0.2}`} style={{ width: `${width * 22}px` }} role="img" aria-label={cells.map((row) => row.join("")).join(" / ")}>
          {cells.flatMap((row, y) =>
            row.map((cell, x) => {
              if (cell === " ") return null;
              const key = `${x},${y}`;
              if (cell === "#") return <rect key={key} x={x} y={y} width={1} height={1} class="off" />;
              return (
                <g key={key}>
                  <rect x={x} y={y} width={1} height={1} class="wood" />
                  <path d={`M${x} ${y + 0.5}h1M${x + 0.5} ${y}v1`} class="grid-line" />
                  {cell === "X" && <circle cx={x + 0.5} cy={y + 0.5} r={0.44} class="b" />}
                  {cell === "O" && <circle cx={x + 0.5} cy={y + 0.5} r={0.44} class="w" />}
                  {cell === "*" && <circle cx={x + 0.5} cy={y + 0.5} r={0.32} class="move" />}
                  {!"XO*.".includes(cell) && <text x={x + 0.5} y={y + 0.72}>{cell}</text>}
                </g>
              );
            }),
          )}
        </svg>
      )}
      {facts.length > 0 && <p class="quiet facts-of">{facts.map(([name, value]) => `${name} ${value}`).join(" · ")}</p>}
    </>
  );
}

const ORDERS: [ClassOrder, string][] = [["importance", "what matters most"], ["weight", "the heaviest"], ["frequency", "the most frequent"]];

const WHICH: [typeof store.classesOf.value, string][] = [["all", "all"], ["here", "that fit in the position"], ["last", "of the last move"]];

export function ClassesPage() {
  const able = store.cards.value.filter((card) => card.abilities.includes("lists"));
  const [model, setModel] = useState("");
  const name = able.some((card) => card.name === model) ? model : (able[0]?.name ?? "");
  const [order, setOrder] = useState<ClassOrder>("importance");
  const [kind, setKind] = useState("shape");
  const [find, setFind] = useState("");
  const [from, setFrom] = useState(0);
  const [list, setList] = useState<ClassesAnswer | null>(null);
  const [asking, setAsking] = useState(false);
  const of = store.classesOf.value;
  const at = of === "here" ? store.classesAt.value : null;
  const along = of === "all" ? "" : JSON.stringify(store.here());
  useEffect(() => {
    if (!name) return;
    const stop = new AbortController();
    const line = along ? (JSON.parse(along) as ReturnType<typeof store.here>) : undefined;
    const later = setTimeout(() => {
      setAsking(true);
      api
        .classes({ model: name, order, kind: of === "last" || at ? "" : kind, find, from, line, at: at ?? undefined, here: of === "here" }, stop.signal)
        .then(setList)
        .catch(store.complain)
        .finally(() => !stop.signal.aborted && setAsking(false));
    }, 120);
    return () => {
      clearTimeout(later);
      stop.abort();
    };
  }, [name, order, kind, find, from, along, of, at]);
  if (!name) return <main class="plain">No model has classes to show.</main>;
  const begin = (act: () => void) => {
    setFrom(0);
    act();
  };
  return (
    <main class="plain classes">
      <h1>Classes of moves</h1>
      <p class="quiet">What {name} learned from games: each class is a kind of move, with what it adds to how likely a move is. In drawings the side to move is black and the ring is the move.</p>
      <div class="grid">
        {able.length > 1 && (
          <label>
            <span>Model</span>
            <select value={name} onChange={(event) => begin(() => setModel(event.currentTarget.value))}>
              {able.map((card) => <option key={card.name} value={card.name}>{card.name}</option>)}
            </select>
          </label>
        )}
        <label>
          <span>Which</span>
          <select value={of} data-testid="classes-of" onChange={(event) => begin(() => (store.classesOf.value = event.currentTarget.value as typeof of))}>
            {WHICH.map(([each, text]) => <option key={each} value={each}>{text}</option>)}
          </select>
        </label>
        <label>
          <span>First</span>
          <select value={order} data-testid="class-order" onChange={(event) => begin(() => setOrder(event.currentTarget.value as ClassOrder))}>
            {ORDERS.map(([each, text]) => <option key={each} value={each}>{text}</option>)}
          </select>
        </label>
        <label>
          <span>Kind</span>
          <select value={kind} disabled={of === "last" || at !== null} onChange={(event) => begin(() => setKind(event.currentTarget.value))}>
            <option value="shape">shapes</option>
            <option value="">all</option>
          </select>
        </label>
        <label>
          <span>In the name</span>
          <input type="search" data-testid="find-classes" value={find} placeholder="hane" onInput={(event) => begin(() => setFind(event.currentTarget.value))} />
        </label>
      </div>
      <div class={of === "all" ? "" : "split"}>
      {of !== "all" && <Where of={of} at={at} ask={(point) => begin(() => (store.classesAt.value = point))} />}
      {list && (
        <div>
          <p class="quiet" role="status" data-testid="classes-found" aria-busy={asking}>{asking ? "looking…" : `${list.found.toLocaleString("en")} class${list.found === 1 ? "" : "es"}`}</p>
          <ul class="gallery" data-testid="gallery">
            {list.classes.map((each) => <Entry key={each.number} model={name} entry={each} />)}
          </ul>
          {list.found > from + list.classes.length && <p><button type="button" onClick={() => setFrom(from + list.classes.length)}>More</button></p>}
          {from > 0 && <p><button type="button" onClick={() => setFrom(0)}>Back to the first</button></p>}
        </div>
      )}
      </div>
    </main>
  );
}

/** The position whose moves are asked about: a click on a point asks about that move alone. */
function Where({ of, at, ask }: { of: "here" | "last"; at: string | null; ask: (point: string | null) => void }) {
  const stand = store.stand.value;
  const { ply, next } = stand;
  const [text, setText] = useState("");
  const color = next === "B" ? "Black" : "White";
  const about =
    of === "last"
      ? ply ? `Those of move ${ply.ply}, ${ply.color === "B" ? "Black" : "White"} ${ply.move}.` : "There is no last move."
      : at ? `Those of ${color} ${at}.` : `Those of any move that ${color} can play; a click on a point asks about that one alone.`;
  const choose = (point: string) => {
    if (store.isFree(point)) ask(point);
    else store.tell(`${point} is no empty point.`, "error");
  };
  return (
    <section class="where" aria-label="The position">
      <Board stand={stand} label={`Board, move ${stand.moves}, ${color} to move`} marks={store.marked.value.points} point={at} most={460} onPoint={(x, y) => of === "here" && choose(vertexName(x, y, stand.board.length))} />
      <Transport />
      <p data-testid="classes-about">{about}</p>
      {of === "here" && (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim()) choose(text.trim().toUpperCase());
          }}
        >
          <label class="point">
            <span>Point</span>
            <input type="text" data-testid="class-point" placeholder="D4" maxLength={3} autocomplete="off" value={text} onInput={(event) => setText(event.currentTarget.value)} />
          </label>
          <button type="submit">Ask</button>
          {at && <button type="button" data-testid="any-move" onClick={() => ask(null)}>Any move</button>}
        </form>
      )}
    </section>
  );
}

function Entry({ model, entry }: { model: string; entry: Class }) {
  const [places, setPlaces] = useState<Occurrence[] | null>(null);
  const [looked, setLooked] = useState(0);
  const [busy, setBusy] = useState(false);
  const look = async () => {
    setPlaces([]);
    setBusy(true);
    try {
      await api.occurrences({ model, class: entry.number, line: wholeLine(store.tree.value, store.line.value) }, (piece) => {
        if (piece.looked) setLooked(piece.looked);
        if (piece.plies.length) setPlaces((before) => [...(before ?? []), piece]);
      });
    } catch (error) {
      store.complain(error);
    }
    setBusy(false);
  };
  const go = async (place: Occurrence, ply: number) => {
    if (place.record !== undefined) await store.openOffered(place.record, place.game);
    // The boards of a game that has just been opened come a moment later.
    store.goToMoveWhenKnown(ply);
    location.hash = "#game";
  };
  const fitting = entry.points ?? [];
  const mark = (points: string[]) => () => (store.marked.value = { points: new Map(points.map((point) => [point, ""])), path: [] });
  const share = entry.seen > 0 ? ` (${short((100 * entry.played) / entry.seen)} %)` : "";
  return (
    <li class="info">
      <h2>{entry.name || entry.kind}</h2>
      <Body drawing={entry.drawing} />
      <p class="quiet">
        {entry.kind} · weight {entry.weight > 0 ? "+" : ""}{entry.weight.toFixed(2)}<br />
        played {entry.played.toLocaleString("en")} of {entry.seen.toLocaleString("en")} times{share}
      </p>
      {fitting.length > 0 && (
        <p class="quiet marked" data-testid="fits-at" tabIndex={0} onMouseEnter={mark(fitting)} onFocus={mark(fitting)} onMouseLeave={mark([])} onBlur={mark([])}>
          at {fitting.slice(0, 8).join(" ")}{fitting.length > 8 && ` and ${fitting.length - 8} more`}
        </p>
      )}
      <p><button type="button" class="small" disabled={busy} onClick={() => void look()}>Where in these games?</button></p>
      {places && (
        <div data-testid="places">
          {places.map((place, i) => (
            <p key={i} class="quiet">
              {place.title}:{" "}
              {place.plies.slice(0, 12).map((ply) => (
                <button key={ply} type="button" class="small" onClick={() => void go(place, ply)}>{ply}</button>
              ))}
              {place.plies.length > 12 && ` and ${place.plies.length - 12} more`}
            </p>
          ))}
          <p class="quiet" role="status">{busy ? `${looked} games looked through…` : places.length ? `${looked} games looked through.` : `Nowhere in ${looked} game${looked === 1 ? "" : "s"}.`}</p>
        </div>
      )}
    </li>
  );
}
