import { formatCount } from "../lib/count.ts";
import { readEpisode } from "../lib/episode/loaded-episode.ts";
import { readSource } from "../lib/source.ts";
import { compareEpisodes, computeEpisode, type Report, type Uncompared } from "../report/make/data.ts";
import { type EpisodeName, readName } from "../report/make/episode-name.ts";
import { nameSource } from "../report/make/kinds.ts";
import type { Heading } from "../report/make/page.ts";
import { type PlacedRefusal, RefusalList } from "../sources/base/refusal-list.ts";
import { ChartImport, type ChartWriter, type FileSource } from "../sources/chart-import.ts";
import { computeDate } from "../sources/feed/episode-line.ts";
import { Episodes } from "../sources/feed/episodes.ts";
import { Endings, Titles } from "../sources/feed/guid-finders.ts";
import type { FeedItem } from "../sources/feed/item-parser.ts";
import { normalizeKey } from "../sources/formats/guid-map.ts";
import { listKeys, WITHOUT_GUID } from "../sources/formats/guids.ts";
import { prepareInput } from "../sources/input/input.ts";
import { MapDraft } from "../sources/map-draft.ts";
import type { ImportOutcome } from "../sources/outcome.ts";
import { Buffer } from "./browser/buffer.ts";
import { describeContent, type ReadFile } from "./dropped.ts";
import { openFile } from "./open-file.ts";
import type { Kept, KeptFeed } from "./saved.ts";
import { MemoryTable } from "./table.ts";

const DEFAULT_TITLE = "Listener retention";

/** A curve that does not name its episode. */
export interface Nameless {
  readonly key: string;
  /** Where it is from: `spotify.har, id in the request: On tides`. */
  readonly origin: string;
  /** The platform, for people. */
  readonly source: string;
  /** The episode that was chosen, or that has the curve's title; empty if it is left out; undefined if it is to be chosen. */
  readonly guid: string | undefined;
  readonly isByTitle: boolean;
  /** Episodes that have a curve of this platform already. */
  readonly taken: ReadonlySet<string>;
}

/** An episode to choose. */
export interface Choosable {
  readonly guid: string;
  /** Such as `2026-03-01  On tides`. */
  readonly name: string;
}

/** What is to be shown of a file. */
export interface FileView {
  readonly name: string;
  readonly lines: readonly string[];
  readonly refusals: readonly string[];
}

/** All that the page shows. */
export interface View {
  readonly files: readonly FileView[];
  readonly nameless: readonly Nameless[];
  readonly episodes: readonly Choosable[];
  /** What came of the import, as a sentence. */
  readonly summary: string;
  /** Computes the report, which takes seconds for hundreds of episodes; undefined if there is no curve. */
  readonly report: (() => ComputedReport) | undefined;
}

export interface ComputedReport {
  readonly heading: Heading;
  readonly report: Report;
}

/** The files that were dropped, what was chosen, and what came of it. */
export class Session {
  /** By name: a file of the same name takes the place of the older one. */
  readonly #files = new Map<string, ReadFile>();
  /** GUIDs by normalized keys; empty for a curve that is left out. */
  readonly #choices = new Map<string, string>();
  #table = new MemoryTable();
  #feeds: readonly KeptFeed[] = [];

  add(file: ReadFile): void {
    this.#files.delete(file.name);
    this.#files.set(file.name, file);
    if (file.content.kind === "kept") for (const [key, guid] of file.content.kept.choices) this.#choose(key, guid);
    if (file.content.kind === "map") for (const [key, guid] of file.content.guids) if (guid) this.choose(key, guid);
  }

  remove(name: string): void {
    this.#files.delete(name);
  }

  /** @param guid empty to leave the curve out; undefined to choose later */
  choose(key: string, guid: string | undefined): void {
    if (guid === undefined) this.#choices.delete(normalizeKey(key));
    else this.#choices.set(normalizeKey(key), guid);
  }

  /** Keeps a choice of a saved report, unless there is one already. */
  #choose(key: string, guid: string): void {
    if (!this.#choices.has(normalizeKey(key))) this.choose(key, guid);
  }

