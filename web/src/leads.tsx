// Who leads along a game: one curve in points by whoever judged the positions; apart from it the models, each in a unit of its own.

import { CURVES, short } from "./colors";
import type { Phase, ReviewPage } from "./wire";

export interface Lead {
  name: string;
  /** In what unit it is drawn, in words. */
  unit?: string;
  /** From −1, White's, to 1, Black's; null where nothing is known. */
  values: (number | null)[];
  color: string;
  strong?: boolean;
}

/** The lead in points that the positions were judged to have, and the size at which it reaches the edge; none where nobody judged. */
export function judgedLead({ review }: Pick<ReviewPage, "review">): { lead: Lead; limit: number } | null {
  const points = [review.start.engine?.black_leads ?? null, ...review.plies.map(({ lead }) => lead ?? null)];
  const known = points.filter((value) => value !== null);
  if (!known.length) return null;
  // A few wild values must not press all others flat; round numbers are read more easily.
  const sizes = known.map(Math.abs).sort((a, b) => a - b);
  const most = sizes[Math.ceil(0.98 * (sizes.length - 1))] as number;
  const limit = [10, 20, 30, 50, 80, 120].find((limit) => limit >= most) ?? 200;
  const values = points.map((value) => (value === null ? null : Math.max(-1, Math.min(1, value / limit))));
  return { lead: { name: review.engine ?? "", values, color: "var(--ink)", strong: true }, limit };
}

/** The leads of the models, each cut at one. */
export function leadsOf({ review, leads }: ReviewPage): Lead[] {
  const at = [review.start, ...review.plies];
  const share = (value: number | null | undefined, full: number | null) =>
    value === null || value === undefined ? 0 : Math.max(-1, Math.min(1, value / (full || 1)));
  return leads.map(({ name, full_at, unit }, i) => ({
    name,
    unit: `full at ${short(full_at)}${unit ? ` ${unit}` : ""}`,
    values: at.map((each) => share(each.values[name], full_at)),
    color: CURVES[i % CURVES.length] as string,
  }));
}

const [WIDTH, HEIGHT] = [720, 150];

interface Props {
  leads: Lead[];
  moves: number;
  now: number;
  phases: Phase[];
  /** Moves to mark on the first curve. */
  marked?: number[];
  /** How much the upper and the lower edge are, in points. */
  limit?: number;
  label: string;
  go: (move: number) => void;
}

export function Leads({ leads, moves, now, phases, marked = [], limit, label, go }: Props) {
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
      aria-label={label}
      data-testid={limit ? "lead" : "leads"}
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
      <text x={7} y={14}>{limit ? `Black +${limit}` : "Black leads"}</text>
      <text x={7} y={HEIGHT - 7}>{limit ? `White +${limit}` : "White leads"}</text>
      {phases.slice(1).map((phase) => (
        <line key={phase.from} x1={x(phase.from - 0.5)} x2={x(phase.from - 0.5)} y2={HEIGHT} stroke="var(--quiet)" stroke-dasharray="2 4" stroke-width={0.8} />
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
      {marked.map((ply) => (
        <path key={ply} d={`M${x(ply)} ${y(leads[0]?.values[ply] ?? 0) - 6}l6 6l-6 6l-6-6z`} fill="var(--accent)" stroke="var(--card)" />
      ))}
      <line class="here" x1={x(now)} x2={x(now)} y2={HEIGHT} stroke="var(--accent)" stroke-width={1.4} />
    </svg>
  );
}
