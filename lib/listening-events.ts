import { isAmount } from "./chart.ts";
import { describeMember } from "./describe.ts";
import { isObject } from "./json.ts";
import { mergeSpans, type Span } from "./spans.ts";

/** The last position of an episode that counts, in seconds: 48 hours. */
export const MAX_POSITION = 48 * 3_600;

/** The events that players log, and whether the episode plays after them. */
const PLAYS_AFTER: ReadonlyMap<unknown, boolean> = new Map([
  ["play", true],
  ["pause", false],
  ["seek", true],
  ["ended", false],
]);

/** An event that a player logged. */
export interface ListeningEvent {
  /** Seconds from the start of the episode. */
  readonly time: number;
  /** One of `play`, `pause`, `seek` and `ended`. */
  readonly event: string;
}

/** Thrown for a value that is not a list of events. Its message says what is wrong with it. */
export class EventsError extends TypeError {
  override readonly name = "EventsError";
}

/**
 * Parses the events of a listening session, such as `[{"time": 0, "event": "play"}, {"time": 7.5, "event": "pause"}]`.
 * Returns the same objects: a million small copies would take longer than reading the file that they are from.
 *
 * @param name the member that holds them, for the error message
 * @returns in logged order
 * @throws EventsError if the value is not an array, or an element is not an event
 */
export function parseEvents(value: unknown, name: string): readonly ListeningEvent[] {
  if (!Array.isArray(value)) throw new EventsError(describeMember(name, "an array of events", value));
  const invalid = value.findIndex((element) => !isEvent(element));
  if (invalid >= 0) throw new EventsError(describeInvalidEvent(value[invalid], `${name}[${invalid}]`));
  return value;
}

/** Checks whether the episode plays after an event, which then covers an interval. */
export function playsAfter({ event }: ListeningEvent): boolean {
  return PLAYS_AFTER.get(event) === true;
}

/**
 * Computes the seconds of the episode that events cover, each once: merged spans, which may lie beyond the episode's
 * end. `play` and `seek` cover the interval, or less if the next event lies within it. `pause` and `ended` cover their
 * own second. For example, with an interval of 3 and an episode of 7 seconds:
 *
 *     play at 0, pause at 5   1 1 1 0 0 1 0
 *     play at 0, pause at 1   1 1 0 0 0 0 0
 *     play at 4, seek to 0    1 1 1 0 1 1 1   the whole interval: the log does not say when the listener jumped back
 *
 * @param interval whole seconds
 */
export function computeSpans(events: readonly ListeningEvent[], interval: number): Span[] {
  const covered: Span[] = [];
  for (const [index, event] of events.entries()) {
    const start = Math.floor(event.time);
    const end = computeEnd(event, start, interval, events[index + 1]);
    const last = covered.at(-1);
    // Most events follow one another. Joined at once, they need not be sorted.
    if (last && start >= last.start && start <= last.end)
      covered[covered.length - 1] = { start: last.start, end: Math.max(end, last.end) };
    else covered.push({ start, end });
  }
  return mergeSpans(covered);
}

/** Computes the end of an event's coverage, exclusive. */
function computeEnd(event: ListeningEvent, start: number, interval: number, nextEvent?: ListeningEvent): number {
  if (!playsAfter(event)) return start + 1;
  const end = start + interval;
  const next = nextEvent ? Math.floor(nextEvent.time) : -1;
  return next < start ? end : Math.max(start + 1, Math.min(end, next));
}

function isEvent(value: unknown): value is ListeningEvent {
  return isObject(value) && isAmount(value.time) && PLAYS_AFTER.has(value.event);
}

function describeInvalidEvent(value: unknown, name: string): string {
  if (!isObject(value)) return describeMember(name, "an event", value);
  const { time, event } = value;
  if (!isAmount(time)) return describeMember(`${name}.time`, "a number of seconds of 0 or more", time);
  return describeMember(`${name}.event`, `one of ${[...PLAYS_AFTER.keys()].join(", ")}`, event);
}
