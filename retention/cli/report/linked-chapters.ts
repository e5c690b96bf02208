import { createHash } from "node:crypto";
import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import pMap, { pMapIterable } from "p-map";
import { formatCount } from "../../../lib/count.ts";
import { isObject, tryParseJson } from "../../../lib/json.ts";
import { addChapters, type Uncompared } from "../../report/make/data.ts";
import { computeChapters, type EpisodeName } from "../../report/make/episode-name.ts";
import type { ChaptersLink } from "../../sources/feed/item-parser.ts";
import { type ChaptersFile, explainChapters, fetchChapters, NO_CHAPTERS } from "../feed/chapters.ts";
import { describeUrl } from "../feed/follow.ts";
import { showEpisodes } from "../shell/progress.ts";
import { saveAtomically } from "../shell/save.ts";

/** Folder of the files of chapters, within that of the data. */
const FOLDER = "chapters";

/** What one report fetches at most, in milliseconds and files. */
const BUDGET_MS = 60_000;
const MAX_FILES = 1_000;

/** Files that are fetched, or read, at once. */
const CONCURRENCY = 6;

/** Time-outs after which a host is asked nothing more. */
const MAX_TIMEOUTS = 3;

/** A file of chapters on the web, and what is kept of it. */
interface LinkedFile {
  readonly link: ChaptersLink;
  /** The file in which it is kept. */
  readonly path: string;
  readonly kept: ChaptersFile | undefined;
  /** When it was last asked for, in milliseconds since the epoch; 0 if it never was. */
  readonly askedAt: number;
}

/**
 * Adds the chapters that feeds link for episodes: fetches them and keeps them on disk by URL, or only says that it could. Of what
 * can't be fetched, or is beyond the budget, it takes what was fetched before. Says on standard error what is lacking.
 *
 * @param names what feeds say of episodes, by GUID
 * @param dataFolder that of the embedded DynamoDB; undefined if nothing is to be fetched
 */
export async function addLinkedChapters(
  episodes: readonly Uncompared[],
  names: ReadonlyMap<string, EpisodeName>,
  dataFolder: string | undefined,
): Promise<readonly Uncompared[]> {
  const linking = episodes.map((episode) => ({ episode, link: names.get(episode.guid)?.chaptersLink }));
  const links = linking.flatMap(({ link }) => link ?? []);
  if (dataFolder === undefined) {
    if (links.length > 0)
      console.error(
        `The feed links the chapters of ${formatCount(links.length, "episode")}. To fetch them: --chapters`,
      );
    return episodes;
  }
  const fetched = new FetchedChapters();
  await fetched.fetchAll(links, join(dataFolder, FOLDER));
  for (const line of fetched.formatNotices()) console.error(line);
  return linking.map(({ episode, link }) => {
    const file = link && fetched.files.get(identify(link));
    return file ? addChapters(episode, computeChapters(file.chapters)) : episode;
  });
}

/** A file of chapters that is lacking. */
interface Failure {
  readonly url: URL;
  readonly reason: string;
  /** Whether an earlier copy is used. */
  readonly isKept: boolean;
}

/** The files of chapters that are fetched, or that were before, and what is lacking. */
class FetchedChapters {
  readonly files = new Map<string, ChaptersFile | undefined>();
  readonly #timeouts = new Map<string, number>();
  readonly #failures: Failure[] = [];
  #left = 0;
  #unkept: string | undefined;

