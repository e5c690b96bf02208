import { compareEpisodes, type Report } from "../../report/make/compare-episodes.ts";
import { addTranscript, computeEpisode } from "../../report/make/measure-episode.ts";
import { drawHabits, simulateCommuters } from "./commuters.ts";
import { drawManners, simulateHouseholds } from "./households.ts";
import { type Binning, countAs } from "./platforms.ts";
import { drawNormal, type Hearing, ORDINARY, type Random, type Script } from "./simulated-episode.ts";

/** Plays an episode of a show to its listeners. */
type Play = (script: Script, random: Random) => Hearing;

/** A way to simulate shows. They differ in how listeners behave, in lengths and in bins. */
export interface Simulator {
  /** Seeds of shows are counted from here on. */
  readonly seed: number;
  readonly minutes: readonly [number, ...number[]];
  /** Bins of curves that are counted here. */
  readonly seconds: readonly [number, ...number[]];
  readonly audiences: readonly [number, ...number[]];
  /** How much episodes of a show vary: standard deviations of logarithms, and of a part of the audience. */
  readonly spread: { readonly length: number; readonly haste: number; readonly opening: number };
  /** Decides how the listeners of a show behave. */
  readonly draw: (random: Random) => Play;
}

/** The constants of the statistics were looked at with the first; with the second one, nothing was. */
export const SIMULATORS = {
  commuters: {
    seed: 0,
    minutes: [25, 40, 45, 55, 70],
    seconds: [1, 5, 27],
    audiences: [120, 300, 400, 1_000],
    spread: { length: 0.12, haste: 0.12, opening: 0.02 },
    draw: (random) => {
      const habits = drawHabits(random);
      return (script, next) => simulateCommuters(script, habits, next);
    },
  },
  households: {
    seed: 500_000,
    minutes: [18, 33, 50, 95],
    seconds: [2, 10, 20],
    audiences: [90, 220, 650, 1_800],
    spread: { length: 0.2, haste: 0.08, opening: 0.03 },
    draw: (random) => {
      const manners = drawManners(random);
      return (script, next) => simulateHouseholds(script, manners, next);
    },
  },
} satisfies Readonly<Record<string, Simulator>>;

export interface ShowPlan {
  readonly episodes: number;
  readonly audience: number;
  readonly minutes: number;
  readonly format: Binning;
  /** Days from the last episode to the report. */
  readonly daysAgo?: number;
  /** What is unlike the ordinary in an episode, by its index. */
  readonly change: (script: Script, index: number, random: Random) => Partial<Script>;
}

export interface SimulatedShow {
  readonly report: Report;
  /** By GUID. */
  readonly scripts: ReadonlyMap<string, Script>;
}

const DAY_MS = 86_400_000;
const MADE_AT = new Date("2026-11-23T12:00:00Z");

/** Days from the last episode to the report, unless a show says otherwise: no curve is young. */
const DAYS_AGO = 30;

/** Simulates a show of weekly episodes. The same seed makes the same show. */
export function simulateShow({ draw, spread }: Simulator, plan: ShowPlan, seed: number): SimulatedShow {
  const random = createMulberry32(seed);
  const play = draw(random);
  const scripts = new Map<string, Script>();
  const last = MADE_AT.getTime() - DAY_MS * (plan.daysAgo ?? DAYS_AGO);
  const episodes = Array.from({ length: plan.episodes }, (_, index) => {
    const guid = `episode-${index + 1}`;
    const ordinary = drawScript(plan, spread, random);
    const script = { ...ordinary, ...plan.change(ordinary, index, random) };
    scripts.set(guid, script);
    const date = new Date(last - 7 * DAY_MS * (plan.episodes - 1 - index));
    const curve = countAs(plan.format, guid, play(script, random), script);
    const updatedAt = new Date(Math.min(MADE_AT.getTime(), date.getTime() + 30 * DAY_MS)).toISOString();
    const { chapters, cues } = script;
    const name = { title: `Episode ${index + 1}`, date: date.toISOString().slice(0, 10), chapters };
    const episode = computeEpisode({ guid, curves: [{ ...curve, updatedAt }] }, name, MADE_AT);
    return cues.length > 0 ? addTranscript(episode, { cues, end: cues.at(-1)?.end ?? 0, leftOut: 0 }) : episode;
  });
  return { report: compareEpisodes(episodes), scripts };
}

/** Draws an episode. @param plant what is in it, drawn after its length and audience */
export function drawScript(
  { minutes, audience }: Pick<ShowPlan, "minutes" | "audience">,
  spread: Simulator["spread"],
  random: Random,
  plant: (duration: number) => Partial<Script> = () => ({}),
): Script {
  const duration = Math.floor(60 * minutes * Math.exp(drawNormal(random, 0, spread.length)));
  return {
    ...ORDINARY,
    duration,
    audience: Math.max(40, Math.floor(audience * Math.exp(drawNormal(random, 0, 0.2)))),
    ...plant(duration),
    haste: Math.exp(drawNormal(random, 0, spread.haste)),
    opening: drawNormal(random, 0, spread.opening),
  };
}

/** Returns random numbers: mulberry32, by Tommy Ettinger (2017, public domain). */
export function createMulberry32(seed: number): Random {
  let state = (seed * 7_919 + 13) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
