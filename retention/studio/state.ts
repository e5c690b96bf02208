import { Collection } from "./collection.ts";
import type { ComputedReport } from "./computed-report.ts";
import { Imported } from "./imported.ts";

/** What people dropped and chose, and what came of it. */
export interface State {
  readonly collection: Collection;
  /** The collection with files of another show, until people say whether the two may mix. */
  readonly mixed: Collection | undefined;
  readonly isExample: boolean;
  /** Keys of curves in files that people took away. */
  readonly takenAway: ReadonlySet<string>;
  /** Of the collection, or of the one before the choices that are not imported yet. */
  readonly imported: Imported;
  /** The report of what was imported, once it is computed. */
  readonly computed: ComputedReport | undefined;
  /** What was saved last, as `listContents` lists it. */
  readonly saved: readonly unknown[] | undefined;
}

export function createState(): State {
  const collection = new Collection();
  return {
    collection,
    mixed: undefined,
    isExample: false,
    takenAway: new Set(),
    imported: new Imported(collection),
    computed: undefined,
    saved: undefined,
  };
}

/** Checks whether all that was read is one saved report. */
export function isSavedAlone({ collection, isExample }: Pick<State, "collection" | "isExample">): boolean {
  const read = [...collection.shelf.values()].filter(({ content }) => content.kind !== "refused");
  return !isExample && read.length === 1 && read[0]?.content.kind === "saved";
}
