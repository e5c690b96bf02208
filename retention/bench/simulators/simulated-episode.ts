import { sum } from "d3-array";
import type { Chapter } from "../../report/usual/measured.ts";
import type { Cue } from "../../sources/transcripts/cue.ts";

/** Returns the next of random numbers from 0 to 1. */
export type Random = () => number;

/** What is planted in an episode: listeners leave between two times, skip a passage, or hear it again. */
export interface PlantedMove {
  readonly kind: "leave" | "skip" | "replay";
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  /** Share of the listeners present. */
  readonly share: number;
}

/** An episode as a simulator plays it to its listeners. */
export interface Script {
  /** Seconds. */
  readonly duration: number;
  readonly audience: number;
  readonly planted: readonly PlantedMove[];
  readonly chapters: readonly Chapter[];
  /** What is said in it, if it is transcribed. */
  readonly cues: readonly Cue[];
  /** Factor of how fast listeners leave, beside the other episodes of its show. */
  readonly haste: number;
  /** Points of the audience that leave the opening more than in other episodes. */
  readonly opening: number;
  /** Listeners beyond the show's, who come by chance and leave sooner. */
  readonly strangers: number;
  /** Part of the listeners who are still in the episode. */
  readonly inProgress: number;
}

/** What is in no episode unless it is planted there. */
export const ORDINARY = { planted: [], chapters: [], cues: [], strangers: 0, inProgress: 0 } as const;

/** Those who hear each second: listeners once each, and plays, of which replays are some. */
export interface Hearing {
  /** Seconds that each listener hears, without what is heard again. */
  readonly each: readonly number[];
  readonly listeners: readonly number[];
  readonly plays: readonly number[];
}

/** Draws a number from the normal distribution (Box and Muller 1958). */
export function drawNormal(random: Random, mean = 0, deviation = 1): number {
  return mean + deviation * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Draws a number from the exponential distribution. */
export function drawExponential(random: Random, mean = 1): number {
  return -mean * Math.log(1 - random());
}

export function drawBetween(random: Random, from: number, to: number): number {
  return from + (to - from) * random();
}

export function pick<T>(random: Random, options: readonly [T, ...T[]]): T {
  return options[Math.floor(random() * options.length)] ?? options[0];
}

/** A stretch that a listener hears, in seconds. */
export type Interval = readonly [from: number, to: number];

/** Cuts holes, such as skipped passages, out of what a listener hears. */
export function cutHoles(whole: Interval, holes: readonly Interval[]): readonly Interval[] {
  return holes.reduce<readonly Interval[]>(
    (heard, [from, to]) =>
      heard.flatMap(([start, end]): Interval[] => {
        if (to <= start || from >= end) return [[start, end]];
        const parts: Interval[] = [
          [start, from],
          [to, end],
        ];
        return parts.filter(([one, other]) => other > one);
      }),
    [whole],
  );
}

/** Counts who hears each second of an episode, listener by listener. */
export function countHeard(
  { duration, audience, strangers }: Script,
  hear: (isStranger: boolean) => Readonly<Record<"heard" | "replays", readonly Interval[]>>,
): Hearing {
  const all = Array.from({ length: audience }, (_, index) => hear(index >= audience - strangers));
  const heard = all.flatMap((listener) => listener.heard);
  const replays = all.flatMap((listener) => listener.replays);
  return {
    each: all.map((listener) => sum(listener.heard, ([from, to]) => to - from)),
    listeners: countHearers(duration, heard),
    plays: countHearers(duration, [...heard, ...replays]),
  };
}

function countHearers(duration: number, stretches: readonly Interval[]): number[] {
  const changes = new Int32Array(duration + 1);
  const change = (time: number, by: number) => {
    const second = Math.min(duration, Math.max(0, Math.floor(time)));
    changes[second] = (changes[second] ?? 0) + by;
  };
  for (const [from, to] of stretches) {
    change(from, 1);
    change(to, -1);
  }
  let present = 0;
  return Array.from(changes.subarray(0, -1), (by) => {
    present += by;
    return present;
  });
}

/** Where a listener leaves who leaves at planted places; infinite if at none of them. */
export function drawLeave(planted: readonly PlantedMove[], random: Random): number {
  const stops = planted.flatMap(({ kind, from, to, share }) => {
    return kind === "leave" && random() < share ? [drawBetween(random, from, to)] : [];
  });
  return Math.min(Number.POSITIVE_INFINITY, ...stops);
}
