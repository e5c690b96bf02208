import { type Episode, MAX_CHOSEN } from "../episode/episode.ts";

/** Unit of the horizontal axis: seconds, or percent of each episode's length. */
export type Over = "time" | "percent";

/** What the chart shows: whole curves by time, their opening, whole curves by part of the length, or one episode's sources. */
const VIEWS = ["whole", "opening", "length", "sources"] as const;
export type ChartView = (typeof VIEWS)[number];

/** What the page's address says: the overview, one episode, several, or the show before and after a date. */
export interface Choice {
  readonly episodes: readonly Episode[];
  readonly view: ChartView;
  /** A place in the episode that a link leads to, in seconds. */
  readonly at?: number | undefined;
  /** The date before and after which the show is compared, as YYYY-MM-DD; empty for none yet. Undefined if it is not compared. */
  readonly date?: string | undefined;
  /** The show that is compared, if the report has several. */
  readonly show?: string | undefined;
}

export const OVERVIEW: Choice = { episodes: [], view: "whole" };

/** Formats a choice as the fragment of a URL, such as `#episode=urn%3Aa&episode=urn%3Ab&view=opening`. */
export function formatHash({ episodes, view, at, date, show }: Choice): string {
  const parameters = [
    ...episodes.map(({ guid }) => ["episode", guid]),
    ...(at === undefined ? [] : [["at", String(at)]]),
    ...(view === "whole" ? [] : [["view", view]]),
    ...(date === undefined ? [] : [["date", date]]),
    ...(show === undefined ? [] : [["show", show]]),
  ];
  return `#${new URLSearchParams(parameters)}`;
}

/** Reads the fragment of a URL. Counts unknown GUIDs, and ignores episodes beyond the most that can be compared. */
export function readHash(hash: string, all: readonly Episode[]): { choice: Choice; unknown: number } {
  const parameters = new URLSearchParams(hash.slice(1));
  const guids = new Set(parameters.getAll("episode"));
  const found = [...guids].flatMap((guid) => all.find((episode) => episode.guid === guid) ?? []);
  const at = /^\d{1,7}$/.exec(parameters.get("at") ?? "")?.[0];
  const date = parameters.get("date");
  const choice: Choice = {
    episodes: found.slice(0, MAX_CHOSEN),
    view: VIEWS.find((view) => view === parameters.get("view")) ?? "whole",
    at: at === undefined ? undefined : Number(at),
    date: date === null ? undefined : (/^\d{4}-\d\d-\d\d$/.exec(date)?.[0] ?? ""),
    show: parameters.get("show") ?? undefined,
  };
  return { choice, unknown: guids.size - found.length };
}
