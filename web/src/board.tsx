// The board: shudan draws wood and stones; what models see lies over it as SVG.

import { Goban } from "@sabaki/shudan";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Field, Frame, Graph, Labels, Quantity } from "./wire";
import { type Scale, paint, scaleOf, short } from "./colors";
import type { FieldStyle } from "./store";
import { type Stand, vertexAt, vertexName } from "./tree";

export interface Layer {
  quantity: Quantity;
  field?: Field;
  labels?: Labels;
  graph?: Graph;
  scale?: Scale;
}

export function layerOf(quantity: Quantity, frame: Frame): Layer {
  return { quantity, field: frame.map, labels: frame.labels, graph: frame.graph };
}

interface Props {
  stand: Stand;
  layer?: Layer | null;
  style?: FieldStyle;
  /** Letters on points, such as suggested moves. */
  letters?: Map<string, string>;
  marks?: Map<string, string>;
  /** Numbers on stones, such as those of a line of play. */
  numbers?: Map<string, string>;
  /** Points that are tinted together, such as what is at stake. */
  area?: string[];
  path?: string[];
  /** A point that is asked about. */
  point?: string | null;
  /** Moves that somebody thought of, with what is written on them and how good they are. */
  candidates?: { point: string; text: string; below?: string; grade: string }[];
  /** A line of play that is not on the board, as `B Q16`. */
  ghosts?: string[];
  /** Stones that count as dead, and points that are somebody's. */
  dead?: string[];
  territory?: { black: string[]; white: string[] };
  busy?: boolean;
  coordinates?: boolean;
  label: string;
  most?: number;
  /** Whether the board fills the room it is given, also in height, instead of what the window leaves. */
  fit?: boolean;
  onPoint?: (x: number, y: number) => void;
  /** The point under the pointer, and null when it leaves. */
  onLook?: (point: string | null) => void;
}

/** The points that are marked on boards of this size: the corners and the middle, and from 15 lines on the sides. */
export function starPoints(size: number): [number, number][] {
  if (size < 7) return [];
  const near = size >= 13 ? 3 : 2;
  const far = size - 1 - near;
  const stars: [number, number][] = [[near, near], [far, near], [near, far], [far, far]];
  if (size % 2 === 0 || size === 7) return stars;
  const middle = (size - 1) / 2;
  stars.push([middle, middle]);
  if (size >= 15) stars.push([near, middle], [far, middle], [middle, near], [middle, far]);
  return stars;
}

/** Where the words stand beside the board and not below it; the styles say the same. */
export const BESIDE = "(min-width: 861px), (min-width: 600px) and (orientation: landscape)";

