import { isUtf8 } from "node:buffer";
import middy from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { Context } from "aws-lambda";
import { HttpError } from "./errors.ts";
import { isObject, type JsonObject, tryParseJson } from "./json.ts";
import { findHeader, type Request } from "./request.ts";

/**
 * The maximum size of a body with no limit of its own. The parser searches every value for `__proto__`, which takes
 * seconds for the 6 MB of brackets that Lambda lets through.
 */
export const MAX_BODY_BYTES = 65_536;

const PARTS = new Set([...",{["].map((character) => character.charCodeAt(0)));

const parseBody = middy<Request, unknown>()
  .use(httpJsonBodyParser())
  .handler(({ body }) => body);

/**
 * Parses the body of a request as a JSON object of at most 64 KB.
 *
 * @throws HttpError 400 as {@link parseJson}, or if the value is not an object
 */
export async function parseJsonBody(request: Request, context: Context): Promise<JsonObject> {
  const value = await parseJson(request, context, MAX_BODY_BYTES);
  if (!isObject(value)) throw invalidBody("not a JSON object");
  return value;
}

/**
 * Parses the body of a request as JSON.
 *
 * @param maxBytes the maximum size of the body as sent
 * @param maxParts the maximum number of its commas, and of braces and brackets that open: what has many takes long;
 *   undefined for a body that is short anyway
 * @throws HttpError 400 if the body is longer, compressed or not JSON in UTF-8, or if its Content-Type is neither
 *   `application/json` nor `application/*+json`
 */
export async function parseJson(
  request: Request,
  context: Context,
  maxBytes: number,
  maxParts?: number,
): Promise<unknown> {
  const encoding = findHeader(request, "content-encoding")?.trim().toLowerCase() || "identity";
  if (encoding !== "identity") throw invalidBody("Content-Encoding is not supported. Send the body uncompressed");
  const body = decodeBody(request, maxBytes);
  if (maxParts !== undefined && countParts(body) > maxParts)
    throw invalidBody(`more than ${maxParts} commas, braces and brackets`);
  const [mediaTypes = ""] = findHeader(request, "content-type")?.split(";") ?? [];
  // Proxies join headers that were sent twice.
  const different = new Set(mediaTypes.toLowerCase().match(/[^\s,]+/g));
  const headers = { "content-type": [...different].join() };
  return parseBody({ ...request, headers, body, isBase64Encoded: false }, context).catch((error) => {
    throw invalidBody(explainParserError(error, body));
  });
}

/** Returns the 400 for a body that the interface does not allow. */
export function invalidBody(reason: string): HttpError {
  return new HttpError("invalid-body", `Invalid request body: ${reason}`);
}

function decodeBody(request: Request, maxBytes: number): string {
  const body = request.body ?? "";
  const bytes = Buffer.from(body, request.isBase64Encoded ? "base64" : "utf8");
  if (bytes.length > maxBytes) throw invalidBody(`more than ${maxBytes / 1_024} KB`);
  if (!isUtf8(bytes)) throw invalidBody("not UTF-8");
  // RFC 8259, section 8.1: a byte order mark may be ignored.
  return (request.isBase64Encoded ? bytes.toString() : body).replace(/^\uFEFF/, "");
}

function countParts(body: string): number {
  let parts = 0;
  for (let index = 0; index < body.length; index++) if (PARTS.has(body.charCodeAt(index))) parts++;
  return parts;
}

/** Explains an error of Middy's parser: 415 for the media type, 422 for a body that is not JSON, is dangerous or too deep. */
function explainParserError({ statusCode, message }: Error & { readonly statusCode?: number }, body: string): string {
  if (statusCode === 415) return "Content-Type must be application/json";
  if (message.startsWith("Forbidden key")) return "members named __proto__ or constructor.prototype are not allowed";
  // The parser calls itself for each array and object, JSON.parse alone does not.
  const isJson = tryParseJson(body, Number.POSITIVE_INFINITY) !== undefined;
  return isJson ? "too many arrays and objects within one another" : "not valid JSON";
}
