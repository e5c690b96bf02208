import { bisectLeft, sum } from "d3-array";
import {
  Counter,
  cutHoles,
  drawBetween,
  drawExponential,
  drawLeave,
  drawNormal,
  type Heard,
  type Random,
  type Script,
  type Stretch,
} from "./episode.ts";

/** How the listeners of a show behave in all of its episodes. */
export interface Habits {
  /** Part that leaves per minute. */
  readonly rate: number;
  /** How much that varies from one seven minutes to the next: standard deviation of its logarithm. */
  readonly swing: number;
  /** Part that only tries the episode, and the seconds after which half of these are gone, about. */
  readonly triers: number;
  readonly patience: number;
}

const SCENE = 420;
const PRE_ROLL = 30;
const JUMP = 30;

export function drawHabits(random: Random): Habits {
  return {
    rate: Math.exp(drawNormal(random, Math.log(0.01), 0.3)),
    swing: 0.25,
    triers: drawBetween(random, 0.1, 0.28),
    patience: drawBetween(random, 15, 35),
  };
}

/**
 * Simulates an episode listener by listener. Each has a patience of their own, with which they leave at a rate that
 * swings from scene to scene; they jump by half a minute, and some start late.
 */
export function simulateCommuters(script: Script, habits: Habits, random: Random): Heard {
  const { duration, audience, strangers, planted } = script;
  const boredom = drawBoredom(script, habits, random);
  const [listeners, plays] = [new Counter(duration + 200), new Counter(duration + 200)];
  const each: number[] = [];
  for (let index = 0; index < audience; index++) {
    const isStranger = index >= audience - strangers;
    const stop = Math.min(drawStop(script, habits, boredom, isStranger, random), drawLeave(planted, random));
    const start = drawStart(duration, random);
    const end = stopEarly(start, Math.max(start + 5, Math.min(duration, stop)), script.inProgress, random);
    const holes = [...drawSkips(script, end, random), ...drawScrubs(duration, random)];
    const heard = cutHoles([[start, end]], holes);
    const shifted = script.hasPreRoll && random() < 0.5 ? shift(heard) : heard;
    listeners.add(shifted);
    each.push(sum(heard, ([from, to]) => to - from));
    plays.add([...shifted, ...drawReplays(script, end, random)]);
  }
  return { listeners: listeners.count(), plays: plays.count(), each };
}

/** Computes how bored a listener is at each second, whose patience is as long. */
function drawBoredom({ duration, haste }: Script, { rate, swing }: Habits, random: Random): Float64Array {
  const boredom = new Float64Array(duration);
  let [sum, scene] = [0, 1];
  for (let second = 0; second < duration; second++) {
    if (second % SCENE === 0) scene = Math.exp(drawNormal(random, 0, swing));
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
function drawSkips({ planted }: Script, end: number, random: Random): Stretch[] {
  return planted.flatMap(({ kind, from, to, share }): Stretch[] => {
    if ((kind !== "advertisement" && kind !== "passage") || from > end || random() >= share) return [];
    const start = from + Math.min(drawExponential(random, 4), to - from - 1);
    let target = start + JUMP * Math.ceil((to - 6 - start) / JUMP);
    if (target > to + 12 && random() < 0.5) target -= JUMP / 2;
    return [[start, target]];
  });
}

function drawScrubs(duration: number, random: Random): Stretch[] {
  const scrubs: Stretch[] = [];
  for (let chance = random(); chance < 0.22; chance = random() / 0.6) {
    const from = drawBetween(random, 0, duration);
    scrubs.push([from, from + JUMP]);
  }
  return scrubs;
}

function drawReplays({ planted }: Script, end: number, random: Random): Stretch[] {
  return planted.flatMap(({ kind, from, to, share }): Stretch[] => {
    return kind === "replay" && from < end && random() < share ? [[from, to]] : [];
  });
}

/** Moves what is heard behind the advertisement at the start, which is heard, too. */
function shift(heard: readonly Stretch[]): Stretch[] {
  return heard.map(([from, to]) => [from > 2 ? from + PRE_ROLL : from, to > 2 ? to + PRE_ROLL : to]);
}
