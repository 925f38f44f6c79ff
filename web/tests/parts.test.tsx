import { cleanup, fireEvent, render, screen, within } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refused, api, events } from "../src/api";
import { Board, Legend } from "../src/board";
import { paint, scaleOf, short } from "../src/colors";
import { difference } from "../src/game";
import { usual } from "../src/curves";
import { Control, GameInfo, Player, Said, Tabs, Why, niceStep } from "../src/panels";
import { ReviewPage } from "../src/review";
import * as store from "../src/store";
import { emptyTree } from "../src/tree";
import { withStroke } from "../src/watch";
import type { Card, Quantity } from "../src/wire";
import { reviewed } from "./reviewed";

const quantity: Quantity = {
  name: "toy.lead",
  about: "who leads",
  shape: "field",
  scope: "position",
  sign: "black",
  role: "ownership",
  unit: "points",
};
const stand = {
  board: ["X..", ".O.", "..."],
  next: "B" as const,
  captures: { black: 0, white: 0 },
  moves: 2,
  ply: { ply: 2, color: "W" as const, move: "B2", captured: [], captures: { black: 0, white: 0 }, next: "B" as const },
};

// The test's document has no canvas to draw on; the browser test has.
vi.mock("uplot", () => ({
  default: class {
    over = document.createElement("div");
    cursor = {};
    setData(): void {}
    setSize(): void {}
    redraw(): void {}
    destroy(): void {}
  },
}));

