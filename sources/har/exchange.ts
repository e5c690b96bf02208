import { decodeBase64, encodeUtf8 } from "../../lib/bytes.ts";
import { isObject, tryParseJson } from "../../lib/json.ts";
import { tryParseUrl } from "../base/url.ts";
import { dig, isBlank } from "../formats/fields.ts";
import type { AnsweredRequest } from "../formats/format.ts";
import type { Recording } from "../input/places.ts";

/** A request of a browser and its response: an entry of a HAR file. Nothing else of the entry is kept. */
export interface Exchange {
  readonly request: AnsweredRequest;
  readonly recording: Recording;
  /** Whether the response may have data: it is no preflight, no redirect and no error. */
  readonly isAnswer: boolean;
  /** Whether the browser knows of an answer in JSON, and did not save it. */
  readonly isMissing: boolean;
  /** The body of the response; undefined if the browser did not save it, or if there is none. */
  readonly content: Uint8Array | undefined;
}

/** Canonical base64 (RFC 4648, section 4). Firefox has called plain text so (https://bugzilla.mozilla.org/1762313). */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Statuses of HTTP with which data comes. 304 is for what the browser has already. */
const STATUSES: readonly unknown[] = [200, 304];

/** A date and time of HAR 1.2: ISO 8601 with a time zone. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;

/** Names of parameters that make no answer one of some listeners only: of the episode, of credentials and of the interface. */
const OF_ALL = [
  /^_?$|^(?:.*(?:episode|show|podcast|video|adam)_?)?(?:id|ids|guid|uuid|uri)$|^(?:episode|show|podcast|video)$/i,
  /token|key|auth|nonce|sign|session|csrf/i,
  /^(?:operationName|query|variables|extensions|dimensions|metrics|filters|alt|format|page|limit)$/,
];

const utf8 = new TextDecoder();

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;

/** Parses an entry. Returns undefined if it is malformed: what is wrong is never said, because that would quote it. */
export function tryParseExchange(record: Uint8Array): Exchange | undefined {
  const entry = tryParseJson(utf8.decode(record));
  const url = tryParseUrl(parseText(dig(entry, "request", "url")));
  if (!url) return undefined;
  const text = dig(entry, "request", "postData", "text");
  const request = { url, body: typeof text === "string" ? text : undefined };
  const saved = dig(entry, "response", "content");
  const { mimeType, size, text: body, encoding } = isObject(saved) ? saved : {};
  const isAnswer = dig(entry, "request", "method") !== "OPTIONS" && STATUSES.includes(dig(entry, "response", "status"));
  const content = decode(body, encoding);
  return {
    request,
    recording: { at: parseTime(dig(entry, "startedDateTime")), parameters: listParameters(request) },
    isAnswer,
    isMissing: isAnswer && !content && JSON_TYPE.test(parseText(mimeType)) && typeof size === "number" && size > 0,
    content,
  };
}

/** Takes nothing but strings: an object that has a member `toString` can't be converted. */
function parseText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Returns 0 for what is no time, and for one in the future: a clock was wrong. */
function parseTime(value: unknown): number {
  const time = TIME.test(parseText(value)) ? Date.parse(parseText(value)) : Number.NaN;
  return time <= Date.now() ? time : 0;
}

/** Lists the names of what a request asked for, by its query, its body in JSON or variables of GraphQL. */
function listParameters({ url, body }: AnsweredRequest): string[] {
  const asked = Object.fromEntries(url.searchParams);
  const posted = tryParseJson(body ?? "");
  const { filters = "" } = asked;
  const all = [asked, posted, tryParseJson(asked.variables ?? ""), dig(posted, "variables")];
  const named = all.filter(isObject).flatMap((values) => Object.keys(values).filter((name) => !isBlank(values[name])));
  // YouTube's filters: video==dQw4w9WgXcQ;country==SE
  const filtered = filters.split(";").flatMap((filter) => filter.split("==").slice(0, -1));
  return [...new Set([...named, ...filtered])].filter((name) => !OF_ALL.some((pattern) => pattern.test(name))).sort();
}

function decode(text: unknown, encoding: unknown): Uint8Array | undefined {
  if (typeof text !== "string" || text === "") return undefined;
  return encoding === "base64" && isBase64(text) ? decodeBase64(text) : encodeUtf8(text);
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text);
}
