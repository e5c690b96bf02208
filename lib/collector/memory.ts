import { isAmount } from "../chart.ts";
import { charts } from "../dynamodb.ts";
import { loadEpisode } from "../episode/charts-table.ts";
import { loadOrCreateSalt } from "./listens-table.ts";

/** How long episodes' durations are remembered, in milliseconds. */
const MEMORY_MS = 60_000;

const durations = new Map<string, number>();
let forgetAt = 0;

let salt: { readonly window: string; readonly value: Promise<Uint8Array> } | undefined;

/**
 * Returns an episode's duration in seconds, or undefined if there is no item. Remembers known episodes for a minute,
 * because a chart's item costs several read units. Does not remember unknown ones.
 *
 * @throws TypeError if the item is malformed
 */
export async function findDuration(guid: string): Promise<number | undefined> {
  if (Date.now() >= forgetAt) {
    durations.clear();
    forgetAt = Date.now() + MEMORY_MS;
  }
  const known = durations.get(guid);
  if (known !== undefined) return known;
  const item = await loadEpisode(charts, guid);
  if (!item) return undefined;
  const { duration } = item;
  if (!isAmount(duration))
    throw new TypeError(`The chart item of ${JSON.stringify(guid)} is malformed: duration is not a number of seconds.`);
  durations.set(guid, duration);
  return duration;
}

/** Returns the salt of a window. Remembers only the last one, so that no container keeps those of closed windows. */
export async function findSalt(window: string): Promise<Uint8Array> {
  if (salt?.window !== window) salt = { window, value: loadOrCreateSalt(window) };
  return salt.value.catch((error) => {
    salt = undefined;
    throw error;
  });
}
