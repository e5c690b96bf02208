import { describeMember } from "../../../lib/describe.ts";
import { isKey, MAX_KEY_BYTES } from "../../../lib/item.ts";
import { isObject, type JsonObject } from "../../../lib/json.ts";
import { EventsError, type ListeningEvent, parseEvents } from "../../../lib/listening-events.ts";
import { RecordError } from "../base/refusals.ts";
import { tryParseDuration } from "../feed/duration.ts";
import { explainTextNumbers, parseRecord } from "../input/json-bytes.ts";

/** What the importer uses of a listening session. */
export interface Session {
  /** Its `session_id`; undefined if it has none. */
  readonly id: string | undefined;
  /** Of a session without an id: the record, without white space between its parts. */
  readonly content?: string;
  readonly guid: string;
  /** Of the episode, in seconds; undefined if the session does not say. */
  readonly duration?: number | undefined;
  /** In logged order. */
  readonly events: readonly ListeningEvent[];
}

/**
 * Parses a listening session.
 *
 * @throws RecordError if it is not one
 */
export function parseSession(record: Uint8Array): Session {
  const object = parseRecord(record);
  const { session_id, duration, data } = object;
  const guid = findSessionGuid(object);
  if (!isKey(guid)) {
    const expected = `a string of 1 to ${MAX_KEY_BYTES} bytes of UTF-8`;
    throw new RecordError("not-a-session", describeMember("episodeGUID", expected, guid));
  }
  try {
    const id = parseId(session_id);
    return {
      id,
      ...(id === undefined && { content: formatContent(object) }),
      guid,
      duration: parseDurationMember(duration),
      events: parseEvents(data, "data"),
    };
  } catch (error) {
    throw error instanceof EventsError
      ? explainTextNumbers(object, new RecordError("not-a-session", error.message))
      : error;
  }
}

/** Finds the GUID of a session's episode. Older records of PodToo have it among the headers of a request, whose names have any case. */
export function findSessionGuid({ episodeGUID, headers }: JsonObject): unknown {
  if (episodeGUID || !isObject(headers)) return episodeGUID;
  const [, guid] = Object.entries(headers).find(([name]) => name.toLowerCase() === "episodeguid") ?? [];
  return guid ?? episodeGUID;
}

function formatContent(record: JsonObject): string {
  try {
    return JSON.stringify(record);
  } catch {
    throw new RecordError("too-deep-session", "Its brackets are deeper than those of any session.");
  }
}

function parseId(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new RecordError("long-session-id", "session_id is a number with more digits than JSON keeps.");
  if (typeof value === "string" || typeof value === "number") return String(value);
  throw new RecordError("not-a-session", describeMember("session_id", "a string or a number", value));
}

/** A player that has not loaded the audio yet knows no duration, or one of 0. */
function parseDurationMember(value: unknown): number | undefined {
  if (value === undefined || value === null || value === "" || value === 0) return undefined;
  const duration = typeof value === "number" || typeof value === "string" ? tryParseDuration(`${value}`) : undefined;
  if (duration !== undefined) return duration;
  throw new RecordError(
    "not-a-session",
    describeMember("duration", "a number of seconds up to 30 days, or null", value),
  );
}