  /** What a saved report keeps. */
  keep(): Kept {
    const lines = [...this.#table.exportLines()].flatMap((each) => ("line" in each ? each.line : []));
    return {
      savedAt: new Date().toISOString(),
      choices: [...this.#choices],
      feeds: this.#feeds,
      lines: lines.join(""),
    };
  }

  /** Imports all files, and computes the report. */
  async compute(): Promise<View> {
    const files = [...this.#files.values()];
    this.#feeds = mergeFeeds(files);
    const [endings, episodes] = [new Endings(), new Episodes()];
    for (const feed of this.#feeds) for (const guid of episodes.addFeed(feed.name, feed.items)) endings.add(guid);
    const nameless = this.listNameless();
    const map = new Map(nameless.map(({ key, guid }) => [normalizeKey(key), guid ?? ""]));
    const table = new MemoryTable();
    const outcome = new Outcome();
    const run = (names: readonly string[], source: FileSource, counts: Counts) =>
      new ChartImport(
        {
          durations: { feed: episodes.size > 0 ? episodes : undefined },
          guids: { map, endings },
          minListeners: 1,
          describeLacking: async () => [],
        },
        source,
        createWriter(table, outcome, counts),
        outcome,
      ).run(names, () => {});
    for (const { name, kept } of listKept(files)) await run([name], readText(kept.lines), createCounts());
    const counts = createCounts();
    const imported = files.filter(({ content }) => content.kind === "charts" || content.kind === "documents");
    await run(
      imported.map(({ name }) => name),
      readFiles(this.#files),
      counts,
    );
    this.#table = table;
    const feeds = this.#feeds;
    const named = nameEpisodes(table, feeds);
    let computed: ComputedReport | undefined;
    const report = () => {
      computed ??= composeReport(computeReport(table, named));
      return computed;
    };
    return {
      files: files.map((file) => viewFile(file, outcome)),
      nameless,
      episodes: feeds.flatMap(({ items }) => items.flatMap(toChoosable)),
      summary: formatSummary(counts, named, feeds.length > 0),
      report: named.episodes.length === 0 ? undefined : report,
    };
  }

  /** Lists the curves that don't name their episode, as `charts map` does. */
  listNameless(): Nameless[] {
    const files = [...this.#files.values()];
    const [endings, titles] = [new Endings(), new Titles()];
    for (const { items } of mergeFeeds(files))
      for (const item of items) {
        titles.add(item);
        endings.add(item.guid ?? "");
      }
    const draft = new MapDraft(endings, titles, new RefusalList());
    const sources = new Map<string, string>();
    for (const { name, content } of files) {
      if (content.kind !== "documents") continue;
      for (const document of content.documents) {
        draft.add(name, document);
        for (const curve of document.curves)
          for (const key of listKeys(curve, name)) sources.set(key, document.source ?? "");
      }
    }
    const found = draft.listKeys().map(({ key, guid, origin }) => {
      const chosen = this.#choices.get(normalizeKey(key));
      const source = nameSource(sources.get(key) ?? "");
      return {
        key,
        origin,
        source,
        guid: chosen ?? (guid || undefined),
        isByTitle: chosen === undefined && guid !== "",
      };
    });
    return found.map((line) => {
      const others = found.filter(({ key, source }) => key !== line.key && source === line.source);
      return { ...line, taken: new Set(others.flatMap(({ guid }) => guid || [])) };
    });
  }
}

/** Says what an import did to the curves that were there. */
type Counts = Record<"new" | "replaced" | "unchanged" | "written", number>;

function createCounts(): Counts {
  return { new: 0, replaced: 0, unchanged: 0, written: 0 };
}

/** Collects what an import refuses and advises, by file. */
class Outcome implements ImportOutcome {
  readonly #refused: PlacedRefusal[] = [];
  readonly #hints: string[] = [];
  readonly refusals = { add: (refusal: PlacedRefusal) => void this.#refused.push(refusal) };

  plan(): void {}

  addRepeated(): void {}

  addFew(): void {}

  addHint(line: string): void {
    this.#hints.push(line);
  }

  /** Lists the refusals of a file, but those of curves whose episode is to be chosen. */
  listRefusals(file: string): string[] {
    return this.#refused.flatMap((refusal) => {
      const isOfFile = "file" in refusal && refusal.file === file;
      const isToBeChosen = refusal.kind === WITHOUT_GUID && refusal.detail.includes("Complete its line in the map");
      if (!isOfFile || isToBeChosen) return [];
      return refusal.line === undefined ? refusal.detail : `line ${refusal.line}: ${refusal.detail}`;
    });
  }

  /** Lists what was advised for a file, without its name. */
  listHints(file: string): string[] {
    return this.#hints.flatMap((hint) => (hint.startsWith(`${file}: `) ? hint.slice(file.length + 2) : []));
  }
}

function createWriter(table: MemoryTable, outcome: Outcome, counts: Counts): ChartWriter {
  const add: ChartWriter["add"] = async (curve) => {
    const saved = table.save(curve);
    if (typeof saved === "string")
      outcome.refusals.add({ episode: curve.guid, kind: "with too many sources", detail: saved });
    else {
      counts[saved.kind]++;
      for (const loss of saved.losses)
        outcome.addHint(`episode ${curve.guid}, ${readSource(curve)}: ${loss}. Check that the file is complete.`);
    }
  };
  return { add, finish: async () => {} };
}

/** Puts feeds that were dropped before those of saved reports, of which only the episodes count that no other has. */
function mergeFeeds(files: readonly ReadFile[]): KeptFeed[] {
  const dropped = files.flatMap(({ content }) => (content.kind === "feed" ? content.feed : []));
  const seen = new Set(dropped.flatMap(({ items }) => items.map(({ guid }) => guid)));
  const older = listKept(files)
    .toReversed()
    .flatMap(({ kept }) => kept.feeds);
  const rest = older.flatMap((feed) => {
    const items = feed.items.filter(({ guid }) => !seen.has(guid));
    for (const { guid } of items) seen.add(guid);
    return items.length > 0 ? { ...feed, items } : [];
  });
  return [...dropped, ...rest];
}

/** Lists the saved reports, the oldest first. */
function listKept(files: readonly ReadFile[]): { readonly name: string; readonly kept: Kept }[] {
  return files
    .flatMap(({ name, content }) => (content.kind === "kept" ? { name, kept: content.kept } : []))
    .sort((one, other) => (one.kept.savedAt < other.kept.savedAt ? -1 : 1));
}

/** Gives an import the lines of a saved report. */
function readText(text: string): FileSource {
  async function* chunks() {
    yield Buffer.from(text) as never;
  }
  return { open: () => prepareInput(chunks()), findRepeats: async () => new Map(), readDocuments: none };
}

async function* none(): AsyncGenerator<never> {}

/** Gives an import what was read of files, and charts from the files themselves. */
function readFiles(files: ReadonlyMap<string, ReadFile>): FileSource {
  const get = (name: string) => {
    const file = files.get(name);
    if (!file) throw new RangeError(`There is no file ${name}.`);
    return file;
  };
  return {
    open: async (name, onRead) => openFile(get(name), onRead),
    findRepeats: async () => new Map(),
    async *readDocuments(name, { chunks }, _, say) {
      await chunks[Symbol.asyncIterator]().return?.();
      const { content } = get(name);
      if (content.kind !== "documents") return;
      for (const line of content.said) say(line);
      yield* content.documents;
    },
  };
}

/** The episodes that have curves, and what feeds say of them. */
interface Named {
  readonly episodes: readonly { readonly guid: string; readonly name: EpisodeName | undefined }[];
  /** Episodes with a curve that are in no feed. */
  readonly strangers: number;
}

/** Selects the episodes as `charts report --feed` does, or without a feed those of all curves. */
function nameEpisodes(table: MemoryTable, feeds: readonly KeptFeed[]): Named {
  const names = new Map<string, EpisodeName>();
  for (const { title, name, items } of feeds)
    for (const item of items)
      if (item.guid !== undefined && !names.has(item.guid))
        names.set(item.guid, { ...readName(item, false), show: title ?? name });
  const guids = feeds.length > 0 ? [...names.keys()] : table.guids;
  const episodes = guids.flatMap((guid) => (table.find(guid) ? { guid, name: names.get(guid) } : []));
  return { episodes, strangers: feeds.length > 0 ? table.guids.filter((guid) => !names.has(guid)).length : 0 };
}

function computeReport(table: MemoryTable, { episodes }: Named): Uncompared[] {
  return episodes.flatMap(({ guid, name }) => {
    const [first, ...others] = readEpisode(table.find(guid) ?? {}).curves;
    return first ? computeEpisode({ guid, curves: [first, ...others] }, name) : [];
  });
}

function composeReport(episodes: readonly Uncompared[]): ComputedReport {
  const shows = new Set(episodes.map(({ show }) => show));
  shows.delete(undefined);
  const [show] = shows;
  const title = shows.size === 1 && show !== undefined ? show : DEFAULT_TITLE;
  return { heading: { title, madeAt: new Date() }, report: compareEpisodes(episodes) };
}

function toChoosable({ guid, title, pubDate }: FeedItem): Choosable[] {
  if (guid === undefined) return [];
  return [{ guid, name: `${computeDate(pubDate) ?? "----------"}  ${title ?? guid}` }];
}

function viewFile(file: ReadFile, outcome: Outcome): FileView {
  const { name, content } = file;
  if (content.kind === "refused") return { name, lines: [], refusals: [content.reason] };
  const described = describeContent(file) ?? describeCurves(file);
  return { name, lines: [described, outcome.listHints(name)].flat(), refusals: outcome.listRefusals(name) };
}

/** Says what curves a file has. A HAR file says that itself. */
function describeCurves({ content }: ReadFile): string[] {
  if (content.kind === "charts") return ["Charts of this service"];
  if (content.kind !== "documents" || content.said.length > 0) return [];
  const count = content.documents.reduce((sum, { curves }) => sum + curves.length, 0);
  const [source = ""] = content.documents.map((document) => document.source);
  return count > 0 ? [`${formatCount(count, "curve")} of ${nameSource(source)}`] : [];
}

function formatSummary(counts: Counts, { episodes, strangers }: Named, hasFeed: boolean): string {
  const total = counts.new + counts.replaced + counts.unchanged + counts.written;
  const kinds = (["new", "replaced", "unchanged"] as const).flatMap((kind) =>
    counts[kind] > 0 ? `${counts[kind]} ${kind}` : [],
  );
  return [
    `${formatCount(total, "curve")} read${total > 0 ? ` (${kinds.join(", ")})` : ""}.`,
    `${formatCount(episodes.length, "episode")} in the report.`,
    strangers > 0 ? `Left out, because they are not in the feed: ${formatCount(strangers, "episode")}.` : [],
    hasFeed ? [] : "Without the feed, there are no titles, dates and durations: drop it, too.",
  ]
    .flat()
    .join(" ");
}
