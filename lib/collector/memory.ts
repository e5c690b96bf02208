import { container } from "../container.ts";
import { loadEpisode } from "../episode/charts-table.ts";
import { logWarning } from "../log.ts";
import type { Table } from "../table.ts";
import { loadOrCreateSalt } from "./salts.ts";

/** How long episodes are remembered, and how long unknown ones are counted, in milliseconds. */
const MEMORY_MS = 60_000;

/** Unknown episodes that are named in that time. */
const MAX_NAMED = 20;

/**
 * Checks whether an episode has an item. Remembers those that have for a minute, because a chart's item costs several read
 * units. Does not remember the others, but names them in the log, where whoever integrates a player finds them: at most 20 a
 * minute and container.
 *
 * @param requestId for the log; undefined if the log must have nothing of the request
 */
export async function isRegistered(charts: Table, guid: string, requestId: string | undefined): Promise<boolean> {
  if (Date.now() >= container.forgetAt) {
    container.registered.clear();
    container.named = 0;
    container.forgetAt = Date.now() + MEMORY_MS;
  }
  if (container.registered.has(guid)) return true;
  const isKnown = (await loadEpisode(charts, guid)) !== undefined;
  if (isKnown) container.registered.add(guid);
  else if (requestId !== undefined && container.named++ < MAX_NAMED)
    logWarning("episode-not-registered", "Episode not registered", { requestId, guid });
  return isKnown;
}

/** Returns the salt of a window. Remembers only the last one: that of a closed window goes with the next listen, or with the container. */
export async function findSalt(listens: Table, window: string): Promise<Uint8Array> {
  if (container.salt?.window !== window) container.salt = { window, value: loadOrCreateSalt(listens, window) };
  return container.salt.value.catch((error) => {
    container.salt = undefined;
    throw error;
  });
}
