import { formatCount } from "../../lib/count.ts";
import type { EpisodeName } from "../report/make/episode-name.ts";
import type { KeptCut } from "../report/make/kept-cut.ts";
import { nameSource } from "../report/make/source-kind.ts";
import { listQuotes } from "../report/make/spoken-moments.ts";
import { tryParseDuration } from "../sources/feed/duration.ts";
import { normalizeKey } from "../sources/formats/guid-map.ts";
import type { SavedData } from "../sources/formats/saved-report.ts";
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
import { Speech } from "./speech.ts";
import { countSteps } from "./steps.ts";
import type { View } from "./view.ts";
import { unpackFolders } from "./zipped.ts";

/** What a session has of people. Each change makes it anew. */
interface Held {
  readonly collection: Collection;
  /** The collection with files of another show, until people say whether the two may mix. */
  readonly mixed: Collection | undefined;
}

/** The files that were dropped, what was chosen, and what came of it. What is stopped has changed nothing. */
export class Session {
  #held: Held = { collection: createEmpty(), mixed: undefined };
  /** Keys of curves in files that people took away. */
  readonly #takenAway = new Set<string>();
  #imported: Imported = createNothing();
  /** What the last report that was computed says of chapters. */
  #badChapters: readonly string[] = [];
  /** What the last report that was computed says of what is said. */
  #quotes: readonly KeptQuote[] = [];
  #cuts: readonly KeptCut[] = [];
  /** Whether an episode was chosen that is not imported yet. */
  #isStale = false;
  #isExample = false;
  /** What the files say of what is said. */
  #speech = new Speech(new Map(), []);
  /** What was saved last, as {@link Session.#listContents} lists it. */
  #saved: readonly unknown[] | undefined;

  /** Reads files, and imports all. @throws the reason of the pace's signal if it is stopped */
  async add(files: readonly DroppedFile[], pace = new Pace()): Promise<View> {
    return this.#add(await unpackFolders(files, pace), false, pace);
  }

