import { createHash } from "node:crypto";
import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { group } from "d3-array";
import pMap, { pMapIterable } from "p-map";
import { formatCount } from "../../../lib/count.ts";
import { isObject, tryParseJson } from "../../../lib/json.ts";
import type { FileLink } from "../../sources/feed/item-parser.ts";
import { describeUrl } from "../feed/follow.ts";
import {
  explainLinkedFile,
  type FileKind,
  fetchLinkedFile,
  type LinkedFile,
  OtherFileError,
} from "../feed/linked-file.ts";
import { showEpisodes } from "../progress.ts";
import { saveAtomically } from "../save.ts";

/** Folder of the linked files, within that of the data. */
const FOLDER = "linked-files";

/** What one report fetches at most, in milliseconds and files. */
const BUDGET_MS = 60_000;
const MAX_FILES = 1_000;

/** Files that are fetched, or read, at once. */
const CONCURRENCY = 6;

/** Files that are named at most. A host may get all of them wrong. */
const MAX_NAMED = 10;

/** Time-outs after which a host is asked nothing more. */
const MAX_TIMEOUTS = 3;

/** A file to fetch. */
export interface WantedFile {
  readonly kind: FileKind<unknown>;
  readonly link: FileLink;
}

/** A file on the web, and what is kept of it. */
interface KeptFile extends WantedFile {
  /** The file in which it is kept. */
  readonly path: string;
  readonly kept: LinkedFile<unknown> | undefined;
  /** When it was last asked for, in milliseconds since the epoch; 0 if it never was. */
  readonly askedAt: number;
}

/** A file that is lacking. */
interface Failure extends WantedFile {
  readonly reason: string;
  /** Whether it was fetched, and is something else. */
  readonly isOther: boolean;
  /** Whether an earlier copy is used. */
  readonly isKept: boolean;
}

/** The linked files that are fetched, and kept on disk by URL, and what is lacking. One report has one. */
export class LinkedFiles {
  readonly #folder: string;
  readonly #contents = new Map<string, unknown>();
  readonly #timeouts = new Map<string, number>();
  readonly #failures: Failure[] = [];
  readonly #left: WantedFile[] = [];
  readonly #budget = AbortSignal.timeout(BUDGET_MS);
  readonly #begunAt = performance.now();
  #asked = 0;
  #unkept: string | undefined;

