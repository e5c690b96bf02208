import type { HeardListen } from "../lib/collector/listen.ts";
import { type ListeningEvent, playsAfter } from "../lib/listening-events.ts";
import { countSeconds } from "../lib/spans.ts";

/** An event, and the one after it. */
type Pair = readonly [event: ListeningEvent, next: ListeningEvent | undefined];

/** Lists what is odd in a listen that was taken, with what to mend. Most players that are wrong do one of these. */
export function listRemarks({ events, interval, spans, duration }: HeardListen): string[] {
  const pairs = events.map((event, index): Pair => [event, events[index + 1]]);
  const endless = pairs.filter(isEndless);
  const leaps = pairs.filter((pair) => isLeap(pair, interval));
  const beyond = countSeconds(spans, Math.ceil(duration), Number.POSITIVE_INFINITY);
  const remarks = [
    describeFirst(
      endless,
      ([event]) => `${show(event)} has no pause after it, and may count for seconds that were not heard`,
    ),
    describeFirst(leaps, ([event, next]) => `a leap from ${show(event)} to ${show(next)}, without pause and seek`),
    beyond > 0
      ? `${beyond} s lie beyond the episode's ${duration} s. Positions are seconds of the episode.`
      : undefined,
  ];
  return remarks.filter((remark) => remark !== undefined);
}

/** The log does not say where playback stopped. */
function isEndless([event, next]: Pair): boolean {
  return playsAfter(event) && (next === undefined || next.event === "seek");
}

/** Playback went on elsewhere, or the player logged nothing for more than an interval. */
function isLeap([event, next]: Pair, interval: number): boolean {
  if (!playsAfter(event) || next === undefined || next.event === "seek") return false;
  const passed = Math.floor(next.time) - Math.floor(event.time);
  return passed < 0 || passed > interval;
}

function describeFirst([first, ...others]: readonly Pair[], describe: (pair: Pair) => string): string | undefined {
  if (!first) return undefined;
  return `${describe(first)}${others.length > 0 ? `, and ${others.length} more like it` : ""}.`;
}

function show(event: ListeningEvent | undefined): string {
  return `${event?.event} at ${event?.time}`;
}
