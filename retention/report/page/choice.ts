import { type Episode, MAX_CHOSEN } from "../episode/episode.ts";

/** Unit of the horizontal axis: seconds, or percent of each episode's length. */
export type Over = "time" | "percent";

/** A part of an episode, in seconds. */
export interface Zoom {
  readonly from: number;
  readonly to: number;
}

/** What the page's address says: the overview, one episode, several, or the show before and after a date. */
export interface Choice {
  readonly episodes: readonly Episode[];
  readonly over: Over;
  /** Whether the curves are those of one episode's sources. */
  readonly isOfSources: boolean;
  /** Undefined for the whole length. */
  readonly zoom?: Zoom | undefined;
  /** A place in the episode that a link leads to, in seconds. */
  readonly at?: number | undefined;
  /** The date before and after which the show is compared, as YYYY-MM-DD; empty for none yet. Undefined if it is not compared. */
  readonly date?: string | undefined;
  /** The show that is compared, if the report has several. */
  readonly show?: string | undefined;
}

export const OVERVIEW: Choice = { episodes: [], over: "time", isOfSources: false };

/** Formats a choice as the fragment of a URL, such as `#episode=urn%3Aa&episode=urn%3Ab&zoom=120-390`. */
export function formatHash({ episodes, over, isOfSources, zoom, at, date, show }: Choice): string {
  const parameters = [
    ...episodes.map(({ guid }) => ["episode", guid]),
    ...(zoom ? [["zoom", `${Math.round(zoom.from)}-${Math.round(zoom.to)}`]] : []),
    ...(at === undefined ? [] : [["at", String(at)]]),
    ...(over === "percent" ? [["over", over]] : []),
    ...(isOfSources ? [["view", "sources"]] : []),
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
  const date = parameters.get("date");
  const choice: Choice = {
    episodes: found.slice(0, MAX_CHOSEN),
    over: parameters.get("over") === "percent" ? "percent" : "time",
    isOfSources: parameters.get("view") === "sources",
    zoom: readZoom(parameters.get("zoom") ?? ""),
    at: readTime(parameters.get("at") ?? ""),
    date: date === null ? undefined : (/^\d{4}-\d\d-\d\d$/.exec(date)?.[0] ?? ""),
    show: parameters.get("show") ?? undefined,
  };
  return { choice, unknown: guids.size - found.length };
}

function readTime(text: string): number | undefined {
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

function readZoom(text: string): Zoom | undefined {
  const [, from, to] = (/^(\d{1,7})-(\d{1,7})$/.exec(text) ?? []).map(Number);
  return from !== undefined && to !== undefined && from < to ? { from, to } : undefined;
}
