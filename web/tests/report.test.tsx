import { cleanup, fireEvent, render, screen, within } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { judgedLead, leadsOf } from "../src/leads";
import { maps } from "../src/overlay";
import { Report, standsOf } from "../src/report";
import { SolvedReport, numbered } from "../src/solved";
import { played } from "../src/tree";
import type { Overlay, ReviewPly, SolvedGroup, SolvedPage } from "../src/wire";
import { reviewed } from "./reviewed";

beforeEach(() => {
  location.hash = "";
});
afterEach(cleanup);

describe("the page of a review", () => {
  it("opens where the game was decided and steps through the moves", () => {
    const { container } = render(<Report data={reviewed} />);
    expect(screen.getByTestId("headline").textContent).toContain("White wins by 7.5 points. It was decided with move 2, White E6.");
    expect(screen.getByTestId("now").textContent).toContain("the stone at E6 dies");
    expect(container.querySelectorAll(".table .shudan-vertex.shudan-sign_1, .table .shudan-vertex.shudan-sign_-1").length).toBe(2);
    expect(container.querySelectorAll(".table .stake").length).toBe(2);
    fireEvent.keyDown(document.body, { key: "ArrowLeft" });
    expect(screen.getByTestId("now").textContent).toContain("A quiet move.");
    fireEvent.keyDown(document.body, { key: "Home" });
    expect(screen.getByTestId("now").textContent).toContain("Good luck.");
    expect(screen.getByTestId("at").textContent).toBe("0 / 2");
    fireEvent.keyDown(document.body, { key: "n" });
    expect(screen.getByTestId("at").textContent).toBe("2 / 2");
  });

  it("draws one lead in points where somebody judged, and the models apart", () => {
    expect(judgedLead(reviewed)?.limit).toBe(20);
    expect(judgedLead(reviewed)?.lead.values).toEqual([null, 0.125, 0.7]);
    const { review } = reviewed;
    const plies = review.plies.map((ply) => ({ ...ply, lead: null }));
    expect(judgedLead({ ...reviewed, review: { ...review, plies } })).toBeNull();
    render(<Report data={reviewed} />);
    expect(screen.getByTestId("lead").querySelectorAll("path[fill=none]").length).toBe(1);
    expect(screen.getByTestId("lead").textContent).toContain("White +20");
    expect(screen.getByTestId("losses").textContent).toContain("White11.5");
    expect(screen.getByTestId("models").hasAttribute("open")).toBe(false);
  });

  it("plays the lines of a moment step by step", () => {
    const { container } = render(<Report data={reviewed} />);
    const stones = () => container.querySelectorAll(".table .shudan-vertex.shudan-sign_1, .table .shudan-vertex.shudan-sign_-1").length;
    const numbers = () => [...container.querySelectorAll(".table .step")].map((text) => text.textContent);
    fireEvent.click(screen.getByTestId("follows"));
    expect([stones(), numbers()]).toEqual([3, ["1", "2"]]);
    fireEvent.keyDown(document.body, { key: "ArrowRight" });
    expect([stones(), screen.getByTestId("at").textContent]).toEqual([4, "3 / 3"]);
    fireEvent.click(screen.getByTestId("instead"));
    expect([stones(), numbers()]).toEqual([2, ["1"]]);
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect([numbers(), screen.getByTestId("at").textContent]).toEqual([[], "2 / 2"]);
  });

  it("poses a moment as a problem and keeps the answer until it is asked for", () => {
    const { container } = render(<Report data={reviewed} />);
    fireEvent.click(screen.getByTestId("pose"));
    expect(screen.getByTestId("task").textContent).toContain("White to play and save the stone at E6.");
    expect(container.querySelectorAll(".table .shudan-vertex.shudan-sign_1, .table .shudan-vertex.shudan-sign_-1").length).toBe(1);
    expect(container.querySelectorAll(".table .stake, .table .suggestion").length).toBe(0);
    fireEvent.click(screen.getByRole("button", { name: "Show the answer" }));
    expect([...container.querySelectorAll(".table .step")].map((text) => text.textContent)).toEqual(["1"]);
  });

  it("offers quiet moves only where there are some", () => {
    const { review } = reviewed;
    const plies = review.plies.map((ply) => ({ ...ply, why: (review.plies[1] as ReviewPly).why }));
    render(<Report data={{ ...reviewed, review: { ...review, plies } }} />);
    expect(screen.queryByTestId("quiet")).toBeNull();
  });

  it("shows maps, labels and what they mean", () => {
    const { container } = render(<Report data={reviewed} />);
    fireEvent.change(screen.getByTestId("overlay"), { target: { value: "toy.owner" } });
    expect(container.querySelectorAll('[data-layer="toy.owner"] .tone').length).toBeGreaterThan(0);
    expect(container.textContent).toContain("whose the points are");
    fireEvent.keyDown(document.body, { key: "3" });
    fireEvent.keyDown(document.body, { key: "ArrowLeft" });
    expect(container.querySelector('[data-layer="toy.names"] text')?.textContent).toContain("a");
    expect(location.hash).toBe("#1,toy.names");
  });

  it("lists quiet moves when they are asked for", () => {
    render(<Report data={reviewed} />);
    expect(screen.getByTestId("told").children.length).toBe(1);
    fireEvent.click(screen.getByTestId("quiet"));
    expect(screen.getByTestId("told").children.length).toBe(2);
    fireEvent.click(within(screen.getByTestId("told")).getByRole("button", { name: /1.*Black.*E5/ }));
    expect(screen.getByTestId("at").textContent).toBe("1 / 2");
  });

  it("keeps the texts of others as texts", () => {
    const { container } = render(<Report data={reviewed} />);
    expect(container.querySelector("script, h1 b")).toBeNull();
    expect(screen.getByTestId("now").textContent).toContain("<script>alert(1)</script>");
    expect(container.querySelector("h1")?.textContent).toBe("<b>A</b> – B");
  });
});

