import { open } from "node:fs/promises";
import { isObject, type JsonObject, tryParseJson } from "../../../lib/json.ts";
import { READ_BYTES } from "../import/gunzip.ts";
import { openInput } from "../import/open-input.ts";

/** What a line of an access log says of a request. All of it but the day may be a stranger's text. */
export interface Visit {
  readonly userAgent: string;
  /** Without the query, which may be a private feed's key; empty if the line does not say it. */
  readonly path: string;
  /** YYYY-MM-DD as the log has it; empty if the line does not say it. */
  readonly day: string;
}

/** A visit, and how often its address stands in the lines near it. */
export interface CountedVisit extends Visit {
  readonly times: number;
}

/** What follows `SPC` in each format, which is rare in a log. */
const MARK = Buffer.from("/http");

/** Longer lines are left out. */
const MAX_LINE_BYTES = 65_536;

const NEWLINE = 0x0a;

/** Bytes that end an address. */
const ENDS = new Set(Buffer.from("\t\n\r \"'"));

/** Names of members with the path of a request, without case and punctuation, the preferred ones first. */
const PATHS = ["csuristem", "path", "rawpath", "uri", "requesturi", "url", "request"];

/** The first fields of CloudFront's logs, if a file has no line of them. */
const CLOUDFRONT =
  "date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent)";

/** The time, the request and the User-Agent in a line of the combined format. */
const COMBINED = /^[^"[]*\[([^\]]*)\][^"]*"((?:[^"\\]|\\.)*)"[^"]*"(?:[^"\\]|\\.)*"[^"]*"((?:[^"\\]|\\.)*)"/;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * Reads the lines of an access log that have an address of SPC: in the combined format of Apache and nginx, which S3's logs have
 * in them, too; in CloudFront's standard format; or as JSON. Of lines near one another that have the same address, it reads the last.
 *
 * @param file gzipped or not, or `-` for the standard input
 * @returns undefined for a line of another format
 * @throws InputError if it can't be read
 */
export async function* readVisits(
  file: string,
  onRead: (bytes: number) => void,
): AsyncGenerator<CountedVisit | undefined> {
  const { head, chunks } = await openInput(file, onRead, readInPlace);
  const columns = findColumns(Buffer.from(head).toString("latin1"));
  for await (const lines of readWholeLines(chunks))
    for (const { at, times } of findAddresses(lines).values()) {
      const line = cutLine(lines, at);
      const visit = line === undefined ? undefined : tryParseLine(line, columns);
      if (line !== undefined) yield visit && { ...visit, times };
    }
}

/**
 * Reads a file into the same bytes again and again, which are good until the next read. Those of a stream stay until the memory is
 * cleaned up, which is late where nothing else is made.
 */
async function* readInPlace(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(READ_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES);
      if (bytesRead === 0) return;
      // Who reads ahead, because a pipe gave little, may keep it.
      yield bytesRead < READ_BYTES ? Buffer.from(buffer.subarray(0, bytesRead)) : buffer;
    }
  } finally {
    await handle.close();
  }
}

async function* readWholeLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const { buffer, byteOffset, length } of chunks) {
    const chunk = Buffer.from(buffer, byteOffset, length);
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    const start = end > 0 ? chunk.indexOf(NEWLINE) + 1 : 0;
    if (end > 0) yield Buffer.concat([rest, chunk.subarray(0, start)]);
    if (end > start) yield chunk.subarray(start, end);
    // A line that is too long stays too long.
    rest = Buffer.concat([end > 0 ? Buffer.alloc(0) : rest, chunk.subarray(end)]).subarray(0, MAX_LINE_BYTES + 1);
  }
  yield rest;
}

/** Finds where each address of SPC stands for the last time, and how often. */
function findAddresses(lines: Buffer): Map<string, { readonly at: number; readonly times: number }> {
  const found = new Map<string, { readonly at: number; readonly times: number }>();
  for (let at = lines.indexOf(MARK); at !== -1; at = lines.indexOf(MARK, at + 1)) {
    if (!/spc\\?$/i.test(lines.toString("latin1", Math.max(at - 4, 0), at))) continue;
    let end = at;
    while (!ENDS.has(lines[end] ?? NEWLINE)) end++;
    const address = lines.toString("latin1", at, end);
    found.set(address, { at, times: (found.get(address)?.times ?? 0) + 1 });
  }
  return found;
}

/** Cuts out the line in which a byte is. Returns undefined if it is too long. */
function cutLine(lines: Buffer, at: number): string | undefined {
  const start = lines.lastIndexOf(NEWLINE, at) + 1;
  const next = lines.indexOf(NEWLINE, at);
  const end = next === -1 ? lines.length : next;
  return end - start > MAX_LINE_BYTES ? undefined : lines.toString("utf8", start, end);
}

function tryParseLine(line: string, columns: readonly string[]): Visit | undefined {
  // CloudWatch exports each line behind its time.
  const [, json = ""] = /^(?:\S+ )?(\{.*)/.exec(line) ?? [];
  const record = tryParseJson(json);
  if (isObject(record)) return parseRecord(record);
  const cells = line.split("\t");
  const find = (name: string) => cells[columns.indexOf(name)] ?? "";
  if (cells.length > 1) return composeVisit(decode(decode(find("cs(User-Agent)"))), find("cs-uri-stem"), find("date"));
  const [, time = "", request = "", userAgent] = COMBINED.exec(line) ?? [];
  return userAgent === undefined ? undefined : composeVisit(userAgent, request, time);
}

function findColumns(head: string): string[] {
  const [, names = CLOUDFRONT] = /^#Fields:\s*(.+)$/m.exec(head) ?? [];
  return names.trim().split(/\s+/);
}

/** CloudFront encodes what it writes, and has encoded it twice. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Who sets up JSON logs chooses the names of their members. */
function parseRecord(record: JsonObject): Visit | undefined {
  const values = new Map(
    Object.entries(record).map(([name, value]) => [name.toLowerCase().replaceAll(/[^a-z]/g, ""), String(value)]),
  );
  const find = (isNamed: (name: string) => boolean) => [...values].find(([name]) => isNamed(name))?.[1];
  const userAgent = find((name) => name.endsWith("useragent"));
  if (userAgent === undefined) return undefined;
  const path = PATHS.map((name) => values.get(name)).find((value) => value !== undefined) ?? "";
  return composeVisit(decode(decode(userAgent)), path, find((name) => /date|time/.test(name)) ?? "");
}

function composeVisit(userAgent: string, request: string, time: string): Visit {
  return { userAgent, path: findPath(request), day: findDay(time) };
}

/** Finds the path in what is one, or the line of a request: `GET /feed.xml?key=1 HTTP/1.1` -> `/feed.xml`. */
function findPath(text: string): string {
  const [first = "", second = first] = text.split(" ");
  return second.replace(/[?#].*/s, "");
}

/** Finds the day in a time such as `09/Apr/2026:19:08:24 +0000`, `2026-04-09T19:08:24Z`, or seconds or milliseconds since 1970. */
function findDay(text: string): string {
  const [, day, month = "", year] = /(\d\d)\/([A-Z][a-z]{2})\/(\d{4})/.exec(text) ?? [];
  if (year !== undefined) return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, "0")}-${day}`;
  if (/^\d{10}(?:\d{3})?$/.test(text)) return new Date(Number(text.padEnd(13, "0"))).toISOString().slice(0, 10);
  return /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? "";
}
