// What outlives a reload: the game that is shown and where in it, games that were opened lately, and addresses of positions.

import type { Node, Tree } from "./tree";
import { addMove, emptyTree, pathTo } from "./tree";
import type { LineAsk, Tree as WireTree } from "./wire";

/** Where a node is: so many moves along first children, then the number of a child, and so on. */
export function pathName(tree: Tree, id: number): string {
  const parts: number[] = [0];
  const path = pathTo(tree, id);
  path.slice(1).forEach((each, i) => {
    const which = (tree.nodes[path[i] as number] as Node).children.indexOf(each);
    if (which === 0) (parts[parts.length - 1] as number)++;
    else parts.push(which, 0);
  });
  return parts.join(".");
}

/** The node of such a name, as far as the tree goes. */
export function nodeAt(tree: Tree, name: string): number {
  let at = 0;
  const parts = name.split(".").map(Number);
  for (const [i, part] of parts.entries()) {
    if (!Number.isInteger(part) || part < 0) return at;
    const steps = i % 2 === 0 ? part : 1;
    for (let step = 0; step < steps; step++) {
      const next = tree.nodes[at]?.children[i % 2 === 0 ? 0 : part];
      if (next === undefined) return at;
      at = next;
    }
  }
  return at;
}

/** What stands behind # in the address. */
export interface Address {
  page: string;
  /** A record of the server and a game of it. */
  record?: number;
  game?: number;
  /** Where in the game. */
  at?: string;
  /** A line that stands in the address itself. */
  line?: LineAsk;
}

export function readAddress(hash: string): Address {
  const [page = "", ...pairs] = hash.replace(/^#/, "").split("&");
  const found = new Map(pairs.map((pair) => pair.split("=", 2) as [string, string]));
  const whole = (name: string) => (/^\d{1,6}$/.test(found.get(name) ?? "") ? Number(found.get(name)) : undefined);
  const address: Address = { page, record: whole("r"), game: whole("g"), at: found.get("n") };
  const line = found.get("l");
  if (line) {
    try {
      const bytes = Uint8Array.from(atob(line.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
      address.line = JSON.parse(new TextDecoder().decode(bytes)) as LineAsk;
    } catch {
      // An address that was cut off leads to the page.
    }
  }
  return address;
}

export function writeAddress({ page, record, game, at, line }: Address): string {
  const parts = [page];
  if (record !== undefined) parts.push(`r=${record}`, `g=${game ?? 1}`);
  if (line) {
    const text = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(line))));
    parts.push(`l=${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`);
  }
  else if (at && at !== "0") parts.push(`n=${at}`);
  return `#${parts.join("&")}`;
}

/** A tree with one line; the node at its end. */
export function treeOf(line: LineAsk): { tree: Tree; at: number } {
  const { size, komi, rules, handicap, steps = [] } = line;
  const tree = emptyTree(size, { komi, rules, handicap });
  let at = 0;
  for (const step of steps) {
    if (typeof step === "string") at = addMove(tree, at, step);
    else if (at === 0 && !tree.nodes[0]?.setup) (tree.nodes[0] as Node).setup = step;
    else {
      const id = tree.nodes.length;
      tree.nodes.push({ id, parent: at, setup: step, children: [] });
      (tree.nodes[at] as Node).children.push(id);
      at = id;
    }
  }
  return { tree, at };
}

/** What is shown, for a reload. */
export interface Shown {
  name: string;
  tree: WireTree;
  at: string;
  match?: { black: string | null; white: string | null; over: boolean };
}

/** A game that was opened lately. */
export interface Recent {
  name: string;
  title: string;
  when: number;
  tree: WireTree;
}

const [SHOWN, RECENT] = ["aji.shown", "aji.recent"];
/** Browsers give about five million characters in all. */
const [LARGEST, MOST] = [1_000_000, 12];

function read<T>(storage: () => Storage, key: string): T | null {
  try {
    const text = storage().getItem(key);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

function write(storage: () => Storage, key: string, value: unknown): boolean {
  try {
    const text = JSON.stringify(value);
    if (text.length > 4 * LARGEST) return false;
    storage().setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export const keepShown = (shown: Shown | null): boolean => {
  try {
    if (!shown) sessionStorage.removeItem(SHOWN);
  } catch {
    return false;
  }
  return shown !== null && write(() => sessionStorage, SHOWN, shown);
};
export const shownBefore = (): Shown | null => read<Shown>(() => sessionStorage, SHOWN);

export const recentGames = (): Recent[] => read<Recent[]>(() => localStorage, RECENT) ?? [];

/** Takes note of a game; the oldest go when there are many or they are long. */
export function keepRecent(game: Recent): void {
  const same = (each: Recent) => each.name === game.name && each.title === game.title;
  const all = [game, ...recentGames().filter((each) => !same(each))].slice(0, MOST);
  while (all.length && JSON.stringify(all).length > LARGEST) all.pop();
  write(() => localStorage, RECENT, all);
}
