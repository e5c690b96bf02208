import { type Episode, MAX_CHOSEN } from "../episode.ts";

/** Unit of the horizontal axis: seconds, or percent of each episode's length. */
export type Over = "time" | "percent";

/** The selected episodes by slot, and the axis. An empty slot is undefined: its colour and letter are free. */
export interface Choice {
  readonly slots: readonly (Episode | undefined)[];
  readonly over: Over;
}

export const EMPTY_CHOICE: Choice = { slots: [], over: "time" };

/** Returns the choice with one more episode, or undefined if all slots are taken. */
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

/** Formats a choice as the fragment of a URL, such as `#episode=urn%3Aa&episode=urn%3Ab&over=percent`. */
export function formatHash({ slots, over }: Choice): string {
  const parameters = slots.flatMap((episode) => (episode ? [["episode", episode.guid]] : []));
  return `#${new URLSearchParams([...parameters, ...(over === "percent" ? [["over", over]] : [])])}`;
}

/** Reads the fragment of a URL. Ignores unknown GUIDs, and episodes for which there is no slot. */
export function readHash(hash: string, episodes: readonly Episode[]): Choice {
  const parameters = new URLSearchParams(hash.slice(1));
  const guids = new Set(parameters.getAll("episode"));
  const found = [...guids].flatMap((guid) => episodes.find((episode) => episode.guid === guid) ?? []);
  const over = parameters.get("over") === "percent" ? "percent" : "time";
  return { slots: found.slice(0, MAX_CHOSEN), over };
}
