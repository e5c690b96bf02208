import { mean } from "d3-array";
import { compareFigures, type Dated, splitAtDate } from "../../../report/before-after.ts";
import { findShowChange } from "../../../report/show-change.ts";
import { drawExponential, drawNormal, type Random } from "./episode.ts";
import type { Rate } from "./rates.ts";
import { createRandom } from "./show.ts";

/** How the opening of a show changes: percentage points at an episode, and where a step is. */
export interface Course {
  readonly name: string;
  /** @param part of the show, from 0 to 1 */
  readonly compute: (part: number) => number;
}

/** How figures vary around their course, with a standard deviation of about four points. */
const NOISES = {
  normal: (random) => drawNormal(random, 0, 4),
  skewed: (random) => 4 - drawExponential(random, 4),
  seasons: (random, before) => 0.4 * before + drawNormal(random, 0, 3.7),
} satisfies Readonly<Record<string, (random: Random, before: number) => number>>;

type Noise = keyof typeof NOISES;

/** Of a change of the opening, the average has so much, and of what makes it vary. The rest of what varies is its own. */
const SHARED = 0.7;

/** The figures that the report says something of. */
const FIGURES: ReadonlySet<string> = new Set(["after1min", "average"]);

interface Simulated {
  readonly episodes: readonly (Dated & { readonly date: string })[];
  /** The figures without what varies. */
  readonly truth: readonly number[];
}

function simulate(course: Course, noise: Noise, count: number, random: Random): Simulated {
  const vary: (random: Random, before: number) => number = NOISES[noise];
  let [shared, own] = [0, 0];
  const truth = Array.from({ length: count }, (_, index) => course.compute(index / count));
  const episodes = truth.map((points, index) => {
    shared = vary(random, shared);
    own = vary(random, own);
    const after1min = 75 + points + shared;
    const average = 55 + SHARED * (points + shared) + Math.sqrt(1 - SHARED ** 2) * own;
    const figures = { after1min, average, last5percent: average };
    const date = new Date(Date.UTC(2020, 0, 1 + 7 * index)).toISOString().slice(0, 10);
    return { date, kind: "peak" as const, insights: { end: 2_400, figures } };
  });
  return { episodes, truth };
}

/** How a date is judged: as one that was known beforehand, or as one that the figures led to. */
const MANNERS = { "as known before": false, "as searched": true } as const;

type Verdicts = ReturnType<typeof compareFigures>;

const saysStep = (shifts: Verdicts) => shifts.some(({ verdict }) => verdict === "step");

/** Measures what is said at the date that the report finds in each of many shows, near it, and at one in the middle. */
export function measureDates(
  course: Course,
  { noise, count, shows, seed }: { noise: Noise; count: number; shows: number; seed: number },
): ReadonlyMap<string, Rate> {
  const rates = new Map<string, Rate>();
  const add = (name: string, isHit: boolean) => {
    const { hits, of } = rates.get(name) ?? { hits: 0, of: 0 };
    rates.set(name, { hits: hits + Number(isHit), of: of + 1 });
  };
  for (let index = 0; index < shows; index++) {
    const { episodes, truth } = simulate(course, noise, count, createRandom(seed + index));
    const { step } = findShowChange(episodes.map(({ insights, date }) => ({ ...insights, date })));
    const place = episodes.findIndex(({ date }) => date === step?.date);
    const judge = (at: number, isSearched: boolean) =>
      compareFigures(splitAtDate(episodes, episodes[at]?.date ?? ""), isSearched).filter(({ figure }) =>
        FIGURES.has(figure),
      );
    add("a date in the middle: more than steady", saysStep(judge(count / 2, false)));
    add("a date is found", step !== undefined);
    add("a date is found, and the card says that the change is sudden", step?.isSudden === true);
    for (const [manner, isSearched] of Object.entries(MANNERS)) {
      const shifts = step ? judge(place, isSearched) : [];
      add(`${manner}: more than steady`, saysStep(shifts));
      const edge = Math.ceil(count / 10);
      const near = step ? [edge, -edge].map((apart) => judge(place + apart, isSearched)) : [];
      add(`${manner}, a tenth of the episodes off: more than steady`, near.some(saysStep));
      for (const { figure, verdict, shift } of shifts) {
        const which = figure === step?.figure ? "the figure" : "the other figure";
        add(`${manner}, of dates found: ${which} is told from chance`, verdict !== "chance");
        const size = (figure === "average" ? SHARED : 1) * computeSize(truth, place);
        if (shift)
          add(`${manner}, of dates found: ${which}'s interval has the truth`, shift.low <= size && size <= shift.high);
      }
    }
  }
  return rates;
}

function computeSize(truth: readonly number[], place: number): number {
  return (mean(truth.slice(place)) ?? 0) - (mean(truth.slice(0, place)) ?? 0);
}
