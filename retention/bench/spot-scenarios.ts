import { mean } from "d3-array";
import type { Spot } from "../report/episode/spot-figures.ts";
import { compareEpisodes } from "../report/make/compare-episodes.ts";
import { computeEpisode } from "../report/make/measure-episode.ts";
import { countTrue, type Rates, type Scenario } from "./harness.ts";
import { type Binning, countAs } from "./simulators/platforms.ts";
import { countHeard, drawBetween, ORDINARY, pick, type Random } from "./simulators/simulated-episode.ts";
import { createMulberry32 } from "./simulators/simulated-show.ts";
import {
  drawListener,
  isHeard,
  type PlayedSpot,
  type SpotListener,
  type SpottedEpisode,
} from "./simulators/spot-listeners.ts";

const EPISODES = 12;
const SEED = 900_000;
/** Listeners of whom the truth is counted. */
const MANY = 30_000;
const COUNTED: readonly [Binning, ...Binning[]] = [1, 1, 5, 10, "apple"];

/** Draws where spots of a length begin in an episode, and the part that skips each. */
type Plan = (random: Random, duration: number, length: number) => readonly Pick<PlayedSpot, "from" | "skip">[];

const inside = (random: Random, duration: number) => Math.round(duration * drawBetween(random, 0.2, 0.7));
const some = (random: Random) => drawBetween(random, 0.05, 0.6);

const PLANS: Readonly<Record<string, Plan>> = {
  "read by all": (random, duration) => [{ from: inside(random, duration), skip: 0 }],
  "5 to 60 % skip": (random, duration) => [{ from: inside(random, duration), skip: some(random) }],
  "two in a row": (random, duration, length) => {
    const from = inside(random, duration);
    return [
      { from, skip: some(random) },
      { from: from + length, skip: some(random) },
    ];
  },
  "at the very beginning": (random) => [{ from: pick(random, [0, 0, 5, 20]), skip: some(random) }],
  "at the very end": (random, duration, length) => [
    { from: duration - length - pick(random, [0, 5, 30, 70]), skip: some(random) },
  ],
};

const MINUTES = { short: [8, 20], long: [40, 120] } as const;

/** How the listeners of a show behave. */
function drawShow(random: Random) {
  return {
    samplers: drawBetween(random, 0.05, 0.25),
    hourly: drawBetween(random, 0.1, 0.5),
    impatient: drawBetween(random, 0.1, 0.6),
    restless: drawBetween(random, 0.1, 0.4),
  };
}

/** What is true of a spot: parts of those there before its row. Who comes and goes all the time is none of them. */
function computeTruth(episode: SpottedEpisode, { from, to }: PlayedSpot, random: Random) {
  const [first, last] = [episode.spots[0]?.from ?? 0, episode.spots.at(-1)?.to ?? 0];
  const all = Array.from({ length: MANY }, () => drawListener({ ...episode, restless: 0 }, random));
  const there = all.filter(({ stop }) => stop > first);
  // Within the last minutes, a spot is what the episode ends with.
  const isEnd = episode.duration - last < 150;
  const stays = (listener: SpotListener) =>
    isEnd ? isHeard(listener, Math.min(last, episode.duration) - 1) : listener.stop > last + 1;
  const after = there.filter(stays);
  const places = [0.55, 0.65, 0.75, 0.85, 0.95].map((part) => from + part * (to - from));
  const missing = mean(places, (place) => after.filter((listener) => !isHeard(listener, place)).length) ?? 0;
  return { left: 1 - after.length / there.length, skipped: missing / there.length };
}

/** Simulates a show, and judges its spots. */
function measureShow(plan: Plan, minutes: readonly [number, number], formats: typeof COUNTED, seed: number): Rates {
  const random = createMulberry32(SEED + seed);
  const manners = drawShow(random);
  const judged = Array.from({ length: EPISODES }, (_, index) => {
    const duration = Math.round(60 * drawBetween(random, ...minutes));
    const length = pick(random, [30, 45, 60, 60, 90, 150]);
    const spots = plan(random, duration, length).map((spot): PlayedSpot => {
      return { ...spot, to: spot.from + length, leave: pick(random, [0, 0, 0.02, 0.08]) };
    });
    const audience = Math.round(40 * 125 ** random());
    const episode = { ...manners, duration, audience, spots };
    const script = { ...ORDINARY, ...episode, haste: 1, opening: 0 };
    const heard = countHeard(script, () => ({ heard: drawListener(episode, random).heard, replays: [] }));
    const guid = String(index);
    const curve = countAs(pick(random, formats), guid, heard, script);
    const listed = spots.map(({ from, to }) => ({ guid, from, to, name: "Lumen" }));
    const report = compareEpisodes([computeEpisode({ guid, curves: [curve] })], listed);
    const found = report.episodes[0]?.spots ?? [];
    return spots.flatMap((spot, place) => {
      const row = found[place];
      return row ? [{ row, spot, truth: computeTruth(episode, spot, random) }] : [];
    });
  }).flat();
  const shares = judged.flatMap(({ row, truth }) =>
    (["left", "skipped"] as const).flatMap((name) => ({ found: row[name], truth: truth[name] })),
  );
  const printed = shares.flatMap(({ found, truth }) => (found?.high === undefined ? [] : { ...found, truth }));
  const nobody = judged.filter(({ row, spot }) => spot.skip === 0 && row.skipped);
  return {
    "interval holds the truth": countTrue(printed, ({ low = 0, high = 1, truth }) => low <= truth && truth <= high),
    "interval is printed": countTrue(shares, ({ found }) => found?.high !== undefined),
    "wrongly said to be skipped": countTrue(nobody, ({ row }) => isSkipped(row)),
  };
}

function isSkipped({ skipped }: Spot): boolean {
  return (skipped?.low ?? 0) > 0;
}

/** How often the intervals of sponsors' spots are right. */
export const SPOT_SCENARIOS: readonly Scenario[] = [
  ...Object.entries(PLANS).flatMap(([name, plan]) =>
    (["short", "long"] as const).map((size) => ({
      name: `spots ${name}, ${size} episodes`,
      measure: (_: unknown, seed: number) => measureShow(plan, MINUTES[size], COUNTED, seed),
    })),
  ),
  {
    name: "spots of which YouTube has shares alone",
    measure: (_, seed) => measureShow(PLANS["5 to 60 % skip"] as Plan, MINUTES.long, ["youtube"], seed),
  },
];
