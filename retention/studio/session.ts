import { formatCount } from "../../lib/count.ts";
import {
  compareEpisodes,
  computeEpisode,
  type Heading,
  listQuotes,
  type Report,
  type Uncompared,
} from "../report/make/data.ts";
import type { EpisodeName } from "../report/make/episode-name.ts";
import { compareWithLastStepwise } from "../report/make/findings-file.ts";
import type { Digest } from "../report/since/digest-lines.ts";
import { ChartImport } from "../sources/chart-import.ts";
import { tryParseDuration } from "../sources/feed/duration.ts";
import { Episodes } from "../sources/feed/episodes.ts";
import { Endings } from "../sources/feed/guid-finders.ts";
import { normalizeKey } from "../sources/formats/guid-map.ts";
import { readEpisode } from "../sources/loaded-episode.ts";
import type { SavedData, SavedFeed } from "../sources/saved-report.ts";
import { TranscriptNames } from "../sources/transcripts/file-names.ts";
import type { KeptQuote } from "../sources/transcripts/kept-quote.ts";
import { Choices, listNameless } from "./choices.ts";
import { describeContent, type ReadFile, readDropped } from "./dropped.ts";
import { makeExample } from "./example.ts";
import { listChoosable, listSaved, listShows, mergeFeeds, nameEpisodes, selectSavedFeeds } from "./feeds.ts";
import { type Counts, createCounts, createWriter, readShelf, StudioOutcome } from "./imported.ts";
import type { DroppedFile } from "./open-file.ts";
import { Pace } from "./pace.ts";
import { addFile, putBack, type Shelf } from "./shelf.ts";
import { Speech, tellEpisode } from "./speech.ts";
import { countSteps } from "./steps.ts";
import { MemoryTable } from "./table.ts";
import type { FileView, View } from "./view.ts";
import { isToBeChosen, isWithoutCurve, wordHint, wordRefusal } from "./words.ts";
import { unpackFolders } from "./zipped.ts";

const DEFAULT_TITLE = "Listener retention";

/** What a file says that has none. Why, its refusal says. */
const NO_CURVES = formatCount(0, "curve");

export interface ComputedReport {
  readonly heading: Heading;
  readonly report: Report;
  /** What has changed since the latest saved report, if other files are there. */
  readonly changes: Digest | undefined;
}

/** What came of an import. */
interface Imported {
  readonly table: MemoryTable;
  readonly outcome: StudioOutcome;
  readonly counts: Counts;
  readonly feeds: readonly SavedFeed[];
}

/** The files that were dropped, what was chosen, and what came of it. What is stopped has changed nothing. */
export class Session {
  #shelf: Shelf = new Map();
  #choices = new Choices();
  /** Files with those of another show, until people say whether the two may mix. */
  #mixed: { readonly shelf: Shelf; readonly choices: Choices } | undefined;
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
    if (this.#shelf.size > 0) return this.view();
    pace.tell("Making the example");
    return this.#add(makeExample(), true, pace);
  }

  async #add(files: readonly DroppedFile[], isExample: boolean, pace: Pace): Promise<View> {
    const before: Shelf = this.#isExample ? new Map() : this.#shelf;
    let shelf = this.#mixed?.shelf ?? before;
    const choices = (this.#mixed?.choices ?? this.#choices).copy();
    const together = new Set<ReadFile>();
    const replaced = new Map<string, ReadFile>();
    for (const [index, file] of files.entries()) {
      const read = await readDropped(file, pace, countBytes(file, `${index + 1} of ${files.length}`, pace));
      const older: Shelf = shelf;
      shelf = await addFile(shelf, read, together, pace);
      for (const [id, file] of older) if (shelf.get(id) === read) replaced.set(id, file);
      together.add(read);
      addChoices(choices, read);
    }
    for (const [id, file] of replaced) shelf = await keepRead(shelf, id, file, choices, pace);
    // Feeds that are dropped together are meant together. A saved report brings its feed without a word.
    const known = listShows(before).length;
    const isMeant = known === 0 && [...together].every(({ content }) => content.kind !== "saved");
    if (isMeant || listShows(shelf).length <= Math.max(1, known)) return this.#update(shelf, choices, pace, isExample);
    this.#mixed = { shelf, choices };
    return this.view();
  }

