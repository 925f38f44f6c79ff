import { describe, expect, it } from "vitest";
import { readDrawing } from "../src/classes";
import { starPoints } from "../src/board";
import { drawn, leadWords, lossGrade, lossText, ownerWords, whatChanged } from "../src/judge";
import { nodeAt, pathName, readAddress, treeOf, writeAddress } from "../src/keep";
import { addMove, emptyTree } from "../src/tree";
import type { CandidateMove, Judgement } from "../src/wire";

const candidate = (move: string, games: number, loss: number, error = 0.3): CandidateMove => ({ move, games, loss, error, line: [`B ${move}`] });
const judgement = (more: Partial<Judgement> = {}): Judgement => ({ judge: "aji", games: 400, black_leads: 3, lead_error: 0.4, groups: [], candidates: [], ...more });
const ply = { ply: 1, color: "B" as const, move: "C3", captured: [] };

describe("a judgement in words", () => {
  it("says who leads only beyond what chance can do", () => {
    expect(leadWords(judgement())).toBe("Black leads by 3.0 ± 0.8 points");
    expect(leadWords(judgement({ black_leads: -0.5 }))).toBe("About even (W+0.5 ± 0.8)");
    expect(leadWords(judgement({ black_leads: undefined }))).toBe("Nobody says who is ahead");
  });

  it("writes losses as exactly as they are known", () => {
    expect(lossText(candidate("A1", 9, 0), true)).toBe("★");
    expect(lossText(candidate("A1", 9, 1.26), false)).toBe("−1.3");
    expect(lossText(candidate("A1", 9, 1.26, 1), false)).toBe("−1");
    expect(lossText(candidate("A1", 9, 1.26, 9), false)).toBe("?");
    expect(lossText(candidate("A1", 9, -2, 1), false)).toBe("+2");
    expect(lossGrade(candidate("A1", 9, 5), false)).toBe("bad");
    expect(lossGrade(candidate("A1", 9, 5, 9), false)).toBe("unknown");
  });

  it("draws what was looked at, and no passes", () => {
    const list = [candidate("A1", 200, 0), candidate("pass", 100, 1), candidate("B2", 50, 1), candidate("C3", 2, 1)];
    expect(drawn(judgement({ candidates: list })).map((one) => one.move)).toEqual(["A1", "B2"]);
  });

  it("says whose a point becomes", () => {
    const owners = judgement({ ownership: [[0.9, 0.1], [-0.8, 0]] });
    expect(ownerWords(owners, "A2")).toBe("A2 becomes Black’s in 95 of 100 futures (by aji, 400 games).");
    expect(ownerWords(owners, "A1")).toBe("A1 becomes White’s in 90 of 100 futures (by aji, 400 games).");
    expect(ownerWords(owners, "B2")).toMatch(/^B2 is open: Black’s in 55/);
    expect(ownerWords(owners, "Z9")).toBeNull();
  });
});

describe("what a move changed", () => {
  const group = (status: string, survival: number) => ({ color: "W" as const, stones: ["D4", "E4"], status, survival });

  it("is told in one sentence", () => {
    const before = judgement({ black_leads: 5, groups: [group("unsettled", 0.5)], candidates: [candidate("D3", 200, 0)] });
    const after = judgement({ black_leads: 1, groups: [group("alive", 0.95)] });
    expect(whatChanged(before, after, ply)).toBe("Black C3 costs about 4 points beside D3; White’s 2 stones at D4 live now.");
    expect(whatChanged(after, before, { ...ply, captured: ["A1"] })).toBe("Black C3 gains about 4 points on what was expected; White’s 2 stones at D4 are in doubt now; 1 stone comes off.");
  });

  it("is not told before enough is known", () => {
    expect(whatChanged(judgement({ games: 20 }), judgement(), ply)).toBeNull();
    expect(whatChanged(undefined, judgement(), ply)).toBeNull();
    expect(whatChanged(judgement(), judgement({ judge: "katago" }), ply)).toBeNull();
    expect(whatChanged(judgement(), judgement({ black_leads: 2.5 }), ply)).toBe("Black C3 changes nothing that can be seen.");
  });
});

describe("addresses", () => {
  it("lead to any node of a tree", () => {
    const tree = emptyTree(9);
    const main = ["B A1", "W B1", "B C1"].reduce((at, move) => addMove(tree, at, move), 0);
    const side = addMove(tree, addMove(tree, 1, "W D1"), "B E1");
    expect(pathName(tree, main)).toBe("3");
    expect(pathName(tree, side)).toBe("1.1.1");
    for (const node of tree.nodes) expect(nodeAt(tree, pathName(tree, node.id))).toBe(node.id);
    expect(nodeAt(tree, "99")).toBe(main);
    expect(nodeAt(tree, "x.1")).toBe(0);
  });

  it("say which game, or carry it", () => {
    const record = { page: "review", record: 2, game: 3, at: "57" };
    expect(writeAddress(record)).toBe("#review&r=2&g=3&n=57");
    expect(readAddress("#review&r=2&g=3&n=57")).toEqual(record);
    const line = { size: 9, rules: "中国", steps: [{ black: ["A1"] }, "W B1", "B pass"] };
    const read = readAddress(writeAddress({ page: "game", line }));
    expect(read.line).toEqual(line);
    const { tree, at } = treeOf(read.line as typeof line);
    expect(tree.nodes.map((node) => node.move ?? node.setup)).toEqual([{ black: ["A1"] }, "W B1", "B pass"]);
    expect(at).toBe(2);
    expect(readAddress("#game&l=%%%").line).toBeUndefined();
    expect(readAddress("").page).toBe("");
  });
});

describe("boards", () => {
  it("have their star points", () => {
    expect(starPoints(9).map(String).sort()).toEqual(["2,2", "2,6", "4,4", "6,2", "6,6"]);
    expect(starPoints(13).map(String).sort()).toEqual(["3,3", "3,9", "6,6", "9,3", "9,9"]);
    expect(starPoints(19).length).toBe(9);
    expect(starPoints(5)).toEqual([]);
    expect(starPoints(8).length).toBe(4);
  });

  it("are read from the drawings of classes", () => {
    const { rows, facts } = readDrawing(["around:", "    .", "  X * .", "    O", "last_move: 2"]);
    expect(rows).toEqual([[" ", "."], ["X", "*", "."], [" ", "O"]]);
    expect(facts).toEqual([["last move", "2"]]);
  });
});
