/**
 * What 100 % is, and what counts, in a curve: the moment with the most listeners, or with the most plays; all views, of
 * which replays are some; everybody who started; or nobody knows. Curves of different kinds can't be compared by height.
 */
export type Kind = "peak" | "plays" | "views" | "starters" | "unknown";

/** The unit counted, of which percentages are. A replay is another play or view, not another person. */
export type Unit = "listener" | "play" | "view";

/** What curves of each kind count. */
export const UNITS: Readonly<Record<Kind, Unit>> = {
  peak: "listener",
  plays: "play",
  views: "view",
  starters: "listener",
  unknown: "listener",
};
