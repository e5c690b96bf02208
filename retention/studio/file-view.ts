import { formatCount } from "../../lib/count.ts";
import { formatTime } from "../sources/base/times.ts";
import { nameSource } from "../sources/curve/source-facts.ts";
import { describeUnreadDates } from "../sources/feed/pub-date.ts";
import { countLines } from "../sources/import/saved-report.ts";
import type { Transcript } from "../sources/transcripts/transcript.ts";
import type { DroppedFeed, ReadFile } from "./dropped.ts";
import type { Imported } from "./imported.ts";
import { wordFact, wordRefusal } from "./refusal-words.ts";
import type { FileView } from "./view.ts";

/** What a file says that has none. Why, its refusal says. */
const NO_CURVES = formatCount(0, "curve");

const NO_LAST =
  "What has changed since can't be told: what this report says is of a later version or date, or damaged.";

/** Says of a file what was in it, and what was refused of it. */
export function viewFile(id: string, file: ReadFile, imported: Imported): FileView {
  const { names, speech } = imported.collection.show;
  const { content } = file;
  if (content.kind === "refused") {
    const refusal = wordRefusal(content.refusal, names);
    return { id, lines: [], refusals: [refusal], ...(content.isUnneeded && { isUnneeded: true }) };
  }
  // Where an episode is to be chosen, the page asks for it elsewhere.
  const refused = imported.listRefusals(id).filter(({ code }) => code !== "line-to-complete");
  const lines = [...describeContent(file), ...imported.listHints(id).map((hint) => wordFact(hint, names))].filter(
    (line) => line !== "" && line !== NO_CURVES,
  );
  const refusals = refused.map((refusal) => wordRefusal(refusal, names));
  if (content.kind === "transcript") lines.push(speech.tell(content.transcript));
  if (content.kind === "chapters") lines.push(speech.tellByName(file.name));
  // Such as a table of plays by day.
  const isUnneeded = refused.length > 0 && refused.every(({ code }) => code === "no-positions");
  return { id, lines, refusals, ...(isUnneeded && { isUnneeded }) };
}

/** Says in a line what a file had. A HAR file has said it itself. */
function describeContent({ content }: ReadFile): string[] {
  if (content.kind === "feed") return describeFeed(content.feed);
  if (content.kind === "map") return [`Map of ${formatCount(content.guids.size, "curve")} to episodes`];
  if (content.kind === "charts") return ["Charts of this service"];
  if (content.kind === "spots") return ["List of sponsors' spots"];
  if (content.kind === "transcript") return describeTranscript(content.transcript);
  if (content.kind === "chapters") return [formatCount(content.chapters.length, "chapter")];
  if (content.kind === "saved") {
    const { savedAt, lines } = content.saved;
    const time = savedAt === "" ? "" : ` of ${savedAt.slice(0, 10)}, ${savedAt.slice(11, 16)} UTC`;
    const line = `Saved report${time}: ${formatCount(countLines(lines), "curve")}`;
    return content.last ? [line] : [line, NO_LAST];
  }
  if (content.kind === "refused" || content.documents.some(({ said }) => said)) return [];
  const count = content.documents.reduce((sum, { curves }) => sum + curves.length, 0);
  const [source = ""] = content.documents.map((document) => document.source);
  return count > 0 ? [`${formatCount(count, "curve")} of ${nameSource(source)}`] : [];
}

function describeTranscript({ cues, end, leftOut, badLine }: Transcript): string[] {
  const first = badLine === undefined ? "" : `: see line ${badLine}`;
  const left = leftOut > 0 ? `, ${formatCount(leftOut, "cue")} left out${first}` : "";
  return [`Transcript of ${formatTime(end)}: ${formatCount(cues.length, "cue")}${left}`];
}

function describeFeed({ items, hasOtherPages }: DroppedFeed): string[] {
  const unread = describeUnreadDates(items.map(({ pubDate }) => pubDate));
  const pages = hasOtherPages ? ["This feed goes on: it is one of several pages. Drop the others, too."] : [];
  return [
    `Feed: ${formatCount(items.length, "episode")}`,
    ...pages,
    ...unread.map((hint) => wordFact(hint, new Map())),
  ];
}
