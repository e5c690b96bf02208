import { type Episode, MAX_CHOSEN } from "../episode.ts";

/** Unit of the horizontal axis: seconds, or percent of each episode's length. */
export type Over = "time" | "percent";

/** A part of the leading episode, in seconds. */
export interface Zoom {
  readonly from: number;
  readonly to: number;
}

/** The selected episodes by slot, and how they are drawn. An empty slot is undefined: its colour and letter are free. */
export interface Choice {
  readonly slots: readonly (Episode | undefined)[];
  readonly over: Over;
  /** The episode whose summary, moments, chapters and usual are shown; undefined for the first one. */
  readonly lead?: Episode | undefined;
  /** Undefined for the whole length. */
  readonly zoom?: Zoom | undefined;
}

export const EMPTY_CHOICE: Choice = { slots: [], over: "time" };

/** Returns the choice with one more episode, which leads, or undefined if all slots are taken. */
export function addEpisode(choice: Choice, episode: Episode): Choice | undefined {
  const index = Array.from({ length: MAX_CHOSEN }, (_, slot) => choice.slots[slot]).indexOf(undefined);
  if (index < 0) return undefined;
  const slots = [...choice.slots];
  slots[index] = episode;
  return { ...choice, slots, lead: episode };
}

export function removeEpisode(choice: Choice, episode: Episode): Choice {
  const slots = choice.slots.map((other) => (other === episode ? undefined : other));
  return choice.lead === episode ? { ...choice, slots, lead: undefined, zoom: undefined } : { ...choice, slots };
}

export function getChosen({ slots }: Choice): Episode[] {
  return slots.filter((episode) => episode !== undefined);
}

/** Formats a choice as the fragment of a URL, such as `#episode=urn%3Aa&episode=urn%3Ab&over=percent`. */
export function formatHash({ slots, over }: Choice): string {
  const parameters = slots.flatMap((episode) => (episode ? [["episode", episode.guid]] : []));
  return `#${new URLSearchParams([...parameters, ...(over === "percent" ? [["over", over]] : [])])}`;
}

/** Reads the fragment of a URL. Counts unknown GUIDs, and ignores episodes for which there is no slot. */
export function readHash(hash: string, episodes: readonly Episode[]): { choice: Choice; unknown: number } {
  const parameters = new URLSearchParams(hash.slice(1));
  const guids = new Set(parameters.getAll("episode"));
  const found = [...guids].flatMap((guid) => episodes.find((episode) => episode.guid === guid) ?? []);
  const over = parameters.get("over") === "percent" ? "percent" : "time";
  return { choice: { slots: found.slice(0, MAX_CHOSEN), over }, unknown: guids.size - found.length };
}
