// The page of a game: board, curves, and the panels beside them.

import { useEffect, useRef } from "preact/hooks";
import type { Reading } from "./wire";
import { Board, type Layer, Legend, layerOf, useBeside } from "./board";
import { scaleOf } from "./colors";
import { Curves } from "./curves";
import { OWNERS, drawn, leadWords, lossGrade, lossText } from "./judge";
import { GameInfo, Tabs } from "./panels";
import * as store from "./store";

/** What a quantity looks like here and now, if its model has answered. */
function layerFor(name: string | null, readings: Map<string, Reading>): Layer | null {
  if (name === OWNERS.name) {
    const field = store.judged.value?.ownership;
    return field ? { quantity: OWNERS, field, scale: { ...scaleOf(OWNERS, [field]), limit: 1 } } : null;
  }
  const found = store.find(name);
  if (!found) return null;
  const said = readings.get(found.card.name);
  const { quantity } = found;
  const field = said?.maps?.[quantity.name];
  const labels = said?.labels?.[quantity.name];
  const graph = said?.graphs?.[quantity.name];
  if (!field && !labels && !graph) return null;
  const scale = field && scaleOf(quantity, [field], store.stand.value.board);
  return { quantity, field, labels, graph, scale };
}

/** The share of each value in the largest of its map, so that maps on different scales can be subtracted. */
function share(layer: Layer): (number | null)[][] | null {
  if (!layer.field) return null;
  const { limit } = layer.scale ?? scaleOf(layer.quantity, [layer.field]);
  return layer.field.map((row) => row.map((value) => (value === null ? null : value / limit)));
}

export function difference(a: Layer | null, b: Layer | null): Layer | null {
  const [first, second] = [a && share(a), b && share(b)];
  if (!a || !first || !second) return null;
  const field = first.map((row, y) =>
    row.map((value, x) => {
      const other = second[y]?.[x];
      return value === null || other === null || other === undefined ? null : value - other;
    }),
  );
  const quantity = { ...a.quantity, categories: undefined, sign: "black" as const, unit: "shares of each map’s largest value" };
  return { quantity: { ...quantity, name: `${a.quantity.name} − ${b?.quantity.name}` }, field };
}

function useLayers(): { first: Layer | null; second: Layer | null } {
  const readings = store.readings.value;
  const frames = store.frames.value;
  // While the next answer is on its way the last one stays, so that nothing flickers; another map clears it.
  const kept = useRef<{ key: string; layer: Layer | null }[]>([]);
  const keep = (index: number, key: string | null, layer: Layer | null) => {
    const old = kept.current[index];
    if (layer || !old || old.key !== key) kept.current[index] = { key: key ?? "", layer };
    return layer ?? (old && old.key === key && store.reading.value ? old.layer : null);
  };
  const size = store.tree.value.size;
  const a = keep(0, `${store.shownA.value} ${size}`, layerFor(store.shownA.value, readings));
  const b = keep(1, `${store.shownB.value} ${size}`, layerFor(store.shownB.value, readings));
  const found = store.find(store.shownA.value);
  if (frames && found && frames.quantity === store.shownA.value) {
    const frame = frames.frames[frames.index];
    return { first: frame ? layerOf(found.quantity, frame) : null, second: null };
  }
  if (store.compare.value === "difference") return { first: difference(a, b), second: null };
  if (store.compare.value === "two") return { first: a, second: b };
  return { first: a, second: null };
}

const TOOLS: [store.Tool, string, string][] = [
  ["explain", "Why", "A click explains the point"],
  ["play", "Play", "A click plays there, as a variation"],
  ["black", "Put black", "A click puts a black stone"],
  ["white", "Put white", "A click puts a white stone"],
  ["erase", "Remove", "A click takes a stone off"],
];

/** Back and forth through the moves. */
export function Transport() {
  const end = store.line.value.length - 1;
  const now = store.line.value.indexOf(store.at.value);
  return (
    <nav class="transport" aria-label="Moves">
      <button type="button" onClick={() => store.go(0)} disabled={now === 0} aria-label="To the start" title="Home">|‹</button>
      <button type="button" onClick={() => store.step(-10)} disabled={now === 0} aria-label="Ten moves back" title="Shift ←">«</button>
      <button type="button" onClick={() => store.step(-1)} disabled={now === 0} aria-label="One move back" title="←">‹</button>
      <input type="range" class="seek" aria-label="Move" min={0} max={end} value={now} onInput={(event) => store.go(store.line.value[Number(event.currentTarget.value)] as number)} />
      <button type="button" onClick={() => store.step(1)} disabled={now === end} aria-label="One move on" title="→">›</button>
      <button type="button" onClick={() => store.step(10)} disabled={now === end} aria-label="Ten moves on" title="Shift →">»</button>
      <button type="button" onClick={() => store.go(store.line.value[end] as number)} disabled={now === end} aria-label="To the end" title="End">›|</button>
    </nav>
  );
}

