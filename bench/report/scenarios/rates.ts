import {
  type Draft,
  type ShowPlan,
  SIMULATORS,
  type SimulatedShow,
  type Simulator,
  simulateShow,
} from "../simulators/show.ts";

/** How often something was said, of how often it could have been. */
export interface Rate {
  readonly hits: number;
  readonly of: number;
  /** Whether hits are a sum of percentages. */
  readonly isMean?: true;
}

/** By names, as they are printed. */
export type Rates = Readonly<Record<string, Rate>>;

/** What is simulated again and again, and counted each time. */
export interface Scenario {
  readonly name: string;
  /** Most repetitions, where each is large. */
  readonly most?: number;
  /** @param seed the first repetition's, to which the scenario adds the index */
  readonly measure: (simulator: Simulator, seed: number, index: number) => Rates;
}

/** Shows of one kind, and what is counted in each. */
export interface ShowScenario extends Omit<Scenario, "measure"> {
  readonly plan: (simulator: Simulator, index: number) => ShowPlan;
  readonly count: (show: SimulatedShow) => Rates;
}

export function ofShows({ plan, count, ...scenario }: ShowScenario): Scenario {
  return {
    ...scenario,
    measure: (simulator, seed, index) =>
      count(simulateShow(simulator, plan(simulator, index), simulator.seed + seed + index)),
  };
}

/** Measures a scenario so many times, and adds up what is said. */
export function measureScenario(
  name: keyof typeof SIMULATORS,
  { measure, most = Number.POSITIVE_INFINITY }: Scenario,
  count: number,
  seed: number,
): Rates {
  const times = Array.from({ length: Math.min(count, most) }, (_, index) => measure(SIMULATORS[name], seed, index));
  return times.reduce(addRates, {});
}

/** Adds up rates by their names. */
export function addRates(sums: Rates, more: Rates): Rates {
  const added = Object.entries(more).map(([name, rate]) => {
    const { hits, of } = sums[name] ?? { hits: 0, of: 0 };
    return [name, { ...rate, hits: hits + rate.hits, of: of + rate.of }];
  });
  return { ...sums, ...Object.fromEntries(added) };
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

/** Checks whether an episode is said to differ from the others. */
export const differs = ({ episode }: Judged): boolean => episode.deviations.length > 0;

/** Checks whether a headline names a loss. */
export function namesLoss({ episode }: Judged): boolean {
  return /% of those present drop off (between|during) /.test(episode.headline);
}

/** Counts the shows of which a sentence is said. */
export function countSaid({ report }: SimulatedShow, pattern: RegExp): Rate {
  return countTrue([report.shows.flatMap(({ answers }) => answers)], (answers) =>
    answers.some((one) => pattern.test(one)),
  );
}
