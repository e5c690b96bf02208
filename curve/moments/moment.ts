/** A moment at which many listeners do the same. */
export interface Moment {
  /** Listeners leave and stay away, leave and come back (they skip), or come and leave again (they replay). */
  readonly kind: "loss" | "skip" | "replay";
  /** Seconds: for a loss, from its start to its end; otherwise, the whole passage. */
  readonly from: number;
  readonly to: number;
  /** Percentages before the moment, within it (for a loss, as after it), and after it. */
  readonly before: number;
  readonly within: number;
  readonly after: number;
}
