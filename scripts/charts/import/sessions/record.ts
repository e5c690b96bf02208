import { randomUUID } from "node:crypto";
import { isAmount } from "../../../../lib/chart.ts";
import { isKey, MAX_KEY_BYTES } from "../../../../lib/item.ts";
import { isObject } from "../../../../lib/json.ts";
import { MAX_RECORD_BYTES } from "../records/batches.ts";
import { describe, parseJsonObject } from "../records/json.ts";
import { RecordError } from "../records/refusals.ts";
import { EVENTS, scanEvents } from "./events.ts";

const KIND = "not a session";

/** Room for the events of the longest record: none takes less than 16 bytes. */
export const MAX_EVENTS = MAX_RECORD_BYTES / 8;

/** A listening session, as far as it counts. Its seconds are in the array that it was parsed into. */
export interface Session {
  readonly guid: string;
  /** How many events there are. */
  readonly count: number;
}

/** The beginning of a session's list of events; within a string, its quotes would be escaped. */
const DATA = Buffer.from('"data":[');

/** Stands for the list of events while the rest is parsed; nobody else can have written it. */
const MARK = randomUUID();
const MARK_JSON = Buffer.from(JSON.stringify([MARK]));

/**
 * Parses a listening session.
 *
 * @param seconds gets the whole second of each event, in their order; MAX_EVENTS long
 * @throws RecordError if it is none
 */
export function parseSession(record: Uint8Array, seconds: Uint32Array): Session {
  return tryScan(record, seconds) ?? parseWhole(record, seconds);
}

/** The fast way, for a record with its events in the usual form and nothing wrong with it. */
function tryScan(record: Uint8Array, seconds: Uint32Array): Session | undefined {
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.length);
  const from = bytes.indexOf(DATA) + DATA.length - 1;
  const events = from < DATA.length - 1 ? undefined : scanEvents(bytes, from, seconds);
  if (!events) return undefined;
  try {
    const rest = Buffer.concat([bytes.subarray(0, from), MARK_JSON, bytes.subarray(events.end)]);
    const { episodeGUID, data } = parseJsonObject(rest);
    return isKey(episodeGUID) && isMark(data) ? { guid: episodeGUID, count: events.count } : undefined;
  } catch {
    // The whole record's parser knows the place that is wrong.
    return undefined;
  }
}

/** Only then the list that was scanned is the one that counts, and not one further inside. */
function isMark(data: unknown): boolean {
  return Array.isArray(data) && data[0] === MARK;
}

function parseWhole(record: Uint8Array, seconds: Uint32Array): Session {
  const { episodeGUID, data } = parseJsonObject(record);
  if (!isKey(episodeGUID)) {
    const found = describe(episodeGUID);
    throw new RecordError(KIND, `episodeGUID must be a text of 1 to ${MAX_KEY_BYTES} bytes, not ${found}`);
  }
  if (!Array.isArray(data)) throw new RecordError(KIND, `data must be a list of events, not ${describe(data)}`);
  for (const [index, event] of data.entries()) seconds[index] = parseSecond(event, index);
  return { guid: episodeGUID, count: data.length };
}

function parseSecond(value: unknown, index: number): number {
  if (!isObject(value)) throw new RecordError(KIND, `data[${index}] must be an event, not ${describe(value)}`);
  const { time, event } = value;
  if (!isAmount(time)) throw new RecordError(KIND, `data[${index}].time must be seconds, not ${describe(time)}`);
  if (typeof event !== "string" || !EVENTS.includes(event))
    throw new RecordError(KIND, `data[${index}].event must be one of ${EVENTS.join(", ")}, not ${describe(event)}`);
  // Beyond every episode, and what a Uint32Array can't hold.
  return Math.min(Math.floor(time), 0xffff_ffff);
}