/** Whether words stand beside the board, also when the window changes. */
export function useBeside(): boolean {
  const [beside, set] = useState(() => matchMedia(BESIDE).matches);
  useEffect(() => {
    const media = matchMedia(BESIDE);
    const follow = () => set(media.matches);
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, []);
  return beside;
}

/** The room that shudan needs around the points, in points: its border and the row of coordinates. */
const AROUND = 1.15;

function signsOf(board: string[]): (0 | 1 | -1)[][] {
  return board.map((row) => [...row].map((cell) => (cell === "X" ? 1 : cell === "O" ? -1 : 0)));
}

/** The part of a board around a point, small; around the middle where there is none. */
export function Cut({ stand, around, width = 150 }: { stand: Stand; around: [number, number] | null; width?: number }) {
  const REACH = 4;
  const last = stand.board.length - 1;
  const span = Math.min(last, 2 * REACH);
  const from = (at: number) => Math.max(0, Math.min(last - span, Math.round(at) - REACH));
  const [x, y] = around ?? [last / 2, last / 2];
  const markers = stand.board.map((row, j) => [...row].map((_, i) => (around && i === x && j === y ? { type: "circle" as const } : null)));
  return (
    <span class="part" aria-hidden="true">
      <Goban
        vertexSize={Math.floor(width / (span + 1.4))}
        signMap={signsOf(stand.board)}
        markerMap={markers}
        rangeX={[from(x), from(x) + span]}
        rangeY={[from(y), from(y) + span]}
      />
    </span>
  );
}

/** A point and what stands on it, for those who hear it. */
function pointWords(board: string[], [x, y]: [number, number]): string {
  const what = { X: "black stone", O: "white stone" }[board[y]?.[x] ?? ""] ?? "empty";
  return `${vertexName(x, y, board.length)}, ${what}`;
}

/**
 * The board without a mouse: reached with the Tab key, the arrows go from point to point and Enter is a click. Whoever clicks with the
 * mouse does not come here, so that the arrows still go through the moves.
 */
function useCursor(props: Props, size: number, last: [number, number] | null) {
  const [at, set] = useState<[number, number] | null>(null);
  const cursor: [number, number] | null = at && at[0] < size && at[1] < size ? at : null;
  const go = (to: [number, number] | null) => {
    set(to);
    props.onLook?.(to && vertexName(to[0], to[1], size));
  };
  const middle = (size - 1) >> 1;
  const STEPS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const reach = {
    role: "application" as const,
    "aria-roledescription": "Go board",
    "aria-keyshortcuts": "ArrowLeft ArrowRight ArrowUp ArrowDown Enter",
    tabIndex: 0,
    onFocus: () => go(cursor ?? last ?? [middle, middle]),
    onBlur: () => go(null),
    onMouseDown: (event: MouseEvent) => {
      event.preventDefault();
      (document.activeElement as HTMLElement | null)?.blur();
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !cursor) return;
      if (step) go([Math.max(0, Math.min(size - 1, cursor[0] + step[0])), Math.max(0, Math.min(size - 1, cursor[1] + step[1]))]);
      else if (event.key === "Enter" || event.key === " ") props.onPoint?.(...cursor);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  return { cursor, reach };
}

export function Board(props: Props) {
  const { stand, layer, style = "heat", onPoint, label } = props;
  const size = stand.board.length;
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(480);
  const most = props.most ?? (props.fit ? 1400 : 760);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    // The whole board and the buttons below it are seen without scrolling; where it stays at the top of a narrow screen, words have room below it.
    const measure = () => {
      const wide = matchMedia(BESIDE).matches;
      const tall = wide ? (props.fit ? element.clientHeight : Math.max(320, innerHeight - 235)) : props.fit ? 0.56 * innerHeight : Infinity;
      setWidth(Math.min(element.clientWidth, most, tall) || 480);
    };
    measure();
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
    };
  }, [most, props.fit]);
  const vertex = Math.max(8, Math.floor((width / (size + 2 * AROUND)) * 10) / 10);
  const signs = useMemo(() => signsOf(stand.board), [stand.board]);
  const last = stand.ply && stand.ply.move !== "pass" ? vertexAt(stand.ply.move, size) : null;
  const markers = useMemo(() => {
    const map = signs.map((row) => row.map(() => null as { type: "circle" | "point" } | null));
    if (last && signs[last[1]]?.[last[0]]) (map[last[1]] as unknown[])[last[0]] = { type: "circle" };
    return map;
  }, [signs, last?.[0], last?.[1]]);
  const side = vertex * (size + 2 * AROUND);
  const { cursor, reach } = useCursor(props, size, last);
  return (
    <div class="board-room" ref={box}>
      <div class="board" aria-label={label} style={{ width: `${side}px`, height: `${side}px` }} {...(onPoint ? reach : { role: "img" })}>
        {onPoint && <span class="unseen" aria-live="polite">{cursor ? pointWords(stand.board, cursor) : ""}</span>}
        <Goban
          vertexSize={vertex}
          signMap={signs}
          markerMap={markers}
          showCoordinates={props.coordinates ?? true}
          fuzzyStonePlacement
          busy={props.busy}
          innerProps={{ "aria-hidden": "true" } as never}
          onVertexClick={(_event: MouseEvent, [x, y]: [number, number]) => onPoint?.(x, y)}
          onVertexPointerEnter={(event: PointerEvent, [x, y]: [number, number]) => event.pointerType === "mouse" && props.onLook?.(vertexName(x, y, size))}
          onVertexPointerLeave={() => props.onLook?.(null)}
        />
        <svg
          class="overlay"
          aria-hidden="true"
          viewBox={`0 0 ${size} ${size}`}
          style={{
            left: `${AROUND * vertex}px`,
            top: `${AROUND * vertex}px`,
            width: `${size * vertex}px`,
            height: `${size * vertex}px`,
          }}
        >
          {starPoints(size).map(([x, y]) => stand.board[y]?.[x] === "." && <circle key={`${x},${y}`} class="star" cx={x + 0.5} cy={y + 0.5} r={size > 13 ? 0.11 : 0.09} />)}
          {layer && <Drawn layer={layer} style={style} stand={stand} />}
          <Signs {...props} size={size} />
          {cursor && <rect class="cursor" x={cursor[0] + 0.02} y={cursor[1] + 0.02} width={0.96} height={0.96} rx={0.1} />}
        </svg>
      </div>
    </div>
  );
}

