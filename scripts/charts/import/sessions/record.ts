import { describeMember } from "../../../../lib/describe.ts";
import { isKey, MAX_KEY_BYTES } from "../../../../lib/item.ts";
import { EventsError, type ListeningEvent, parseEvents } from "../../../../lib/listening.ts";
import { parseJsonObject } from "../input/json.ts";
import { RecordError } from "../input/refusals.ts";

const KIND = "not a session";

/** What the importer uses of a listening session. */
export interface Session {
  /** Its `session_id`; undefined if it has none. */
  readonly id: string | undefined;
  readonly guid: string;
  /** In logged order. */
  readonly events: readonly ListeningEvent[];
}

/**
 * Parses a listening session.
 *
 * @throws RecordError if it is not one
 */
export function parseSession(record: Uint8Array): Session {
  const { session_id, episodeGUID, data } = parseJsonObject(record);
  if (!isKey(episodeGUID)) {
    const expected = `a string of 1 to ${MAX_KEY_BYTES} bytes of UTF-8`;
    throw new RecordError(KIND, describeMember("episodeGUID", expected, episodeGUID));
  }
  try {
    return { id: parseId(session_id), guid: episodeGUID, events: parseEvents(data, "data") };
  } catch (error) {
    throw error instanceof EventsError ? new RecordError(KIND, error.message) : error;
  }
}

function parseId(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string" || typeof value === "number") return String(value);
  throw new RecordError(KIND, describeMember("session_id", "a string or a number", value));
}
