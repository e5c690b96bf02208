/** Returns the next of random numbers from 0 to 1. */
export type Random = () => number;

/** What is planted in an episode. Times are in seconds, shares are those of the listeners present. */
export interface Planted {
  /** Listeners leave between two times; skip a passage, some leaving in it or none; or hear it again. */
  readonly kind: "leave" | "advertisement" | "passage" | "replay";
  readonly from: number;
  readonly to: number;
  readonly share: number;
}

/** An episode as a simulator plays it to its listeners. */
export interface Script {
  /** Seconds. */
  readonly duration: number;
  readonly audience: number;
  readonly planted: readonly Planted[];
  /** Factor of how fast listeners leave, beside the other episodes of its show. */
  readonly haste: number;
  /** Points of the audience that leave the opening more than in other episodes. */
  readonly opening: number;
  /** Listeners beyond the show's, who come by chance and leave sooner. */
  readonly strangers: number;
  /** Whether the file of half of the listeners has half a minute of another advertisement at the start. */
  readonly hasPreRoll: boolean;
  /** Part of the listeners who are still in the episode. */
  readonly inProgress: number;
}

/** Those who hear each second: listeners once each, and plays, of which replays are some. */
export interface Heard {
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
export type Stretch = readonly [from: number, to: number];

/** Cuts holes, such as skipped passages, out of what a listener hears. */
export function cutHoles(stretches: readonly Stretch[], holes: readonly Stretch[]): readonly Stretch[] {
  return holes.reduce((heard, [from, to]) => heard.flatMap((stretch) => cutHole(stretch, from, to)), stretches);
}

function cutHole([start, end]: Stretch, from: number, to: number): readonly Stretch[] {
  if (to <= start || from >= end) return [[start, end]];
  const parts: readonly Stretch[] = [
    [start, from],
    [to, end],
  ];
  return parts.filter(([one, other]) => other > one);
}

/** Counts who hears each second. */
export class Counter {
  readonly #changes: Int32Array;

  constructor(seconds: number) {
    this.#changes = new Int32Array(seconds + 1);
  }

  add(stretches: readonly Stretch[]): void {
    const last = this.#changes.length - 1;
    for (const [from, to] of stretches) {
      const [start, end] = [from, to].map((time) => Math.min(last, Math.max(0, Math.floor(time)))) as [number, number];
      this.#changes[start] = (this.#changes[start] ?? 0) + 1;
      this.#changes[end] = (this.#changes[end] ?? 0) - 1;
    }
  }

  count(): number[] {
    let present = 0;
    return Array.from(this.#changes.subarray(0, -1), (change) => {
      present += change;
      return present;
    });
  }
}

/** Where a listener leaves who leaves at planted places; infinite if at none of them. */
export function drawLeave(planted: readonly Planted[], random: Random): number {
  const stops = planted.flatMap(({ kind, from, to, share }) => {
    return kind === "leave" && random() < share ? [drawBetween(random, from, to)] : [];
  });
  return Math.min(Number.POSITIVE_INFINITY, ...stops);
}
