import { formatCount } from "../lib/count.ts";
import type { FailureCode, HttpError } from "../lib/errors.ts";
import { type ListeningEvent, playsAfter } from "../lib/listening-events.ts";
import { toPrintable } from "../lib/printable.ts";
import { countSeconds, type Span } from "../lib/spans.ts";

/** What somebody heard of a registered episode. */
export interface HeardListen {
  readonly guid: string;
  /** In logged order. */
  readonly events: readonly ListeningEvent[];
  /** Seconds that `play` and `seek` cover at most. */
  readonly interval: number;
  /** The passages that were heard. */
  readonly spans: readonly Span[];
  /** Of the episode, in seconds. */
  readonly duration: number;
  /** Whether the sender objects to being counted. */
  readonly isObjection: boolean;
}

/** Passages that are listed. */
const MAX_LISTED = 10;

/** What to mend after each answer 404. */
const MENDS: Readonly<Partial<Record<FailureCode, string>>> = {
  "token-not-found": "take the URL from the feed's tag anew. To try, use the one that npm start prints.",
  "episode-not-found":
    "register the episode's feed (npm run charts -- register --help), or send the GUID as the feed has it.",
};

/** Composes what `npm start` prints of a listen that was taken: a line, or with `isVerbose` what was understood, too. */
export function describeListen(listen: HeardListen, isVerbose: boolean): string {
  const { guid, events, interval, spans, duration, isObjection } = listen;
  const remarks = listRemarks(listen);
  const seconds = countSeconds(spans, 0, Number.POSITIVE_INFINITY);
  const objection = isObjection ? ", not counted: the sender objects" : "";
  const line = `Listen to ${toPrintable(guid)}: ${seconds} s in ${formatCount(spans.length, "passage")}${objection}`;
  if (!isVerbose)
    return remarks.length > 0
      ? `${line}, ${formatCount(remarks.length, "oddity", "oddities")} (LISTENS=verbose)`
      : line;
  const passages = spans
    .slice(0, MAX_LISTED)
    .map(({ start, end }) => (end - start > 1 ? `${start}-${end - 1}` : `${start}`));
  if (spans.length > MAX_LISTED) passages.push("...");
  const heard = passages.length > 0 ? `seconds ${passages.join(", ")}` : "nothing";
  const log = `${formatCount(events.length, "event")} at an interval of ${interval} s`;
  return [
    line,
    `  Understood: ${heard} of ${duration}, from ${log}`,
    ...remarks.map((remark) => `  Odd: ${remark}`),
  ].join("\n");
}

/**
 * Composes what `npm start` prints of a listen that was refused: a line, or with `isVerbose` what to mend, too.
 *
 * @param guid the episode of the listen; undefined if it does not say
 */
export function describeRefusal(
  { code, statusCode, message }: HttpError,
  guid: string | undefined,
  isVerbose: boolean,
): string {
  const episode = guid === undefined || code !== "episode-not-found" ? "" : ` (${toPrintable(guid)})`;
  const line = `Listen refused, ${statusCode}: ${toPrintable(message)}${episode}`;
  const mend = MENDS[code] ?? "send the body as docs/players.md says, under “What a player sends”.";
  return isVerbose ? `${line}\n  To mend: ${mend}` : line;
}

/** An event, and the one after it. */
type Pair = readonly [event: ListeningEvent, next: ListeningEvent | undefined];

/** Lists what is odd in a listen that was taken, with what to mend. Most players that are wrong do one of these. */
function listRemarks({ events, interval, spans, duration }: HeardListen): string[] {
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
