import { describeMember } from "../../../../lib/describe.ts";
import { isKey, MAX_KEY_BYTES } from "../../../../lib/item.ts";
import { EventsError, type ListeningEvent, parseEvents } from "../../../../lib/listening.ts";
import { parseJsonObject } from "../input/json.ts";
import { RecordError } from "../input/refusals.ts";

const KIND = "not a session";

/** What the importer uses of a listening session. */
export interface Session {
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
  const { episodeGUID, data } = parseJsonObject(record);
  if (!isKey(episodeGUID)) {
    const expected = `a string of 1 to ${MAX_KEY_BYTES} bytes of UTF-8`;
    throw new RecordError(KIND, describeMember("episodeGUID", expected, episodeGUID));
  }
  try {
    return { guid: episodeGUID, events: parseEvents(data, "data") };
  } catch (error) {
    throw error instanceof EventsError ? new RecordError(KIND, error.message) : error;
  }
}
