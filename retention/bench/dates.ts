import { mean } from "d3-array";
import { compareFigures, splitAtDate } from "../report/show/before-after.ts";
import { findShowChange } from "../report/show/show-change.ts";
import { addRates, countTrue, type Rates, type Scenario } from "./harness.ts";
import { drawExponential, drawNormal, type Random } from "./simulators/simulated-episode.ts";
import { createMulberry32 } from "./simulators/simulated-show.ts";

/** Percentage points by which the opening of a show changes, at a part of it from 0 to 1. */
type Course = (part: number) => number;

const COURSES: Readonly<Record<string, Course>> = {
  Neither: () => 0,
  "A steady rise of 12 points": (part) => 12 * part,
  "A steady rise of 24 points": (part) => 24 * part,
  "A rise of 16 points that flattens": (part) => 16 * (1 - Math.exp(-4 * part)),
  "A step of 8 points at half": (part) => (part < 0.5 ? 0 : 8),
  "A step of 12 points at 35 %": (part) => (part < 0.35 ? 0 : 12),
};

/** How figures vary around their course, with a standard deviation of about four points. */
type Noise = (random: Random, before: number) => number;

/** Whether what varies in an episode says nothing of the next one. */
const NOISES: Readonly<Record<string, readonly Noise[]>> = {
  "each for itself": [(random) => drawNormal(random, 0, 4), (random) => 4 - drawExponential(random, 4)],
  "in seasons": [(random, before) => 0.4 * before + drawNormal(random, 0, 3.7)],
};

const EPISODES = [12, 24, 60];

/** Of a change of the opening, the average has so much, and of what makes it vary. The rest of what varies is its own. */
const SHARED = 0.7;

/** The figures that the report says something of. */
const FIGURES: ReadonlySet<string> = new Set(["after1min", "average"]);

/** What before and after says at dates that the report itself found, in shows whose figures are drawn. */
export const DATE_SCENARIOS: readonly Scenario[] = Object.entries(COURSES).flatMap(([name, course]) =>
  Object.entries(NOISES).map(([kind, noises]) => ({
    name: `${name}; episodes vary ${kind}`,
    measure: (_, seed) =>
      noises
        .flatMap((noise) => EPISODES.map((count) => countCalls(course, noise, count, createMulberry32(seed))))
        .reduce(addRates),
  })),
);

function countCalls(course: Course, noise: Noise, count: number, random: Random): Rates {
  const { episodes, truth } = simulate(course, noise, count, random);
  const { step } = findShowChange(episodes.map(({ insights, date }) => ({ ...insights, date })));
  const place = episodes.findIndex(({ date }) => date === step?.date);
  const shifts = step ? compareFigures(splitAtDate(episodes, step.date), true) : [];
  const said = shifts.filter(({ figure }) => FIGURES.has(figure));
  const own = said.filter(({ figure }) => figure === step?.figure);
  const others = said.filter(({ figure }) => figure !== step?.figure);
  const size = (mean(truth.slice(place)) ?? 0) - (mean(truth.slice(0, place)) ?? 0);
  const estimates = own.flatMap(({ figure, shift }) =>
    shift ? [{ ...shift, truth: figure === "average" ? SHARED * size : size }] : [],
  );
  return {
    "a date is found": countTrue([step], (found) => found !== undefined),
    "more than a steady change": countTrue([said], (all) => all.some(({ verdict }) => verdict === "step")),
    "the interval has the truth": countTrue(estimates, ({ low, high, truth }) => low <= truth && truth <= high),
    "the other figure differs beyond chance": countTrue(others, ({ verdict }) => verdict !== "chance"),
  };
}

/** Draws the figures of weekly episodes, beside the same without what varies. */
function simulate(course: Course, vary: Noise, count: number, random: Random) {
  let [shared, own] = [0, 0];
  const truth = Array.from({ length: count }, (_, index) => course(index / count));
  const episodes = truth.map((points, index) => {
    shared = vary(random, shared);
    own = vary(random, own);
    const average = 55 + SHARED * (points + shared) + Math.sqrt(1 - SHARED ** 2) * own;
    const figures = { after1min: 75 + points + shared, average, last5percent: average };
    const date = new Date(Date.UTC(2020, 0, 1 + 7 * index)).toISOString().slice(0, 10);
    return { date, kind: "peak" as const, insights: { end: 2_400, figures } };
  });
  return { episodes, truth };
}
