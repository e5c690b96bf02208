import { createRandom, type Passage, type Plan, simulateChart } from "../../cli/demo/listeners.ts";
import { computeFigures, type FigureName } from "../../curve/figures.ts";
import { computeBins } from "../../curve/levels/bins.ts";
import { findLargest, type Moment } from "../../curve/moments/moment.ts";
import { findMoments } from "../../curve/moments/moments.ts";
import type { Measured } from "../../report/findings.ts";
import { findOthers } from "../../report/others.ts";
import { computeProfile } from "../../report/profile.ts";
import { findDeviations } from "../../report/typicality.ts";

/** What listeners do in an episode, and how often that is to be found. All rates are parts of the runs. */
export interface Planted {
  readonly listeners: number;
  readonly runs: number;
  readonly passage?: Passage;
}

/** Openings that listeners leave in different ways. None of them is a moment. */
const OPENINGS: readonly Passage[] = [
  { kind: "leave", from: 0, to: 60, share: 0.1 },
  { kind: "leave", from: 20, to: 45, share: 0.15 },
  { kind: "leave", from: 5, to: 30, share: 0.35 },
  { kind: "leave", from: 0, to: 100, share: 0.3 },
];

const LENGTH = 2_700;

/** Seconds that a moment's beginning may be off. */
const TOLERANCE = 30;

/** Simulates an episode, and measures it as a report does. */
export function simulateEpisode(plan: Omit<Plan, "guid">, seed: number): Measured {
  const chart = simulateChart({ guid: String(seed), ...plan }, seed);
  const curve = computeBins(chart, plan.listeners);
  const { end, step } = curve;
  const profile = computeProfile(chart, end);
  return { guid: chart.guid, kind: "peak", end, curve, step, figures: computeFigures(curve), profile };
}

/**
 * Measures how often the headline of an episode without others names a loss, and how often its moments have the planted
 * passage, in the headline if it is a loss.
 */
export function measureHeadlines({ listeners, runs, passage }: Planted): { readonly named: number; found: number } {
  let [named, found] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const opening = OPENINGS[run % OPENINGS.length];
    const passages = [...(opening ? [opening] : []), ...(passage ? [passage] : [])];
    const { curve } = simulateEpisode({ duration: LENGTH, listeners, loyalty: 0.5, passages }, 7_919 * run + listeners);
    const moments = findMoments(curve, []);
    const largest = findLargest(moments, "loss");
    if (largest) named++;
    const shown = passage?.kind === "leave" ? [largest] : moments;
    if (passage && shown.some((moment) => moment && isPassage(moment, passage))) found++;
  }
  return { named: named / runs, found: found / runs };
}

function isPassage({ kind, from }: Moment, passage: Passage): boolean {
  return kind === (passage.kind === "leave" ? "loss" : passage.kind) && Math.abs(from - passage.from) < TOLERANCE;
}

/** How often typicality is right. */
interface TypicalityRates {
  /** Part of equal episodes that are said to differ. */
  readonly flagged: number;
  /** Part of episodes that lose a quarter more in their opening, which are found, and of these, for that figure. */
  readonly found: number;
  readonly right: number;
}

/** Measures typicality in shows of equal episodes, in which audiences, openings and loyalty vary. */
export function measureTypicality({ size, shows }: { readonly size: number; readonly shows: number }): TypicalityRates {
  const first: (FigureName | undefined)[] = [];
  let flagged = 0;
  for (let show = 0; show < shows; show++) {
    const random = createRandom(104_729 * (show + 1) + size);
    const simulate = (index: number, share: number) => {
      const duration = Math.round(2_400 + 600 * random());
      const passages = [{ kind: "leave", from: 5, to: 50, share: share + 0.1 * random() } as const];
      const plan = { duration, listeners: Math.round(200 + 400 * random()), loyalty: 0.5 + 0.15 * random(), passages };
      return simulateEpisode(plan, 1_000 * show + index);
    };
    const episodes = Array.from({ length: size }, (_, index) => simulate(index, 0.1));
    flagged += episodes.filter((episode) => findDeviations(episode, findOthers(episode, episodes)).length > 0).length;
    const bad = simulate(size, 0.35);
    first.push(findDeviations(bad, findOthers(bad, episodes))[0]?.figure);
  }
  const found = first.filter((figure) => figure !== undefined);
  const right = found.filter((figure) => figure === "after1min").length / (found.length || 1);
  return { flagged: flagged / (shows * size), found: found.length / shows, right };
}
