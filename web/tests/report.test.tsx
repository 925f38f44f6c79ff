import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { leadsOf } from "../src/leads";
import { maps } from "../src/overlay";
import { Report, factLine, standsOf } from "../src/report";
import { SolvedReport, numbered } from "../src/solved";
import type { Fact, Overlay, ReviewPly, SolvedGroup, SolvedPage } from "../src/wire";
import { reviewed } from "./reviewed";

beforeEach(() => {
  location.hash = "";
});
afterEach(cleanup);

describe("the page of a review", () => {
  it("opens on the turning point and steps through the moves", () => {
    const { container } = render(<Report data={reviewed} />);
    expect(screen.getByTestId("now").textContent).toContain("White touches the stone at E5.");
    expect(container.querySelectorAll(".table .shudan-vertex.shudan-sign_1, .table .shudan-vertex.shudan-sign_-1").length).toBe(2);
    fireEvent.keyDown(document.body, { key: "ArrowLeft" });
    expect(screen.getByTestId("now").textContent).toContain("A quiet move.");
    fireEvent.keyDown(document.body, { key: "Home" });
    expect(screen.getByTestId("now").textContent).toContain("Good luck.");
    expect(screen.getByTestId("at").textContent).toBe("0 / 2");
    fireEvent.keyDown(document.body, { key: "n" });
    expect(screen.getByTestId("at").textContent).toBe("2 / 2");
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
    fireEvent.click(screen.getByRole("button", { name: /1.*Black.*E5/ }));
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

  it("leads are cut at one, and their mean is one more", () => {
    const leads = leadsOf(reviewed);
    expect(leads.map((lead) => lead.name)).toEqual(["toy.lead", "other.lead", "mean of all"]);
    expect(leads[0]?.values).toEqual([0, 0.5, 1]);
    expect(leads[1]?.values).toEqual([0, -0.5, 0]);
  });

  it("facts are a line", () => {
    const [fact] = (reviewed.review.plies[1] as ReviewPly).facts;
    expect(factLine(fact as Fact)).toBe("contact: White, stones E5, count 1");
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
