import { RecordError } from "../base/refusals.ts";

/** Share that may lie beyond the end: inserted advertisements lengthen the audio, and Apple's curves have a tail. */
const MAX_SHARE = 0.1;

/** From this factor on, the times may be in milliseconds. */
const MILLISECONDS_FACTOR = 100;

/** How much of a curve lies beyond its episode's end. */
export interface Overrun {
  /** What lies before the end and beyond it: sums of the values of points, or seconds heard. */
  readonly within: number;
  readonly beyond: number;
  /** Seconds at which the last listener was there. */
  readonly reach: number;
}

/** @throws RecordError if more than a tenth of a curve lies beyond its episode's end: it is then not that episode's */
export function requireWithin({ within, beyond, reach }: Overrun, duration: number): void {
  const share = beyond / (within + beyond);
  if (!(share > MAX_SHARE)) return;
  const question = reach > MILLISECONDS_FACTOR * duration ? ": milliseconds?" : ".";
  const problem = `It reaches ${formatSeconds(reach)}; the episode has ${formatSeconds(duration)}${question}`;
  const lost = `${Math.round(100 * share)} % of it lies beyond the end.`;
  throw new RecordError("beyond its duration", `${problem} ${lost} Correct its times or the episode's duration.`);
}

export function formatSeconds(seconds: number): string {
  if (seconds > Number.MAX_SAFE_INTEGER) return `${seconds} s`;
  return `${seconds.toLocaleString("en", { maximumFractionDigits: 2 })} s`;
}
