import { formatCount } from "../../lib/count.ts";
import { listQuotes } from "../report/make/spoken-moments.ts";
import { tryParseDuration } from "../sources/feed/duration.ts";
import { normalizeKey } from "../sources/formats/guid-map.ts";
import type { SavedData } from "../sources/formats/saved-report.ts";
import { TranscriptNames } from "../sources/transcripts/file-names.ts";
import type { KeptQuote } from "../sources/transcripts/kept-quote.ts";
import { addFiles } from "./add-files.ts";
import { Choices, listNameless } from "./choices.ts";
import { type ComputedReport, computeReport } from "./computed-report.ts";
import { listChoosable, listSaved, listShows, nameEpisodes, selectSavedFeeds } from "./dropped-feeds.ts";
import { makeExample } from "./example.ts";
import { viewFile } from "./file-view.ts";
import {
  type Collection,
  createNothing,
  type Imported,
  importCollection,
  selectEpisodes,
} from "./import-collection.ts";
import type { DroppedFile } from "./open-file.ts";
import { Pace } from "./pace.ts";
import type { Shelf } from "./shelf.ts";
import { countSteps } from "./steps.ts";
import type { View } from "./view.ts";
import { unpackFolders } from "./zipped.ts";

/** The files that were dropped, what was chosen, and what came of it. What is stopped has changed nothing. */
export class Session {
  #collection: Collection = { shelf: new Map(), choices: new Choices() };
  /** The collection with files of another show, until people say whether the two may mix. */
  #mixed: Collection | undefined;
  /** Keys of curves in files that people took away. */
  readonly #takenAway = new Set<string>();
  #imported: Imported = createNothing();
  /** What the report says of what is said. */
  #quotes: readonly KeptQuote[] = [];
  #isStale = false;
  #isExample = false;

  /** Reads files, and imports all. @throws the reason of the pace's signal if it is stopped */
  async add(files: readonly DroppedFile[], pace = new Pace()): Promise<View> {
    return this.#add(await unpackFolders(files, pace), false, pace);
  }

