// What a judgement comes to: what is written on candidates, and what a move changed, in words.

import { vertexAt } from "./tree";
import type { CandidateMove, GroupOutlook, Judgement, Ply, Quantity } from "./wire";

/** Whose the points are, in the eyes of whoever judges: a map like those of the models. */
export const OWNERS: Quantity = {
  name: "owners",
  about: "Whose each point will be, as far as whoever judges can see",
  shape: "field",
  scope: "position",
  sign: "black",
  role: "ownership",
  unit: "share of the games",
};

export const side = (color: string) => (color === "B" ? "Black" : "White");

/** A lead in words; how far it may be off stands beside it. */
export function leadWords({ black_leads: lead, lead_error: error }: Judgement): string {
  if (lead === undefined || lead === null) return "Nobody says who is ahead";
  const about = error ? ` ± ${(2 * error).toFixed(1)}` : "";
  if (Math.abs(lead) < Math.max(0.5, 2 * (error ?? 0))) return `About even (${lead >= 0 ? "B" : "W"}+${Math.abs(lead).toFixed(1)}${about})`;
  return `${lead > 0 ? "Black" : "White"} leads by ${Math.abs(lead).toFixed(1)}${about} points`;
}

/** A candidate is drawn once enough went that way: one game says nothing. */
export function drawn({ candidates, games }: Judgement): CandidateMove[] {
  const first = candidates[0];
  if (!first) return [];
  const least = games === 0 ? 0 : Math.max(2, first.games / 40);
  return candidates.filter((one, i) => one.move !== "pass" && (i === 0 || one.games >= least)).slice(0, 10);
}

/** What is written on a candidate: the points that it costs, as exactly as they are known. */
export function lossText({ loss, error }: CandidateMove, first: boolean): string {
  if (first) return "★";
  if (loss === undefined || loss === null) return "·";
  const off = error ?? 0;
  if (off > 6) return "?";
  const shown = off > 0.7 ? Math.round(loss) : Math.round(10 * loss) / 10;
  if (shown === 0) return "0";
  return shown > 0 ? `−${shown}` : `+${-shown}`;
}

/** How bad a candidate is, from 0, as good as the first, to 3. */
export function lossGrade({ loss, error }: CandidateMove, first: boolean): "best" | "fine" | "worse" | "bad" | "unknown" {
  if (first) return "best";
  if (loss === undefined || loss === null || (error ?? 0) > 6) return "unknown";
  return loss < 1 ? "fine" : loss < 4 ? "worse" : "bad";
}

/** A candidate in words. */
export function candidateWords(one: CandidateMove, first: boolean): string {
  const games = one.games ? `${one.games} games` : "";
  if (first) return ["the first choice", games].filter(Boolean).join(", ");
  if (one.loss === undefined || one.loss === null) return games;
  const size = `${Math.abs(one.loss).toFixed(1)}${one.error ? ` ± ${(2 * one.error).toFixed(1)}` : ""} points`;
  return [one.loss >= 0 ? `costs ${size}` : `looks ${size} better, but was looked at less`, games].filter(Boolean).join(", ");
}

export function groupName({ color, stones }: { color: string; stones: string[] }): string {
  return stones.length === 1 ? `${side(color)}’s stone at ${stones[0]}` : `${side(color)}’s ${stones.length} stones at ${stones[0]}`;
}

export function groupWords(group: GroupOutlook): string {
  const share = Math.round(100 * (group.survival ?? 0));
  const what = { alive: "alive", dead: "dead", unsettled: "unsettled" }[group.status] ?? group.status;
  return `${groupName(group)}: ${what}, stays in ${share} of 100 games`;
}

/** Whose a point will be, in words. */
export function ownerWords(judgement: Judgement, point: string): string | null {
  const at = vertexAt(point, judgement.ownership?.length ?? 0);
  const value = at ? judgement.ownership?.[at[1]]?.[at[0]] : undefined;
  if (value === undefined || value === null) return null;
  const share = (sign: number) => Math.round(50 * (1 + sign * value));
  const by = `by ${judgement.judge}${judgement.games ? `, ${judgement.games} games` : ""}`;
  if (Math.abs(value) < 0.5) return `${point} is open: Black’s in ${share(1)}, White’s in ${share(-1)} of 100 futures (${by}).`;
  return `${point} becomes ${value > 0 ? "Black’s" : "White’s"} in ${share(Math.sign(value))} of 100 futures (${by}).`;
}

/** Fewer games than this say nothing of a change. */
const ENOUGH = 100;
/** A point has changed hands when its owner has changed by so much. */
const TURNED = 0.6;

/** What a move changed, in one sentence; null while too little is known. */
export function whatChanged(before: Judgement | undefined, after: Judgement | undefined, ply: Ply): string | null {
  const counts = (judgement: Judgement) => judgement.games === 0 || judgement.games >= ENOUGH;
  if (!before || !after || before.judge !== after.judge || !counts(before) || !counts(after)) return null;
  const sign = ply.color === "B" ? 1 : -1;
  const name = `${side(ply.color)} ${ply.move}`;
  const parts: string[] = [];
  const [was, is] = [before.black_leads, after.black_leads];
  if (was !== undefined && was !== null && is !== undefined && is !== null) {
    const cost = sign * (was - is);
    const off = 2 * Math.hypot(before.lead_error ?? 0, after.lead_error ?? 0);
    const best = before.candidates[0]?.move;
    if (cost > Math.max(1.5, off)) parts.push(`costs about ${Math.round(cost)} points${best && best !== ply.move ? ` beside ${best}` : ""}`);
    else if (cost < -Math.max(1.5, off)) parts.push(`gains about ${Math.round(-cost)} points on what was expected`);
  }
  const earlier = (stone: string) => before.groups.find((group) => group.stones.includes(stone));
  const fates = after.groups
    .map((group) => ({ group, was: group.stones.map(earlier).find((each) => each !== undefined) }))
    .filter(({ group, was }) => was && was.status !== group.status && group.stones.length > 0)
    .filter(({ group, was }) => Math.abs((group.survival ?? 0) - (was?.survival ?? 0)) > 0.2)
    .sort((a, b) => b.group.stones.length - a.group.stones.length)
    .slice(0, 2);
  for (const { group } of fates) {
    const one = group.stones.length === 1;
    const verb = { alive: one ? "lives now" : "live now", dead: one ? "is dead now" : "are dead now", unsettled: one ? "is in doubt now" : "are in doubt now" }[group.status];
    parts.push(`${groupName(group)} ${verb}`);
  }
  if (fates.length === 0 && before.ownership && after.ownership) {
    let turned = 0;
    after.ownership.forEach((row, y) =>
      row.forEach((value, x) => {
        const old = before.ownership?.[y]?.[x];
        if (value !== null && old !== null && old !== undefined && Math.abs(value - old) > TURNED) turned += Math.sign(value - old);
      }),
    );
    if (Math.abs(turned) >= 3) parts.push(`${Math.abs(turned)} points turn to ${turned > 0 ? "Black" : "White"}`);
  }
  if (ply.captured.length) parts.push(`${ply.captured.length} stone${ply.captured.length > 1 ? "s come" : " comes"} off`);
  if (parts.length === 0) return `${name} changes nothing that can be seen.`;
  return `${name}${/^(costs|gains)/.test(parts[0] as string) ? " " : ": "}${parts.join("; ")}.`;
}