beforeEach(() => {
  store.at.value = 0;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network in tests")));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the board", () => {
  it("shows stones, a map and what is asked about", () => {
    const field = [[0, 1, 0.5], [-1, 0, 0], [0, 0, 0]];
    const view = render(
      <Board stand={stand} layer={{ quantity, field }} point="C1" marks={new Map([["A1", "x"]])} label="a board" />,
    );
    expect(screen.getByRole("img", { name: "a board" })).toBeTruthy();
    expect(view.container.querySelectorAll(".shudan-vertex").length).toBe(9);
    expect(view.container.querySelectorAll('[data-layer="toy.lead"] .tone').length).toBe(3);
    expect(view.container.querySelectorAll(".asked").length).toBe(1);
    expect(view.container.querySelector(".letter")?.textContent).toBe("x");
  });

  it("tells which point was clicked", () => {
    const clicked: number[][] = [];
    const view = render(<Board stand={stand} label="a board" onPoint={(x, y) => clicked.push([x, y])} />);
    const vertices = view.container.querySelectorAll(".shudan-vertex");
    fireEvent.click(vertices[5] as Element);
    expect(clicked).toEqual([[2, 1]]);
  });

  it("is used with the keyboard alone, and says where one is", async () => {
    const clicked: number[][] = [];
    const looked: (string | null)[] = [];
    const view = render(<Board stand={stand} label="a board" onPoint={(x, y) => clicked.push([x, y])} onLook={(point) => looked.push(point)} />);
    const board = screen.getByRole("application", { name: "a board" });
    const heard = () => view.container.querySelector("[aria-live]")?.textContent;
    board.focus();
    await vi.waitFor(() => expect(heard()).toBe("B2, white stone"));
    for (const key of ["ArrowRight", "ArrowRight", "ArrowUp"]) {
      fireEvent.keyDown(board, { key });
      await Promise.resolve();
    }
    await vi.waitFor(() => expect(heard()).toBe("C3, empty"));
    expect(view.container.querySelectorAll(".cursor").length).toBe(1);
    fireEvent.keyDown(board, { key: "Enter" });
    expect(clicked).toEqual([[2, 0]]);
    board.blur();
    await vi.waitFor(() => expect(view.container.querySelectorAll(".cursor").length).toBe(0));
    expect(looked[looked.length - 1]).toBeNull();
  });

  it("draws a graph as outlines and lines", () => {
    const graph = {
      nodes: [
        { id: "a", points: ["A3"], label: "", color: "B" },
        { id: "b", points: ["B2"], label: "", color: "W" },
      ],
      edges: [{ from: "a", to: "b", label: "near", weight: -1, directed: false }],
    };
    const view = render(<Board stand={stand} layer={{ quantity, graph }} label="a board" />);
    expect(view.container.querySelectorAll(".web circle").length).toBe(2);
    expect(view.container.querySelectorAll(".web .edge").length).toBe(1);
  });

  it("says what the colours mean", () => {
    const view = render(<Legend layer={{ quantity, field: [[2, -4]] }} />);
    expect(view.container.textContent).toContain("−4 White");
    expect(view.container.textContent).toContain("Black +4");
  });
});

describe("strokes", () => {
  it("are done before the tick that follows the step in sight", () => {
    expect(withStroke("", 0, "black", "D4")).toBe("1 black D4");
    expect(withStroke("1 black D4", 5, "remove", "D4")).toBe("1 black D4, 5 remove D4");
  });
});

describe("colours", () => {
  it("are blue for Black, orange for White, and nothing for nothing", () => {
    const scale = scaleOf(quantity, [[[2, -1, 0, null]]]);
    expect(paint(scale, 2)).toEqual({ color: "rgb(0 103 176)", strength: 1 });
    expect(paint(scale, -1)).toEqual({ color: "rgb(213 94 0)", strength: 0.5 });
    expect(paint(scale, 0)).toBeNull();
    expect(paint(scale, null)).toBeNull();
  });

  it("follow the names of categories", () => {
    const categories = [
      { value: 0, name: "free" },
      { value: 1, name: "White's territory" },
      { value: 2, name: "Black's territory" },
      { value: 3, name: "neutral" },
    ];
    const scale = scaleOf({ ...quantity, categories }, [[[0, 1, 2, 3]]]);
    expect(paint(scale, 0)).toBeNull();
    expect(paint(scale, 1)?.color).toBe("rgb(213 94 0)");
    expect(paint(scale, 2)?.color).toBe("rgb(0 103 176)");
    expect(paint(scale, 3)?.color).toBe("#888888");
  });

  it("come with numbers in few characters", () => {
    expect([0, 3, -0.5, 12.345, 1234.5, 1e9, 1e-7, null].map(short)).toEqual([
      "0", "3", "-0.50", "12.3", "1235", "1.0e+9", "1.0e-7", "–",
    ]);
  });
});

describe("a difference of maps", () => {
  it("compares shares of the largest value", () => {
    const other = { ...quantity, name: "toy.other" };
    const layer = difference({ quantity, field: [[10, -5]] }, { quantity: other, field: [[1, 1]] });
    expect(layer?.field).toEqual([[0, -1.5]]);
    expect(layer?.quantity.name).toBe("toy.lead − toy.other");
    expect(difference({ quantity, field: [[1]] }, null)).toBeNull();
  });
});

describe("controls made from a card", () => {
  const parameter = (more: object) => ({ name: "toy.p", about: "", default: 2, ...more }) as Card["parameters"][0];
  it("slide, choose and switch", () => {
    const set = vi.fn();
    const view = render(<Control parameter={parameter({ kind: "integer", min: 1, max: 7 })} value={2} set={set} />);
    fireEvent.input(screen.getByRole("slider", { name: "toy.p" }), { target: { value: "5" } });
    expect(set).toHaveBeenLastCalledWith(5);
    view.rerender(<Control parameter={parameter({ kind: "flag" })} value={false} set={set} />);
    fireEvent.click(screen.getByRole("checkbox"));
    expect(set).toHaveBeenLastCalledWith(true);
    view.rerender(<Control parameter={parameter({ kind: "choice", choices: ["a", "b"] })} value="a" set={set} />);
    fireEvent.change(screen.getByRole("combobox"), { target: { value: "b" } });
    expect(set).toHaveBeenLastCalledWith("b");
  });

  it("do not take numbers outside the range", () => {
    const set = vi.fn();
    render(<Control parameter={parameter({ kind: "real", min: 1, max: 4, above_min: true })} value={2} set={set} />);
    fireEvent.change(screen.getByRole("spinbutton"), { target: { value: "9" } });
    fireEvent.change(screen.getByRole("spinbutton"), { target: { value: "1" } });
    expect(set).not.toHaveBeenCalled();
    fireEvent.change(screen.getByRole("spinbutton"), { target: { value: "3.5" } });
    expect(set).toHaveBeenCalledWith(3.5);
  });

  it("have steps that fit the range", () => {
    expect([niceStep(1), niceStep(10), niceStep(100)].map((step) => Number(step.toFixed(6)))).toEqual([0.01, 0.1, 1]);
  });
});

describe("a curve", () => {
  it("is not flattened by one wild value", () => {
    const values = Array.from({ length: 200 }, (_, i) => (i === 1 ? -361 : i % 10));
    expect(usual(values)).toBe(9);
    expect(usual([null, null])).toBe(1);
    expect(usual([0, 0, -5])).toBe(5);
  });
});

describe("what stands beside the board", () => {
  it("is chosen with the arrow keys", () => {
    store.tab.value = "models";
    render(<Tabs />);
    expect(screen.getByRole("tab", { name: "Models" }).getAttribute("aria-selected")).toBe("true");
    fireEvent.keyDown(screen.getByRole("tablist"), { key: "ArrowRight" });
    expect(store.tab.value).toBe("moves");
    for (let i = 0; i < 3; i++) fireEvent.keyDown(screen.getByRole("tablist"), { key: "ArrowLeft" });
    expect(store.tab.value).toBe("judge");
    fireEvent.keyDown(screen.getByRole("tablist"), { key: "ArrowLeft" });
    expect(store.tab.value).toBe("play");
  });

  it("steps through what has steps", () => {
    const go = vi.fn();
    render(<Player label="steps" index={1} count={3} go={go} />);
    fireEvent.click(screen.getByRole("button", { name: "One step on" }));
    expect(go).toHaveBeenLastCalledWith(2);
    fireEvent.click(screen.getByRole("button", { name: "One step back" }));
    expect(go).toHaveBeenLastCalledWith(0);
  });
});

describe("the review", () => {
  it("tells the moves that did something, and goes there", () => {
    const game = emptyTree(9);
    game.nodes.push({ id: 1, parent: 0, move: "B E5", children: [2] }, { id: 2, parent: 1, move: "W E6", children: [] });
    game.nodes[0]?.children.push(1);
    store.tree.value = game;
    store.at.value = 0;
    const board = stand.board;
    store.stands.value = new Map([0, 1, 2].map((id) => [id, { ...stand, board, moves: id, ply: undefined }]));
    store.review.value = { line: "", told: reviewed.review };
    render(<ReviewPage />);
    expect(screen.getByText("It begins.")).toBeTruthy();
    expect(screen.getByTestId("told").children.length).toBe(1);
    fireEvent.click(within(screen.getByTestId("told")).getByRole("button", { name: /2.*White.*E6/ }));
    expect(store.at.value).toBe(2);
  });
});

describe("texts of others", () => {
  it("stay text", () => {
    const game = emptyTree(9, { black: { name: "<img src=x onerror=alert(1)>" } });
    (game.nodes[0] as { comment?: string }).comment = "<script>alert(1)</script>";
    store.tree.value = game;
    const view = render(<GameInfo />);
    expect(view.container.querySelector("script, img")).toBeNull();
    expect(screen.getByTestId("comment").textContent).toBe("<script>alert(1)</script>");
  });
});

describe("an explanation", () => {
  it("marks what a sentence speaks of", () => {
    const explanation = {
      sentences: [{ text: "Black reaches it.", marks: ["D4", { point: "C3", label: "a" }] }],
      paths: [{ color: "B", weight: 0.25, points: ["D4", "C4", "C3"] }],
    };
    render(<Said model="toy" explanation={explanation} />);
    fireEvent.focus(screen.getByText("Black reaches it."));
    expect([...store.marked.value.points]).toEqual([["D4", ""], ["C3", "a"]]);
    const row = screen.getByText("color Black, weight 0.25, points D4 C4 C3");
    fireEvent.focus(row);
    expect(store.marked.value.path).toEqual(["D4", "C4", "C3"]);
    fireEvent.blur(row);
    expect(store.marked.value.points.size).toBe(0);
  });
});

describe("the server's answers", () => {
  it("are read in pieces, however they are cut", async () => {
    const text = 'data: {"a":1}\n\ndata: {"a":"ü"}\n\n';
    const bytes = new TextEncoder().encode(text);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let i = 0; i < bytes.length; i += 5) controller.enqueue(bytes.slice(i, i + 5));
        controller.close();
      },
    });
    const found: unknown[] = [];
    for await (const event of events(body)) found.push(event);
    expect(found).toEqual([{ a: 1 }, { a: "ü" }]);
  });

  it("tell what was refused", async () => {
    const body = JSON.stringify({ error: "3:1: no game", status: 422 });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status: 422 })));
    const refused = await api.record(new Blob(["x"]), "x.sgf").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect((refused as Refused).message).toBe("3:1: no game");
  });

  it("are missed when there is no server", async () => {
    await expect(api.models()).rejects.toThrow("Is aji serve still running?");
  });
});

