/** What 100 % is, and what counts, in a curve. Curves of different kinds can't be compared by their height. */
export type Kind = "peak" | "plays" | "views" | "starters" | "unknown";

const KINDS: Readonly<Record<string, Kind>> = {
  sessions: "peak",
  collector: "peak",
  spotify: "peak",
  op3: "peak",
  apple: "plays",
  youtube: "views",
  harborfm: "starters",
};

const NAMES: Readonly<Record<string, string>> = {
  own: "own chart",
  sessions: "listening sessions",
  collector: "collected here",
  spotify: "Spotify",
  op3: "OP3",
  apple: "Apple Podcasts",
  youtube: "YouTube",
  harborfm: "HarborFM",
  csv: "table",
};

/** What 100 % is, by kind. */
export const HUNDRED_PERCENT: Readonly<Record<Kind, string>> = {
  peak: "the moment with the most listeners",
  plays: "the moment with the most plays, and replays count",
  views: "all views, and replays count, so a curve can pass 100\u00a0%",
  starters: "everybody who started the episode",
  unknown: "what the source of the chart defines, in most charts the moment with the most listeners",
};

/** @param highest the curve's highest percentage: only a curve that counts replays passes 100 % */
export function computeKind(source: string | undefined, highest: number): Kind {
  return KINDS[source ?? ""] ?? (highest > 100 ? "views" : "unknown");
}

/** Returns the name of a source for people; one that has none here keeps its own. */
export function nameSource(source: string): string {
  return NAMES[source] ?? source;
}

export function countsReplays(kind: Kind): boolean {
  return kind === "plays" || kind === "views";
}
