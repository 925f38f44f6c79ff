import { describe, expect, it } from "vitest";
import * as tree from "../src/tree";
import type { LineAnswer, Tree as WireTree } from "../src/wire";

const wire: WireTree = {
  size: 5,
  info: { black: { name: "A" }, white: {}, komi: 6.5 },
  nodes: [
    { setup: { black: ["A1"], next: "W" } },
    { parent: 0, move: "W B1" },
    { parent: 1, move: "B C3", comment: "good" },
    { parent: 1, move: "B D4" },
    { parent: 3, setup: { white: ["E5"], clear: ["D4"] } },
  ],
};

describe("the tree", () => {
  it("goes to the server as it came", () => {
    expect(JSON.parse(JSON.stringify(tree.toWire(tree.fromWire(wire))))).toEqual(wire);
  });

  it("names points as people do, without I", () => {
    expect(tree.vertexName(8, 0, 19)).toBe("J19");
    expect(tree.vertexAt("j19", 19)).toEqual([8, 0]);
    expect(tree.vertexAt("I5", 19)).toBeNull();
    expect(tree.vertexAt("T19", 9)).toBeNull();
    for (let x = 0; x < 25; x++) expect(tree.vertexAt(tree.vertexName(x, 3, 25), 25)).toEqual([x, 3]);
  });

  it("follows the way that was taken last", () => {
    const game = tree.fromWire(wire);
    expect(tree.lineThrough(game, 0, new Map())).toEqual([0, 1, 2]);
    expect(tree.lineThrough(game, 0, new Map([[1, 3]]))).toEqual([0, 1, 3, 4]);
    expect(tree.lineThrough(game, 3, new Map())).toEqual([0, 1, 3, 4]);
  });

  it("keeps variations, each once", () => {
    const game = tree.fromWire(wire);
    expect(tree.addMove(game, 1, "B C3")).toBe(2);
    const id = tree.addMove(game, 1, "B E1");
    expect(game.nodes[1]?.children).toEqual([2, 3, id]);
  });

  it("cuts a variation out", () => {
    const { tree: cut, at } = tree.without(tree.fromWire(wire), 2);
    expect(at).toBe(1);
    expect(cut.nodes.map((node) => node.move)).toEqual([undefined, "W B1", "B D4", undefined]);
    expect(cut.nodes[1]?.children).toEqual([2]);
    expect(cut.nodes[3]?.parent).toBe(2);
  });

  it("asks for the board as it stands after stones were put up in the middle", () => {
    const game = tree.fromWire(wire);
    const board = [".....", ".....", ".....", ".....", "XO..."];
    const stand = { board, next: "B" as const, captures: { black: 0, white: 0 }, moves: 2 };
    expect(tree.lineTo(game, 4, stand).steps).toEqual([{ black: ["A1"], white: ["B1"], clear: [], next: "B" }]);
    expect(tree.lineTo(game, 3, stand).steps).toEqual([{ black: ["A1"], next: "W" }, "W B1", "B D4"]);
  });

  it("draws the boards from what was placed and taken", () => {
    const game = tree.fromWire(wire);
    const empty = ".....";
    const captures = { black: 0, white: 0 };
    const start = { size: 5, ply: 0, next: "W" as const, board: [empty, empty, empty, empty, "X...."], captures };
    const answer: LineAnswer = {
      schema: 1,
      aji: "0.1.0",
      start,
      plies: [
        { ply: 1, color: "W", move: "B1", captured: ["A1"], captures: { black: 0, white: 1 }, next: "B" },
        { ply: 2, color: "B", move: "D4", captured: [], captures: { black: 0, white: 1 }, next: "W" },
      ],
      position: start,
      over: false,
    };
    const stands = tree.standsOf(game, [0, 1, 3, 4], answer);
    expect(stands.get(1)?.board[4]).toBe(".O...");
    expect(stands.get(1)?.captures.white).toBe(1);
    expect(stands.get(3)?.board[1]).toBe("...X.");
    expect(stands.get(4)?.board).toEqual(["....O", empty, empty, empty, ".O..."]);
    expect(stands.get(4)?.moves).toBe(2);
  });

  it("lays variations on rows of their own", () => {
    const { row, depth, rows } = tree.layout(tree.fromWire(wire));
    expect(rows).toBe(2);
    expect(row).toEqual([0, 0, 0, 1, 1]);
    expect(depth).toEqual([0, 1, 2, 2, 3]);
  });
});
