import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { leadsOf } from "../src/leads";
import { maps } from "../src/overlay";
import { Report, factLine, standsOf } from "../src/report";
import type { Fact, Overlay, ReviewPly } from "../src/wire";
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
