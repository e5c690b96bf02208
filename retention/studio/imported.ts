import { readSource } from "../../lib/source.ts";
import type { Fact } from "../sources/base/facts.ts";
import type { InputError, PlacedRefusal, Refusal } from "../sources/base/refusals.ts";
import type { ChartWriter, ImportFile } from "../sources/import/chart-import.ts";
import type { HintPlace, ImportOutcome } from "../sources/import/import-outcome.ts";
import type { Replacement } from "../sources/item/replacement.ts";
import type { ReadFile } from "./dropped.ts";
import type { MemoryTable } from "./memory-table.ts";
import type { Pace } from "./pace.ts";

/** A curve that an import has put into the table, and what it did to the one that was there. */
export interface TakenCurve extends Pick<Replacement, "kind"> {
  readonly guid: string;
  readonly source: string;
}

/** Collects what an import refuses and advises, by file. */
export class StudioOutcome implements ImportOutcome {
  readonly #refused: PlacedRefusal[] = [];
  readonly #hints: { readonly hint: Fact; readonly at: HintPlace | undefined }[] = [];
  readonly refusals = { add: (refusal: PlacedRefusal) => void this.#refused.push(refusal) };

  plan(): void {}

  addRepeated(): void {}

  addFew(): void {}

  addHint(hint: Fact, at?: HintPlace): void {
    this.#hints.push({ hint, at });
  }

  listRefusals(file: string): Refusal[] {
    return this.#refused.filter((refusal) => "file" in refusal && refusal.file === file);
  }

  /** Lists what was refused of episodes, whichever file it is from. */
  listOfEpisodes(): Refusal[] {
    return this.#refused.flatMap((refusal) =>
      "episode" in refusal ? { ...refusal, of: { guid: refusal.episode } } : [],
    );
  }

  /** Lists what was advised for a file, without its name. */
  listHints(file: string): Fact[] {
    return this.#hints.flatMap(({ hint, at }) => (at && "file" in at && at.file === file ? hint : []));
  }
}

/** Writes to a table in memory. */
export function createWriter(table: MemoryTable, outcome: StudioOutcome, taken: TakenCurve[], pace: Pace): ChartWriter {
  const add: ChartWriter["add"] = async (curve) => {
    await pace.pause();
    const saved = table.save(curve);
    if ("code" in saved) outcome.refusals.add({ episode: curve.guid, ...saved });
    else taken.push({ guid: curve.guid, source: readSource(curve), kind: saved.kind });
  };
  return { add, finish: async () => {} };
}

/** Lists files for an import, of what was read of them. */
export function replayFiles(files: Iterable<readonly [id: string, file: ReadFile]>, pace: Pace): ImportFile[] {
  return [...files].flatMap(([name, { content }]) => {
    const curves = content.kind === "saved" ? content.curves : content;
    if (curves.kind === "charts") {
      const { batches, fault } = curves;
      return { name, open: async () => ({ kind: "chart", batches: replay(batches, pace, fault) }) };
    }
    if (curves.kind === "documents")
      return { name, open: async () => ({ kind: "document", documents: replay(curves.documents, pace) }) };
    return [];
  });
}

/** Gives what was read once more, up to where it could not be read on. */
async function* replay<Part>(parts: readonly Part[], pace: Pace, fault?: InputError): AsyncGenerator<Part> {
  for (const part of parts) {
    await pace.pause();
    yield part;
  }
  if (fault) throw fault;
}
