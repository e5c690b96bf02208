import { formatCount } from "../../../lib/count.ts";
import type { View } from "../view.ts";

/** What the page's one filled button does. */
export type NextStep = "own files" | "choose files" | "choose episodes" | "report";

/** Whether there is nothing left to do or to look at before the report. */
export function isComplete(view: View): boolean {
  return (
    findNextStep(view).step === "report" &&
    view.files.every(({ refusals, isUnneeded }) => isUnneeded || refusals.length === 0)
  );
}

/** Finds what is to be done next, and names the button. */
export function findNextStep({ isExample, steps, nameless, hasReport }: View): { step: NextStep; name: string } {
  if (isExample) return { step: "own files", name: "Use my own files" };
  if (steps.episodes === 0) return { step: "choose files", name: "Add your feed" };
  const open = nameless.filter(({ guid }) => guid === undefined).length;
  if (open > 0) return { step: "choose episodes", name: `Choose ${formatCount(open, "episode")}` };
  return hasReport ? { step: "report", name: "See report" } : { step: "choose files", name: "Add files" };
}
