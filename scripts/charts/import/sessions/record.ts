import { isAmount } from "../../../../lib/chart.ts";
import { isKey, MAX_KEY_BYTES } from "../../../../lib/item.ts";
import { isObject } from "../../../../lib/json.ts";
import { describeMember, parseJsonObject } from "../records/json.ts";
import { RecordError } from "../records/refusals.ts";

const KIND = "not a session";

/** The events that players log, and whether the episode plays after them. */
const PLAYS_AFTER: ReadonlyMap<string, boolean> = new Map([
  ["play", true],
  ["pause", false],
  ["seek", true],
  ["ended", false],
]);

/** An event that a player logged. */
export interface SessionEvent {
  /** Seconds from the start of the episode. */
  readonly time: number;
  readonly event: string;
}

/** What the importer uses of a listening session. */
export interface Session {
  readonly guid: string;
  /** In logged order. */
  readonly events: readonly SessionEvent[];
}

/**
 * Parses a listening session.
 *
 * @throws RecordError if it is not one
 */
export function parseSession(record: Uint8Array): Session {
  const { episodeGUID, data } = parseJsonObject(record);
  if (!isKey(episodeGUID)) {
    const expected = `a string of 1 to ${MAX_KEY_BYTES} bytes of UTF-8`;
    throw new RecordError(KIND, describeMember("episodeGUID", expected, episodeGUID));
  }
  if (!Array.isArray(data)) throw new RecordError(KIND, describeMember("data", "an array of events", data));
  return { guid: episodeGUID, events: data.map(parseEvent) };
}

/** Checks whether the episode plays after an event, which then covers an interval. */
export function playsAfter({ event }: SessionEvent): boolean {
  return PLAYS_AFTER.get(event) === true;
}

/** Returns the same object: a million small copies would take longer than reading the file. */
function parseEvent(value: unknown, index: number): SessionEvent {
  if (isEvent(value)) return value;
  const name = `data[${index}]`;
  if (!isObject(value)) throw new RecordError(KIND, describeMember(name, "an event", value));
  const { time, event } = value;
  if (!isAmount(time))
    throw new RecordError(KIND, describeMember(`${name}.time`, "a number of seconds of 0 or more", time));
  const names = [...PLAYS_AFTER.keys()].join(", ");
  throw new RecordError(KIND, describeMember(`${name}.event`, `one of ${names}`, event));
}

function isEvent(value: unknown): value is SessionEvent {
  return isObject(value) && isAmount(value.time) && typeof value.event === "string" && PLAYS_AFTER.has(value.event);
}
