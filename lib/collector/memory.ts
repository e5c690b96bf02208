import { loadEpisode } from "../episode/charts-table.ts";
import { logWarning } from "../log.ts";
import type { Table } from "../table.ts";
import { loadOrCreateSalt } from "./salts.ts";

/** How long episodes are remembered, and how long unknown ones are counted, in milliseconds. */
const MEMORY_MS = 60_000;

/** Unknown episodes that are named in that time. */
const MAX_NAMED = 20;

// What a container of the function that takes listens keeps from one call to the next.
const registered = new Set<string>();
let named = 0;
let forgetAt = 0;

let salt: { readonly window: string; readonly value: Promise<Uint8Array> } | undefined;

/**
 * Checks whether an episode has an item. Remembers those that have for a minute, because a chart's item costs several read
 * units. Does not remember the others, but names them in the log, where whoever integrates a player finds them: at most 20 a
 * minute and container.
 *
 * @param requestId for the log; undefined if the log must have nothing of the request
 */
export async function isRegistered(charts: Table, guid: string, requestId: string | undefined): Promise<boolean> {
  if (Date.now() >= forgetAt) {
    registered.clear();
    named = 0;
    forgetAt = Date.now() + MEMORY_MS;
  }
  if (registered.has(guid)) return true;
  const isKnown = (await loadEpisode(charts, guid)) !== undefined;
  if (isKnown) registered.add(guid);
  else if (requestId !== undefined && named++ < MAX_NAMED) logWarning("Episode not registered", { requestId, guid });
  return isKnown;
}

/** Returns the salt of a window. Remembers only the last one: that of a closed window goes with the next listen, or with the container. */
export async function findSalt(listens: Table, window: string): Promise<Uint8Array> {
  if (salt?.window !== window) salt = { window, value: loadOrCreateSalt(listens, window) };
  return salt.value.catch((error) => {
    salt = undefined;
    throw error;
  });
}
