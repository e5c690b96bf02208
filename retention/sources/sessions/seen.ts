import type { ListeningEvent } from "../../../lib/listening-events.ts";
import { DigestTable, digestNumbers } from "../base/digest-table.ts";
import { RecordError } from "../base/refusals.ts";
import { formatPlace, type Place, type PlaceNumbers, Places } from "../input/places.ts";
import type { Session } from "./record.ts";

/**
 * What a session is: a record that was seen before, or a new one, of which so many events at its beginning are a copy of another
 * episode's. One without an id that equals another record may be another listener's: it is only `alike`.
 */
type Sight = "same" | "alike" | { readonly differsFrom: Place } | { readonly copied: number };

/** What is remembered of a record. */
interface KnownRecord {
  /** 64 bits of the events' digest, as two words. */
  readonly digest: readonly [number, number];
  readonly place: PlaceNumbers;
  /** The number of the episode, from 1. */
  readonly episode: number;
  /** How many there are. */
  readonly events: number;
  /** The number of the episode of the session's next record; 0 if there is none. */
  readonly next: number;
}

/** The numbers of {@link KnownRecord} in a table: two of the digest, two of the place, the episode, the events and the next episode. */
const SEEN_WORDS = 7;

/** Earlier records of a session with which a later one is compared. Nobody hears more episodes in one session. */
const MAX_EARLIER = 100;

/** Remembers sessions, in at most 100 bytes each. */
export class SeenSessions {
  readonly #places = new Places();
  /** Numbers of episodes by GUID, and GUIDs by number. */
  readonly #episodes = new Map<string, number>();
  readonly #guids: string[] = [];
  /** Of each session by its id the first record, and those of other episodes by id and GUID; without an id, by content. */
  readonly #seen = new DigestTable(SEEN_WORDS);

  /** Looks at a session, and remembers it unless it was seen before: with the same id and GUID, or without an id with the same content. */
  look({ id, guid, content, events }: Session, place: Place): Sight {
    const digest = id === undefined ? ([0, 0] as const) : computeDigest(events);
    const [episode, numbers] = [this.#number(guid), this.#places.encode(place)];
    const seen = { digest, place: numbers, episode, events: events.length, next: 0 };
    if (id === undefined) return this.#remember([null, content], seen) ? "alike" : { copied: 0 };
    const first = this.#remember([id], seen);
    if (!first) return { copied: 0 };
    if (first.episode === episode) return this.#compare(first, seen);
    const known = this.#remember([id, guid], { ...seen, next: first.next });
    if (known) return this.#compare(known, seen);
    this.#write([id], { ...first, next: episode });
    return { copied: Math.max(...this.#listEarlier(id, first).map((earlier) => countCopied(events, earlier))) };
  }

  /** Lists the first record of a session, and then those of other episodes, the last one first. */
  #listEarlier(id: string, first: KnownRecord): KnownRecord[] {
    const earlier = [first];
    for (let { next } = first; next !== 0 && earlier.length < MAX_EARLIER; next = earlier.at(-1)?.next ?? 0) {
      const record = this.#read([id, this.#guids[next - 1]]);
      if (!record) break;
      earlier.push(record);
    }
    return earlier;
  }

  /** Remembers a record, and returns undefined; or returns the one that is remembered already. */
  #remember(key: readonly unknown[], seen: KnownRecord): KnownRecord | undefined {
    const known = this.#read(key);
    if (!known) this.#write(key, seen);
    return known;
  }

  #read(key: readonly unknown[]): KnownRecord | undefined {
    const [one = 0, other = 0, file = 0, line = 0, episode = 0, events = 0, next = 0] = this.#seen.at(
      JSON.stringify(key),
    );
    return file === 0 ? undefined : { digest: [one, other], place: { file, line }, episode, events, next };
  }

  #write(key: readonly unknown[], { digest, place, episode, events, next }: KnownRecord): void {
    this.#seen.at(JSON.stringify(key)).set([...digest, place.file, place.line, episode, events, next]);
  }

  #compare(known: KnownRecord, seen: KnownRecord): Sight {
    return areEqual(known.digest, seen.digest) ? "same" : { differsFrom: this.#places.decode(known.place) };
  }

  #number(guid: string): number {
    const number = this.#episodes.get(guid) ?? this.#guids.push(guid);
    this.#episodes.set(guid, number);
    return number;
  }
}

/**
 * Counts the events that a session has from an earlier episode: PodToo finds what was sent before by the session alone, so the
 * record of a later episode begins with all of them. They are a copy only if the next event does not go on from them: it jumps
 * back, or begins anew after an end. In doubt, they count.
 */
function countCopied(events: readonly ListeningEvent[], earlier: KnownRecord): number {
  const [last, next] = [events[earlier.events - 1], events[earlier.events]];
  if (!last || !next || (next.time >= last.time && last.event !== "ended")) return 0;
  return areEqual(computeDigest(events.slice(0, earlier.events)), earlier.digest) ? earlier.events : 0;
}

function areEqual([one, other]: KnownRecord["digest"], digest: KnownRecord["digest"]): boolean {
  return one === digest[0] && other === digest[1];
}

/** Says where the two records of a session are. */
export function describeContradiction({ id }: Session, first: Place, second: Place): RecordError {
  const problem = `Session ${JSON.stringify(id)} is in ${formatPlace(first)} and, with other events, in ${formatPlace(second)}.`;
  return new RecordError("two-records", problem);
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
