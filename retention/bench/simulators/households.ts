import {
  countHeard,
  cutHoles,
  drawBetween,
  drawExponential,
  drawLeave,
  drawNormal,
  type Hearing,
  type Interval,
  pick,
  type Random,
  type Script,
} from "./simulated-episode.ts";

/** How the listeners of a show behave, unlike those of the other simulator in all that the constants were looked at with. */
export interface Manners {
  /** Parts of the audience: those who sample, those who hear some sessions, the rest hears all. */
  readonly samplers: number;
  readonly loyal: number;
  /** Shape and seconds of Weibull's distribution, by which samplers leave: many at once, or after a jingle. */
  readonly shape: number;
  readonly scale: number;
  /** Minutes of a listening session at the median, and how it varies. */
  readonly session: number;
  readonly spread: number;
  /** Sessions after which nobody comes back, as a chance. */
  readonly quit: number;
  /** Seconds by which the app jumps, forwards and back. */
  readonly forward: number;
  readonly back: number;
  /** Seconds of credits, and the part that hears them. */
  readonly credits: number;
  readonly patient: number;
}

export function drawManners(random: Random): Manners {
  return {
    samplers: drawBetween(random, 0.05, 0.4),
    loyal: drawBetween(random, 0.25, 0.55),
    shape: pick(random, [0.6, 1, 1.8]),
    scale: drawBetween(random, 12, 90),
    session: drawBetween(random, 14, 45),
    spread: drawBetween(random, 0.4, 0.9),
    quit: drawBetween(random, 0.35, 0.7),
    forward: pick(random, [10, 15, 45]),
    back: pick(random, [10, 15]),
    credits: drawBetween(random, 0, 120),
    patient: drawBetween(random, 0.2, 0.8),
  };
}

/**
 * Simulates an episode listener by listener. Samplers leave by Weibull's law; others listen in sessions of a lognormal
 * length, and come back to where they were or not at all; the loyal hear everything but the credits.
 */
export function simulateHouseholds(script: Script, manners: Manners, random: Random): Hearing {
  const { duration, planted } = script;
  return countHeard(script, (isStranger) => {
    const stop = Math.min(drawEnd(script, manners, isStranger, random), drawLeave(planted, random));
    const whole = Math.max(2, Math.min(duration, stop));
    const end =
      random() < script.inProgress ? Math.max(1, Math.min(whole, drawExponential(random, duration / 2))) : whole;
    const heard = cutHoles([0, end], drawSkips(script, manners, end, random));
    return { heard, replays: drawReplays(script, manners, end, random) };
  });
}

function drawEnd(
  { duration, haste, opening }: Script,
  { samplers, loyal, shape, scale, session, spread, quit, credits, patient }: Manners,
  isStranger: boolean,
  random: Random,
): number {
  const luck = random();
  const sampling = samplers + opening + (isStranger ? 0.4 : 0);
  if (luck < sampling) return 1 + scale * (-Math.log(1 - random())) ** (1 / shape);
  const last = random() < patient ? duration : duration - credits + drawExponential(random, 4);
  if (!isStranger && luck > 1 - (1 - sampling) * loyal) return last;
  let end = 0;
  do end += (60 * session * Math.exp(drawNormal(random, 0, spread))) / haste;
  while (end < duration && random() > quit);
  return Math.min(end, last);
}

/** Presses until the passage is over: some start late, and some go back a step when they are too far. */
function drawSkips({ planted, duration }: Script, { forward, back }: Manners, end: number, random: Random): Interval[] {
  const skips = planted.flatMap(({ kind, from, to, share }): Interval[] => {
    if (kind !== "skip" || from > end || random() >= share) return [];
    const start = Math.min(to - 2, from + drawBetween(random, 1, 12));
    const target = start + forward * Math.ceil((to - start) / forward);
    return [[start, target - back > to && random() < 0.3 ? target - back : target]];
  });
  const hops = random() < 0.3 ? 1 + Math.floor(3 * random()) : 0;
  const at = drawBetween(random, 0, duration);
  return hops > 0 ? [...skips, [at, at + hops * forward]] : skips;
}

/** Who replays a passage goes back to its beginning, about; others go back a step anywhere. */
function drawReplays({ planted, duration }: Script, { back }: Manners, end: number, random: Random): Interval[] {
  const again = planted.flatMap(({ kind, from, to, share }): Interval[] => {
    return kind === "replay" && to < end && random() < share ? [[from + drawBetween(random, -4, 4), to]] : [];
  });
  const at = drawBetween(random, back, duration);
  return random() < 0.2 && at < end ? [...again, [at - back, at]] : again;
}
