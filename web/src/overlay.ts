// The maps of a review: each tells only what changed since the one before.

import type { Layer } from "./board";
import { scaleOf } from "./colors";
import type { Field, Labels, Overlay, Quantity } from "./wire";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The maps of an overlay, for the start and every move. */
export function maps(overlay: Overlay, size: number): Field[] {
  let now = new Array<number>(size * size).fill(0);
  return (overlay.frames ?? []).map((changes) => {
    now = [...now];
    let at = 0;
    for (const [, skip, letter] of changes.matchAll(/(\d*)([A-Za-z])/g)) {
      at += Number(skip);
      now[at++] = ((LETTERS.indexOf(letter as string) - overlay.zero) / overlay.levels) * (overlay.limit ?? 1);
    }
    return Array.from({ length: size }, (_, y) => now.slice(y * size, (y + 1) * size));
  });
}

function texts(labels: Record<string, string>, rows: string[], name: (x: number, y: number) => string): Labels {
  return rows.map((row, y) => [...row].map((_, x) => labels[name(x, y)] ?? null));
}

/** What an overlay shows after a move, as the board draws it. */
export function layers(overlay: Overlay, rows: string[], name: (x: number, y: number) => string): (move: number) => Layer {
  const quantity: Quantity = {
    name: overlay.name,
    about: overlay.about,
    shape: overlay.labels ? "labels" : "field",
    scope: "position",
    sign: overlay.scale === "signed" ? "black" : "none",
    role: "none",
    unit: "",
    categories: overlay.categories,
  };
  const { labels } = overlay;
  if (labels) return (move) => ({ quantity, labels: texts(labels[move] ?? {}, rows, name) });
  const fields = maps(overlay, rows.length);
  const scale = { ...scaleOf(quantity, []), limit: overlay.limit || 1, signed: overlay.scale === "signed" };
  return (move) => ({ quantity, field: fields[move], scale });
}