  /** Shows the made-up show, unless there are files: it never mixes with people's own. */
  async addExample(pace = new Pace()): Promise<View> {
    if (this.#collection.shelf.size > 0) return this.view();
    pace.tell("Making the example");
    return this.#add(makeExample(), true, pace);
  }

  async #add(files: readonly DroppedFile[], isExample: boolean, pace: Pace): Promise<View> {
    const { shelf, choices } = this.#collection;
    const before: Shelf = this.#isExample ? new Map() : shelf;
    const { added, ...grown } = await addFiles(this.#mixed ?? { shelf: before, choices }, files, pace);
    // Feeds that are dropped together are meant together. A saved report brings its feed without a word.
    const known = listShows(before).length;
    const isMeant = known === 0 && [...added].every(({ content }) => content.kind !== "saved");
    if (isMeant || listShows(grown.shelf).length <= Math.max(1, known)) return this.#update(grown, pace, isExample);
    this.#mixed = grown;
    return this.view();
  }

  /** Takes the files of another show, or leaves out what came with them. */
  async mix(isTogether: boolean, pace = new Pace()): Promise<View> {
    const collection = (isTogether && this.#mixed) || this.#collection;
    return this.#update(collection, pace, this.#isExample && !isTogether);
  }

  async remove(id: string, pace = new Pace()): Promise<View> {
    return this.#remove((name) => name === id, pace);
  }

  /** Takes away what is not needed for a report. */
  async removeUnneeded(pace = new Pace()): Promise<View> {
    const unneeded = new Set(this.view().files.flatMap(({ id, isUnneeded }) => (isUnneeded ? [id] : [])));
    return this.#remove((name) => unneeded.has(name), pace);
  }

  async #remove(isGone: (id: string) => boolean, pace: Pace): Promise<View> {
    const { shelf, choices } = this.#collection;
    const files = [...shelf];
    const gone = listNameless(new Map(files.filter(([name]) => isGone(name))), this.#imported.feeds, choices);
    const view = await this.#update({ shelf: new Map(files.filter(([name]) => !isGone(name))), choices }, pace);
    for (const { key } of gone) this.#takenAway.add(normalizeKey(key));
    return view;
  }

  /** Notes an episode, and imports only if nothing is left to choose. @param guid as of {@link Choices.choose} */
  async choose(key: string, guid: string | undefined, pace = new Pace()): Promise<View> {
    this.#collection.choices.choose(key, guid);
    this.#isStale = true;
    const view = this.view();
    return view.nameless.some((curve) => curve.guid === undefined) ? view : this.refresh(pace);
  }

  /** Takes all that is suggested. */
  async acceptAll(pace = new Pace()): Promise<View> {
    for (const { key, suggested } of this.view().nameless)
      if (suggested !== undefined) this.#collection.choices.choose(key, suggested);
    return this.#update(this.#collection, pace);
  }

  /** @param text such as 45:30. What is no duration forgets it */
  async setDuration(guid: string, text: string, pace = new Pace()): Promise<View> {
    const seconds = tryParseDuration(text);
    if (seconds === undefined) this.#collection.choices.durations.delete(guid);
    else this.#collection.choices.durations.set(guid, seconds);
    return this.#update(this.#collection, pace);
  }

  /** Takes the missing rows of a file's tables for rows with 0 listeners. */
  async takeZeros(id: string, pace = new Pace()): Promise<View> {
    this.#collection.choices.zeros.add(id);
    return this.#update(this.#collection, pace);
  }

  /** Imports all again if something was chosen since. */
  async refresh(pace = new Pace()): Promise<View> {
    return this.#isStale ? this.#update(this.#collection, pace) : this.view();
  }

  view(): View {
    const { table, outcome, feeds } = this.#imported;
    const names = nameEpisodes(feeds);
    const byName = new TranscriptNames(names);
    const nameless = listNameless(this.#collection.shelf, feeds, this.#collection.choices);
    const shown = this.#isExample ? [] : [...this.#collection.shelf];
    const [first, ...others] = shown.flatMap(([, { content }]) => (content.kind === "refused" ? [] : content.kind));
    return {
      steps: countSteps(this.#collection.shelf, table, feeds, nameless),
      isExample: this.#isExample,
      mixed: this.#mixed ? listShows(this.#mixed.shelf) : [],
      isSavedAlone: first === "saved" && others.length === 0,
      files: shown.map(([id, file]) => viewFile(id, file, outcome, names, byName)),
      nameless,
      episodes: listChoosable(feeds),
      notes: formatNotes(this.#imported),
      hasReport: selectEpisodes(this.#imported).length > 0,
    };
  }

  /** Computes the report of what was imported. */
  async computeReport(pace = new Pace()): Promise<ComputedReport> {
    const computed = await computeReport(this.#imported, this.#collection.shelf, pace);
    this.#quotes = listQuotes(computed.report);
    return computed;
  }

  /** What a saved report keeps: what it shows, and what people chose for that. @param hasAudio whether addresses of audio are kept */
  keep(hasAudio = true): SavedData {
    const { table, feeds } = this.#imported;
    const shown = new Set(selectEpisodes(this.#imported).map(({ guid }) => guid));
    const lines = table.exportCurves(shown).flatMap((each) => ("line" in each ? each.line : []));
    const keys = this.#listKeys();
    return {
      savedAt: new Date().toISOString(),
      choices: [...this.#collection.choices.guids].filter(
        ([key, guid]) => keys.has(key) && (guid === "" || shown.has(guid)),
      ),
      durations: [...this.#collection.choices.durations].filter(([guid]) => shown.has(guid)),
      quotes: this.#quotes,
      feeds: selectSavedFeeds(feeds, shown, hasAudio),
      lines: lines.join(""),
    };
  }

  /** The keys of curves in the files, and of those in saved reports whose file nobody took away. They have names of files. */
  #listKeys(): ReadonlySet<string> {
    const found = listNameless(this.#collection.shelf, this.#imported.feeds, this.#collection.choices);
    const earlier = listSaved(this.#collection.shelf).flatMap(({ saved }) =>
      saved.choices.map(([key]) => normalizeKey(key)),
    );
    return new Set([
      ...found.map(({ key }) => normalizeKey(key)),
      ...earlier.filter((key) => !this.#takenAway.has(key)),
    ]);
  }

  /** Imports all files, and then takes them and the choices over. */
  async #update(collection: Collection, pace: Pace, isExample = false): Promise<View> {
    this.#imported = await importCollection(collection, pace);
    this.#collection = collection;
    this.#mixed = undefined;
    this.#isStale = false;
    this.#isExample = isExample;
    return this.view();
  }
}

function formatNotes(imported: Imported): string {
  const { table, outcome } = imported;
  const strangers = table.guids.length - selectEpisodes(imported).length;
  const left = `Left out, because they are not in the feed: ${formatCount(strangers, "episode")}.`;
  return [strangers > 0 ? left : [], outcome.listOfEpisodes()].flat().join(" ");
}
