import { bisectLeft } from "d3-array";
import {
  countHeard,
  cutHoles,
  drawBetween,
  drawExponential,
  drawLeave,
  drawNormal,
  type Hearing,
  type Interval,
  type Random,
  type Script,
} from "./simulated-episode.ts";

/** How the listeners of a show behave in all of its episodes. */
export interface Habits {
  /** Part that leaves per minute. */
  readonly rate: number;
  /** Part that only tries the episode, and the seconds after which half of these are gone, about. */
  readonly triers: number;
  readonly patience: number;
}

/** Seconds after which the rate changes, and how much: standard deviation of its logarithm. */
export const SCENE = 420;
const SWING = 0.25;

const JUMP = 30;

export function drawHabits(random: Random): Habits {
  return {
    rate: Math.exp(drawNormal(random, Math.log(0.01), 0.3)),
    triers: drawBetween(random, 0.1, 0.28),
    patience: drawBetween(random, 15, 35),
  };
}

/**
 * Simulates an episode listener by listener. Each has a patience of their own, with which they leave at a rate that
 * swings from scene to scene; they jump by half a minute, and some start late.
 */
export function simulateCommuters(script: Script, habits: Habits, random: Random): Hearing {
  const { duration, planted } = script;
  const boredom = drawBoredom(script, habits, random);
  return countHeard(script, (isStranger) => {
    const stop = Math.min(drawStop(script, habits, boredom, isStranger, random), drawLeave(planted, random));
    const start = drawStart(duration, random);
    const end = stopEarly(start, Math.max(start + 5, Math.min(duration, stop)), script.inProgress, random);
    const holes = [...drawSkips(script, end, random), ...drawScrubs(duration, random)];
    return { heard: cutHoles([start, end], holes), replays: drawReplays(script, end, random) };
  });
}

/** Computes how bored a listener is at each second, whose patience is as long. */
function drawBoredom({ duration, haste }: Script, { rate }: Habits, random: Random): Float64Array {
  const boredom = new Float64Array(duration);
  let [sum, scene] = [0, 1];
  for (let second = 0; second < duration; second++) {
    if (second % SCENE === 0) scene = Math.exp(drawNormal(random, 0, SWING));
    sum += (rate / 60) * scene * haste;
    boredom[second] = sum;
  }
  return boredom;
}

function drawStop(
  { duration, opening }: Script,
  { triers, patience }: Habits,
  boredom: Float64Array,
  isStranger: boolean,
  random: Random,
): number {
  const eagerness = (drawExponential(random, 0.5) + drawExponential(random, 0.5)) * (isStranger ? 4 : 1);
  const tries = random() < triers + opening + (isStranger ? 0.45 : 0);
  const early = tries ? 3 + drawExponential(random, patience * (isStranger ? 3 : 1)) : Number.POSITIVE_INFINITY;
  const limit = drawExponential(random) / Math.max(1e-6, eagerness);
  return Math.min(early, duration, bisectLeft(boredom, limit));
}

function drawStart(duration: number, random: Random): number {
  const luck = random();
  if (luck < 0.05) return Math.floor(drawBetween(random, 20, 40));
  return luck < 0.08 ? Math.floor(drawBetween(random, 0, 0.6 * duration)) : 0;
}

/** Who is still in the episode has heard any part of what they will hear. */
function stopEarly(start: number, end: number, inProgress: number, random: Random): number {
  return random() < inProgress ? Math.max(start + 1, start + (end - start) * random()) : end;
}

/** Skips by jumps of half a minute, from some seconds after the beginning; half of the late ones jump back. */
function drawSkips({ planted }: Script, end: number, random: Random): Interval[] {
  return planted.flatMap(({ kind, from, to, share }): Interval[] => {
    if (kind !== "skip" || from > end || random() >= share) return [];
    const start = from + Math.min(drawExponential(random, 4), to - from - 1);
    let target = start + JUMP * Math.ceil((to - 6 - start) / JUMP);
    if (target > to + 12 && random() < 0.5) target -= JUMP / 2;
    return [[start, target]];
  });
}

function drawScrubs(duration: number, random: Random): Interval[] {
  const scrubs: Interval[] = [];
  for (let chance = random(); chance < 0.22; chance = random() / 0.6) {
    const from = drawBetween(random, 0, duration);
    scrubs.push([from, from + JUMP]);
  }
  return scrubs;
}

function drawReplays({ planted }: Script, end: number, random: Random): Interval[] {
  return planted.flatMap(({ kind, from, to, share }): Interval[] => {
    return kind === "replay" && from < end && random() < share ? [[from, to]] : [];
  });
}
