import { type Episode, MAX_CHOSEN } from "../episode/episode.ts";

/** Unit of the horizontal axis: seconds, or percent of each episode's length. */
export type Over = "time" | "percent";

/** What the curves are: one of each episode, or all of the leading one, from several sources. */
export type View = "episodes" | "sources";

/** A part of the leading episode, in seconds. */
export interface Zoom {
  readonly from: number;
  readonly to: number;
}

/** The selected episodes by slot, and how they are drawn. An empty slot is undefined: its colour and letter are free. */
export interface Choice {
  readonly slots: readonly (Episode | undefined)[];
  readonly over: Over;
  readonly view: View;
  /** The episode whose figures, moments, chapters and usual are shown; undefined for the first one. */
  readonly lead?: Episode | undefined;
  /** Undefined for the whole length. */
  readonly zoom?: Zoom | undefined;
  /** A place in the leading episode that a link leads to, in seconds. */
  readonly at?: number | undefined;
  /** The date before and after which the show is compared, as YYYY-MM-DD. */
  readonly date?: string | undefined;
}

export const EMPTY_CHOICE: Choice = { slots: [], over: "time", view: "episodes" };

/** Returns the choice with one more episode, which leads, or undefined if all slots are taken. */
export function addEpisode(choice: Choice, episode: Episode): Choice | undefined {
  const index = Array.from({ length: MAX_CHOSEN }, (_, slot) => choice.slots[slot]).indexOf(undefined);
  if (index < 0) return undefined;
  const slots = [...choice.slots];
  slots[index] = episode;
  return { ...choice, slots, lead: episode, at: undefined };
}

export function removeEpisode(choice: Choice, episode: Episode): Choice {
  const slots = choice.slots.map((other) => (other === episode ? undefined : other));
  return choice.lead === episode ? leadBy({ ...choice, slots }, undefined) : { ...choice, slots };
}

/** Returns the choice with another episode that leads, which is shown whole, or with the first one for undefined. */
export function leadBy(choice: Choice, lead: Episode | undefined): Choice {
  return { ...choice, lead, zoom: undefined, at: undefined, view: "episodes" };
}

export function getChosen({ slots }: Choice): Episode[] {
  return slots.filter((episode) => episode !== undefined);
}

/** Formats a choice as the fragment of a URL, such as `#episode=urn%3Aa&episode=urn%3Ab&lead=urn%3Ab&zoom=120-390`. */
export function formatHash({ slots, over, view, lead, zoom, at, date }: Choice): string {
  const chosen = slots.flatMap((episode) => (episode ? [["episode", episode.guid]] : []));
  const parameters = [
    ...chosen,
    ...(lead && lead.guid !== chosen[0]?.[1] ? [["lead", lead.guid]] : []),
    ...(zoom ? [["zoom", `${Math.round(zoom.from)}-${Math.round(zoom.to)}`]] : []),
    ...(at === undefined ? [] : [["at", String(at)]]),
    ...(over === "percent" ? [["over", over]] : []),
    ...(view === "sources" ? [["view", view]] : []),
    ...(date === undefined ? [] : [["date", date]]),
  ];
  return `#${new URLSearchParams(parameters)}`;
}

/** Reads the fragment of a URL. Counts unknown GUIDs, and ignores episodes for which there is no slot. */
export function readHash(hash: string, episodes: readonly Episode[]): { choice: Choice; unknown: number } {
  const parameters = new URLSearchParams(hash.slice(1));
  const guids = new Set(parameters.getAll("episode"));
  const found = [...guids].flatMap((guid) => episodes.find((episode) => episode.guid === guid) ?? []);
  const slots = found.slice(0, MAX_CHOSEN);
  const choice: Choice = {
    slots,
    over: parameters.get("over") === "percent" ? "percent" : "time",
    view: parameters.get("view") === "sources" ? "sources" : "episodes",
    lead: slots.find(({ guid }) => guid === parameters.get("lead")),
    zoom: readZoom(parameters.get("zoom") ?? ""),
    at: readTime(parameters.get("at") ?? ""),
    date: /^\d{4}-\d\d-\d\d$/.exec(parameters.get("date") ?? "")?.[0],
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
