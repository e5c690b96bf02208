import { Choices } from "./choices.ts";
import type { ComputedReport } from "./computed-report.ts";
import { Show } from "./dropped-show.ts";
import { type Collection, createNothing, type ImportResult } from "./import-collection.ts";
import type { Nameless } from "./view.ts";

/** What people dropped and chose, and what came of it. */
export interface State {
  readonly collection: Collection;
  /** The collection with files of another show, until people say whether the two may mix. */
  readonly mixed: Collection | undefined;
  readonly isExample: boolean;
  /** Keys of curves in files that people took away. */
  readonly takenAway: ReadonlySet<string>;
  /** What the files of the collection say. */
  readonly show: Show;
  /** The curves that don't name their episode, with what was chosen. */
  readonly nameless: readonly Nameless[];
  readonly imported: ImportResult;
  /** Whether an episode was chosen that is not imported yet. */
  readonly isStale: boolean;
  /** What the last report that was computed says. */
  readonly told: Pick<ComputedReport, "kept" | "unread">;
  /** What was saved last, as `listContents` lists it. */
  readonly saved: readonly unknown[] | undefined;
  /** Whether it is what is there. */
  readonly isSaved: boolean;
}

export function createEmpty(): Collection {
  return { shelf: new Map(), choices: new Choices() };
}

export function createState(): State {
  return {
    collection: createEmpty(),
    mixed: undefined,
    isExample: false,
    takenAway: new Set(),
    show: new Show(new Map()),
    nameless: [],
    imported: createNothing(),
    isStale: false,
    told: { kept: { quotes: [], cuts: [], spots: "" }, unread: [] },
    saved: undefined,
    isSaved: false,
  };
}

/** Checks whether all that was read is one saved report. */
export function isSavedAlone({ collection, isExample }: Pick<State, "collection" | "isExample">): boolean {
  const read = [...collection.shelf.values()].filter(({ content }) => content.kind !== "refused");
  return !isExample && read.length === 1 && read[0]?.content.kind === "saved";
}
