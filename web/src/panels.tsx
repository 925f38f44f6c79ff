// What stands beside the board.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Card, Explanation, Parameter, Setting, SolvedGroup, SolvedLine } from "./wire";
import { short } from "./colors";
import { FreeGraph } from "./graph";
import { OWNERS, groupWords, ownerWords } from "./judge";
import { Changed, Judging } from "./judging";
import { Fate } from "./solved";
import * as store from "./store";
import { type Tree, layout } from "./tree";

const TABS: [store.Tab, string, () => preact.JSX.Element][] = [
  ["judge", "Judge", () => <Judging />],
  ["why", "Why", () => <Why />],
  ["models", "Models", () => <><Models /><Voices /></>],
  ["moves", "Moves", () => <><MoveTree /><Comment /></>],
  ["play", "Play", () => <Match />],
];

/** What stands beside the board, one at a time, so that the board stays in sight. */
export function Tabs() {
  const now = store.tab.value;
  const press = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const index = TABS.findIndex(([name]) => name === now);
    const [next] = TABS[(index + by + TABS.length) % TABS.length] as (typeof TABS)[0];
    store.tab.value = next;
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <section class="tabs">
      <div role="tablist" aria-label="Beside the board" onKeyDown={press}>
        {TABS.map(([name, text]) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={now === name}
            aria-controls={`panel-${name}`}
            tabIndex={now === name ? 0 : -1}
            onClick={(event) => {
              store.tab.value = name;
              // Whoever clicks goes on with the arrow keys through the moves; who came by keyboard stays here.
              if (event.detail > 0) event.currentTarget.blur();
            }}
          >
            {text}
          </button>
        ))}
      </div>
      {TABS.map(([name, , Content]) => (
        <div key={name} role="tabpanel" id={`panel-${name}`} aria-labelledby={`tab-${name}`} hidden={now !== name} class="tab">
          {now === name && <Content />}
        </div>
      ))}
    </section>
  );
}

/** Who plays, under which conditions, and what the record says here. */
export function GameInfo() {
  const { info } = store.tree.value;
  const shape = store.record.value?.game;
  const stand = store.stand.value;
  const side = (color: "black" | "white") => {
    const { name, rank } = info[color];
    return `${name ?? (color === "black" ? "Black" : "White")}${rank ? ` ${rank}` : ""}`;
  };
  const more = [info.event, info.round, info.place, info.date].filter(Boolean).join(" · ");
  const komi = info.komi ?? shape?.komi;
  const conditions = [
    `${store.tree.value.size}×${store.tree.value.size}`,
    info.rules ?? (shape ? `${shape.rules.charAt(0).toUpperCase()}${shape.rules.slice(1)} rules (assumed)` : "Chinese rules"),
    komi !== undefined ? `komi ${komi}${info.komi === undefined ? " (assumed)" : ""}` : null,
    info.handicap ? `handicap ${info.handicap}` : null,
    info.result ? `result ${info.result}` : null,
  ].filter(Boolean);
  const { ply } = stand;
  const facts = ply ? (store.words.value.get(ply.ply) ?? []) : [];
  const show = (marks: string[]) => () => (store.marked.value = { points: new Map(marks.map((mark) => [mark, ""])), path: [] });
  return (
    <section class="info" aria-label="The game">
      <p class="sides">
        <span class="side">
          <i class="stone black" aria-hidden="true" />
          <span class="name">{side("black")}</span>
          <small title="stones taken by Black">took {stand.captures.black}</small>
        </span>
        <span class="side">
          <i class="stone white" aria-hidden="true" />
          <span class="name">{side("white")}</span>
          <small title="stones taken by White">took {stand.captures.white}</small>
        </span>
      </p>
      <p class="quiet">{conditions.join(" · ")}</p>
      {more && <p class="quiet">{more}</p>}
      <p class="now" aria-live="polite" data-testid="now">
        {ply
          ? `Move ${ply.ply}: ${ply.color === "B" ? "Black" : "White"} ${ply.move}${ply.captured.length ? `, takes ${ply.captured.length}` : ""}${ply.illegal ? ` (illegal: ${ply.illegal})` : ""}`
          : "The start"}
        {` · ${stand.next === "B" ? "Black" : "White"} to move`}
      </p>
      {facts.length > 0 && (
        <p class="facts" data-testid="facts">
          {facts.map((sentence, i) => (
            <span key={i} tabIndex={sentence.marks.length ? 0 : undefined} onMouseEnter={show(sentence.marks)} onFocus={show(sentence.marks)} onMouseLeave={show([])} onBlur={show([])}>
              {sentence.text}{" "}
            </span>
          ))}
        </p>
      )}
      {store.tab.value !== "judge" && <Changed />}
      {store.node.value.comment && (
        <p class="comment" data-testid="comment" tabIndex={0}>
          {store.node.value.comment}
        </p>
      )}
    </section>
  );
}