  /** @param dataFolder that of the embedded DynamoDB */
  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, FOLDER);
  }

  /** Returns what a link leads to; undefined if it is lacking, or was not fetched. */
  find<Content>(kind: FileKind<Content>, link: FileLink): Content | undefined {
    const content = this.#contents.get(identify({ kind, link }));
    return kind.isContent(content) ? content : undefined;
  }

  /** Fetches each file once: first those that were not asked for the longest. Of what is lacking, takes what was fetched before. */
  async fetchAll(all: readonly WantedFile[]): Promise<void> {
    const unique = new Map(all.map((wanted) => [identify(wanted), wanted]));
    const files = await pMap(unique, ([id, wanted]) => loadKept(wanted, join(this.#folder, `${id}.json`)), {
      concurrency: CONCURRENCY,
    });
    const sorted = files.toSorted((one, other) => one.askedAt - other.askedAt);
    for (const file of sorted) this.#contents.set(identify(file), file.kept?.content);
    const fetched = sorted.slice(0, Math.max(0, MAX_FILES - this.#asked));
    this.#left.push(...sorted.slice(fetched.length));
    this.#asked += fetched.length;
    // If there can be no folder, the files can't be written either, which is said.
    await mkdir(this.#folder, { recursive: true, mode: 0o700 }).catch(() => {});
    const fetching = pMapIterable(fetched, (file) => this.#fetch(file), { concurrency: CONCURRENCY });
    for await (const _ of showEpisodes(fetching, fetched.length));
  }

  async #fetch({ kind, link, path, kept }: KeptFile): Promise<void> {
    const { host } = link.url;
    const isSilent = (this.#timeouts.get(host) ?? 0) >= MAX_TIMEOUTS;
    if (this.#isOver || isSilent) {
      this.#left.push({ kind, link });
      return;
    }
    try {
      const inTime = { ...kind, parse: (text: string) => kind.parse(this.#requireTime(text)) };
      const file = await fetchLinkedFile(inTime, link, kept, this.#budget);
      this.#contents.set(identify({ kind, link }), file.content);
      await this.#keep(path, file);
    } catch (thrown) {
      if (this.#isOver) {
        this.#left.push({ kind, link });
        return;
      }
      const error = thrown as Error;
      if (error.name === "TimeoutError") this.#timeouts.set(host, (this.#timeouts.get(host) ?? 0) + 1);
      const [reason, isOther] = [explainLinkedFile(error), error instanceof OtherFileError];
      this.#failures.push({ kind, link, reason, isOther, isKept: kept !== undefined });
      await this.#keep(path, kept);
    }
  }

  /** Whether the minute is over. While files are parsed, no signal comes. */
  get #isOver(): boolean {
    return this.#budget.aborted || performance.now() - this.#begunAt > BUDGET_MS;
  }

  /** Returns what is to be parsed if there is time left. */
  #requireTime(text: string): string {
    if (this.#isOver) throw new RangeError("No time is left.");
    return text;
  }

  /** Keeps a file, or that it was asked for in vain. */
  async #keep(path: string, file: LinkedFile<unknown> | undefined): Promise<void> {
    if (this.#unkept !== undefined) return;
    await saveAtomically(path, [JSON.stringify(file ?? {})]).catch(({ message }: Error) => {
      this.#unkept ??= message;
    });
  }

  /** Says in a line each what is lacking, and why. */
  formatNotices(): string[] {
    const unfetched = this.#failures.filter(({ isOther }) => !isOther);
    const others = this.#failures.filter(({ isOther }) => isOther);
    return [
      ...groupByKind(unfetched).map((failures) =>
        describeFailures(failures, `${countFiles(failures)} could not be fetched`),
      ),
      ...nameOthers(others),
      ...groupByKind(this.#left).map((left) => {
        const limits = `A report fetches for a minute, ${MAX_FILES.toLocaleString("en")} files at most, and none of a host that was silent ${MAX_TIMEOUTS} times.`;
        return `${countFiles(left)} not fetched. ${limits} The next report begins with them.`;
      }),
      ...(this.#unkept === undefined
        ? []
        : [`Linked files can't be kept, so the next report fetches them again: ${this.#unkept}`]),
    ];
  }
}

function groupByKind<One extends WantedFile>(all: readonly One[]): One[][] {
  return [...group(all, ({ kind }) => kind).values()];
}

/** Says in one line how many files are lacking, and why the first one is. */
function describeFailures(failures: readonly Failure[], count: string): string {
  const [first] = failures;
  const kept = failures.filter(({ isKept }) => isKept).length;
  const copies = kept > 0 ? `; of ${kept.toLocaleString("en")}, an earlier copy is used` : "";
  return `${count}${copies}.${first ? ` ${describeUrl(first.link.url)}: ${first.reason}` : ""}`;
}

/** Names files that are something else than their links say, in a line each. */
function nameOthers(others: readonly Failure[]): string[] {
  const lines = others.slice(0, MAX_NAMED).map(({ link, reason, isKept }) => {
    return `${describeUrl(link.url)}: ${reason}${isKept ? " An earlier copy is used." : ""}`;
  });
  const rest = others.length - lines.length;
  return rest > 0 ? [...lines, `${formatCount(rest, "other linked file")} could not be read.`] : lines;
}

function countFiles(all: readonly WantedFile[]): string {
  const { singular = "", plural } = all[0]?.kind ?? {};
  return formatCount(all.length, singular, plural);
}

/** What is kept of a URL on this network is for feeds that may reach it. */
function identify({ kind, link: { url, mayReachOwn } }: WantedFile): string {
  return createHash("sha256").update(`${kind.plural} ${mayReachOwn} ${url.href}`).digest("hex");
}

async function loadKept(wanted: WantedFile, path: string): Promise<KeptFile> {
  const askedAt = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  const kept = parseKept(await readFile(path, "utf8").catch(() => ""), wanted.kind);
  return { ...wanted, path, kept, askedAt };
}

/** Returns undefined if nothing is kept, or if it is damaged. */
function parseKept(json: string, { isContent }: FileKind<unknown>): LinkedFile<unknown> | undefined {
  const file = tryParseJson(json);
  if (!isObject(file) || !isContent(file.content)) return undefined;
  const [etag, lastModified] = [file.etag, file.lastModified].map((text) =>
    typeof text === "string" ? text : undefined,
  );
  return { etag, lastModified, content: file.content };
}
