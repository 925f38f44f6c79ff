// The game as the page holds it: a tree of nodes, and the boards along its lines. The rules are the server's: a board
// comes from the one before it by what the server said was placed and taken.

import type { Captures, Info, LineAnswer, LineAsk, Played, Ply, Setup, StepAsk, TreeNode, Tree as WireTree } from "./wire";

export interface Node extends TreeNode {
  id: number;
  children: number[];
}

export interface Tree {
  size: number;
  info: Info;
  nodes: Node[];
}

/** What stands on the board at a node. */
export interface Stand {
  board: string[];
  next: "B" | "W";
  captures: Captures;
  /** How many moves were made. */
  moves: number;
  ply?: Ply;
}

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

export function vertexName(x: number, y: number, size: number): string {
  return `${LETTERS[x]}${size - y}`;
}

export function vertexAt(name: string, size: number): [number, number] | null {
  const match = /^([A-HJ-Z])(\d{1,2})$/i.exec(name.trim());
  if (!match) return null;
  const x = LETTERS.indexOf((match[1] as string).toUpperCase());
  const y = size - Number(match[2]);
  return x >= 0 && x < size && y >= 0 && y < size ? [x, y] : null;
}

export function fromWire(wire: WireTree): Tree {
  const nodes: Node[] = wire.nodes.map((node, id) => ({ ...node, id, children: [] }));
  for (const node of nodes) if (node.parent !== undefined) nodes[node.parent]?.children.push(node.id);
  return { size: wire.size, info: wire.info, nodes };
}

export function toWire(tree: Tree): WireTree {
  const nodes = tree.nodes.map(({ parent, move, setup, comment, properties }) => ({
    parent,
    move,
    setup,
    comment,
    properties,
  }));
  return { size: tree.size, info: tree.info, nodes };
}

export function emptyTree(size: number, info: Partial<Info> = {}, setup?: Setup): Tree {
  const root: Node = { id: 0, children: [] };
  if (setup) root.setup = setup;
  return { size, info: { black: {}, white: {}, ...info }, nodes: [root] };
}

/** The nodes from the root to a node. */
export function pathTo(tree: Tree, id: number): number[] {
  const path: number[] = [];
  let at: number | undefined = id;
  while (at !== undefined) {
    path.push(at);
    at = tree.nodes[at]?.parent;
  }
  return path.reverse();
}

/** The line that goes through a node: up to the root, and down by the ways taken last, else the first. */
export function lineThrough(tree: Tree, id: number, taken: Map<number, number>): number[] {
  const line = pathTo(tree, id);
  for (;;) {
    const node = tree.nodes[line[line.length - 1] as number] as Node;
    const last = taken.get(node.id);
    const child = last !== undefined && node.children.includes(last) ? last : node.children[0];
    if (child === undefined) return line;
    line.push(child);
  }
}

/** Adds a move after a node, or finds it there. The tree is changed in place. */
export function addMove(tree: Tree, parent: number, move: string): number {
  const node = tree.nodes[parent] as Node;
  const there = node.children.find((child) => tree.nodes[child]?.move === move);
  if (there !== undefined) return there;
  const id = tree.nodes.length;
  tree.nodes.push({ id, parent, move, children: [] });
  node.children.push(id);
  return id;
}

/** Takes a node and all after it out of the tree; nodes get new numbers. Gives the tree and the parent's number. */
export function without(tree: Tree, id: number): { tree: Tree; at: number } {
  const gone = new Set<number>([id]);
  for (const node of tree.nodes) if (node.parent !== undefined && gone.has(node.parent)) gone.add(node.id);
  const kept = tree.nodes.filter((node) => !gone.has(node.id));
  const names = new Map(kept.map((node, i) => [node.id, i]));
  const nodes = kept.map((node, i) => ({
    ...node,
    id: i,
    parent: node.parent === undefined ? undefined : names.get(node.parent),
    children: node.children.filter((child) => !gone.has(child)).map((child) => names.get(child) as number),
  }));
  return { tree: { ...tree, nodes }, at: names.get(tree.nodes[id]?.parent ?? 0) ?? 0 };
}

function stepsOf(tree: Tree, path: number[]): StepAsk[] {
  const steps: StepAsk[] = [];
  for (const id of path) {
    const node = tree.nodes[id] as Node;
    if (node.setup) steps.push(node.setup);
    if (node.move) steps.push(node.move);
  }
  return steps;
}

function conditions(tree: Tree): Omit<LineAsk, "steps"> {
  const { komi, rules, handicap } = tree.info;
  return { size: tree.size, rules, komi, handicap };
}

