// Colours of maps. Positive is in Black's favour and blue, negative in White's and orange, as in the figures of the
// command line; both are told apart by readers who do not tell red from green.

import type { Field, Quantity } from "./wire";

const BLACKS = [0, 103, 176];
const WHITES = [213, 94, 0];
const AMOUNT = [120, 30, 140];
const OTHERS = ["#888888", "#009e73", "#cc79a7", "#f0e442", "#56b4e9"];

export interface Scale {
  limit: number;
  signed: boolean;
  categories: Map<number, { name: string; color: string | null }>;
}

export function flat(field: Field): number[] {
  return field.flat().filter((value): value is number => value !== null && Number.isFinite(value));
}

/** How the values of a field become colours. Where stones have far larger values than all empty points, the empty points
 * set the scale: nobody needs to be told that a stone is where it is. */
export function scaleOf(quantity: Quantity | null, fields: Field[], board?: string[]): Scale {
  const categories = new Map<number, { name: string; color: string | null }>();
  let other = 0;
  for (const { value, name } of quantity?.categories ?? []) {
    let color: string | null;
    if (/stone/i.test(name) || /free|empty/i.test(name)) color = null;
    else if (/black/i.test(name)) color = rgb(BLACKS);
    else if (/white/i.test(name)) color = rgb(WHITES);
    else color = OTHERS[other++ % OTHERS.length] as string;
    if (value !== null) categories.set(value, { name, color });
  }
  const values = fields.flatMap(flat);
  const signed = quantity ? quantity.sign !== "none" : true;
  const largest = (list: number[]) => list.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const empty = board ? fields.map((field) => field.map((row, y) => row.filter((_, x) => board[y]?.[x] === "."))) : fields;
  const limit = largest(empty.flatMap(flat)) || largest(values);
  return { limit: limit || 1, signed: signed || values.some((value) => value < 0), categories };
}

function rgb([r, g, b]: number[]): string {
  return `rgb(${r} ${g} ${b})`;
}

/** The colour and strength of a value; null where nothing is to be drawn. */
export function paint(scale: Scale, value: number | null): { color: string; strength: number } | null {
  if (value === null || !Number.isFinite(value)) return null;
  if (scale.categories.size) {
    const category = scale.categories.get(value);
    return category?.color ? { color: category.color, strength: 0.75 } : null;
  }
  const share = Math.min(1, Math.abs(value) / scale.limit);
  if (share < 0.004) return null;
  const color = scale.signed ? rgb(value > 0 ? BLACKS : WHITES) : rgb(AMOUNT);
  return { color, strength: share };
}

/** A number in few characters. */
export function short(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 100000) return String(value);
  if (size >= 100000 || (size < 0.001 && size > 0)) return value.toExponential(1);
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return value.toFixed(2);
}

/** The line colours of curves; contrast at least 3 to both backgrounds. */
export const CURVES = ["#2f7fc4", "#c8660a", "#1f9270", "#b8588f", "#7a6fd0", "#8a7a1f", "#4d8f2f", "#b04a4a", "#5b7f96"];