  /** Takes the files of another show, or leaves out what came with them. */
  async mix(isTogether: boolean, pace = new Pace()): Promise<View> {
    const { shelf, choices } = (isTogether && this.#mixed) || { shelf: this.#shelf, choices: this.#choices };
    return this.#update(shelf, choices, pace, this.#isExample && !isTogether);
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
    const files = [...this.#shelf];
    const gone = listNameless(new Map(files.filter(([name]) => isGone(name))), this.#imported.feeds, this.#choices);
    const view = await this.#update(new Map(files.filter(([name]) => !isGone(name))), this.#choices, pace);
    for (const { key } of gone) this.#takenAway.add(normalizeKey(key));
    return view;
  }

  /** Notes an episode, and imports only if nothing is left to choose. @param guid as of {@link Choices.choose} */
  async choose(key: string, guid: string | undefined, pace = new Pace()): Promise<View> {
    this.#choices.choose(key, guid);
    this.#isStale = true;
    const view = this.view();
    return view.nameless.some((curve) => curve.guid === undefined) ? view : this.refresh(pace);
  }

  /** Takes all that is suggested. */
  async acceptAll(pace = new Pace()): Promise<View> {
    for (const { key, suggested } of this.view().nameless)
      if (suggested !== undefined) this.#choices.choose(key, suggested);
    return this.#update(this.#shelf, this.#choices, pace);
  }

  /** @param text such as 45:30. What is no duration forgets it */
  async setDuration(guid: string, text: string, pace = new Pace()): Promise<View> {
    const seconds = tryParseDuration(text);
    if (seconds === undefined) this.#choices.durations.delete(guid);
    else this.#choices.durations.set(guid, seconds);
    return this.#update(this.#shelf, this.#choices, pace);
  }

  /** Takes the missing rows of a file's tables for rows with 0 listeners. */
  async takeZeros(id: string, pace = new Pace()): Promise<View> {
    this.#choices.zeros.add(id);
    return this.#update(this.#shelf, this.#choices, pace);
  }

  /** Imports all again if something was chosen since. */
  async refresh(pace = new Pace()): Promise<View> {
    return this.#isStale ? this.#update(this.#shelf, this.#choices, pace) : this.view();
  }

  view(): View {
    const { table, outcome, feeds } = this.#imported;
    const names = nameEpisodes(feeds);
    const byName = new TranscriptNames(names);
    const nameless = listNameless(this.#shelf, feeds, this.#choices);
    const shown = this.#isExample ? [] : [...this.#shelf];
    const [first, ...others] = shown.flatMap(([, { content }]) => (content.kind === "refused" ? [] : content.kind));
    return {
      steps: countSteps(this.#shelf, table, feeds, nameless),
      isExample: this.#isExample,
      mixed: this.#mixed ? listShows(this.#mixed.shelf) : [],
      isSavedAlone: first === "saved" && others.length === 0,
      files: shown.map(([id, file]) => viewFile(id, file, outcome, names, byName)),
      nameless,
      episodes: listChoosable(feeds),
      notes: formatNotes(this.#imported),
      hasReport: selectEpisodes(table, feeds).length > 0,
    };
  }

  /** Computes the report of what was imported. */
  async computeReport(pace = new Pace()): Promise<ComputedReport> {
    const { table, feeds } = this.#imported;
    const selected = selectEpisodes(table, feeds);
    const madeAt = new Date();
    const speech = new Speech(this.#shelf, nameEpisodes(feeds));
    const episodes: Uncompared[] = [];
    for (const [index, { guid, name }] of selected.entries()) {
      pace.tell(`Computing the report (${index + 1} of ${selected.length})`, index / selected.length);
      await pace.pause();
      const [first, ...others] = readEpisode(table.find(guid) ?? {}).curves;
      if (first) episodes.push(speech.addTo(computeEpisode({ guid, curves: [first, ...others] }, name, madeAt), name));
    }
    const shows = new Set(episodes.map(({ show }) => show));
    shows.delete(undefined);
    const [show] = shows;
    const title = shows.size === 1 && show !== undefined ? show : DEFAULT_TITLE;
    const [heading, report] = [{ title, madeAt }, compareEpisodes(episodes)];
    this.#quotes = listQuotes(report);
    return { heading, report, changes: await this.#findChanges(heading, report, pace) };
  }

  /** Compares as `charts report --since` does, but not with a report of other episodes, which the command refuses. */
  async #findChanges(heading: Heading, report: Report, pace: Pace): Promise<Digest | undefined> {
    const last = listSaved(this.#shelf).at(-1)?.last;
    if (!last || sumCounts(this.#imported.counts) === 0) return undefined;
    pace.tell("Comparing with the saved report");
    const changes = await pace.finish(compareWithLastStepwise(last, heading, report));
    return changes.compared > 0 ? changes : undefined;
  }

  /** What a saved report keeps: what it shows, and what people chose for that. @param hasAudio whether addresses of audio are kept */
  keep(hasAudio = true): SavedData {
    const { table, feeds } = this.#imported;
    const shown = new Set(selectEpisodes(table, feeds).map(({ guid }) => guid));
    const lines = table.exportCurves(shown).flatMap((each) => ("line" in each ? each.line : []));
    const keys = this.#listKeys();
    return {
      savedAt: new Date().toISOString(),
      choices: [...this.#choices.guids].filter(([key, guid]) => keys.has(key) && (guid === "" || shown.has(guid))),
      durations: [...this.#choices.durations].filter(([guid]) => shown.has(guid)),
      quotes: this.#quotes,
      feeds: selectSavedFeeds(feeds, shown, hasAudio),
      lines: lines.join(""),
    };
  }

  /** The keys of curves in the files, and of those in saved reports whose file nobody took away. They have names of files. */
  #listKeys(): ReadonlySet<string> {
    const found = listNameless(this.#shelf, this.#imported.feeds, this.#choices);
    const earlier = listSaved(this.#shelf).flatMap(({ saved }) => saved.choices.map(([key]) => normalizeKey(key)));
    return new Set([
      ...found.map(({ key }) => normalizeKey(key)),
      ...earlier.filter((key) => !this.#takenAway.has(key)),
    ]);
  }

  /** Imports all files, and then takes them and the choices over. */
  async #update(shelf: Shelf, choices: Choices, pace: Pace, isExample = false): Promise<View> {
    this.#imported = await importAll(shelf, choices, pace);
    this.#shelf = shelf;
    this.#choices = choices;
    this.#mixed = undefined;
    this.#isStale = false;
    this.#isExample = isExample;
    return this.view();
  }
}

/** Puts a file back if more is read of it than of the one that has replaced it, which is then refused. */
async function keepRead(shelf: Shelf, id: string, file: ReadFile, choices: Choices, pace: Pace): Promise<Shelf> {
  const { outcome, table } = await importAll(shelf, choices, pace);
  if (outcome.listRefusals(id).every(isToBeChosen)) return shelf;
  const both = putBack(shelf, id, file);
  const withBoth = await importAll(both, choices, pace);
  return withBoth.table.countCurves() > table.countCurves() ? both : shelf;
}

function countBytes({ name, file: { size } }: DroppedFile, place: string, pace: Pace): (bytes: number) => void {
  const text = `Reading ${name} (${place})`;
  let read = 0;
  pace.tell(text);
  return (bytes) => {
    read += bytes;
    pace.tell(text, read / size);
  };
}

/** Takes over what a file says of curves, unless something else was chosen before. */
function addChoices(choices: Choices, { content }: ReadFile): void {
  if (content.kind === "map") for (const [key, guid] of content.guids) if (guid !== "") choices.choose(key, guid);
  if (content.kind !== "saved") return;
  for (const [key, guid] of content.saved.choices) if (!choices.guids.has(normalizeKey(key))) choices.choose(key, guid);
  for (const [guid, seconds] of content.saved.durations)
    if (!choices.durations.has(guid)) choices.durations.set(guid, seconds);
}

async function importAll(shelf: Shelf, choices: Choices, pace: Pace): Promise<Imported> {
  const feeds = mergeFeeds(shelf);
  const [endings, episodes] = [new Endings(), new Episodes()];
  for (const { name, items, identities } of feeds)
    for (const guid of episodes.addFeed(name, items, identities)) endings.add(guid);
  const nameless = listNameless(shelf, feeds, choices);
  const options = {
    durations: { feed: episodes.size > 0 ? episodes : undefined, typed: choices.durations },
    guids: { map: new Map(nameless.map(({ key, guid }) => [normalizeKey(key), guid ?? ""])), endings },
    missing: choices.zeros,
    minListeners: 1,
    describeLacking: async () => [],
  };
  const imported = { ...createNothing(), feeds };
  const { table, outcome } = imported;
  const run = (ids: readonly string[], counts: Counts) =>
    new ChartImport(options, readShelf(shelf, pace), createWriter(table, outcome, counts, pace), outcome).run(
      ids,
      () => {},
    );
  pace.tell("Reading the curves");
  // Each saved report alone, because a later one replaces what an earlier one has.
  for (const { id } of listSaved(shelf)) await run([id], createCounts());
  const isRead = ({ content }: ReadFile) => content.kind === "charts" || content.kind === "documents";
  await run(
    [...shelf].flatMap(([id, file]) => (isRead(file) ? id : [])),
    imported.counts,
  );
  return imported;
}

function createNothing(): Imported {
  return { table: new MemoryTable(), outcome: new StudioOutcome(), counts: createCounts(), feeds: [] };
}

/** Selects the episodes as `charts report --feed` does, or without a feed those of all curves. */
function selectEpisodes(table: MemoryTable, feeds: readonly SavedFeed[]): { guid: string; name?: EpisodeName }[] {
  const names = nameEpisodes(feeds);
  const guids = feeds.length > 0 ? [...names.keys()] : table.guids;
  return guids.flatMap((guid) => {
    const name = names.get(guid);
    return table.find(guid) ? { guid, ...(name && { name }) } : [];
  });
}

function viewFile(
  id: string,
  file: ReadFile,
  outcome: StudioOutcome,
  names: ReadonlyMap<string, EpisodeName>,
  byName: TranscriptNames,
): FileView {
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
  if (content.kind === "transcript") lines.push(tellEpisode(file.name, byName, names));
  const isUnneeded = refused.length > 0 && refused.every(isWithoutCurve);
  return { id, lines, refusals, ...(isUnneeded && { isUnneeded }) };
}

function sumCounts(counts: Counts): number {
  return counts.new + counts.replaced + counts.unchanged + counts.written;
}

function formatNotes({ table, outcome, feeds }: Imported): string {
  const strangers = table.guids.length - selectEpisodes(table, feeds).length;
  const left = `Left out, because they are not in the feed: ${formatCount(strangers, "episode")}.`;
  return [strangers > 0 ? left : [], outcome.listOfEpisodes()].flat().join(" ");
}