/** What stands on the board of the game beside its stones: whoever judges, whoever suggests, what is asked and what is counted. */
function useSigns(): Partial<Parameters<typeof Board>[0]> {
  const judgement = store.judged.value;
  const list = judgement ? drawn(judgement) : [];
  const first = judgement?.candidates[0]?.move;
  const { points, path } = store.marked.value;
  const asked = store.asked.value;
  const score = store.match.value?.over ? store.match.value.score : undefined;
  const group = asked?.fate && typeof asked.fate === "object" ? asked.fate.stones : undefined;
  return {
    marks: points,
    path,
    point: asked?.point ?? null,
    area: group,
    candidates: list.map((one) => ({ point: one.move, text: lossText(one, one.move === first), below: one.games ? brief(one.games) : undefined, grade: lossGrade(one, one.move === first) })),
    ghosts: store.pointed.value,
    dead: score?.dead,
    territory: score ? { black: score.black.area ?? [], white: score.white.area ?? [] } : undefined,
    onLook: (point) => {
      const one = point && list.find((each) => each.move === point);
      const line = one ? one.line : [];
      if (line.length || store.pointed.value.length) store.pointed.value = line;
    },
  };
}

/** A number of games that fits on a stone. */
function brief(games: number): string {
  return games < 1000 ? String(games) : `${(games / 1000).toFixed(games < 10_000 ? 1 : 0)}k`;
}

export function GamePage() {
  const { first, second } = useLayers();
  const beside = useBeside();
  const stand = store.stand.value;
  const letters = new Map(store.ratings.value.map((rating, i) => [rating.point, "ABCDEFGHIJKLMNOP"[i] as string]));
  const judgement = store.judged.value;
  const label = `Board, ${stand.board.length} by ${stand.board.length}, move ${stand.moves}, ${stand.next === "B" ? "Black" : "White"} to move${stand.ply ? `, last move ${stand.ply.move}` : ""}${judgement ? `, ${leadWords(judgement)}` : ""}`;
  const two = store.compare.value === "two";
  const signs = useSigns();
  const caption = first === null ? (store.shownA.value && store.shownA.value !== OWNERS.name && store.reading.value ? "reading…" : " ") : first.quantity === OWNERS && judgement ? `${leadWords(judgement)}, by ${judgement.judge}` : first.quantity.name;
  return (
    <main class={two ? "game two" : "game"}>
      <h1 class="unseen">{store.titleOf(store.tree.value.info)}</h1>
      <div class="table">
        <div class="boards">
          <figure>
            <Board stand={stand} layer={first} style={store.style.value} letters={letters} {...signs} label={label} onPoint={store.clickPoint} most={two ? 620 : 760} />
            <figcaption data-testid="caption">
              {caption}
              {first && <Legend layer={first} />}
            </figcaption>
          </figure>
          {two && (
            <figure>
              <Board stand={stand} layer={second} style={store.style.value} {...signs} candidates={[]} label={label} onPoint={store.clickPoint} most={620} />
              <figcaption>
                {second ? second.quantity.name : " "}
                {second && <Legend layer={second} />}
              </figcaption>
            </figure>
          )}
        </div>
        <Transport />
        <fieldset class="tools">
          <legend>A click</legend>
          {TOOLS.map(([name, text, about]) => (
            <label key={name} title={about}>
              <input type="radio" name="tool" value={name} checked={store.tool.value === name} onChange={() => (store.tool.value = name)} />
              <span>{text}</span>
            </label>
          ))}
          {store.tree.value.nodes.length === 1 && store.at.value === 0 && (
            <button type="button" class="small" onClick={() => store.setNext(stand.next === "B" ? "W" : "B")}>
              {stand.next === "B" ? "Black" : "White"} begins
            </button>
          )}
        </fieldset>
        {beside && <Curves />}
      </div>
      <aside class="side-panels">
        <GameInfo />
        <Tabs />
        {!beside && <Curves />}
      </aside>
    </main>
  );
}

/** The keys of other Go programs. */
export function useKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const typing = target instanceof HTMLInputElement && ["text", "number", "range"].includes(target.type);
      if (typing || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return;
      if (event.ctrlKey || event.metaKey || event.altKey || !["game", "review"].includes(store.page.value)) return;
      if (store.page.value === "review" && store.reviewKeys.value?.(event)) return;
      const acts: Record<string, () => void> = {
        ArrowLeft: () => store.step(event.shiftKey ? -10 : -1),
        ArrowRight: () => store.step(event.shiftKey ? 10 : 1),
        Home: () => store.go(0),
        End: () => store.go(store.line.value[store.line.value.length - 1] as number),
        ArrowUp: () => store.branch(-1),
        ArrowDown: () => store.branch(1),
        p: () => void store.play("pass"),
        w: () => (store.tool.value = "explain"),
        t: () => (store.tool.value = "play"),
        j: () => store.askJudge(store.judge.value ? "" : (store.judges.value[0] ?? "")),
        g: () => (location.hash = "#games"),
        u: () => store.undo(),
        Escape: () => {
          store.asked.value = null;
          store.message.value = null;
        },
      };
      const act = acts[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
