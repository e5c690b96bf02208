import { formatCount } from "../../../lib/count.ts";
import type { FileView, View } from "../view.ts";

/** What the page's one filled button does. */
export type NextStep = "own files" | "choose files" | "choose episodes" | "report";

/** What stands beside the button. */
export type SavedState = "" | "Saved" | "Unsaved changes";

/** Whether there is nothing left to choose or to type before the report. */
export function isComplete(view: View): boolean {
  const hasRemedy = view.files.some(({ refusals }) => refusals.some(({ remedy }) => remedy !== undefined));
  return findNextStep(view).step === "report" && !hasRemedy;
}

/** Lists the files that were not there before and were refused as a whole: one should see what is needed of them before the report. */
export function listNewRefused({ files }: View, before: View | undefined): readonly FileView[] {
  const known = new Set(before?.files.map(({ id }) => id));
  return files.filter(({ id, lines, refusals }) => refusals.length > 0 && lines.length === 0 && !known.has(id));
}

/** Says whether a report or a choice is saved, if there is one that would be lost with the page: not the example, and not a saved report alone. */
export function describeSaved({ isExample, isSavedAlone, isSaved, hasReport, nameless }: View): SavedState {
  const hasChoice = nameless.some(({ guid, isByTitle }) => guid !== undefined && !isByTitle);
  if (isExample || isSavedAlone || !(hasReport || hasChoice)) return "";
  return isSaved ? "Saved" : "Unsaved changes";
}

/** Says what stands under a report. */
export function describeReport(view: View): string {
  if (view.isExample) return "An example: a made-up show. It goes as soon as your own files come.";
  const refused = view.files.filter(({ refusals }) => refusals.length > 0);
  const unneeded = refused.filter(({ isUnneeded }) => isUnneeded).length;
  const problems = refused.length - unneeded;
  const told = [
    problems > 0 ? `${formatCount(problems, "file")} could not be read in full` : [],
    unneeded > 0 ? `${formatCount(unneeded, "file is", "files are")} not needed` : [],
  ].flat();
  return [view.notes || [], told.length > 0 ? `${told.join(", ")}: see Files.` : []].flat().join(" ");
}

/** Finds what is to be done next, and names the button. */
export function findNextStep({ isExample, steps, nameless, hasReport }: View): { step: NextStep; name: string } {
  if (isExample) return { step: "own files", name: "Use my own files" };
  if (steps.episodes === 0) return { step: "choose files", name: "Add your feed" };
  const open = nameless.filter(({ guid }) => guid === undefined);
  // An old feed may lack the episodes to choose.
  if (steps.feedOf !== undefined && open.some(({ suggested }) => suggested === undefined))
    return { step: "choose files", name: "Add today's feed" };
  if (open.length > 0) return { step: "choose episodes", name: `Choose ${formatCount(open.length, "episode")}` };
  return hasReport ? { step: "report", name: "See report" } : { step: "choose files", name: "Add files" };
}