function cells<T>(rows: (T | null)[][], draw: (value: T, x: number, y: number) => preact.ComponentChildren) {
  return rows.flatMap((row, y) => row.map((value, x) => (value === null ? null : draw(value, x, y))));
}

/** What a model sees, drawn. */
export function Drawn({ layer, style, stand }: { layer: Layer; style: FieldStyle; stand: Stand }) {
  const { field, labels, graph, quantity } = layer;
  if (field) {
    const scale = layer.scale ?? scaleOf(quantity, [field]);
    return (
      <g data-layer={quantity.name}>
        {cells(field, (value, x, y) => {
          const tone = paint(scale, value);
          const onStone = stand.board[y]?.[x] !== ".";
          if (style === "numbers") {
            if (value === 0 && !scale.categories.size) return null;
            return (
              <text key={`${x},${y}`} x={x + 0.5} y={y + 0.62} class={onStone ? "number on-stone" : "number"}>
                {short(value)}
              </text>
            );
          }
          if (!tone) return null;
          const share = style === "squares" ? Math.sqrt(tone.strength) : 1;
          const width = style === "squares" ? 0.78 * share : onStone ? 0.42 : 1;
          const opacity = style === "squares" ? 0.85 : onStone ? 0.9 : 0.12 + 0.66 * tone.strength;
          if (style === "heat" && onStone && tone.strength < 0.02) return null;
          const square = { x: x + 0.5 - width / 2, y: y + 0.5 - width / 2, width, height: width };
          // A wash under the colour, so that blue on wood stays blue.
          const wash = style === "heat" && !onStone && <rect {...square} fill="#fffaf0" opacity={Math.min(0.6, 2 * tone.strength)} class="wash" />;
          return [wash, (
            <rect
              key={`${x},${y}`}
              {...square}
              class="tone"
              fill={tone.color}
              opacity={opacity}
            />
          )];
        })}
      </g>
    );
  }
  if (labels) {
    return (
      <g data-layer={quantity.name}>
        {cells(labels, (text, x, y) => (
          <text key={`${x},${y}`} x={x + 0.5} y={y + 0.62} class={stand.board[y]?.[x] !== "." ? "number on-stone" : "number"}>
            {text.length > 5 ? `${text.slice(0, 4)}…` : text}
            <title>{text}</title>
          </text>
        ))}
      </g>
    );
  }
  if (graph) return <Web graph={graph} size={stand.board.length} name={quantity.name} />;
  return null;
}

