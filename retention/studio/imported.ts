import type { Item } from "../../lib/item.ts";
import { readSource } from "../../lib/source.ts";
import type { EpisodeName } from "../report/make/episode-name.ts";
import type { Fact } from "../sources/base/facts.ts";
import type { InputError, PlacedRefusal, Refusal } from "../sources/base/refusals.ts";
import { ChartImport, type ImportFile } from "../sources/import/chart-import.ts";
import { drawOnce } from "../sources/import/draw-curve.ts";
import { normalizeKey } from "../sources/import/guid-map.ts";
import type { HintPlace, ImportOutcome } from "../sources/import/import-outcome.ts";
import { type CurveUpdate, composeCurveUpdate, findObstacle } from "../sources/item/curve-update.ts";
import type { ImportedCurve } from "../sources/item/imported-curve.ts";
import { compareReplaced, type Replacement } from "../sources/item/replacement.ts";
import type { Collection } from "./collection.ts";
import type { ReadFile } from "./dropped.ts";
import { listSaved } from "./dropped-feeds.ts";
import type { Pace } from "./pace.ts";

/** An episode of a report, and what the feeds say of it, if there are any. */
interface SelectedEpisode {
  readonly guid: string;
  readonly item: Item;
  readonly name?: EpisodeName;
}

/** What came of the import of a collection: its curves, and by file what is refused and advised. */
export class Imported implements ImportOutcome {
  readonly collection: Collection;
  /** The items of episodes by GUID, as the table of the service has them. */
  readonly items = new Map<string, Item>();
  /** The curves of the files but saved reports, and what each did to the one that was there. */
  taken: { readonly guid: string; readonly source: string; readonly kind: Replacement["kind"] }[] = [];
  readonly #since = new Date().toISOString();
  readonly #refused: PlacedRefusal[] = [];
  readonly #hints: { readonly hint: Fact; readonly at: HintPlace | undefined }[] = [];
  readonly refusals = { add: (refusal: PlacedRefusal) => void this.#refused.push(refusal) };

  constructor(collection: Collection) {
    this.collection = collection;
  }

  addHint(hint: Fact, at?: HintPlace): void {
    this.#hints.push({ hint, at });
  }

  /** Puts a curve in the place of that of its source, or refuses it. */
  save(curve: ImportedCurve): void {
    const { guid } = curve;
    const before = this.items.get(guid) ?? {};
    const obstacle = findObstacle(before, curve);
    if (obstacle) {
      this.refusals.add({ episode: guid, ...obstacle });
      return;
    }
    this.items.set(guid, applyUpdate(before, composeCurveUpdate(curve, true)));
    this.taken.push({ guid, source: readSource(curve), kind: compareReplaced(before, curve, this.#since).kind });
  }

  /** The episodes that `charts report --feed` selects, or without a feed those of all curves. */
  get episodes(): SelectedEpisode[] {
    const { feeds, names } = this.collection.show;
    const guids = feeds.length > 0 ? [...names.keys()] : [...this.items.keys()];
    return guids.flatMap((guid) => {
      const [item, name] = [this.items.get(guid), names.get(guid)];
      return item ? { guid, item, ...(name && { name }) } : [];
    });
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

/** Does what DynamoDB does with an update, as far as the import of a curve composes it. */
function applyUpdate(before: Item, { guid, set, setIfAbsent, remove, add }: CurveUpdate): Item {
  const joined = Object.entries(add).map(([name, texts]) => {
    const known = before[name];
    return [name, new Set([...(known instanceof Set ? known : []), ...texts])] as const;
  });
  const kept = Object.entries(before).filter(([name]) => !remove.includes(name));
  return { ...setIfAbsent, ...Object.fromEntries(kept), ...set, ...Object.fromEntries(joined), guid };
}

/** Imports all files, with what was chosen for them. What another import drew is not drawn again. */
export async function importCollection(collection: Collection, pace: Pace): Promise<Imported> {
  const { shelf, choices, nameless, show } = collection;
  const map = new Map(nameless.map(({ key, guid }) => [normalizeKey(key), guid ?? ""]));
  const options = {
    durations: { feed: show.episodes, typed: choices.durations },
    guids: { map },
    missing: choices.zeros,
    draw: drawOnce,
    minListeners: 1,
  };
  const imported = new Imported(collection);
  const add = async (curve: ImportedCurve) => {
    await pace.pause();
    imported.save(curve);
  };
  const run = (files: Iterable<readonly [id: string, file: ReadFile]>) =>
    new ChartImport(options, { add, finish: async () => {} }, imported).run(replayFiles(files, pace));
  pace.tell("Reading the curves");
  // Each saved report alone, because a later one replaces what an earlier one has.
  for (const { id, file } of listSaved(shelf)) await run([[id, file]]);
  imported.taken = [];
  await run([...shelf].filter(([, { content }]) => content.kind !== "saved"));
  return imported;
}

/** Lists files for an import, of what was read of them. */
function replayFiles(files: Iterable<readonly [id: string, file: ReadFile]>, pace: Pace): ImportFile[] {
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
