import { createRandom } from "../../cli/demo/listeners.ts";
import { compareFigures, type Dated, type FigureShift } from "../../report/before-after.ts";
import { findBest } from "../../report/best.ts";
import { findHabits } from "../../report/habits.ts";
import { compareSources } from "../../report/sources.ts";
import { simulateEpisode } from "./headline-rates.ts";

/** Draws a number from the standard normal distribution (Box and Muller 1958). */
function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Percentage points, in standard deviations: a steady change over all episodes, and a step at the date. */
interface Change {
  readonly drift: number;
  readonly step: number;
}

/**
 * Measures what is said of episodes before and after a date.
 *
 * @param size episodes of each group
 * @returns the part of the runs by verdict
 */
export function measureBeforeAfter(
  size: number,
  { drift, step }: Change,
  runs: number,
): Record<FigureShift["verdict"], number> {
  const counts = { "too few": 0, chance: 0, drift: 0, step: 0 };
  const random = createRandom(size);
  const draw = (index: number): Dated => {
    const value = 80 + (drift * index) / (2 * size) + (index >= size ? step : 0) + drawNormal(random);
    return { kind: "peak", insights: { end: 2_400, figures: { average: value, last5percent: value } } };
  };
  for (let run = 0; run < runs; run++) {
    const episodes = Array.from({ length: 2 * size }, (_, index) => draw(index));
    const groups = { before: episodes.slice(0, size), after: episodes.slice(size), leftOut: 0 };
    for (const { verdict } of compareFigures(groups).slice(0, 1)) counts[verdict] += 1 / runs;
  }
  return counts;
}

/** Measures how often the best episode for its length is named, in shows of equal ones, and where one is better. */
export function measureBest(size: number, shows: number): { readonly named: number; readonly found: number } {
  let [named, found] = [0, 0];
  for (let show = 0; show < shows; show++) {
    const random = createRandom(15_485 * (show + 1) + size);
    const simulate = (index: number, better: number) => {
      const duration = Math.round(600 * 9 ** random());
      const loyalty = 0.65 - 0.12 * Math.log(duration / 600) + 0.04 * drawNormal(random) + better;
      return simulateEpisode({ duration, listeners: 300, loyalty, passages: [] }, 1_000 * show + index);
    };
    const episodes = Array.from({ length: size }, (_, index) => simulate(index, 0));
    if (findBest(episodes)) named++;
    const best = simulate(size, 0.3);
    if (findBest([...episodes.slice(1), best])?.episode === best) found++;
  }
  return { named: named / shows, found: found / shows };
}

/** Measures how often two sources of an episode are said to differ: equal ones, and one that fewer hear to the end. */
export function measureSources(listeners: number, runs: number): { readonly named: number; readonly found: number } {
  let [named, found] = [0, 0];
  const passages = [{ kind: "leave", from: 5, to: 50, share: 0.3 } as const];
  for (let run = 0; run < runs; run++) {
    const simulate = (name: string, seed: number, count: number, loyalty: number) => {
      const plan = { duration: 2_700, listeners: count, loyalty, passages: name === "own" ? [] : passages };
      return { name, kind: "peak" as const, listeners: count, curve: simulateEpisode(plan, 3 * run + seed).curve };
    };
    const own = simulate("own", 0, listeners, 0.6);
    if (compareSources([own, simulate("same", 1, 1_000, 0.6)])[0]?.difference) named++;
    if (compareSources([own, simulate("worse", 2, 1_000, 0.3)])[0]?.difference) found++;
  }
  return { named: named / runs, found: found / runs };
}

/** Measures how often chapters that a share of the listeners skip or leave at are named in a show, and how often others. */
export function measureHabits(
  size: number,
  share: number,
  shows: number,
): { readonly found: number; readonly wrong: number } {
  let [found, wrong] = [0, 0];
  for (let show = 0; show < shows; show++) {
    const random = createRandom(32_452 * (show + 1) + size);
    const episodes = Array.from({ length: size }, (_, index) => {
      const duration = Math.round(2_000 + 1_500 * random());
      const at = Math.round(duration * (0.35 + 0.2 * random()));
      const passages = [{ kind: "skip", from: at, to: at + 75, share } as const];
      const times = { Welcome: 0, News: 95, "Sponsor: Tides": at, Guest: at + 75, Talk: at + 400 };
      const chapters = Object.entries(times).map(([title, time]) => ({ title, time }));
      const plan = { duration, listeners: 100, loyalty: 0.55, passages };
      return { ...simulateEpisode(plan, 1_000 * show + index), chapters };
    });
    const habits = findHabits(episodes);
    if (habits.some(({ title, kind }) => title.startsWith("Sponsor") && kind === "skip")) found++;
    if (habits.some(({ title }) => !title.startsWith("Sponsor"))) wrong++;
  }
  return { found: found / shows, wrong: wrong / shows };
}
