import { cutHoles, drawBetween, drawExponential, type Interval, pick, type Random } from "./simulated-episode.ts";

/** A sponsor's spot as it is played, in seconds, with the parts of those there at its begin who skip it, and who leave for good. */
export interface PlayedSpot {
  readonly from: number;
  readonly to: number;
  readonly skip: number;
  readonly leave: number;
}

/** An episode with spots, and how its listeners behave. */
export interface SpottedEpisode {
  /** Seconds. */
  readonly duration: number;
  readonly audience: number;
  /** In order of time. */
  readonly spots: readonly PlayedSpot[];
  /** Part that only samples the opening. */
  readonly samplers: number;
  /** Part that leaves in an hour, and part that leaves in the outro. */
  readonly hourly: number;
  readonly impatient: number;
  /** Part that jumps ahead at one place, whatever is there. */
  readonly restless: number;
}

/** What one listener hears, and the second at which that ends. */
export interface SpotListener {
  readonly heard: readonly Interval[];
  readonly stop: number;
}

/** Seconds that a sampler hears, on average, and those of an outro. */
const SAMPLE = 40;
const OUTRO = 40;
/** Seconds within which a button is pressed, and by which one goes back that is too far. */
const REACTION = 12;
const BACK = 10;

/** Draws a listener, who skips spots by jumps of one length, and may land in the next spot. */
export function drawListener(episode: SpottedEpisode, random: Random): SpotListener {
  const { duration, spots, impatient, restless } = episode;
  const last = random() < impatient ? duration - drawBetween(random, 0, OUTRO) : duration;
  const jump = pick(random, [10, 15, 30, 30, 45]);
  const holes: Interval[] = [];
  let [stop, at] = [drawStop(episode, random), 0];
  for (const { from, to, skip, leave } of spots) {
    if (from >= stop) break;
    const start = Math.max(at, from + drawBetween(random, 0.5, Math.min(REACTION, (to - from) / 3)));
    const luck = random();
    if (luck < leave) stop = Math.min(stop, start);
    else if (luck < leave + skip && start < (from + to) / 2 && start < stop) {
      const target = start + jump * Math.ceil((to - start) / jump);
      at = target - BACK > to && random() < 0.4 ? target - BACK : target;
      holes.push([start, at]);
      // Nobody leaves while nothing is heard.
      stop += at - start;
    }
  }
  if (random() < restless) {
    const place = drawBetween(random, 0, duration);
    holes.push([place, place + jump]);
  }
  stop = Math.min(stop, last);
  return { heard: cutHoles([0, stop], holes), stop };
}

/** Checks whether a second is heard. */
export function isHeard({ heard }: SpotListener, time: number): boolean {
  return heard.some(([from, to]) => from <= time && time < to);
}

function drawStop({ samplers, hourly }: SpottedEpisode, random: Random): number {
  return random() < samplers
    ? 1 + drawExponential(random, SAMPLE)
    : drawExponential(random, -3_600 / Math.log(1 - hourly));
}
