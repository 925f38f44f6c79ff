// A small review: two moves, the second with words.

import type { ReviewPage } from "../src/wire";

const rows = Array.from({ length: 9 }, () => ".".repeat(9));
const players = { name: null, rank: null };

export const reviewed: ReviewPage = {
  heading: ["<b>A</b> – B", "a cup"],
  conditions: "9×9 · Chinese rules · komi 7.5",
  board: rows,
  boards: {},
  comments: { 0: "Good luck.", 2: "<script>alert(1)</script>" },
  leads: [
    { name: "toy.lead", full_at: 10, unit: "points" },
    { name: "other.lead", full_at: 2, unit: "" },
  ],
  overlays: [
    { name: "toy.owner", about: "whose the points are", scale: "signed", limit: 1, levels: 2, zero: 2, frames: ["", "40E", "8A"] },
    { name: "toy.state", about: "what becomes of the points", scale: "categories", limit: 1, levels: 1, zero: 0, categories: [{ value: 0, name: "free" }, { value: 1, name: "black" }], frames: ["", "B", ""] },
    { name: "toy.names", about: "names", scale: "magnitude", limit: 1, levels: 1, zero: 0, labels: [{}, { E5: "a" }, {}] },
  ],
  review: {
    schema: 1,
    aji: "0.1.0",
    file: "game.sgf",
    game: {
      size: 9,
      black: players,
      white: players,
      rules: "Chinese",
      rules_given: false,
      komi: 7.5,
      komi_given: false,
      handicap: 0,
      result: null,
      winner: null,
      date: null,
      event: null,
      round: null,
      place: null,
      name: null,
      nodes: 3,
      lines: 1,
    },
    settings: { seed: 1 },
    start: { values: { "toy.lead": 0, "other.lead": 0 } },
    plies: [
      { ply: 1, color: "B", move: "E5", captured: [], liberties: { black: 4, white: 0 }, facts: [], words: [], values: { "toy.lead": 5, "other.lead": -1 }, lead: null, loss: null, grade: null, better: null, why: null, groups: [] },
      {
        ply: 2,
        color: "W",
        move: "E6",
        captured: [],
        liberties: { black: 3, white: 3 },
        facts: [{ kind: "contact", weight: 3, color: "W", stones: ["E5"], count: 1 }],
        words: [{ text: "White touches the stone at E5.", facts: [0], marks: ["E5"] }],
        values: { "toy.lead": 20, "other.lead": null },
        lead: -3,
        loss: 2,
        grade: "inaccuracy",
        better: "C3",
        why: null,
        groups: [],
      },
    ],
    moments: [{ ply: 2, plies: [2], color: "W", grade: "inaccuracy" }],
    mean_losses: [{ stage: "opening", black: null, white: 2 }],
    weak_groups: [],
    story: {
      phases: [{ stage: "opening", from: 1, to: 2 }],
      turning_points: [{ ply: 2, color: "B", shift: 2 }],
      fights: [],
      groups: [],
      last_groups: [],
      winner_seen_since: {},
      paragraphs: [{ title: "The opening", sentences: ["It begins."] }],
    },
    summary: {
      moves: 2,
      passes: 0,
      captures: { black: 0, white: 0 },
      illegal: [],
      score: {
        result: "W+7.5",
        lead: -7.5,
        black: { stones: 1, territory: 0, prisoners: 0, compensation: 0, total: 1 },
        white: { stones: 1, territory: 0, prisoners: 0, compensation: 7.5, total: 8.5 },
      },
      units: {},
      out_of_range: [],
    },
  },
};
