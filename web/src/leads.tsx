// Who leads along a game: every model in a unit of its own, their mean, and the engine.

import { CURVES, short } from "./colors";
import type { Phase, ReviewPage, TurningPoint } from "./wire";

export interface Lead {
  name: string;
  /** In what unit it is drawn, in words. */
  unit?: string;
  /** From −1, White's, to 1, Black's; null where nothing is known. */
  values: (number | null)[];
  color: string;
  strong?: boolean;
}

/** The leads of a review, each cut at one. */
export function leadsOf({ review, leads }: ReviewPage): Lead[] {
  const at = [review.start, ...review.plies];
  const share = (value: number | null | undefined, full: number | null) =>
    value === null || value === undefined ? 0 : Math.max(-1, Math.min(1, value / (full || 1)));
  const models: Lead[] = leads.map(({ name, full_at, unit }, i) => ({
    name,
    unit: `full at ${short(full_at)}${unit ? ` ${unit}` : ""}`,
    values: at.map((each) => share(each.values[name], full_at)),
    color: CURVES[i % CURVES.length] as string,
  }));
  const all = [...models];
  if (models.length > 1) {
    // Two moves together, one of each side: the lead of whoever has just moved would make it jump.
    const mean = (i: number) => models.reduce((sum, each) => sum + (each.values[Math.max(0, i)] ?? 0), 0) / models.length;
    all.push({ name: "mean of all", values: at.map((_, i) => (mean(i) + mean(i - 1)) / 2), color: "var(--ink)", strong: true });
  }
  if (review.engine) {
    const values = at.map(({ engine }) => (engine?.black_wins === undefined || engine.black_wins === null ? null : engine.black_wins * 2 - 1));
    all.push({ name: `${review.engine}, win rate`, values, color: "var(--accent)", strong: true });
  }
  return all;
}

const [WIDTH, HEIGHT] = [720, 168];

interface Props {
  leads: Lead[];
  moves: number;
  now: number;
  phases: Phase[];
  turning: TurningPoint[];
  go: (move: number) => void;
}

export function Leads({ leads, moves, now, phases, turning, go }: Props) {
  const x = (i: number) => (moves ? 4 + (i / moves) * (WIDTH - 8) : WIDTH / 2);
  const y = (value: number) => HEIGHT / 2 - value * (HEIGHT / 2 - 10);
  const follow = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    go(Math.round(((((event.clientX - box.left) / box.width) * WIDTH - 4) / (WIDTH - 8)) * moves));
  };
  const path = (values: (number | null)[]) => {
    let pen = false;
    return values
      .map((value, i) => {
        const step = value === null ? "" : `${pen ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`;
        pen = value !== null;
        return step;
      })
      .join("");
  };
  return (
    <svg
      class="leads"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="Who leads, by each model"
      data-testid="leads"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons) follow(event);
      }}
    >
      <rect width={WIDTH} height={HEIGHT / 2} fill="var(--blacks)" opacity={0.07} />
      <rect y={HEIGHT / 2} width={WIDTH} height={HEIGHT / 2} fill="var(--whites)" opacity={0.09} />
      <line x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} stroke="var(--quiet)" stroke-width={0.7} />
      <text x={7} y={14}>Black leads</text>
      <text x={7} y={HEIGHT - 7}>White leads</text>
      {phases.slice(1).map((phase) => (
        <line key={phase.from} x1={x(phase.from - 0.5)} x2={x(phase.from - 0.5)} y2={HEIGHT} stroke="var(--quiet)" stroke-dasharray="2 4" stroke-width={0.8} />
      ))}
      {turning.map((point) => (
        <path key={point.ply} d={`M${x(point.ply)} ${HEIGHT / 2 - 5}l5 5l-5 5l-5-5z`} fill="var(--accent)" />
      ))}
      {leads.map((lead) => (
        <path
          key={lead.name}
          d={path(lead.values)}
          fill="none"
          stroke={lead.color}
          stroke-width={lead.strong ? 2.4 : 1.1}
          opacity={lead.strong ? 1 : 0.75}
          stroke-linejoin="round"
        />
      ))}
      <line class="here" x1={x(now)} x2={x(now)} y2={HEIGHT} stroke="var(--accent)" stroke-width={1.4} />
    </svg>
  );
}
