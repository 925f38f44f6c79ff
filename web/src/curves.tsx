// Curves over the moves of the line, with a line where we are. A click goes there.

import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { CURVES, short } from "./colors";
import * as store from "./store";

/** The names that are drawn: for each model that is on its lead, else its first number. */
export function chosenCurves(): { name: string; color: string }[] {
  return store.enabled.value.flatMap((model, i) => {
    const numbers = store.card(model)?.quantities.filter((each) => each.shape === "number") ?? [];
    const picked = store.curveOf.value[model];
    const quantity =
      numbers.find((each) => each.name === picked) ?? numbers.find((each) => each.role === "lead") ?? numbers[0];
    return quantity ? [{ name: quantity.name, color: CURVES[i % CURVES.length] as string }] : [];
  });
}

/** The size that all but the wildest few values keep to: one move that fills the board must not flatten the rest. */
export function usual(values: (number | null)[]): number {
  const sizes = values.filter((value): value is number => value !== null).map(Math.abs);
  sizes.sort((a, b) => a - b);
  return sizes[Math.floor((sizes.length - 1) * 0.98)] || sizes[sizes.length - 1] || 1;
}

export function Curves() {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const names = chosenCurves();
  const key = names.map((each) => each.name).join(" ");
  const columns = store.curves.value;
  const length = store.line.value.filter((id) => store.tree.value.nodes[id]?.move).length;
  const now = store.stand.value.moves;
  const latest = useRef(now);
  latest.current = now;

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const ink = getComputedStyle(element).color;
    const options: uPlot.Options = {
      width: element.clientWidth || 400,
      height: 150,
      padding: [8, 8, 0, 0],
      cursor: { drag: { x: false, y: false }, points: { size: 6 } },
      legend: { show: false },
      scales: Object.fromEntries([
        ["x", { time: false }],
        ...names.map(({ name }) => [
          name,
          {
            // Every curve has its own size, and all share their zero.
            range: (): [number, number] => {
              const most = usual(store.curves.value.get(name) ?? []);
              return isSigned(name) ? [-most * 1.1, most * 1.1] : [-most * 0.05, most * 1.1];
            },
          },
        ]),
      ]),
      axes: [
        { stroke: ink, size: 24, font: "11px system-ui", grid: { stroke: "rgba(128,128,128,.2)" }, ticks: { show: false } },
        ...(names[0]
          ? [
              {
                scale: names[0].name,
                stroke: ink,
                size: 44,
                font: "11px system-ui",
                grid: { stroke: "rgba(128,128,128,.15)" },
                values: (_: uPlot, ticks: number[]) => ticks.map((tick) => short(tick)),
              },
            ]
          : []),
      ],
      series: [
        {},
        ...names.map(({ name, color }) => ({ label: name, scale: name, stroke: color, width: 1.75, points: { show: false } })),
      ],
      hooks: {
        draw: [
          (u) => {
            const x = u.valToPos(latest.current, "x", true);
            const { ctx, bbox } = u;
            ctx.save();
            ctx.strokeStyle = ink;
            ctx.lineWidth = 1.5 * devicePixelRatio;
            ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
            ctx.beginPath();
            ctx.moveTo(x, bbox.top);
            ctx.lineTo(x, bbox.top + bbox.height);
            ctx.stroke();
            ctx.restore();
          },
        ],
      },
    };
    const chart = new uPlot(options, [[0]] as uPlot.AlignedData, element);
    plot.current = chart;
    const click = () => {
      const { idx } = chart.cursor;
      if (idx !== null && idx !== undefined) store.goToMove(idx);
    };
    chart.over.addEventListener("click", click);
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth || 400, height: 150 }),
    );
    observer?.observe(element);
    return () => {
      observer?.disconnect();
      chart.destroy();
      plot.current = null;
    };
  }, [key]);

  useEffect(() => {
    const x = Array.from({ length: length + 1 }, (_, i) => i);
    const rows = names.map(({ name }) => x.map((i) => columns.get(name)?.[i] ?? null));
    plot.current?.setData([x, ...rows] as uPlot.AlignedData);
  }, [columns, key, length]);
  useEffect(() => plot.current?.redraw(false), [now]);

  return (
    <section class="curves" aria-label="Curves">
      <div class="chart" ref={box} data-testid="chart" aria-hidden="true" />
      <ul class="legend lines">
        {names.map(({ name, color }) => (
          <li key={name}>
            <svg viewBox="0 0 14 4" aria-hidden="true">
              <rect width="14" height="4" rx="2" fill={color} />
            </svg>
            <CurveName name={name} /> <b>{short(columns.get(name)?.[now])}</b>
          </li>
        ))}
        {!store.curvesDone.value && <li class="quiet">reading the game…</li>}
      </ul>
    </section>
  );
}

function isSigned(name: string): boolean {
  return store.cards.value.some((card) =>
    card.quantities.some((each) => each.name === name && each.shape === "number" && each.sign !== "none"),
  );
}

function CurveName({ name }: { name: string }) {
  const model = store.cards.value.find((card) => card.quantities.some((each) => each.name === name));
  const numbers = model?.quantities.filter((each) => each.shape === "number") ?? [];
  if (!model || numbers.length < 2) return <span>{name}</span>;
  return (
    <select
      aria-label={`Curve of ${model.name}`}
      value={name}
      onChange={(event) => {
        store.curveOf.value = { ...store.curveOf.value, [model.name]: event.currentTarget.value };
      }}
    >
      {numbers.map((each) => (
        <option key={each.name} value={each.name}>
          {each.name}
        </option>
      ))}
    </select>
  );
}
