import { isObject, type JsonObject, tryParseJson } from "../../../lib/json.ts";
import { decodePercent } from "../../sources/base/percent-encoding.ts";

/** What a line of an access log says of a request. All of it but the day may be a stranger's text. */
export interface Visit {
  readonly userAgent: string;
  /** Without the query, which may be a private feed's key; empty if the line does not say it. */
  readonly path: string;
  /** YYYY-MM-DD as the log has it; empty if the line does not say it. */
  readonly day: string;
}

/** Names of members with the path of a request, without case and punctuation, the preferred ones first. */
const PATHS = ["csuristem", "path", "rawpath", "uri", "requesturi", "url", "request"];

/** The first fields of CloudFront's logs, if a file has no line of them. */
const CLOUDFRONT =
  "date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent)";

/** The time, the request and the User-Agent in a line of the combined format. */
const COMBINED = /^[^"[]*\[([^\]]*)\][^"]*"((?:[^"\\]|\\.)*)"[^"]*"(?:[^"\\]|\\.)*"[^"]*"((?:[^"\\]|\\.)*)"/;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * Parses a line of an access log.
 *
 * @param columns as {@link findColumns} returns them
 * @returns undefined for a line of another format
 */
export function tryParseLine(line: string, columns: readonly string[]): Visit | undefined {
  // CloudWatch exports each line behind its time.
  const [, json = ""] = /^(?:\S+ )?(\{.*)/.exec(line) ?? [];
  const record = tryParseJson(json);
  if (isObject(record)) return parseRecord(record);
  return tryParseCells(line.split("\t"), columns) ?? tryParseCombined(line);
}

function tryParseCells(cells: readonly string[], columns: readonly string[]): Visit | undefined {
  const find = (name: string) => cells[columns.indexOf(name)];
  const userAgent = find("cs(User-Agent)");
  if (userAgent === undefined) return undefined;
  return composeVisit({ userAgent: decode(userAgent), request: find("cs-uri-stem") ?? "", time: find("date") ?? "" });
}

function tryParseCombined(line: string): Visit | undefined {
  const [, time = "", request = "", userAgent] = COMBINED.exec(line) ?? [];
  return userAgent === undefined ? undefined : composeVisit({ userAgent, request, time });
}

/** Finds the names of a CloudFront log's columns, which stand at its beginning. */
export function findColumns(head: string): string[] {
  const [, names = CLOUDFRONT] = /^#Fields:\s*(.+)$/m.exec(head) ?? [];
  return names.trim().split(/\s+/);
}

/** CloudFront encodes what it writes, and has encoded it twice. */
function decode(text: string): string {
  return decodePercent(decodePercent(text));
}

/** Who sets up JSON logs chooses the names of their members. */
function parseRecord(record: JsonObject): Visit | undefined {
  const values = new Map(
    Object.entries(record).map(([name, value]) => [name.toLowerCase().replaceAll(/[^a-z]/g, ""), String(value)]),
  );
  const find = (isNamed: (name: string) => boolean) => [...values].find(([name]) => isNamed(name))?.[1];
  const userAgent = find((name) => name.endsWith("useragent"));
  if (userAgent === undefined) return undefined;
  const request = PATHS.map((name) => values.get(name)).find((value) => value !== undefined) ?? "";
  const time = find((name) => /date|time/.test(name)) ?? "";
  return composeVisit({ userAgent: decode(userAgent), request, time });
}

/** The parts of a line as it has them: a path or the line of a request, and a time. */
interface Parts {
  readonly userAgent: string;
  readonly request: string;
  readonly time: string;
}

function composeVisit({ userAgent, request, time }: Parts): Visit {
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