/** A graph over the board: each node as an outline of its points, each edge as a line between nearest points. */
function Web({ graph, size, name }: { graph: Graph; size: number; name: string }) {
  const vertices = new Map<string, [number, number][]>();
  for (const node of graph.nodes) {
    vertices.set(node.id, node.points.map((point) => vertexAt(point, size)).filter((at) => at !== null));
  }
  const heaviest = graph.edges.reduce((most, edge) => Math.max(most, Math.abs(edge.weight ?? 0)), 0) || 1;
  const tone = (color: unknown) => (color === "B" ? "#0067b0" : color === "W" ? "#d55e00" : "#7a6fd0");
  return (
    <g data-layer={name} class="web">
      {graph.nodes.map((node) => {
        const at = vertices.get(node.id) ?? [];
        if (at.length > 60) return null;
        return (
          <g key={node.id}>
            {at.map(([x, y]) => (
              <circle key={`${x},${y}`} cx={x + 0.5} cy={y + 0.5} r={0.36} fill="none" stroke={tone(node.color)} stroke-width={0.1} />
            ))}
            {at.slice(1).map(([x, y], i) => {
              const near = nearest(at.slice(0, i + 1), [x, y]);
              if (Math.hypot(near[0] - x, near[1] - y) > 1.01) return null;
              return (
                <line key={i} x1={near[0] + 0.5} y1={near[1] + 0.5} x2={x + 0.5} y2={y + 0.5} stroke={tone(node.color)} stroke-width={0.12} />
              );
            })}
          </g>
        );
      })}
      {graph.edges.map((edge, i) => {
        const [from, to] = [vertices.get(edge.from) ?? [], vertices.get(edge.to) ?? []];
        if (!from.length || !to.length || from === to) return null;
        const [a, b] = closest(from, to);
        const share = Math.abs(edge.weight ?? 0) / heaviest;
        return (
          <line
            key={i}
            x1={a[0] + 0.5}
            y1={a[1] + 0.5}
            x2={b[0] + 0.5}
            y2={b[1] + 0.5}
            class="edge"
            stroke={(edge.weight ?? 0) < 0 ? "#b04a4a" : "#1f9270"}
            stroke-width={0.04 + 0.12 * share}
            opacity={0.35 + 0.55 * share}
          >
            <title>{`${edge.label} ${short(edge.weight)}`}</title>
          </line>
        );
      })}
    </g>
  );
}

function nearest(points: [number, number][], [x, y]: [number, number]): [number, number] {
  return points.reduce((best, at) => (Math.hypot(at[0] - x, at[1] - y) < Math.hypot(best[0] - x, best[1] - y) ? at : best));
}

function closest(from: [number, number][], to: [number, number][]): [[number, number], [number, number]] {
  let pair: [[number, number], [number, number]] = [from[0] as [number, number], to[0] as [number, number]];
  let least = Infinity;
  for (const a of from) {
    const b = nearest(to, a);
    const distance = Math.hypot(a[0] - b[0], a[1] - b[1]);
    if (distance < least) [least, pair] = [distance, [a, b]];
  }
  return pair;
}

/** The stones of a line of play, each once, with the number of the first move there. */
function ghostly(plays: string[], size: number): { name: string; color: string; number: number; x: number; y: number }[] {
  const stones = new Map<string, { name: string; color: string; number: number; x: number; y: number }>();
  plays.forEach((play, i) => {
    const [color = "B", name = ""] = play.split(" ");
    const at = vertexAt(name, size);
    if (at && !stones.has(name)) stones.set(name, { name, color: color === "B" ? "black" : "white", number: i + 1, x: at[0], y: at[1] });
  });
  return [...stones.values()];
}