  /** Shows the made-up show, unless there are files: it never mixes with people's own. */
  async addExample(pace = new Pace()): Promise<View> {
    if (this.#held.collection.shelf.size > 0 || this.#held.mixed) return this.view();
    pace.tell("Making the example");
    return this.#add(makeExample(), true, pace);
  }

  async #add(files: readonly DroppedFile[], isExample: boolean, pace: Pace): Promise<View> {
    const before = this.#isExample ? createEmpty() : this.#held.collection;
    const { added, ...grown } = await addFiles(this.#held.mixed ?? before, files, pace);
    // Feeds that come first, and together, are meant together. A saved report brings its feed without a word.
    const isFirst = listShows(before.shelf).length === 0 && !this.#held.mixed;
    const isMeant = isFirst && [...added].every(({ content }) => content.kind !== "saved");
    if (isMeant || !hasOtherShow(grown.shelf, before.shelf)) return this.#take(grown, pace, isExample);
    this.#held = { ...this.#held, mixed: grown };
    return this.view();
  }

  /** Takes the files of another show, or leaves out what came with them. */
  async mix(isTogether: boolean, pace = new Pace()): Promise<View> {
    const collection = (isTogether && this.#held.mixed) || this.#held.collection;
    return this.#take(collection, pace, this.#isExample && !isTogether);
  }

  /** Takes a collection for all that there is, so that nothing waits any more. */
  async #take(collection: Collection, pace: Pace, isExample: boolean): Promise<View> {
    await this.#update({ collection, mixed: undefined }, pace);
    this.#isExample = isExample;
    return this.view();
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
    const { shelf, choices } = this.#held.collection;
    const gone = new Map([...shelf].filter(([name]) => isGone(name)));
    const nameless = listNameless(gone, this.#imported.feeds, choices);
    const files = new Set(gone.values());
    const leaveOut = ({ shelf, choices }: Collection): Collection => {
      return { shelf: new Map([...shelf].filter(([, file]) => !files.has(file))), choices };
    };
    const held = this.#change(leaveOut);
    const { collection, mixed } = held;
    // Nothing is left to ask if the other show is gone.
    if (mixed && !hasOtherShow(mixed.shelf, collection.shelf)) await this.#take(mixed, pace, false);
    else await this.#update(held, pace);
    for (const { key } of nameless) this.#takenAway.add(normalizeKey(key));
    return this.view();
  }

  /** Notes an episode, and imports only if nothing is left to choose. @param guid as of {@link Choices.choose} */
  async choose(key: string, guid: string | undefined, pace = new Pace()): Promise<View> {
    const chosen = this.#changeChoices((choices) => choices.choose(key, guid));
    const { shelf, choices } = chosen.collection;
    const isComplete = listNameless(shelf, this.#imported.feeds, choices).every((curve) => curve.guid !== undefined);
    if (isComplete) return this.#update(chosen, pace);
    this.#held = chosen;
    this.#isStale = true;
    return this.view();
  }

  /** Takes all that is suggested. */
  async acceptAll(pace = new Pace()): Promise<View> {
    const { nameless } = this.view();
    const accept = (choices: Choices) => {
      for (const { key, suggested } of nameless) if (suggested !== undefined) choices.choose(key, suggested);
    };
    return this.#update(this.#changeChoices(accept), pace);
  }

  /** @param text such as 45:30. What is no duration forgets it */
  async setDuration(guid: string, text: string, pace = new Pace()): Promise<View> {
    const seconds = tryParseDuration(text);
    const set = ({ durations }: Choices) => {
      if (seconds === undefined) durations.delete(guid);
      else durations.set(guid, seconds);
    };
    return this.#update(this.#changeChoices(set), pace);
  }

  /** Takes the missing rows of a file's tables for rows with 0 listeners. */
  async takeZeros(id: string, pace = new Pace()): Promise<View> {
    return this.#update(
      this.#changeChoices(({ zeros }) => zeros.add(id)),
      pace,
    );
  }

  /** Imports all again if something was chosen since. */
  async refresh(pace = new Pace()): Promise<View> {
    return this.#isStale ? this.#update(this.#held, pace) : this.view();
  }

  view(): View {
    const { table, outcome, feeds } = this.#imported;
    const names = nameEpisodes(feeds);
    const nameless = listNameless(this.#held.collection.shelf, feeds, this.#held.collection.choices);
    const shown = this.#isExample ? [] : [...this.#held.collection.shelf];
    return {
      steps: countSteps(this.#held.collection.shelf, table, feeds, nameless),
      isExample: this.#isExample,
      mixed: this.#held.mixed ? listShows(this.#held.mixed.shelf) : [],
      isSavedAlone: this.#isSavedAlone(),
      isSaved: this.#saved !== undefined && isSame(this.#listContents(), this.#saved),
      files: shown.map(([id, file]) => viewFile(id, file, outcome, names, this.#speech)),
      nameless,
      episodes: listChoosable(feeds),
      notes: [formatNotes(this.#imported, names), ...this.#badChapters].filter((note) => note !== "").join(" "),
      hasReport: selectEpisodes(this.#imported).length > 0,
    };
  }

  /** Computes the report of what was imported. */
  async computeReport(pace = new Pace()): Promise<ComputedReport> {
    const computed = await computeReport(this.#imported, this.#held.collection.shelf, this.#speech, pace);
    this.#quotes = listQuotes(computed.report);
    this.#cuts = computed.cuts;
    this.#badChapters = computed.badChapters;
    return computed;
  }

  /** What a saved report keeps: what it shows, once it is computed, and what people chose for that. @param hasAudio whether addresses of audio are kept */
  keep(hasAudio = true): SavedData {
    this.#saved = this.#listContents();
    const { shown, feeds, lines } = this.#select(hasAudio);
    const keys = this.#listKeys();
    return {
      savedAt: new Date().toISOString(),
      choices: this.#held.collection.choices
        .listKept()
        .filter(([key, guid]) => keys.has(key) && (guid === "" || shown.has(guid))),
      durations: [...this.#held.collection.choices.durations].filter(([guid]) => shown.has(guid)),
      quotes: this.#quotes,
      cuts: this.#cuts,
      feeds,
      lines,
    };
  }

  /** Selects what a report shows, and what a saved one keeps of that. */
  #select(hasAudio: boolean) {
    const { table, feeds } = this.#imported;
    const shown = new Set(selectEpisodes(this.#imported).map(({ guid }) => guid));
    const lines = table.exportCurves(shown).flatMap((each) => ("line" in each ? each.line : []));
    return { shown, feeds: selectSavedFeeds(feeds, shown, hasAudio), lines: lines.join("") };
  }

  /** Lists what people would lose. Two lists have the same members unless something was added, taken away or chosen in between. */
  #listContents(): readonly unknown[] {
    const { shelf, choices } = this.#held.collection;
    const { feeds, lines } = this.#select(true);
    // Each import says anew when it was.
    const curves = lines.replaceAll(/"updatedAt":"[^"]*"/g, "");
    const files = [...shelf.values()].filter(({ content: { kind } }) => kind === "saved" || kind === "transcript");
    return [JSON.stringify([choices.listKept().sort(), [...choices.durations].sort(), feeds]), curves, ...files];
  }

  #isSavedAlone(): boolean {
    const kinds = [...this.#held.collection.shelf.values()].map(({ content }) => content.kind);
    const [first, ...others] = kinds.filter((kind) => kind !== "refused");
    return !this.#isExample && first === "saved" && others.length === 0;
  }

  /** The keys of curves in the files, and of those in saved reports whose file nobody took away. They have names of files. */
  #listKeys(): ReadonlySet<string> {
    const found = listNameless(this.#held.collection.shelf, this.#imported.feeds, this.#held.collection.choices);
    const earlier = listSaved(this.#held.collection.shelf).flatMap(({ saved }) =>
      saved.choices.map(([key]) => normalizeKey(key)),
    );
    return new Set([
      ...found.map(({ key }) => normalizeKey(key)),
      ...earlier.filter((key) => !this.#takenAway.has(key)),
    ]);
  }

  #change(change: (collection: Collection) => Collection): Held {
    const { collection, mixed } = this.#held;
    return { collection: change(collection), mixed: mixed && change(mixed) };
  }

  #changeChoices(set: (choices: Choices) => void): Held {
    return this.#change(({ shelf, choices }) => {
      const copy = choices.copy();
      set(copy);
      return { shelf, choices: copy };
    });
  }

  /** Imports all files, and then holds them and the choices. */
  async #update(held: Held, pace: Pace): Promise<View> {
    this.#imported = await importCollection(held.collection, pace);
    this.#speech = new Speech(held.collection.shelf, this.#imported.feeds);
    this.#badChapters = [];
    this.#held = held;
    this.#isStale = false;
    if (this.#isSavedAlone()) this.#saved = this.#listContents();
    return this.view();
  }
}

function createEmpty(): Collection {
  return { shelf: new Map(), choices: new Choices() };
}

/** Checks whether files are of more than one show, and of more than those before them. */
function hasOtherShow(shelf: Shelf, before: Shelf): boolean {
  return listShows(shelf).length > Math.max(1, listShows(before).length);
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each, index) => each === others[index]);
}

function formatNotes({ table, outcome, counts, feeds }: Imported, names: ReadonlyMap<string, EpisodeName>): string {
  const linking = table.guids.filter((guid) => names.get(guid)?.chaptersLink);
  const lacking = linking.filter((guid) => !names.get(guid)?.chapters).length;
  const links = `The feed links the chapters of ${formatCount(lacking, "episode")}: drop their files, too.`;
  const strangers = table.guids.length - selectEpisodes({ table, feeds }).length;
  const left = `Left out, because they are not in the feed: ${formatCount(strangers, "episode")}.`;
  const [first, ...others] = counts.replaced;
  const more = others.length > 0 ? `, and ${formatCount(others.length, "other")}` : "";
  return [
    strangers > 0 ? left : [],
    first
      ? `Replaced: the saved curve of “${names.get(first.guid)?.title ?? first.guid}” (${nameSource(first.source)})${more}.`
      : [],
    lacking > 0 ? links : [],
    outcome.listOfEpisodes(),
  ]
    .flat()
    .join(" ");
}
