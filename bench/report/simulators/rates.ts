import { type Draft, type ShowPlan, SIMULATORS, type SimulatedShow, type Simulator, simulateShow } from "./show.ts";

/** How often something was said, of how often it could have been. */
export interface Rate {
  readonly hits: number;
  readonly of: number;
  /** Whether hits are a sum of percentages. */
  readonly isMean?: true;
}

/** Shows of one kind, and what is counted in each. Names of rates are as they are printed. */
export interface Scenario {
  readonly name: string;
  /** Most shows that are simulated, where each is large. */
  readonly most?: number;
  readonly plan: (simulator: Simulator, index: number) => ShowPlan;
  readonly count: (show: SimulatedShow) => Readonly<Record<string, Rate>>;
}

/** Simulates shows of a scenario, and adds up what is said of them. */
export function measureScenario(
  name: keyof typeof SIMULATORS,
  { plan, count, most = Number.POSITIVE_INFINITY }: Scenario,
  shows: number,
  seed: number,
): ReadonlyMap<string, Rate> {
  const simulator = SIMULATORS[name];
  const sums = new Map<string, Rate>();
  for (let index = 0; index < Math.min(shows, most); index++) {
    const show = simulateShow(simulator, plan(simulator, index), simulator.seed + seed + index);
    for (const [rate, measured] of Object.entries(count(show))) {
      const { hits, of } = sums.get(rate) ?? { hits: 0, of: 0 };
      sums.set(rate, { ...measured, hits: hits + measured.hits, of: of + measured.of });
    }
  }
  return sums;
}

const CRITICAL = 1.96;

/** Formats a rate in percent, with Wilson's interval of 95 % (1927): `2.1 (1.1-3.8) 12/576`. */
export function formatRate({ hits, of, isMean }: Rate): string {
  if (of === 0) return "none";
  const part = hits / of;
  if (isMean) return `${part.toFixed(1)} on average of ${of}`;
  const square = CRITICAL ** 2;
  const middle = (part + square / (2 * of)) / (1 + square / of);
  const half = (CRITICAL / (1 + square / of)) * Math.sqrt((part * (1 - part)) / of + square / (4 * of ** 2));
  const [low, high] = [middle - half, middle + half].map((end) => (100 * Math.min(1, Math.max(0, end))).toFixed(1));
  return `${(100 * part).toFixed(1)} (${low}-${high}) ${hits}/${of}`;
}

type Episode = SimulatedShow["report"]["episodes"][number];

/** An episode of a report with what was planted in it. */
export interface Judged {
  readonly episode: Episode;
  readonly draft: Draft;
}

/** Lists the episodes whose curves prove something, each with what was planted in it. */
export function listJudged({ report, drafts }: SimulatedShow): Judged[] {
  return report.episodes.flatMap((episode) => {
    const draft = drafts.get(episode.guid);
    return draft && episode.doubt === undefined ? [{ episode, draft }] : [];
  });
}

/** Counts in how many of some things something is true. */
export function countTrue<T>(items: readonly T[], isTrue: (item: T) => boolean): Rate {
  return { hits: items.filter(isTrue).length, of: items.length };
}

/** Checks whether a headline names a loss. */
export function namesLoss({ episode }: Judged): boolean {
  return /% of those present drop off (between|during) /.test(episode.headline);
}

/** Seconds by which a moment may be off. */
const TOLERANCE = 45;

/** Returns the kinds of the moments at a planted place. */
export function findKinds({ insights }: Episode, from: number, to: number): string[] {
  const near = insights.moments.filter((moment) => moment.from < to + TOLERANCE && moment.to > from - TOLERANCE);
  return near.map(({ kind }) => kind);
}

/** Counts the shows of which a sentence is said. */
export function countSaid({ report }: SimulatedShow, pattern: RegExp): Rate {
  const answers = report.shows.flatMap((show) => show.answers);
  return { hits: answers.some((answer) => pattern.test(answer)) ? 1 : 0, of: 1 };
}
