import { isUtf8 } from "node:buffer";
import middy from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { Context } from "aws-lambda";
import { HttpError } from "./errors.ts";
import { isObject, type JsonObject } from "./json.ts";
import { findHeader, type Request } from "./request.ts";

/**
 * The most bytes that a body may have. The parser looks at every value for `__proto__`, and would take
 * seconds for the 6 MB of brackets that Lambda lets through.
 */
const MAX_BYTES = 65_536;

const parseJson = middy<Request, unknown>()
  .use(httpJsonBodyParser())
  .handler(({ body }) => body);

/**
 * Parses the body of a request as a JSON object.
 *
 * @throws HttpError 400 if the body has more than 64 KB or is not a JSON object in UTF-8, or if the
 *   Content-Type is neither `application/json` nor `application/*+json`
 */
export async function parseJsonBody(request: Request, context: Context): Promise<JsonObject> {
  const body = decodeBody(request);
  const [mediaType = ""] = findHeader(request, "content-type")?.split(";") ?? [];
  const headers = { "content-type": mediaType.trim() };
  const value = await parseJson({ ...request, headers, body, isBase64Encoded: false }, context).catch((error) => {
    throw invalidBody(explain(error));
  });
  if (!isObject(value)) throw invalidBody("not a JSON object");
  return value;
}

/** The answer to a body that the interface does not allow, with the reason. */
export function invalidBody(reason: string): HttpError {
  return new HttpError(400, `Invalid request body: ${reason}`);
}

function decodeBody(request: Request): string {
  const body = request.body ?? "";
  const bytes = Buffer.from(body, request.isBase64Encoded ? "base64" : "utf8");
  if (bytes.length > MAX_BYTES) throw invalidBody("more than 64 KB");
  if (!isUtf8(bytes)) throw invalidBody("not UTF-8");
  return request.isBase64Encoded ? bytes.toString() : body;
}

/** Middy's parser answers 415 to a media type, and 422 to a body that it can't parse or finds dangerous. */
function explain({ statusCode, message }: Error & { readonly statusCode?: number }): string {
  if (statusCode === 415) return "Content-Type must be application/json";
  if (message.startsWith("Forbidden key")) return "members named __proto__ or constructor.prototype are not allowed";
  return "not valid JSON";
}
