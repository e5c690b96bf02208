import type { EpisodeName } from "../report/make/episode-name.ts";
import type { Code, CommandCode } from "../sources/base/codes.ts";
import { describeGuid, type Fact, sayFact, type WaysOut } from "../sources/base/facts.ts";
import type { Refusal } from "../sources/base/refusals.ts";
import { SHARED } from "./shared-ways-out.ts";
import type { RefusalView } from "./view.ts";

/** What feeds say of episodes, by GUID. */
export type EpisodeNames = ReadonlyMap<string, EpisodeName>;

const DURATION = "Drop the feed that has it, or type the length.";
const OR = new Intl.ListFormat("en", { type: "disjunction" });

const UNKNOWN =
  "It is no feed, no HAR file, no export, no saved report, and no answer of Spotify, Apple, YouTube, OP3, HarborFM or PeerTube. A map of curves to episodes is read as CSV with the columns key,guid.";

/** What the page says besides what is wrong. */
const WAYS_OUT: WaysOut<Exclude<Code, CommandCode>> = {
  ...SHARED,
  "no-json": "",
  "other-format": "",
  "too-large": "Split a table by episode, or delete what is not needed from a JSON answer, such as OP3's downloads.",
  "no-saved-report": "",
  "no-findings": "",
  "later-findings": "",
  "not-utf8": () => "It is no text in UTF-8. If it is a table, save it as CSV in UTF-8.",
  "text-numbers": "",
  "unknown-object": UNKNOWN,
  "unknown-text": UNKNOWN,
  "detailed-activity": "Drop All.csv or Organic.csv.",
  "too-many-files": "Drop the one of YouTube Studio.",
  "encrypted-table": "Unpack it, and choose that file.",
  "no-table": "Unpack it, and choose the file that has the curve.",
  "several-tables": "Unpack it, and choose the one of all views.",
  "no-positions":
    "If it says how many listened, and not where they left, a report does not need it. If it has a curve, name its first column time, with seconds.",
  "no-values": ({ problem, names }) =>
    `${problem} Rename one to ${OR.format(names)}. For YouTube Studio, choose its zip as it is, or All.csv.`,
  "row-twice":
    "Keep one of the rows. If there are several episodes, add a column guid. From YouTube Studio, choose All.csv or Organic.csv, not a file by segment.",
  "refused-answer": "Record that episode again.",
  "answer-without-data": () => "It has no data. There may be too few listeners yet. Save it again later.",
  "missing-rows": "If nobody listened there, say so. Otherwise, export the table again with all rows.",
  "over-limit": "",
  "no-guid": "",
  "line-to-complete": "",
  "answer-without-guid": "Save the answer to a file of its own.",
  "input-without-guid": "",
  "input-without-key": "",
  "no-duration": DURATION,
  "no-duration-in-feed": DURATION,
  "not-in-feed": ({ problem }) => `${problem}: check its spelling. ${DURATION}`,
  "bad-duration": `Write seconds, MM:SS or HH:MM:SS. ${DURATION}`,
  "found-twice": "Choose another episode for one of the two, or take it away.",
  "har-summary": "",
  "unused-count": "Drop both together.",
  "other-duration": ({ problem, known }) => `${problem}, but the feed says ${known} s. The file's duration is used.`,
  "malformed-item": "",
  "no-chart-in-item": "",
  "too-many-sources": "",
};

/** Says in the words of the page why something was refused. */
export function wordRefusal(refusal: Refusal, names: EpisodeNames): RefusalView {
  const text = `${refusal.line === undefined ? "" : `line ${refusal.line}: `}${wordFact(refusal, names)}`;
  if ("lacksDuration" in refusal) return { text, remedy: { kind: "duration", guid: refusal.lacksDuration } };
  return refusal.code === "missing-rows" ? { text, remedy: { kind: "zeros" } } : { text };
}

/** Says something in the words of the page, with the titles of episodes. */
export function wordFact(fact: Fact, names: EpisodeNames): string {
  return sayFact(fact, WAYS_OUT, (guid) => {
    const title = names.get(guid)?.title;
    return title === undefined ? describeGuid(guid) : `“${title}”`;
  });
}
