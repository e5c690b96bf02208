import type { HeardListen } from "../lib/collector/listen.ts";
import { countSeconds } from "../lib/spans.ts";
import { formatCount } from "../report/text/count.ts";
import { toPrintable } from "../report/text/printable.ts";
import { listRemarks } from "./listen-remarks.ts";

/** A listen that was not taken. */
export interface RefusedListen {
  readonly status: number;
  /** The answer's. */
  readonly error: string;
  /** The episode that was not found. */
  readonly guid?: string | undefined;
}

/** The statuses of the answers to listens of which a line is printed. */
export const DESCRIBED: readonly unknown[] = [202, 400, 404];

/** Passages that are listed. */
const MAX_LISTED = 10;

/** What to mend after each answer 404. */
const MENDS: Readonly<Record<string, string>> = {
  "Token not found": "take the URL from the feed's tag anew. To try, use the one that npm start prints.",
  "Episode not found":
    "register the episode's feed (npm run charts -- register --help), or send the GUID as the feed has it.",
};

/** Composes what `npm start` prints of a listen that was taken: a line, or with `isVerbose` what was understood, too. */
export function describeListen(guid: string, listen: HeardListen, isVerbose: boolean): string {
  const { events, interval, spans, duration, isObjection } = listen;
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

/** Composes what `npm start` prints of a listen that was refused: a line, or with `isVerbose` what to mend, too. */
export function describeRefusal({ status, error, guid }: RefusedListen, isVerbose: boolean): string {
  const episode = guid === undefined ? "" : ` (${toPrintable(guid)})`;
  const line = `Listen refused, ${status}: ${toPrintable(error)}${episode}`;
  const mend = MENDS[error] ?? "send the body as docs/players.md says, under “What a player sends”.";
  return isVerbose ? `${line}\n  To mend: ${mend}` : line;
}
