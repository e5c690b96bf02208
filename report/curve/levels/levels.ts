/** A curve of which the level at any time can be read, in percent. */
export interface Levels {
  /** Seconds: where the file ends. */
  readonly end: number;
  /** Returns the mean level within a few seconds of a time. */
  readonly getLevel: (time: number) => number;
}

/** The middle of an episode, as parts of its length: neither its opening nor its ending. */
const FROM = 0.2;
const TO = 0.8;

/** Computes how fast listeners leave between two times, as the exponential rate per second. */
export function computeRate({ getLevel }: Pick<Levels, "getLevel">, from: number, to: number): number {
  return Math.log((getLevel(from) + 1) / (getLevel(to) + 1)) / (to - from);
}

/** Computes how fast listeners leave in the middle of an episode, as the exponential rate per second. */
export function computeMiddleRate(levels: Levels): number {
  return computeRate(levels, FROM * levels.end, TO * levels.end);
}
