import type { Chart } from "../../../lib/chart.ts";
import { computeFigures } from "../../report/curve/figures.ts";
import { computeBins } from "../../report/curve/levels/bins.ts";
import { type Passage, simulateChart } from "../../report/demo/listeners.ts";
import { computeFindings } from "../../report/episode/findings.ts";
import { joinSaid } from "../../report/episode/summary.ts";
import { computeShowFindings, type ShowEpisode, type ShowFindings } from "../../report/show/show.ts";
import { answerShow } from "../../report/show/show-answers.ts";
import type { Measures } from "../../report/usual/measured.ts";
import { computeProfile } from "../../report/usual/profile.ts";

/** Measures a chart as a report does. */
export function measureChart(chart: Chart, listeners: number): Measures {
  const curve = computeBins(chart, listeners);
  const { end, step } = curve;
  const profile = computeProfile(chart.data, end);
  return { guid: chart.guid, kind: "peak", end, curve, step, figures: computeFigures(curve), profile };
}

/** Simulates an episode of 45 minutes and 400 listeners, and measures it as a report does. */
export function simulate(
  seed: number,
  passages: readonly Passage[] = [],
  more: { loyalty?: number; listeners?: number; duration?: number } = {},
) {
  const { loyalty = 0.6, listeners = 400, duration = 2_700 } = more;
  const chart = simulateChart({ guid: String(seed), duration, listeners, loyalty, passages }, seed);
  return { ...measureChart(chart, listeners), listeners };
}

/** Plants a cliff of twelve seconds. */
export const leave = (from: number, share: number): Passage => ({ kind: "leave", from, to: from + 12, share });

export const OTHERS = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => simulate(seed));

/** Finds what an episode's curve tells, with all that is said of it as one text. */
export function tellFindings(...args: Parameters<typeof computeFindings>) {
  const findings = computeFindings(...args);
  return { ...findings, summary: joinSaid(findings) };
}

/** Finds what each of measured episodes tells. */
export function findFound(episodes: readonly (Measures & { readonly title?: string })[]): ShowEpisode[] {
  return episodes.map((episode, index) => ({
    title: `Episode ${index + 1}`,
    duration: episode.end,
    ...episode,
    findings: computeFindings(episode, episodes),
  }));
}

/** Makes the show's answers from measured episodes. */
export function findShow(episodes: readonly (Measures & { readonly title?: string })[]): ShowFindings {
  return computeShowFindings(findFound(episodes));
}

/** Says what a show tells, without its cards. */
export function describeShow(findings: ShowFindings): string[] {
  return answerShow(findings).map(({ line }) => line);
}
