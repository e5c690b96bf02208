import { formatCount } from "../../lib/count.ts";
import { describeContent, type ReadFile } from "./dropped.ts";
import type { StudioOutcome } from "./imported.ts";
import { wordFact, wordRefusal } from "./refusal-words.ts";
import type { Show } from "./show.ts";
import type { FileView } from "./view.ts";

/** What a file says that has none. Why, its refusal says. */
const NO_CURVES = formatCount(0, "curve");

/** Says of a file what was in it, and what was refused of it. @param show of all files */
export function viewFile(id: string, file: ReadFile, outcome: StudioOutcome, { names, speech }: Show): FileView {
  const { content } = file;
  if (content.kind === "refused") {
    const refusal = wordRefusal(content.refusal, names);
    return { id, lines: [], refusals: [refusal], ...(content.isUnneeded && { isUnneeded: true }) };
  }
  // Where an episode is to be chosen, the page asks for it elsewhere.
  const refused = outcome.listRefusals(id).filter(({ code }) => code !== "line-to-complete");
  const lines = [...describeContent(file), ...outcome.listHints(id).map((hint) => wordFact(hint, names))].filter(
    (line) => line !== "" && line !== NO_CURVES,
  );
  const refusals = refused.map((refusal) => wordRefusal(refusal, names));
  if (content.kind === "transcript") lines.push(speech.tell(content.transcript));
  if (content.kind === "chapters") lines.push(speech.tellByName(file.name));
  // Such as a table of plays by day.
  const isUnneeded = refused.length > 0 && refused.every(({ code }) => code === "no-positions");
  return { id, lines, refusals, ...(isUnneeded && { isUnneeded }) };
}
