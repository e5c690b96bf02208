import { isAmount } from "../../../../lib/chart.ts";
import { isKey, MAX_KEY_BYTES } from "../../../../lib/item.ts";
import { isObject } from "../../../../lib/json.ts";
import { describe, parseJsonObject } from "../records/json.ts";
import { RecordError } from "../records/refusals.ts";

const KIND = "not a session";

/** What players log, and whether the listener goes on from there. */
const EVENTS: ReadonlyMap<string, boolean> = new Map([
  ["play", true],
  ["pause", false],
  ["seek", true],
  ["ended", false],
]);

/** What a player logged. */
export interface SessionEvent {
  /** Seconds from the start of the episode. */
  readonly time: number;
  readonly event: string;
}

/** A listening session, as far as it counts. */
export interface Session {
  readonly guid: string;
  /** In the order in which they were logged. */
  readonly events: readonly SessionEvent[];
}

/**
 * Parses a listening session.
 *
 * @throws RecordError if it is none
 */
export function parseSession(record: Uint8Array): Session {
  const { episodeGUID, data } = parseJsonObject(record);
  if (!isKey(episodeGUID)) {
    const found = describe(episodeGUID);
    throw new RecordError(KIND, `episodeGUID must be a text of 1 to ${MAX_KEY_BYTES} bytes, not ${found}`);
  }
  if (!Array.isArray(data)) throw new RecordError(KIND, `data must be a list of events, not ${describe(data)}`);
  return { guid: episodeGUID, events: data.map(parseEvent) };
}

/** Whether an event shows a listener who goes on listening, so that it can stand for an interval. */
export function isGoingOn({ event }: SessionEvent): boolean {
  return EVENTS.get(event) === true;
}

/** Returns the very object that it is given: a million small copies would cost more than reading them. */
function parseEvent(value: unknown, index: number): SessionEvent {
  if (isEvent(value)) return value;
  if (!isObject(value)) throw new RecordError(KIND, `data[${index}] must be an event, not ${describe(value)}`);
  const { time, event } = value;
  if (!isAmount(time)) throw new RecordError(KIND, `data[${index}].time must be seconds, not ${describe(time)}`);
  const names = [...EVENTS.keys()].join(", ");
  throw new RecordError(KIND, `data[${index}].event must be one of ${names}, not ${describe(event)}`);
}

function isEvent(value: unknown): value is SessionEvent {
  return isObject(value) && isAmount(value.time) && typeof value.event === "string" && EVENTS.has(value.event);
}
