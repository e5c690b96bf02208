import { type Episode, MAX_CHOSEN } from "../episode.ts";

/** What the curves are drawn over: seconds, or percent of each episode's length. */
export type Over = "time" | "percent";

/** What is chosen: episodes in their slots, of which each has a colour and a letter. */
export interface Choice {
  readonly slots: readonly (Episode | undefined)[];
  readonly over: Over;
}

export const NOTHING: Choice = { slots: [], over: "time" };

/** The choice with one more episode; nothing if there is no slot left. */
export function addEpisode({ slots, over }: Choice, episode: Episode): Choice | undefined {
  const index = Array.from({ length: MAX_CHOSEN }, (_, slot) => slots[slot]).indexOf(undefined);
  if (index < 0) return undefined;
  const added = [...slots];
  added[index] = episode;
  return { slots: added, over };
}

export function removeEpisode({ slots, over }: Choice, episode: Episode): Choice {
  return { slots: slots.map((other) => (other === episode ? undefined : other)), over };
}

/** A choice as the end of a link, such as `#episode=urn%3Aa&episode=urn%3Ab&over=percent`. */
export function formatHash({ slots, over }: Choice): string {
  const parameters = slots.flatMap((episode) => (episode ? [["episode", episode.guid]] : []));
  return `#${new URLSearchParams([...parameters, ...(over === "percent" ? [["over", over]] : [])])}`;
}

/** The choice that a link ends with; GUIDs of no episode, and more episodes than there are slots, are left out. */
export function parseHash(hash: string, episodes: readonly Episode[]): Choice {
  const parameters = new URLSearchParams(hash.slice(1));
  const guids = new Set(parameters.getAll("episode"));
  const found = [...guids].flatMap((guid) => episodes.find((episode) => episode.guid === guid) ?? []);
  const over = parameters.get("over") === "percent" ? "percent" : "time";
  return { slots: found.slice(0, MAX_CHOSEN), over };
}