/** Which models are on, and what is drawn. */
export function Models() {
  const { value: cards } = store.cards;
  const drawable = cards.filter(store.fits);
  const options = (none: string) => (
    <>
      <option value="">{none}</option>
      <option value={OWNERS.name}>owners, by whoever judges</option>
      {drawable.map((card) => {
        const names = [...new Set(card.quantities.filter((each) => each.shape !== "number").map((each) => each.name))];
        return (
          names.length > 0 && (
            <optgroup key={card.name} label={card.name}>
              {names.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </optgroup>
          )
        );
      })}
    </>
  );
  const shown = store.find(store.shownA.value);
  const raters = drawable.filter((card) => card.abilities.includes("rates"));
  return (
    <div>
      <div class="grid">
        <label>
          <span>Map</span>
          <select
            data-testid="overlay"
            value={store.shownA.value ?? ""}
            onChange={(event) => {
              store.frames.value = null;
              store.shownA.value = event.currentTarget.value || null;
            }}
          >
            {options("nothing")}
          </select>
        </label>
        <label>
          <span>Drawn as</span>
          <select
            data-testid="style"
            value={store.style.value}
            onChange={(event) => (store.style.value = event.currentTarget.value as store.FieldStyle)}
          >
            <option value="heat">colours</option>
            <option value="squares">squares</option>
            <option value="numbers">numbers</option>
          </select>
        </label>
        <label>
          <span>Compare</span>
          <select
            data-testid="compare"
            value={store.compare.value}
            onChange={(event) => (store.compare.value = event.currentTarget.value as store.Compare)}
          >
            <option value="one">one map</option>
            <option value="two">two boards</option>
            <option value="difference">difference</option>
          </select>
        </label>
        {store.compare.value !== "one" && (
          <label>
            <span>with</span>
            <select
              data-testid="overlay-b"
              value={store.shownB.value ?? ""}
              onChange={(event) => (store.shownB.value = event.currentTarget.value || null)}
            >
              {options("nothing")}
            </select>
          </label>
        )}
        <label>
          <span>Suggest moves of</span>
          <select value={store.suggest.value ?? ""} onChange={(event) => (store.suggest.value = event.currentTarget.value || null)}>
            <option value="">nobody</option>
            {raters.map((card) => (
              <option key={card.name} value={card.name}>
                {card.name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {shown && <p class="quiet">{shown.quantity.about}</p>}
      {store.shownA.value === OWNERS.name && <p class="quiet">{OWNERS.about}.</p>}
      {shown?.quantity.shape === "graph" && <Free name={shown.quantity.name} model={shown.card.name} />}
      {shown?.card.abilities.includes("frames") && <Steps quantity={shown.quantity.name} />}
    </div>
  );
}

function Free({ name, model }: { name: string; model: string }) {
  const [open, setOpen] = useState(false);
  const graph = store.readings.value.get(model)?.graphs?.[name];
  return (
    <>
      <p>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Hide the graph" : "Show the graph away from the board"}
        </button>
      </p>
      {open && graph && <FreeGraph graph={graph} />}
    </>
  );
}

export function useTimer(running: boolean, every: number, act: () => void): void {
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(act, every);
    return () => clearInterval(timer);
  });
}

/** Play, pause, step and speed of anything that has steps. It may begin by itself, and wait for more of them. */
export function Player(props: { index: number; count: number; go: (index: number) => void; label: string; caption?: string; begin?: boolean; more?: boolean }) {
  const [running, setRunning] = useState(props.begin ?? false);
  const [speed, setSpeed] = useState(4);
  const { index, count, go } = props;
  useTimer(running, 1000 / speed, () => {
    if (index + 1 < count) go(index + 1);
    else if (!props.more) setRunning(false);
  });
  return (
    <div class="steps" role="group" aria-label={props.label}>
      <div class="row">
        <button type="button" onClick={() => go(Math.max(0, index - 1))} aria-label="One step back">
          ◀
        </button>
        <button
          type="button"
          onClick={() => {
            if (!running && index + 1 >= count) go(0);
            setRunning(!running);
          }}
        >
          {running ? "Pause" : "Run"}
        </button>
        <button type="button" onClick={() => go(Math.min(count - 1, index + 1))} aria-label="One step on">
          ▶
        </button>
        <label class="speed">
          <span>speed</span>
          <input type="range" min={1} max={20} value={speed} onInput={(event) => setSpeed(Number(event.currentTarget.value))} />
        </label>
      </div>
      <input
        type="range"
        aria-label="Step"
        min={0}
        max={Math.max(0, count - 1)}
        value={index}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
      <p class="quiet" aria-live="polite">
        step {index} of {Math.max(0, count - 1)}
        {props.caption ? `: ${props.caption}` : ""}
      </p>
    </div>
  );
}

function Steps({ quantity }: { quantity: string }) {
  const now = store.frames.value;
  if (!now || now.quantity !== quantity) {
    return (
      <p>
        <button type="button" onClick={() => void store.loadFrames(quantity)}>
          Show the steps behind it
        </button>
      </p>
    );
  }
  return (
    <>
      <Player
        label={`Steps of ${quantity}`}
        index={now.index}
        count={now.frames.length}
        caption={now.frames[now.index]?.caption}
        go={(index) => (store.frames.value = { ...now, index })}
      />
      <p>
        <button type="button" onClick={() => (store.frames.value = null)}>
          Back to the map
        </button>
      </p>
    </>
  );
}

/** The models that are asked at every move, with what they say. */
export function Voices() {
  const toggle = (name: string, on: boolean) => {
    const order = store.cards.value.map((card) => card.name);
    const next = on ? [...store.enabled.value, name] : store.enabled.value.filter((each) => each !== name);
    store.enabled.value = next.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  };
  return (
    <div class="asked-models">
      <h2>Asked at every move</h2>
      <ul class="voices">
        {store.cards.value.map((card) => (
          <Voice key={card.name} card={card} on={store.enabled.value.includes(card.name)} toggle={toggle} />
        ))}
      </ul>
    </div>
  );
}

function Voice({ card, on, toggle }: { card: Card; on: boolean; toggle: (name: string, on: boolean) => void }) {
  const said = store.readings.value.get(card.name);
  const fits = store.fits(card);
  const values = on && fits ? Object.entries(said?.values ?? {}) : [];
  const lead = card.quantities.find((each) => each.role === "lead" && each.shape === "number");
  const value = lead ? said?.values?.[lead.name] : undefined;
  return (
    <li class={on ? "voice on" : "voice"}>
      <label title={card.idea}>
        <input type="checkbox" checked={on} disabled={!fits} onChange={(event) => toggle(card.name, event.currentTarget.checked)} />
        <span class="name">{card.name}</span>
        {on && typeof value === "number" && (
          <span class={value > 0 ? "lead tone black" : value < 0 ? "lead tone white" : "lead"}>
            {value > 0 ? "B+" : value < 0 ? "W+" : ""}
            {short(Math.abs(value))}
          </span>
        )}
        {!fits && <small> boards {card.sizes.join("–")}</small>}
      </label>
      {said?.error && on && <p class="error">{said.error}</p>}
      {on && fits && (
        <details>
          <summary>numbers and settings</summary>
          {values.length > 0 && (
            <table>
              <tbody>
                {values.map(([name, number]) => (
                  <tr key={name}>
                    <th scope="row" title={card.quantities.find((each) => each.name === name && each.shape === "number")?.about}>
                      {name.slice(card.name.length + 1)}
                    </th>
                    <td>{short(number)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {card.parameters.map((parameter) => (
            <Slider key={parameter.name} parameter={parameter} />
          ))}
        </details>
      )}
    </li>
  );
}

/** A control made from the card. */
export function Slider({ parameter }: { parameter: Parameter }) {
  const value = store.settings.value[parameter.name] ?? parameter.default;
  const set = (next: Setting) => {
    const all = { ...store.settings.value, [parameter.name]: next };
    if (next === parameter.default) delete all[parameter.name];
    store.settings.value = all;
  };
  return <Control parameter={parameter} value={value} set={set} />;
}

export function Control({ parameter, value, set }: { parameter: Parameter; value: Setting; set: (value: Setting) => void }) {
  const { name, about, kind } = parameter;
  const key = name.split(".").pop() as string;
  if (kind === "flag") {
    return (
      <label class="control" title={about}>
        <span>{key}</span>
        <input type="checkbox" data-parameter={name} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />
      </label>
    );
  }
  if (kind === "choice") {
    return (
      <label class="control" title={about}>
        <span>{key}</span>
        <select data-parameter={name} value={String(value)} onChange={(event) => set(event.currentTarget.value)}>
          {(parameter.choices ?? []).map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))}
        </select>
      </label>
    );
  }
  if (kind === "text") {
    return (
      <label class="control" title={about}>
        <span>{key}</span>
        <input type="text" data-parameter={name} maxLength={4000} value={String(value)} onChange={(event) => set(event.currentTarget.value)} />
      </label>
    );
  }
  const [min, max] = [parameter.min ?? 0, parameter.max ?? 1];
  const whole = kind === "integer";
  const step = whole ? 1 : niceStep(max - min);
  const low = parameter.above_min ? min + step : min;
  const wide = max - min > 2000;
  return (
    <label class="control" title={about}>
      <span>{key}</span>
      {!wide && (
        <input
          type="range"
          data-parameter={name}
          aria-label={name}
          min={low}
          max={max}
          step={step}
          value={Number(value)}
          onInput={(event) => set(Number(event.currentTarget.value))}
        />
      )}
      <input
        type="number"
        aria-label={`${name} as a number`}
        min={low}
        max={max}
        step={whole ? 1 : "any"}
        value={Number(value)}
        onChange={(event) => {
          const next = Number(event.currentTarget.value);
          if (Number.isFinite(next) && next >= low && next <= max) set(whole ? Math.round(next) : next);
        }}
      />
    </label>
  );
}

/** A step of which about a hundred cover the range. */
export function niceStep(range: number): number {
  return 10 ** Math.floor(Math.log10(range / 50));
}

/** A line of play on the board. */
function showLine(line: SolvedLine | null): void {
  store.pointed.value = line?.line ?? [];
}

/** What whoever judges says of a point: of its stones, if there are some, else whose it will be. */
function Judged({ point: at }: { point: string }) {
  const judgement = store.judgements.value.get(store.at.value);
  if (!judgement) return null;
  const group = judgement.groups.find((each) => each.stones.includes(at));
  const words = group ? `${groupWords(group)} (by ${judgement.judge}).` : ownerWords(judgement, at);
  return words ? <p data-testid="becomes">{words}</p> : null;
}

/** Where a group is killed or saved, first of all. */
function Vital({ group }: { group: SolvedGroup }) {
  const first = (line: SolvedLine | undefined) => (line?.proved && /^(yes|good-ko|bad-ko)$/.test(line.success) ? line.line[0] : undefined);
  const points = [["kills", first(group.kill)], ["lives", first(group.save)]].filter((each): each is [string, string] => each[1] !== undefined && !each[1].endsWith("pass"));
  if (!points.length) return null;
  return (
    <p class="row vital" data-testid="vital">
      <span>Vital:</span>
      {points.map(([what, play]) => (
        <button key={what} type="button" class="small" onMouseEnter={() => (store.pointed.value = [play])} onFocus={() => (store.pointed.value = [play])} onMouseLeave={() => (store.pointed.value = [])} onBlur={() => (store.pointed.value = [])} onClick={() => void store.explain(play.slice(2))}>
          {play.startsWith("B") ? "Black" : "White"} {play.slice(2)} {what}
        </button>
      ))}
    </p>
  );
}

export function Why() {
  const asked = store.asked.value;
  const [text, setText] = useState("");
  const { next } = store.stand.value;
  return (
    <div>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) void store.explain(text.trim().toUpperCase());
        }}
      >
        <label class="point">
          <span>Point</span>
          <input
            type="text"
            data-testid="point"
            placeholder="D4"
            maxLength={3}
            autocomplete="off"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Explain</button>
        <button type="button" onClick={() => text.trim() && void store.play(text.trim().toUpperCase())}>
          Play {next === "B" ? "Black" : "White"}
        </button>
        <button type="button" onClick={() => void store.explainLast()}>
          Last move
        </button>
      </form>
      {!asked && <p class="quiet">Click a stone: what becomes of its group, and where it is decided. Click a point: whose it will be. Then each model says what it sees there.</p>}
      {asked && (
        <div data-testid="answer" aria-live="polite">
          <p>
            <b>{asked.title}</b>
            {asked.point && store.isFree(asked.point) && (
              <>
                {" "}
                <button type="button" class="small" onClick={() => void store.play(asked.point as string)}>
                  Play {next === "B" ? "Black" : "White"} here
                </button>
              </>
            )}
          </p>
          {asked.fate && typeof asked.fate === "object" && <Vital group={asked.fate} />}
          {asked.fate !== undefined && (
            <div data-testid="fate">
              {asked.fate === null && <p class="quiet">reading what becomes of the group…</p>}
              {typeof asked.fate === "string" && <p class="quiet">{asked.fate}</p>}
              {asked.fate !== null && typeof asked.fate === "object" && <Fate group={asked.fate} look={showLine} />}
            </div>
          )}
          {asked.point && <Judged point={asked.point} />}
          {asked.answers.map(({ model, explanation }) => (
            <Said key={model} model={model} explanation={explanation} of={asked.point && store.isFree(asked.point) ? asked.point : undefined} />
          ))}
          {asked.busy && <p class="quiet">asking…</p>}
          {!asked.busy && asked.answers.length === 0 && <p class="quiet">No model has anything to say here.</p>}
        </div>
      )}
    </div>
  );
}

function point(mark: unknown): [string, string] {
  if (typeof mark === "string") return [mark, ""];
  const { point: at, label } = mark as { point: string; label: string };
  return [at, label];
}

export function Said({ model, explanation, of }: { model: string; explanation: Explanation; of?: string }) {
  const [all, setAll] = useState(false);
  const kinds = Object.entries(explanation).filter(([, value]) => Array.isArray(value) && value !== explanation.sentences);
  const clear = () => (store.marked.value = { points: new Map(), path: [] });
  const most = all ? 60 : 4;
  let hidden = false;
  return (
    <article class="said">
      <h2>{model}</h2>
      {of && store.card(model)?.abilities.includes("lists") && (
        <p><button type="button" class="small" data-testid="to-classes" onClick={() => store.showClasses(of)}>The classes of {of}, drawn</button></p>
      )}
      {explanation.sentences.map((sentence, i) => {
        const show = () => (store.marked.value = { points: new Map(sentence.marks.map(point)), path: [] });
        return (
          <p key={i} class={sentence.marks.length ? "marked" : ""} tabIndex={sentence.marks.length ? 0 : undefined}
            onMouseEnter={show} onFocus={show} onMouseLeave={clear} onBlur={clear}>
            {sentence.text}
          </p>
        );
      })}
      {kinds.map(([kind, rows]) => {
        const list = rows as Record<string, unknown>[];
        hidden ||= list.length > most;
        return (
          <div key={kind} class="rows">
            <h3>{kind}</h3>
            <ul>
              {list.slice(0, most).map((row, i) => {
                const path = Object.values(row).find((value) => Array.isArray(value) && typeof value[0] === "string") as string[] | undefined;
                const show = () => (store.marked.value = { points: new Map(path?.map((name) => [name, ""])), path: kind === "paths" ? (path ?? []) : [] });
                return (
                  <li key={i} tabIndex={path ? 0 : undefined} onMouseEnter={show} onFocus={show} onMouseLeave={clear} onBlur={clear}>
                    {Object.entries(row).map(([name, value]) => `${name} ${cell(value)}`).join(", ")}
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
      {(hidden || all) && kinds.length > 0 && (
        <button type="button" class="small" onClick={() => setAll(!all)}>
          {all ? "less" : "more"}
        </button>
      )}
    </article>
  );
}

function cell(value: unknown): string {
  if (typeof value === "number") return short(value);
  if (Array.isArray(value)) return value.map(cell).join(" ");
  if (value === "B") return "Black";
  if (value === "W") return "White";
  return String(value);
}

/** The tree of moves, with their numbers. It scrolls, and what is shown stays in sight. */
export function MoveTree() {
  const { value: tree } = store.tree;
  const grid = useMemo(() => layout(tree), [tree]);
  const here = store.at.value;
  const box = useRef<HTMLDivElement>(null);
  const [ACROSS, DOWN] = [26, 30];
  const along = new Set(store.line.value);
  const x = (id: number) => ((grid.depth[id] as number) + 0.5) * ACROSS;
  const y = (id: number) => ((grid.row[id] as number) + 0.5) * DOWN;
  const [width, height] = [(Math.max(...grid.depth) + 1) * ACROSS, grid.rows * DOWN];
  const [window, setWindow] = useState({ left: 0, top: 0 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const [left, top] = [x(here), y(here)];
    if (left < element.scrollLeft + ACROSS || left > element.scrollLeft + element.clientWidth - ACROSS) element.scrollLeft = left - element.clientWidth / 2;
    if (top < element.scrollTop + DOWN / 2 || top > element.scrollTop + element.clientHeight - DOWN / 2) element.scrollTop = top - element.clientHeight / 2;
    setWindow({ left: element.scrollLeft, top: element.scrollTop });
  }, [here, grid]);
  // Only what can be seen is drawn: games have thousands of nodes.
  const [WIDE, HIGH] = [700, 460];
  const near = (id: number) => Math.abs(x(id) - window.left - WIDE / 2) < WIDE && Math.abs(y(id) - window.top - HIGH / 2) < HIGH;
  const seen = tree.nodes.filter((node) => near(node.id) || (node.parent !== undefined && near(node.parent)));
  const number = moveNumbers(tree);
  return (
    <div>
      <div class="tree-room" ref={box} tabIndex={0} role="group" aria-label={`Tree of moves: ${tree.nodes.length - 1} moves, ${grid.rows} line${grid.rows > 1 ? "s" : ""}`}
        onScroll={(event) => setWindow({ left: event.currentTarget.scrollLeft, top: event.currentTarget.scrollTop })}>
        <svg class="tree" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
          {seen.map((node) => node.parent !== undefined && (
            <path key={`e${node.id}`} class={along.has(node.id) ? "way on" : "way"} d={`M${x(node.parent)} ${y(node.parent)}V${y(node.id)}H${x(node.id)}`} />
          ))}
          {seen.map((node) => (
            <g key={node.id} class={node.id === here ? "node here" : "node"} onClick={() => store.go(node.id)}>
              <circle cx={x(node.id)} cy={y(node.id)} r={node.move ? 10.5 : 5} class={node.move?.startsWith("B") ? "b" : node.move ? "w" : "n"} />
              {node.move && <text x={x(node.id)} y={y(node.id) + 3.5} class={node.move.startsWith("B") ? "on-b" : "on-w"}>{number[node.id]}</text>}
              {node.comment && <circle cx={x(node.id) + 8} cy={y(node.id) - 8} r={3} class="note" />}
            </g>
          ))}
        </svg>
      </div>
      <p class="row">
        <button type="button" onClick={() => store.branch(-1)}>Variation above</button>
        <button type="button" onClick={() => store.branch(1)}>below</button>
        <button type="button" disabled={here === 0} onClick={() => store.erase()}>
          Delete from here
        </button>
        <button type="button" onClick={() => void store.play("pass")}>
          Pass
        </button>
      </p>
    </div>
  );
}

/** The number of the move of every node. */
function moveNumbers(tree: Tree): number[] {
  const numbers: number[] = [];
  for (const node of tree.nodes) numbers[node.id] = (node.parent === undefined ? 0 : (numbers[node.parent] ?? 0)) + (node.move ? 1 : 0);
  return numbers;
}

/** What is written about the move, and saved with the game. */
function Comment() {
  const node = store.node.value;
  return (
    <label class="write">
      <span>Comment</span>
      <textarea key={node.id} data-testid="write" rows={3} value={node.comment ?? ""} onChange={(event) => store.comment(event.currentTarget.value)} />
    </label>
  );
}

/** The levels that are offered: a name for the player and what people see. */
const LEVELS: [string, string][] = [
  ["aji:20k", "aji, weakest"],
  ["aji:15k", "aji, weaker"],
  ["aji:10k", "aji, weak"],
  ["aji:5k", "aji, middling"],
  ["aji", "aji, as well as it can"],
];

/** A game against a player, or between two. */
export function Match() {
  const [size, setSize] = useState(9);
  const [komi, setKomi] = useState(7);
  const [black, setBlack] = useState("");
  const [white, setWhite] = useState("aji:10k");
  const [search, setSearch] = useState(true);
  const { value: players } = store.players;
  const now = store.match.value;
  const chosen = (name: string) => (name === "" ? null : search && !name.startsWith("aji") && !name.endsWith("+search") ? `${name}+search` : name);
  const list = (label: string, value: string, set: (value: string) => void) => (
    <label>
      <span>{label}</span>
      <select data-testid={`player-${label.toLowerCase()}`} value={value} onChange={(event) => set(event.currentTarget.value)}>
        <option value="">you</option>
        {LEVELS.map(([name, text]) => (
          <option key={name} value={name}>{text}</option>
        ))}
        {players.filter((each) => each.name !== "aji").map((each) => (
          <option key={each.name} value={each.name} title={each.idea}>
            {each.name}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div>
      {now && <Going now={now} />}
      <form
        class="grid"
        onSubmit={(event) => {
          event.preventDefault();
          store.startMatch(size, komi, chosen(black), chosen(white));
        }}
      >
        {list("Black", black, setBlack)}
        {list("White", white, setWhite)}
        <label>
          <span>Board</span>
          <select data-testid="match-size" value={size} onChange={(event) => setSize(Number(event.currentTarget.value))}>
            {[9, 13, 19, 7, 5].map((each) => (
              <option key={each} value={each}>{`${each}×${each}`}</option>
            ))}
          </select>
        </label>
        <label>
          <span>Komi</span>
          <input type="number" step="0.5" min={-50} max={50} value={komi} onChange={(event) => setKomi(Number(event.currentTarget.value) || 0)} />
        </label>
        <label class="check">
          <input type="checkbox" checked={search} onChange={(event) => setSearch(event.currentTarget.checked)} />
          <span>models read captures</span>
        </label>
        <button type="submit" class="primary" data-testid="start">
          New game
        </button>
      </form>
      {(black.startsWith("aji") || white.startsWith("aji")) && (
        <p class="quiet" data-testid="how-strong">
          How strong is it? The levels of aji are not calibrated: each plays fewer games and takes more chances than the next, and nobody has measured what ranks they are. With all its strength it won
          92 of 100 games on 9×9 against GNU Go’s level 10, with 5,000 games a move, and on 19×19 9 of 10 against Pachi without its network, with 1,500.
        </p>
      )}
    </div>
  );
}

/** A game that is being played, or has been. */
function Going({ now }: { now: store.Match }) {
  const mine = !now.over && store.isHuman(now, store.stand.value.next);
  const person = store.isHuman(now, "B") || store.isHuman(now, "W");
  const { score } = now;
  const moves = store.tree.value.nodes.length > 1;
  return (
    <div data-testid="match">
      <p aria-live="polite" data-testid="match-status">
        <b>
          {now.over
            ? `The game is over: ${store.tree.value.info.result ?? "…"}`
            : now.thinking
              ? `${store.stand.value.next === "B" ? now.black : now.white} is thinking…`
              : `${store.stand.value.next === "B" ? "Black" : "White"} to move`}
        </b>
      </p>
      <p class="row">
        {mine && (
          <>
            <button type="button" data-testid="pass" disabled={now.thinking} onClick={() => void store.play("pass")}>Pass</button>
            <button type="button" data-testid="hint" aria-pressed={now.hint === true} onClick={() => store.hint()}>Hint</button>
          </>
        )}
        {person && moves && <button type="button" data-testid="undo" onClick={() => store.undo()}>Undo</button>}
        {person && store.stand.value.ply && <button type="button" data-testid="why-last" onClick={() => void store.explainLast()}>Why that move?</button>}
        {mine && <button type="button" onClick={() => store.resign()}>Resign</button>}
        {!now.over && (now.black !== null || now.white !== null) && (
          <button type="button" onClick={() => (store.match.value = { ...now, running: !now.running })}>
            {now.running ? "Pause" : "Go on"}
          </button>
        )}
        {now.over && <button type="button" data-testid="save-match" onClick={() => void store.saveSgf()}>Save the game</button>}
      </p>
      {score && (
        <div data-testid="count">
          <table>
            <tbody>
              <tr><th scope="row">Black</th><td>{score.black.total}</td></tr>
              <tr><th scope="row">White</th><td>{score.white.total}</td></tr>
            </tbody>
          </table>
          <p class="quiet">
            {score.dead?.length ? `Dead: ${score.dead.join(" ")}. ` : "No dead stones. "}
            If that is wrong, click a stone: its chain counts as dead, or lives again.
          </p>
        </div>
      )}
      {now.last && !now.over && (
        <p class="quiet">
          {now.last.player} played {now.last.move.slice(2)}: {now.last.explanation.sentences[0]?.text ?? now.last.reason}
        </p>
      )}
    </div>
  );
}