describe("what becomes of a group", () => {
  const said = { title: "B2", point: "B2", answers: [], busy: false };

  it("is told where a stone was clicked, and its play is shown in numbers", () => {
    const line = { first: "B" as const, success: "yes", proved: true, line: ["B B1", "W A1"], positions: 3, words: "Black first: Black B1 kills" };
    const group = { color: "W" as const, stones: ["B2"], status: "critical", certain: false, words: "White's stone at B2 hangs.", kill: line };
    store.asked.value = { ...said, fate: group };
    render(<Why />);
    expect(screen.getByTestId("fate").textContent).toContain("White's stone at B2 hangs.");
    fireEvent.focus(screen.getByText(/Black first/));
    expect(store.pointed.value).toEqual(["B B1", "W A1"]);
    fireEvent.blur(screen.getByText(/Black first/));
    expect(store.pointed.value).toEqual([]);
    expect(screen.getByTestId("vital").textContent).toBe("Vital:Black B1 kills");
  });

  it("says why nothing is read, and nothing about empty points", () => {
    store.asked.value = { ...said, fate: "B2: no white stone is near, so there is nothing to read" };
    render(<Why />);
    expect(screen.getByTestId("fate").textContent).toContain("nothing to read");
    cleanup();
    store.asked.value = said;
    render(<Why />);
    expect(screen.queryByTestId("fate")).toBeNull();
    store.asked.value = null;
  });
});
