import { mean } from "d3-array";
import { compareFigures, splitAtDate } from "../../../report/before-after.ts";
import { findShowChange } from "../../../report/show-change.ts";
import { drawExponential, drawNormal, type Random } from "../simulators/episode.ts";
import { createRandom } from "../simulators/show.ts";
import { addRates, type Rates, type Scenario } from "./rates.ts";

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

/** How a date is judged: as one that was known beforehand, or as one that the figures led to. */
const MANNERS = { "as known before": false, "as searched": true } as const;

/** What before and after says at a date that the report itself found, in shows whose figures are drawn. */
export const DATE_SCENARIOS: readonly Scenario[] = Object.entries(COURSES).flatMap(([name, course]) =>
  Object.entries(NOISES).map(([kind, noises]) => ({
    name: `${name}; episodes vary ${kind}`,
    measure: (_, seed, index) =>
      noises
        .flatMap((noise) => EPISODES.map((count) => countCalls(course, noise, count, createRandom(seed + index))))
        .reduce(addRates),
  })),
);

type Shifts = ReturnType<typeof compareFigures>;

const saysStep = (shifts: Shifts) => shifts.some(({ verdict }) => verdict === "step");

/** Counts what is told at the date that the report finds in a show, near it, and at one in the middle. */
function countCalls(course: Course, noise: Noise, count: number, random: Random): Rates {
  const { episodes, truth } = simulate(course, noise, count, random);
  const { step } = findShowChange(episodes.map(({ insights, date }) => ({ ...insights, date })));
  const place = episodes.findIndex(({ date }) => date === step?.date);
  const judge = (at: number, isSearched: boolean) => {
    const shifts = compareFigures(splitAtDate(episodes, episodes[at]?.date ?? ""), isSearched);
    return shifts.filter(({ figure }) => FIGURES.has(figure));
  };
  const edge = Math.ceil(count / 10);
  const size = (mean(truth.slice(place)) ?? 0) - (mean(truth.slice(0, place)) ?? 0);
  const calls: Record<string, boolean> = {
    "a date in the middle: more than steady": saysStep(judge(count / 2, false)),
    "a date is found": step !== undefined,
    "a date is found, and the card says that the change is sudden": step?.isSudden === true,
  };
  for (const [manner, isSearched] of Object.entries(MANNERS)) {
    const shifts = step ? judge(place, isSearched) : [];
    const near = step ? [edge, -edge].map((apart) => judge(place + apart, isSearched)) : [];
    calls[`${manner}: more than steady`] = saysStep(shifts);
    calls[`${manner}, a tenth of the episodes off: more than steady`] = near.some(saysStep);
    for (const { figure, verdict, shift } of shifts) {
      const which = `${manner}, of dates found: ${figure === step?.figure ? "the figure" : "the other figure"}`;
      const change = (figure === "average" ? SHARED : 1) * size;
      calls[`${which} is told from chance`] = verdict !== "chance";
      if (shift) calls[`${which}'s interval has the truth`] = shift.low <= change && change <= shift.high;
    }
  }
  return Object.fromEntries(Object.entries(calls).map(([name, isHit]) => [name, { hits: Number(isHit), of: 1 }]));
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
