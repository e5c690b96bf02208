import { formatCount } from "../../lib/count.ts";
import { describeContent, type ReadFile } from "./dropped.ts";
import type { StudioOutcome } from "./imported.ts";
import { isToBeChosen, isWithoutCurve, wordHint, wordRefusal } from "./refusal-words.ts";
import type { Show } from "./show.ts";
import type { FileView } from "./view.ts";

/** What a file says that has none. Why, its refusal says. */
const NO_CURVES = formatCount(0, "curve");

/** Says of a file what was in it, and what was refused of it. @param show of all files */
export function viewFile(id: string, file: ReadFile, outcome: StudioOutcome, { names, speech }: Show): FileView {
  const { content } = file;
  if (content.kind === "refused") {
    const refusal = wordRefusal({ kind: "unreadable", detail: content.reason });
    return { id, lines: [], refusals: [refusal], ...(content.isUnneeded && { isUnneeded: true }) };
  }
  const refused = outcome.listRefusals(id).filter((refusal) => !isToBeChosen(refusal));
  const lines = [...describeContent(file), ...outcome.listHints(id).map(wordHint)].filter(
    (line) => line !== "" && line !== NO_CURVES,
  );
  const toTitle = (quoted: string) => {
    const title = names.get(quoted.slice(1, -1))?.title;
    return title === undefined ? quoted : `“${title}”`;
  };
  const refusals = refused
    .map(wordRefusal)
    .map((view) => ({ ...view, text: view.text.replaceAll(/"[^"]+"/g, toTitle) }));
  if (content.kind === "transcript") lines.push(speech.tell(content.transcript));
  if (content.kind === "chapters") lines.push(speech.tellByName(file.name));
  const isUnneeded = refused.length > 0 && refused.every(isWithoutCurve);
  return { id, lines, refusals, ...(isUnneeded && { isUnneeded }) };
}
