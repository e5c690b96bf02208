import { encodeUtf8 } from "../../lib/bytes.ts";
import { readSource } from "../../lib/source.ts";
import type { Fact } from "../sources/base/facts.ts";
import { InputError, type PlacedRefusal, type Refusal } from "../sources/base/refusals.ts";
import { readDocuments } from "../sources/har/documents.ts";
import type { ChartWriter, FileSource, SessionCounter } from "../sources/import/chart-import.ts";
import type { HintPlace, ImportOutcome } from "../sources/import/import-outcome.ts";
import type { MemoryTable } from "./memory-table.ts";
import { SESSIONS } from "./mistakes.ts";
import { openFile, toFile } from "./open-file.ts";
import type { Pace } from "./pace.ts";
import type { Shelf } from "./shelf.ts";

/** Says what an import did to the curves that were there. */
export type Counts = Record<"new" | "unchanged" | "written", number> & {
  readonly replaced: { readonly guid: string; readonly source: string }[];
};

export function createCounts(): Counts {
  return { new: 0, replaced: [], unchanged: 0, written: 0 };
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
export function createWriter(table: MemoryTable, outcome: StudioOutcome, counts: Counts, pace: Pace): ChartWriter {
  const add: ChartWriter["add"] = async (curve) => {
    await pace.pause();
    const saved = table.save(curve);
    if ("code" in saved) {
      outcome.refusals.add({ episode: curve.guid, ...saved });
      return;
    }
    if (saved.kind === "replaced") counts.replaced.push({ guid: curve.guid, source: readSource(curve) });
    else counts[saved.kind]++;
  };
  return { add, finish: async () => {} };
}

/** What stands for a file that is read already, so that it is not read again. It begins as no chart and no page does. */
const READ = toFile(encodeUtf8("read"));

/** Files of sessions were refused when they were read, so that only the lines of a saved report may be some. */
const NO_SESSIONS: SessionCounter = {
  size: 0,
  count: async () => {
    throw new InputError("unreadable", SESSIONS);
  },
  markUncounted: () => {},
  addPlaces: () => {},
  computeCharts: async () => {},
};

/** Gives an import what was read of files. Charts come from the files themselves. */
export function readShelf(shelf: Shelf, pace: Pace): FileSource {
  const get = (id: string) => {
    const file = shelf.get(id);
    if (!file) throw new RangeError(`There is no file ${id}.`);
    return file;
  };
  return {
    open: (id) => {
      const { file, content } = get(id);
      if (content.kind === "charts") return openFile(file, pace);
      return openFile(content.kind === "saved" ? toFile(encodeUtf8(content.saved.lines)) : READ, pace);
    },
    findRepeats: async () => new Map(),
    createSessionCounter: () => NO_SESSIONS,
    async *readDocuments(id, input, format, say) {
      const { content } = get(id);
      // A saved report, or charts, that turn out to be none.
      if (content.kind !== "documents") return yield* readDocuments(input, format, say);
      for (const hint of content.said) say(hint);
      for (const document of content.documents) {
        await pace.pause();
        yield document;
      }
    },
  };
}
