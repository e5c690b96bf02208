/** A curve of which the level at any time can be read, in percent. */
export interface Levels {
  /** Seconds: where the file ends. */
  readonly end: number;
  /** Returns the mean level within a few seconds of a time. */
  readonly getLevel: (time: number) => number;
}
