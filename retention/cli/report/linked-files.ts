import { createHash } from "node:crypto";
import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { group } from "d3-array";
import pMap, { pMapIterable } from "p-map";
import { formatCount } from "../../../lib/count.ts";
import { isObject, tryParseJson } from "../../../lib/json.ts";
import type { FileLink } from "../../sources/feed/item-parser.ts";
import { describeUrl } from "../feed/follow.ts";
import { explainLinkedFile, type FileKind, type FileLabels, fetchLinkedFile } from "../feed/linked-file.ts";
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

/** What is kept of a file. */
type KeptContent = FileLabels & { readonly content: unknown };

/** A file on the web, and what is kept of it. */
interface KeptFile extends WantedFile {
  /** The file in which it is kept. */
  readonly path: string;
  readonly kept: KeptContent | undefined;
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

  async #fetch(file: KeptFile): Promise<void> {
    const { kind, link, kept } = file;
    const timeouts = () => this.#timeouts.get(link.url.host) ?? 0;
    const isAsked = !this.#isOver && timeouts() < MAX_TIMEOUTS;
    const fetched = isAsked && (await fetchLinkedFile(kind, link, kept, this.#budget).catch((error: Error) => error));
    if (!fetched || this.#isOver) this.#left.push(file);
    else if (fetched instanceof Error) {
      if (fetched.name === "TimeoutError") this.#timeouts.set(link.url.host, timeouts() + 1);
      await this.#fail(file, fetched);
    } else await this.#parse(file, fetched).catch((error) => this.#fail(file, error, true));
  }

  async #parse(file: KeptFile, { text, ...labels }: Awaited<ReturnType<typeof fetchLinkedFile>>): Promise<void> {
    const content = text === undefined ? file.kept?.content : await file.kind.parse(text);
    this.#contents.set(identify(file), content);
    await this.#keep(file.path, { ...labels, content });
  }

  /** @param isOther whether it was fetched, and is something else */
  async #fail(file: KeptFile, error: Error, isOther = false): Promise<void> {
    this.#failures.push({ ...file, reason: explainLinkedFile(error), isOther, isKept: file.kept !== undefined });
    await this.#keep(file.path, file.kept);
  }

  /** Whether the minute is over. While files are parsed, no signal comes. */
  get #isOver(): boolean {
    return this.#budget.aborted || performance.now() - this.#begunAt > BUDGET_MS;
  }

  /** Keeps a file, or that it was asked for in vain. */
  async #keep(path: string, file: KeptContent | undefined): Promise<void> {
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
function parseKept(json: string, { isContent }: FileKind<unknown>): KeptContent | undefined {
  const file = tryParseJson(json);
  if (!isObject(file) || !isContent(file.content)) return undefined;
  const [etag, lastModified] = [file.etag, file.lastModified].map((text) =>
    typeof text === "string" ? text : undefined,
  );
  return { etag, lastModified, content: file.content };
}