  /** Fetches each file once: first those that were not asked for the longest. */
  async fetchAll(links: readonly ChaptersLink[], folder: string): Promise<void> {
    const unique = new Map(links.map((link) => [identify(link), link]));
    const files = await pMap(unique, ([id, link]) => loadKept(link, join(folder, `${id}.json`)), {
      concurrency: CONCURRENCY,
    });
    const sorted = files.toSorted((one, other) => one.askedAt - other.askedAt);
    for (const { link, kept } of sorted) this.files.set(identify(link), kept);
    this.#left = Math.max(0, sorted.length - MAX_FILES);
    // If there can be no folder, the files can't be written either, which is said.
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => {});
    const budget = AbortSignal.timeout(BUDGET_MS);
    const fetching = pMapIterable(sorted.slice(0, MAX_FILES), (file) => this.#fetch(file, budget), {
      concurrency: CONCURRENCY,
    });
    for await (const _ of showEpisodes(fetching, Math.min(sorted.length, MAX_FILES)));
  }

  async #fetch({ link, path, kept }: LinkedFile, budget: AbortSignal): Promise<void> {
    const { host } = link.url;
    const isSilent = (this.#timeouts.get(host) ?? 0) >= MAX_TIMEOUTS;
    if (budget.aborted || isSilent) {
      this.#left++;
      return;
    }
    try {
      const file = await fetchChapters(link, kept, budget);
      this.files.set(identify(link), file);
      await this.#keep(path, file);
    } catch (thrown) {
      if (budget.aborted) {
        this.#left++;
        return;
      }
      const error = thrown as Error;
      if (error.name === "TimeoutError") this.#timeouts.set(host, (this.#timeouts.get(host) ?? 0) + 1);
      this.#failures.push({ url: link.url, reason: explainChapters(error), isKept: kept !== undefined });
      await this.#keep(path, kept);
    }
  }

  /** Keeps a file, or that it was asked for in vain. */
  async #keep(path: string, file: ChaptersFile | undefined): Promise<void> {
    if (this.#unkept !== undefined) return;
    await saveAtomically(path, [JSON.stringify(file ?? {})]).catch(({ message }: Error) => {
      this.#unkept ??= message;
    });
  }

  formatNotices(): string[] {
    const lines: string[] = [];
    const isOther = ({ reason }: Failure) => reason === NO_CHAPTERS;
    const unfetched = this.#failures.filter((failure) => !isOther(failure));
    lines.push(
      ...describeFailures(unfetched, (count) => `${formatCount(count, "file")} of chapters could not be fetched`),
    );
    const others = this.#failures.filter(isOther);
    lines.push(...describeFailures(others, (count) => `${formatCount(count, "linked file")} could not be read`));
    if (this.#left > 0) {
      const limits = `A report fetches for a minute, ${MAX_FILES.toLocaleString("en")} files at most, and none of a host that was silent ${MAX_TIMEOUTS} times.`;
      lines.push(
        `${formatCount(this.#left, "file")} of chapters not fetched. ${limits} The next report begins with them.`,
      );
    }
    if (this.#unkept !== undefined)
      lines.push(`Chapters can't be kept, so the next report fetches them again: ${this.#unkept}`);
    return lines;
  }
}

/** Says in at most one line how many files are lacking, and why the first one is. */
function describeFailures(failures: readonly Failure[], describeCount: (count: number) => string): string[] {
  const [first] = failures;
  if (!first) return [];
  const kept = failures.filter(({ isKept }) => isKept).length;
  const copies = kept > 0 ? `; of ${kept.toLocaleString("en")}, an earlier copy is used` : "";
  return [`${describeCount(failures.length)}${copies}. ${describeUrl(first.url)}: ${first.reason}`];
}

/** What is kept of a URL on this network is for feeds that may reach it. */
function identify({ url, mayReachOwn }: ChaptersLink): string {
  return createHash("sha256").update(`${mayReachOwn} ${url.href}`).digest("hex");
}

async function loadKept(link: ChaptersLink, path: string): Promise<LinkedFile> {
  const askedAt = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  return { link, path, kept: parseKept(await readFile(path, "utf8").catch(() => "")), askedAt };
}

/** Returns undefined if nothing is kept, or if it is damaged. */
function parseKept(json: string): ChaptersFile | undefined {
  const file = tryParseJson(json);
  if (!isObject(file) || !Array.isArray(file.chapters)) return undefined;
  const isWhole = file.chapters.every((chapter) => isObject(chapter) && typeof chapter.title === "string");
  return isWhole ? (file as unknown as ChaptersFile) : undefined;
}
