import { computeFingerprint } from "../digest.ts";
import { invalidBody } from "../json-body.ts";
import { computeSpans, type ListeningEvent, MAX_POSITION } from "../listening-events.ts";
import type { Span } from "../spans.ts";
import { HASH_LENGTH, type Listener } from "./listener.ts";
import { packSpans } from "./packed-spans.ts";
import { computeExpiry } from "./window.ts";

/** The most separate passages of a listen. */
const MAX_SPANS = 500;

/** An item of LISTENS_TABLE: the seconds that a listener heard of an episode in a window. */
export interface Listen {
  /** The first hexadecimal digit of the hash of the GUID: the partition key. */
  readonly partition: string;
  /** `<window>#<GUID>#<address>#<listener>#<spans>`, the last four as hashes: the sort key. */
  readonly id: string;
  readonly guid: string;
  /** See `packed-spans.ts`. */
  readonly spans: Uint8Array;
  /** Seconds since the epoch. The table's time-to-live attribute. The same for all listens of a window. */
  readonly expiresAt: number;
}

/** The parts of a listen's id. */
export interface ListenId {
  /** `<window>#<GUID>`, the GUID as a hash: the same for all listens of an episode in a window. */
  readonly episode: string;
  readonly window: string;
  readonly address: string;
  readonly listener: string;
}

/**
 * Computes the seconds that events cover, as merged spans.
 *
 * @param interval seconds that `play` and `seek` cover at most
 * @throws HttpError 400 if an event is not within 48 hours, or if there are more than 500 spans
 */
export function computeHeardSpans(events: readonly ListeningEvent[], interval: number): Span[] {
  const late = events.findIndex(({ time }) => time >= MAX_POSITION);
  if (late >= 0) {
    const problem = `data[${late}].time must be below ${MAX_POSITION} seconds (48 hours), not ${events[late]?.time}`;
    throw invalidBody(`${problem}. Send seconds, not milliseconds`);
  }
  const spans = computeSpans(events, interval).map(({ start, end }) => ({ start, end: Math.min(end, MAX_POSITION) }));
  if (spans.length <= MAX_SPANS) return spans;
  throw invalidBody(`the events cover ${spans.length} separate passages, and the maximum is ${MAX_SPANS}`);
}

/** Composes the item of a listen. In one window, the same spans of the same listener always give the same item. */
export function composeListen(window: string, guid: string, { address, listener }: Listener, spans: Span[]): Listen {
  const episode = computeHash(guid);
  const packed = packSpans(spans);
  return {
    partition: episode.slice(0, 1),
    id: [window, episode, address, listener, computeHash(packed)].join("#"),
    guid,
    spans: packed,
    expiresAt: computeExpiry(window),
  };
}

/** Splits the id of a listen. */
export function splitId(id: string): ListenId {
  const window = id.replace(/#.*/, "");
  const [, episode = "", address = "", listener = ""] = id.split("#");
  return { episode: `${window}#${episode}`, window, address, listener };
}

function computeHash(value: string | Uint8Array): string {
  return computeFingerprint(value).slice(0, HASH_LENGTH);
}
