import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pMapIterable } from "p-map";
import { formatCount } from "../../lib/count.ts";
import { isObject, tryParseJson } from "../../lib/json.ts";
import type { Chapter } from "../../report/chapters.ts";
import { computeChapters, type EpisodeName } from "../../report/make/episode-name.ts";
import type { ChaptersLink } from "../../sources/feed/item-parser.ts";
import { type ChaptersFile, fetchChapters } from "../feed/chapters.ts";
import { describeUrl } from "../feed/follow.ts";
import type { Names } from "./names.ts";
import { saveAtomically } from "./save.ts";

/** Folder of the files of chapters, within that of the data. */
const FOLDER = "chapters";

/** Files that are fetched at once. */
const CONCURRENCY = 6;

/** Adds to episodes what feeds say of them. Chapters are fetched only of those with a curve. */
export function nameEpisodes<Loaded extends { readonly guid: string; readonly curves: readonly unknown[] }>(
  loaded: AsyncIterable<Loaded>,
  { episodes }: Names,
  chapters: LinkedChapters,
): AsyncIterable<Loaded & { readonly name: EpisodeName }> {
  const name = async (episode: Loaded) => {
    const known = episodes.get(episode.guid) ?? {};
    return { ...episode, name: episode.curves.length > 0 ? await chapters.addTo(known) : known };
  };
  return pMapIterable(loaded, name, { concurrency: CONCURRENCY });
}

/** The chapters that feeds link. Fetches them and keeps them on disk by URL, or only says that it could. */
export class LinkedChapters {
  /** Undefined if they are not to be fetched. */
  readonly #folder: string | undefined;
  #unfetched = 0;
  /** By URL: several episodes may link one file. */
  readonly #loading = new Map<string, Promise<readonly Chapter[]>>();
  readonly #failures: { readonly url: URL; readonly reason: string; readonly isKept: boolean }[] = [];

  /** @param dataFolder that of the embedded DynamoDB; undefined if they are not to be fetched */
  constructor(dataFolder: string | undefined) {
    this.#folder = dataFolder && join(dataFolder, FOLDER);
  }

  /** Adds the chapters that are linked for an episode. If they can't be fetched, those that were fetched before, or none. */
  async addTo(name: EpisodeName): Promise<EpisodeName> {
    const { chaptersLink: link } = name;
    if (!link) return name;
    if (this.#folder === undefined) {
      this.#unfetched++;
      return name;
    }
    const loading = this.#loading.get(link.url.href) ?? this.#load(link, this.#folder);
    this.#loading.set(link.url.href, loading);
    return { ...name, chapters: await loading };
  }

  /** Says how many files could not be fetched, and why not the first of them, or how many could be. Empty if all were. */
  formatNotices(): string[] {
    if (this.#unfetched > 0) {
      const count = formatCount(this.#unfetched, "episode");
      return [`The feed links the chapters of ${count}. To fetch them: --chapters`];
    }
    const [first] = this.#failures;
    if (!first) return [];
    const kept = this.#failures.filter(({ isKept }) => isKept).length;
    const count = `${formatCount(this.#failures.length, "file")} of chapters could not be fetched`;
    const copies = kept > 0 ? `; of ${kept.toLocaleString("en")}, an earlier copy is used` : "";
    return [`${count}${copies}. ${describeUrl(first.url)}: ${first.reason}`];
  }

  async #load(link: ChaptersLink, folder: string): Promise<readonly Chapter[]> {
    const path = join(folder, `${createHash("sha256").update(link.url.href).digest("hex")}.json`);
    const known = parseKept(await readFile(path, "utf8").catch(() => ""));
    const file = await fetchChapters(link, known).catch(({ message }: Error) => {
      this.#failures.push({ url: link.url, reason: message, isKept: known !== undefined });
      return known;
    });
    if (file && file !== known) {
      // If there can be no folder, the file can't be written either, which is said.
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => {});
      await saveAtomically(path, [JSON.stringify(file)]);
    }
    return computeChapters(file?.chapters ?? []);
  }
}

/** Returns undefined if nothing is kept, or if it is damaged. */
function parseKept(json: string): ChaptersFile | undefined {
  const file = tryParseJson(json);
  if (!isObject(file) || !Array.isArray(file.chapters)) return undefined;
  const isWhole = file.chapters.every((chapter) => isObject(chapter) && typeof chapter.title === "string");
  return isWhole ? (file as unknown as ChaptersFile) : undefined;
}
