// A graph of a model away from the board, laid out freely.

import { useEffect, useRef } from "preact/hooks";
import type { Graph } from "./wire";
import { short } from "./colors";
import * as store from "./store";

/** More than this is a tangle, and slow. */
const MOST = 250;

/** Cytoscape adds a style to the page unless something has its name; the policy of the server allows styles from files
 * only, and ours has what is needed. */
function unstyled(): void {
  const name = "__________cytoscape_stylesheet";
  if (document.getElementById(name)) return;
  const mark = document.createElement("meta");
  mark.id = name;
  document.head.append(mark);
}

export function FreeGraph({ graph }: { graph: Graph }) {
  const box = useRef<HTMLDivElement>(null);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const nodes = graph.nodes.slice(0, MOST);
  useEffect(() => {
    let drawn: { destroy(): void } | undefined;
    let gone = false;
    const known = new Set(nodes.map((node) => node.id));
    // Fetched when first needed: most visits never do.
    void import("cytoscape").then(({ default: cytoscape }) => {
      if (gone || !box.current) return;
      unstyled();
      const ink = getComputedStyle(box.current).color;
      const heaviest = graph.edges.reduce((most, edge) => Math.max(most, Math.abs(edge.weight ?? 0)), 0) || 1;
      const view = cytoscape({
        container: box.current,
        elements: [
          ...nodes.map((node) => ({
            data: { id: node.id, name: node.label || node.points[0] || node.id, size: 14 + 4 * Math.sqrt(node.points.length), color: String(node.color ?? "") },
          })),
          ...graph.edges
            .filter((edge) => known.has(edge.from) && known.has(edge.to) && edge.from !== edge.to)
            .map((edge, i) => ({
              data: { id: `e${i}`, source: edge.from, target: edge.to, width: 1 + (4 * Math.abs(edge.weight ?? 0)) / heaviest, tone: (edge.weight ?? 0) < 0 ? "#b04a4a" : "#1f9270" },
            })),
        ],
        style: [
          { selector: "node", style: { width: "data(size)", height: "data(size)", label: "data(name)", "font-size": 9, color: ink, "background-color": "#8a7a5a", "border-width": 1, "border-color": "#777" } },
          { selector: 'node[color = "B"]', style: { "background-color": "#222" } },
          { selector: 'node[color = "W"]', style: { "background-color": "#f6f4ee" } },
          { selector: "edge", style: { width: "data(width)", "line-color": "data(tone)", opacity: 0.7, "curve-style": "haystack" } },
        ],
        layout: { name: "cose", animate: !still, randomize: false } as never,
        wheelSensitivity: 0.3,
      });
      const show = (id: string) => {
        const points = graph.nodes.find((node) => node.id === id)?.points ?? [];
        store.marked.value = { points: new Map(points.map((point) => [point, ""])), path: [] };
      };
      view.on("tap mouseover", "node", (event) => show(event.target.id()));
      view.on("mouseout", "node", () => (store.marked.value = { points: new Map(), path: [] }));
      drawn = view;
    });
    return () => {
      gone = true;
      drawn?.destroy();
    };
  }, [graph]);
  return (
    <>
      <div class="free" ref={box} role="img" aria-label={`Graph of ${graph.nodes.length} nodes and ${graph.edges.length} edges`} data-testid="free-graph" />
      {graph.nodes.length > MOST && <p class="quiet">The first {MOST} of {graph.nodes.length} nodes.</p>}
      <details>
        <summary>as a list</summary>
        <ul class="quiet">
          {graph.edges.slice(0, 60).map((edge, i) => (
            <li key={i}>
              {edge.from} – {edge.to}: {edge.label} {short(edge.weight)}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