/** Marks of explanations, letters of suggestions, the point asked about. */
function Signs({ letters, marks, numbers, area, path, point, stand, size, candidates, ghosts, dead, territory }: Props & { size: number }) {
  const at = point ? vertexAt(point, size) : null;
  const way = (path ?? []).map((name) => vertexAt(name, size)).filter((each) => each !== null);
  return (
    <g class="signs">
      {(area ?? []).map((name) => {
        const vertex = vertexAt(name, size);
        return vertex && <rect key={`a${name}`} class="stake" x={vertex[0]} y={vertex[1]} width={1} height={1} />;
      })}
      {(["black", "white"] as const).flatMap((color) =>
        (territory?.[color] ?? []).map((name) => {
          const vertex = vertexAt(name, size);
          const taken = vertex && stand.board[vertex[1]]?.[vertex[0]] !== "." && !dead?.includes(name);
          return vertex && !taken && <rect key={`t${name}`} class={`owned ${color}`} x={vertex[0] + 0.36} y={vertex[1] + 0.36} width={0.28} height={0.28} />;
        }),
      )}
      {(dead ?? []).map((name) => {
        const vertex = vertexAt(name, size);
        return vertex && <path key={`d${name}`} class="dead" d={`M${vertex[0] + 0.25} ${vertex[1] + 0.25}l.5 .5m0 -.5l-.5 .5`} />;
      })}
      {!ghosts?.length && (candidates ?? []).map(({ point: name, text, below, grade }) => {
        const vertex = vertexAt(name, size);
        if (!vertex || stand.board[vertex[1]]?.[vertex[0]] !== ".") return null;
        const [x, y] = vertex;
        return (
          <g key={`c${name}`} class={`candidate ${grade}`} data-candidate={name}>
            <circle cx={x + 0.5} cy={y + 0.5} r={0.46} />
            <text x={x + 0.5} y={y + (below ? 0.58 : 0.65)} class={text.length > 3 ? "long" : ""}>{text}</text>
            {below && <text x={x + 0.5} y={y + 0.83} class="below">{below}</text>}
          </g>
        );
      })}
      {ghostly(ghosts ?? [], size).map(({ name, color, number, x, y }) => (
        <g key={`g${name}`} class={`ghost ${color}`}>
          <circle cx={x + 0.5} cy={y + 0.5} r={0.46} />
          <text x={x + 0.5} y={y + 0.66}>{number}</text>
        </g>
      ))}
      {[...(numbers ?? [])].map(([name, text]) => {
        const vertex = vertexAt(name, size);
        if (!vertex) return null;
        const [x, y] = vertex;
        return (
          <text key={`n${name}`} x={x + 0.5} y={y + 0.66} class={`step ${stand.board[y]?.[x] === "X" ? "on-black" : stand.board[y]?.[x] === "O" ? "on-white" : ""}`}>
            {text}
          </text>
        );
      })}
      {way.length > 1 && (
        <polyline class="way" points={way.map(([x, y]) => `${x + 0.5},${y + 0.5}`).join(" ")} />
      )}
      {[...(marks ?? [])].map(([name, text]) => {
        const vertex = vertexAt(name, size);
        if (!vertex) return null;
        const [x, y] = vertex;
        return (
          <g key={name}>
            <circle cx={x + 0.5} cy={y + 0.5} r={0.4} class="mark" />
            {text && (
              <text x={x + 0.5} y={y + 0.63} class={stand.board[y]?.[x] === "X" ? "letter on-black" : "letter"}>
                {text}
              </text>
            )}
          </g>
        );
      })}
      {[...(letters ?? [])].map(([name, text]) => {
        const vertex = vertexAt(name, size);
        if (!vertex) return null;
        const [x, y] = vertex;
        return (
          <g key={`l${name}`} class="suggestion">
            <circle cx={x + 0.5} cy={y + 0.5} r={0.42} />
            <text x={x + 0.5} y={y + 0.66}>
              {text}
            </text>
          </g>
        );
      })}
      {at && <rect class="asked" x={at[0] + 0.06} y={at[1] + 0.06} width={0.88} height={0.88} rx={0.12} />}
    </g>
  );
}

/** What the colours mean. */
export function Legend({ layer }: { layer: Layer }) {
  const { field, quantity } = layer;
  if (!field) return null;
  const scale = layer.scale ?? scaleOf(quantity, [field]);
  if (scale.categories.size) {
    return (
      <ul class="legend">
        {[...scale.categories.values()]
          .filter((each) => each.color)
          .map((each) => (
            <li key={each.name}>
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <rect width="10" height="10" fill={each.color as string} />
              </svg>
              {each.name}
            </li>
          ))}
      </ul>
    );
  }
  const limit = short(scale.limit);
  return (
    <p class="legend">
      {scale.signed ? (
        <>
          <span class="tone white">−{limit} White</span>
          <span class="ramp signed" aria-hidden="true" />
          <span class="tone black">Black +{limit}</span>
        </>
      ) : (
        <>
          <span>0</span>
          <span class="ramp amount" aria-hidden="true" />
          <span>{limit}</span>
        </>
      )}
      {quantity.unit && <span class="unit">{quantity.unit}</span>}
    </p>
  );
}
