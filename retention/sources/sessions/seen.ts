import { DigestTable, digestNumbers } from "#digest-table";
import type { ListeningEvent } from "../../../lib/listening-events.ts";
import { RecordError } from "../base/refusals.ts";
import { formatPlace, type Place, Places } from "../input/places.ts";
import type { Session } from "./record.ts";

/**
 * Whether a session was seen before, and if so, whether it was the same. One without an id that equals another record may
 * be another listener's: it is only `alike`.
 */
type Sight = "new" | "same" | "alike" | { readonly differsFrom: Place };

/** Remembers sessions, in at most 100 bytes each. */
export class SeenSessions {
  readonly #places = new Places();
  /** By id and GUID, or without an id by content: 64 bits of the events' digest, and the place. */
  readonly #seen = new DigestTable();

  /** Remembers a session, unless one with the same id and GUID, or without an id with the same content, was seen before. */
  look({ id, guid, content, events }: Session, place: Place): Sight {
    const values = this.#seen.at(JSON.stringify(id === undefined ? [content] : [id, guid]));
    if (values[2] !== 0 && id === undefined) return "alike";
    const digest = computeDigest(events);
    if (values[2] !== 0)
      return values[0] === digest[0] && values[1] === digest[1]
        ? "same"
        : { differsFrom: this.#places.decode(values.subarray(2)) };
    values.set(digest);
    values.set(this.#places.encode(place), 2);
    return "new";
  }
}

/** Says where the two records of a session are, and which one to keep. */
export function describeContradiction({ id }: Session, first: Place, second: Place): RecordError {
  const problem = `Session ${JSON.stringify(id)} is in ${formatPlace(first)} and, with other events, in ${formatPlace(second)}.`;
  return new RecordError("with two records of a session", `${problem} Import only the latest export of each session.`);
}

function computeDigest(events: readonly ListeningEvent[]): [number, number] {
  const content = new Float64Array(2 * events.length);
  events.forEach(({ time, event }, index) => {
    // -0, which equals 0, has other bytes.
    content[2 * index] = time + 0;
    // The first two letters of the four events differ.
    content[2 * index + 1] = event.charCodeAt(0) * 256 + event.charCodeAt(1);
  });
  return digestNumbers(content);
}
