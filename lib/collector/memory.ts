import { charts, listens } from "../dynamodb.ts";
import { loadEpisode } from "../episode/charts-table.ts";
import { logWarning } from "../log.ts";
import { loadOrCreateSalt } from "./salts.ts";

/** How long episodes are remembered, and how long unknown ones are counted, in milliseconds. */
const MEMORY_MS = 60_000;

/** Unknown episodes that are named in that time. */
const MAX_NAMED = 20;

const durations = new Map<string, number>();
let named = 0;
let forgetAt = 0;

let salt: { readonly window: string; readonly value: Promise<Uint8Array> } | undefined;

/**
 * Finds the duration of an episode, in seconds; undefined if it has no item. Remembers known episodes for a minute, because a
 * chart's item costs several read units. Does not remember unknown ones, but names them in the log, where whoever integrates
 * a player finds them: at most 20 a minute.
 *
 * @param requestId for the log; undefined if the log must have nothing of the request
 */
export async function findDuration(guid: string, requestId: string | undefined): Promise<number | undefined> {
  if (Date.now() >= forgetAt) {
    durations.clear();
    named = 0;
    forgetAt = Date.now() + MEMORY_MS;
  }
  if (durations.has(guid)) return durations.get(guid);
  const episode = await loadEpisode(charts, guid);
  if (episode) durations.set(guid, Number(episode.duration));
  else if (requestId !== undefined && named++ < MAX_NAMED) logWarning("Episode not registered", { requestId, guid });
  return durations.get(guid);
}

/** Returns the salt of a window. Remembers only the last one, so that no container keeps those of closed windows. */
export async function findSalt(window: string): Promise<Uint8Array> {
  if (salt?.window !== window) salt = { window, value: loadOrCreateSalt(listens, window) };
  return salt.value.catch((error) => {
    salt = undefined;
    throw error;
  });
}
