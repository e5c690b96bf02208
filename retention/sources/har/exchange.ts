import { decodeUtf8, encodeUtf8 } from "../../../lib/bytes.ts";
import { isObject, tryParseJson } from "../../../lib/json.ts";
import { tryParseUrl } from "../../../lib/url.ts";
import { decodeBase64 } from "../base/byte-arrays.ts";
import { dig } from "../formats/fields.ts";
import type { AnsweredRequest } from "../formats/format.ts";

/** A request of a browser and its response: an entry of a HAR file. Nothing else of the entry is kept. */
export interface Exchange {
  readonly request: AnsweredRequest;
  /** When it was sent, as the entry says. */
  readonly startedAt: string;
  /** Whether the response may have data: it is no preflight, no redirect and no error. */
  readonly isAnswer: boolean;
  /** Whether the browser knows of an answer in JSON, and did not save it. */
  readonly isMissing: boolean;
  /** The body of the response; undefined if the browser did not save it, or if there is none. */
  readonly content: Uint8Array | undefined;
}

/** Base64 (RFC 4648, section 4), perhaps in lines. Firefox has called plain text so (https://bugzilla.mozilla.org/1762313). */
const BASE64 = /^[A-Za-z0-9+/\r\n]+={0,2}[\r\n]*$/;

/** Statuses of HTTP with which data comes. 304 is for what the browser has already. */
const STATUSES: readonly unknown[] = [200, 304];

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;

/** Parses an entry. Returns undefined if it is malformed: what is wrong is never said, because that would quote it. */
export function tryParseExchange(record: Uint8Array): Exchange | undefined {
  // What a browser says of a request may be deep; an answer in it is text.
  const entry = tryParseJson(decodeUtf8(record), Number.POSITIVE_INFINITY);
  const url = tryParseUrl(parseText(dig(entry, "request", "url")));
  if (!url) return undefined;
  const body = dig(entry, "request", "postData", "text");
  const saved = dig(entry, "response", "content");
  const { mimeType, size, text, encoding } = isObject(saved) ? saved : {};
  const isAnswer = dig(entry, "request", "method") !== "OPTIONS" && STATUSES.includes(dig(entry, "response", "status"));
  const content = decode(text, encoding);
  return {
    request: { url, body: typeof body === "string" ? body : undefined },
    startedAt: parseText(dig(entry, "startedDateTime")),
    isAnswer,
    isMissing: isAnswer && !content && JSON_TYPE.test(parseText(mimeType)) && typeof size === "number" && size > 0,
    content,
  };
}

/** Takes nothing but strings: an object that has a member `toString` can't be converted. */
function parseText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Decodes a body, as text or in base64, which some programs do not say. */
function decode(text: unknown, encoding: unknown): Uint8Array | undefined {
  if (typeof text !== "string" || text === "") return undefined;
  const base64 = BASE64.test(text) ? text.replaceAll(/[\r\n]/g, "") : "";
  const decoded = base64 !== "" && base64.length % 4 !== 1 && decodeBase64(base64);
  return decoded && (encoding === "base64" || isJson(decoded)) ? decoded : encodeUtf8(text);
}

/** Checks from its beginning whether a body may be JSON. */
export function isJson(bytes: Uint8Array): boolean {
  return /^\s*[[{]/.test(decodeUtf8(bytes.subarray(0, 64)));
}