describe("what is told in short", () => {
  it("maps tell what changed", () => {
    const overlay = reviewed.overlays[0] as Overlay;
    const [start, first, second] = maps(overlay, 9);
    expect(start?.flat().every((value) => value === 0)).toBe(true);
    expect(first?.[4]?.[4]).toBe(1);
    expect([second?.[4]?.[4], second?.[0]?.[8]]).toEqual([1, -1]);
  });

  it("leads are cut at one", () => {
    const leads = leadsOf(reviewed);
    expect(leads.map((lead) => lead.name)).toEqual(["toy.lead", "other.lead"]);
    expect(leads[0]?.values).toEqual([0, 0.5, 1]);
    expect(leads[1]?.values).toEqual([0, -0.5, 0]);
  });

  it("moves of a line take what has no liberty left", () => {
    expect(played(["OX.", ".OX", "..."], "B", "A2")).toEqual([".X.", "XOX", "..."]);
    expect(played(["OX.", ".OX", "..."], "W", "pass")).toEqual(["OX.", ".OX", "..."]);
  });

  it("boards follow the moves", () => {
    const stands = standsOf(reviewed);
    expect(stands.map((stand) => stand.board.join("").replaceAll(".", ""))).toEqual(["", "X", "OX"]);
  });
});

describe("the page of solved groups", () => {
  const line = (first: "B" | "W", words: string, ...moves: string[]) => ({ first, success: "yes", proved: true, line: moves, positions: 9, words });
  const group: SolvedGroup = {
    color: "W",
    stones: ["A2", "B2"],
    status: "critical",
    certain: false,
    words: "White's 2 stones at A2 live if White plays first (B1) and die if Black does (A1).",
    kill: line("B", "Black first: Black A1, White B1 kills", "B A1", "W B1", "B A1"),
    save: line("W", "White first: White B1 lives", "W B1"),
  };
  const captures = { black: 0, white: 0 };
  const solved = { size: 3, ply: 0, next: "B" as const, board: ["XX.", "OO.", "..."], captures, groups: [group] };
  const data: SolvedPage = { heading: ["<b>A</b> – B"], solved };

  it("numbers the moves of a line, each point once", () => {
    expect([...numbered(["B A1", "W pass", "B B1", "W A1"])]).toEqual([["A1", "1"], ["B1", "3"]]);
  });

  it("tells each group and shows a line that is looked at", () => {
    const { container } = render(<SolvedReport data={data} />);
    expect(screen.getByTestId("groups").textContent).toContain("live if White plays first (B1)");
    expect(container.querySelector("h1")?.textContent).toBe("<b>A</b> – B");
    const letters = () => [...container.querySelectorAll(".overlay text")].map((text) => text.textContent);
    expect(letters()).not.toContain("2");
    fireEvent.focus(screen.getByText(/Black first/));
    expect(letters()).toContain("2");
    fireEvent.blur(screen.getByText(/Black first/));
    expect(letters()).not.toContain("2");
  });

  it("names the task of a problem, its solution and what refutes the rest", () => {
    const move = { move: "A1", ...line("B", "Black A1: kills", "B A1") };
    const problem = { first: "B" as const, wish: "kill", words: ["Black to kill"], right: [move], wrong: [] };
    render(<SolvedReport data={{ ...data, solved: { ...solved, problem } }} />);
    expect(screen.getByTestId("problem").textContent).toBe("Black to killBlack A1: kills");
  });
});
