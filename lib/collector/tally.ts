import type { Item } from "../item.ts";
import { createBuffers, EpisodeTally, type Tally } from "./episode-tally.ts";
import { splitId } from "./listen-item.ts";

/** Listens in the order of their ids, which is by window, episode, address and listener. */
export interface Pages extends AsyncIterable<readonly Item[]> {
  /** Called after each page with the prefix of the ids that no longer count; undefined if all may count. */
  skip(prefix: string | undefined): void;
}

/**
 * Adds up listens, episode by episode. A listener counts once in each second, however many listens say so. Holds one
 * episode in memory.
 */
export async function* tallyListens(pages: Pages): AsyncGenerator<Tally> {
  const buffers = createBuffers();
  let episode: EpisodeTally | undefined;
  for await (const page of pages) {
    for (const item of page) {
      const id = splitId(String(item.id));
      if (episode?.id.episode !== id.episode) {
        if (episode) yield episode.finish();
        episode = new EpisodeTally(id, String(item.guid), buffers);
      }
      episode.add(id, item.spans);
    }
    pages.skip(episode?.findFull());
  }
  if (episode) yield episode.finish();
}
