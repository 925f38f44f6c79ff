// Models that run by themselves, as an animation.

import { signal } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import { type Settings, api } from "./api";
import type { Quantity, Setting, Tick } from "./wire";
import { Board, type Layer, Legend } from "./board";
import { short } from "./colors";
import { Control, Player } from "./panels";
import * as store from "./store";
import { type Stand, vertexName } from "./tree";

const ticks = signal<Tick[]>([]);
const at = signal(0);
const running = signal(false);
/** How often a run was begun; each has controls of its own. */
const runs = signal(0);
/** Whether the run is one that was painted on: it stands where it was looked at. */
const painted = signal(false);
const MOST = 1500;

export function standOf(tick: Tick, size: number): Stand {
  const last = tick.moves?.[tick.moves.length - 1];
  const [color, move] = (last ?? "B pass").split(" ") as ["B" | "W", string];
  const captures = { black: 0, white: 0 };
  const ply = last ? { ply: tick.step, color, move, captured: tick.removed ?? [] } : undefined;
  const board = tick.board?.length ? tick.board : Array.from({ length: size }, () => ".".repeat(size));
  return { board, next: "B", captures, moves: tick.step, ply };
}

/** What a click puts on the board; in the words of the parameter. */
const HANDS = ["black", "white", "remove"] as const;

/** The strokes with one more: before the tick that comes after a step. Step 0 is the empty board and step 1 the first stones, so that step 2 is tick 1. */
export function withStroke(strokes: string, step: number, hand: string, vertex: string): string {
  return [...strokes.split(",").map((each) => each.trim()).filter((each) => each !== ""), `${Math.max(1, step)} ${hand} ${vertex}`].join(", ");
}

export function layerOf(quantity: Quantity | undefined, tick: Tick): Layer | null {
  if (!quantity) return null;
  const field = tick.maps?.[quantity.name];
  const labels = tick.labels?.[quantity.name];
  const graph = tick.graphs?.[quantity.name];
  return field || labels || graph ? { quantity, field, labels, graph } : null;
}

export function WatchPage() {
  const able = store.cards.value.filter((card) => card.abilities.includes("simulates"));
  const [name, setName] = useState("");
  const card = able.find((each) => each.name === name) ?? able[0];
  const [size, setSize] = useState(13);
  const [seed, setSeed] = useState(1);
  const [settings, setSettings] = useState<Settings>({});
  const [shown, setShown] = useState<string | null>(null);
  const [hand, setHand] = useState("");
  const run = useRef<AbortController | null>(null);
  if (!card) return <main class="plain">No model runs by itself.</main>;
  const drawable = card.quantities.filter((each) => each.shape !== "number");
  const quantity = drawable.find((each) => each.name === shown) ?? (shown === "" ? undefined : drawable[0]);
  const tick = ticks.value[at.value];
  const canvas = card.parameters.find((each) => each.name === `${card.name}.paint`);
  /** The same seed plays the same game up to the first stroke, so a run that is painted on goes on from where it is looked at. */
  const paint = (x: number, y: number) => {
    if (!canvas || !tick) return;
    const next = { ...settings, [canvas.name]: withStroke(String(settings[canvas.name] ?? canvas.default), tick.step, hand, vertexName(x, y, size)) };
    setSettings(next);
    void start(next, at.value + 1);
  };
  const start = async (settings: Settings, from = 0) => {
    run.current?.abort();
    run.current = new AbortController();
    const { signal: stop } = run.current;
    ticks.value = [];
    at.value = 0;
    runs.value += 1;
    let waiting = from > 0;
    painted.value = waiting;
    running.value = true;
    try {
      const own: Settings = Object.fromEntries(Object.entries(settings).filter(([key]) => card.parameters.some((each) => each.name === key)));
      await api.simulate({ model: card.name, size, settings: own, seed, steps: MOST }, (piece) => {
        if (!piece.done) ticks.value = [...ticks.value, piece];
        if (waiting && ticks.value.length > from) {
          at.value = from;
          waiting = false;
        }
      }, stop);
    } catch (error) {
      store.complain(error);
    }
    if (!stop.aborted) running.value = false;
  };
  return (
    <main class="game">
      <h1 class="unseen">Watch models run</h1>
      <div class="table">
        <figure>
          {tick ? (
            <Board stand={standOf(tick, size)} layer={layerOf(quantity, tick)} label={`Step ${tick.step} of the run`} most={720} onPoint={canvas && hand ? paint : undefined} />
          ) : (
            <p class="hint">Press “Run” on the right: {card.idea}.</p>
          )}
          <figcaption>
            {tick && layerOf(quantity, tick) && (
              <>
                {quantity?.name}
                <Legend layer={layerOf(quantity, tick) as Layer} />
              </>
            )}
          </figcaption>
        </figure>
        {ticks.value.length > 0 && (
          <Player key={runs.value} label="The run" begin={!painted.value} more={running.value} index={at.value} count={ticks.value.length} caption={running.value ? "still running" : undefined} go={(index) => (at.value = index)} />
        )}
      </div>
      <aside class="side-panels">
        <section class="info">
          <h2>Watch</h2>
          <p class="quiet">Stones as agents: each side follows a simple rule, and what comes of it is seen.</p>
          <form
            class="grid"
            onSubmit={(event) => {
              event.preventDefault();
              void start(settings);
            }}
          >
            {able.length > 1 && (
              <label>
                <span>Model</span>
                <select value={card.name} onChange={(event) => setName(event.currentTarget.value)}>
                  {able.map((each) => (
                    <option key={each.name} value={each.name}>{each.name}</option>
                  ))}
                </select>
              </label>
            )}
            <label>
              <span>Board</span>
              <input type="number" min={Math.max(2, card.sizes[0])} max={Math.min(25, card.sizes[1])} value={size} onChange={(event) => setSize(Number(event.currentTarget.value) || 9)} />
            </label>
            <label>
              <span>Seed</span>
              <input type="number" min={0} value={seed} onChange={(event) => setSeed(Number(event.currentTarget.value) || 0)} />
            </label>
            <label>
              <span>Map</span>
              <select value={quantity?.name ?? ""} onChange={(event) => setShown(event.currentTarget.value)}>
                <option value="">nothing</option>
                {drawable.map((each) => (
                  <option key={each.name} value={each.name}>{each.name}</option>
                ))}
              </select>
            </label>
            {canvas && (
              <label title={canvas.about}>
                <span>A click</span>
                <select value={hand} data-testid="hand" onChange={(event) => setHand(event.currentTarget.value)}>
                  <option value="">does nothing</option>
                  {HANDS.map((each) => (
                    <option key={each} value={each}>{each === "remove" ? "removes a stone" : `puts a ${each} stone`}</option>
                  ))}
                </select>
              </label>
            )}
            <button type="submit" class="primary" data-testid="run">Run</button>
          </form>
          {card.parameters.map((parameter) => (
            <Control key={parameter.name} parameter={parameter} value={settings[parameter.name] ?? parameter.default} set={(value: Setting) => setSettings({ ...settings, [parameter.name]: value })} />
          ))}
        </section>
        {tick?.values && (
          <section class="info">
            <h2>Numbers</h2>
            <table>
              <tbody>
                {Object.entries(tick.values).map(([key, value]) => (
                  <tr key={key}>
                    <th scope="row">{key}</th>
                    <td>{short(value)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </aside>
    </main>
  );
}