/** The line up to a node, as the server takes it. Stones put up after the last move stand for themselves. */
export function lineTo(tree: Tree, id: number, stand?: Stand): LineAsk {
  const path = pathTo(tree, id);
  const last = path.findLastIndex((at) => tree.nodes[at]?.move);
  const trailing = last >= 0 && path.slice(last + 1).some((at) => tree.nodes[at]?.setup);
  if (trailing && stand) return { ...conditions(tree), steps: [setupOf(stand)] };
  return { ...conditions(tree), steps: stepsOf(tree, path) };
}

export function wholeLine(tree: Tree, line: number[]): LineAsk {
  return { ...conditions(tree), steps: stepsOf(tree, line) };
}

/** The stones of a board as setup. */
export function setupOf(stand: Stand): Setup {
  const size = stand.board.length;
  const setup: Required<Setup> = { black: [], white: [], clear: [], next: stand.next };
  stand.board.forEach((row, y) => {
    [...row].forEach((cell, x) => {
      if (cell === "X") setup.black.push(vertexName(x, y, size));
      if (cell === "O") setup.white.push(vertexName(x, y, size));
    });
  });
  return setup;
}

export function put(board: string[], points: string[], cell: string): string[] {
  const rows = [...board];
  for (const name of points) {
    const at = vertexAt(name, board.length);
    if (!at) continue;
    const row = rows[at[1]] as string;
    rows[at[1]] = row.slice(0, at[0]) + cell + row.slice(at[0] + 1);
  }
  return rows;
}

/** The rows after a move: those that are told, or else what the move and its captures make of those before it. */
export function boardAfter(before: string[], ply: Ply, told?: string[]): string[] {
  if (told) return told;
  const played = ply.move === "pass" ? before : put(before, [ply.move], ply.color === "B" ? "X" : "O");
  return put(played, ply.captured, ".");
}

/** The rows after a legal move of a line of play that came without its captures: chains of the other side without a liberty come off. */
export function played(before: string[], color: string, move: string): string[] {
  const [own, other] = color === "B" ? ["X", "O"] : ["O", "X"];
  const at = vertexAt(move, before.length);
  if (!at) return before;
  let board = put(before, [move], own);
  const beside = ([x, y]: [number, number]) => ([[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]] as [number, number][]).filter(([i, j]) => board[j]?.[i] !== undefined);
  for (const start of beside(at)) {
    if (board[start[1]]?.[start[0]] !== other) continue;
    const chain = [start];
    const seen = new Set([String(start)]);
    let free = false;
    for (const stone of chain) {
      for (const [x, y] of beside(stone)) {
        const cell = board[y]?.[x];
        if (cell === ".") free = true;
        if (cell !== other || seen.has(String([x, y]))) continue;
        seen.add(String([x, y]));
        chain.push([x, y]);
      }
    }
    if (!free) board = put(board, chain.map(([x, y]) => vertexName(x, y, board.length)), ".");
  }
  return board;
}

/** What stands on the board after a ply. */
export function after(before: Stand, ply: Played): Stand {
  const board = boardAfter(before.board, ply, ply.board);
  return { board, next: ply.next, captures: ply.captures, moves: ply.ply, ply };
}

/** The boards at every node of a line, from the server's answer about it. */
export function standsOf(tree: Tree, line: number[], answer: LineAnswer): Map<number, Stand> {
  const stands = new Map<number, Stand>();
  const { start } = answer;
  let now: Stand = { board: start.board, next: start.next, captures: start.captures, moves: 0 };
  let ply = 0;
  for (const id of line) {
    const node = tree.nodes[id] as Node;
    if (node.setup && ply > 0) {
      const { black = [], white = [], clear = [], next } = node.setup;
      const board = put(put(put(now.board, clear, "."), black, "X"), white, "O");
      now = { ...now, board, next: next === "W" ? "W" : next === "B" ? "B" : now.next };
    }
    const played = node.move ? answer.plies[ply] : undefined;
    if (played) {
      now = after(now, played);
      ply += 1;
    }
    stands.set(id, now);
  }
  return stands;
}

/** Rows for a drawing of the tree: the main line on top, each variation on a row of its own. */
export function layout(tree: Tree): { row: number[]; depth: number[]; rows: number } {
  const row = new Array<number>(tree.nodes.length).fill(0);
  const depth = new Array<number>(tree.nodes.length).fill(0);
  let rows = 1;
  const open: { id: number; row: number }[] = [{ id: 0, row: 0 }];
  let next;
  while ((next = open.pop())) {
    let at: number | undefined = next.id;
    let first = true;
    const side: number[] = [];
    const here = next.id === 0 ? 0 : rows++;
    while (at !== undefined) {
      const node: Node = tree.nodes[at] as Node;
      row[at] = here;
      depth[at] = node.parent === undefined ? 0 : (depth[node.parent] as number) + 1;
      side.push(...node.children.slice(1));
      at = node.children[0];
      first = false;
    }
    if (first) continue;
    // The variation nearest to the end of the line comes first, so that lines do not cross.
    for (const id of side) open.push({ id, row: here });
  }
  return { row, depth, rows };
}
