import middy from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { Context } from "aws-lambda";
import { HttpError } from "./errors.ts";
import { isObject, type JsonObject } from "./json.ts";
import { findHeader, type Request } from "./request.ts";

/** The parser looks at the event alone. */
const NO_CONTEXT = {} as Context;

/**
 * What a body may have, in bytes. The parser, which looks at every value for
 * `__proto__`, takes seconds for the 6 MB of brackets that Lambda lets through.
 */
const MAX_BYTES = 65_536;

const parseJson = middy<Request, unknown>()
  .use(httpJsonBodyParser())
  .handler(({ body }) => body);

/**
 * Parses the body of a request as a JSON object.
 *
 * @throws HttpError 400 if it has more than 64 KB, the Content-Type is neither `application/json` nor
 *   `application/*+json`, or the body is anything but a JSON object
 */
export async function parseJsonObject(request: Request): Promise<JsonObject> {
  const body = request.body ?? "";
  const bytes = Buffer.byteLength(body, request.isBase64Encoded ? "base64" : "utf8");
  if (bytes > MAX_BYTES) throw invalidBody("more than 64 KB");
  const [mediaType = ""] = findHeader(request, "content-type")?.split(";") ?? [];
  const json = { ...request, headers: { "content-type": mediaType.trim() }, body };
  const value = await parseJson(json, NO_CONTEXT).catch(({ statusCode }) => {
    throw invalidBody(statusCode === 415 ? "Content-Type must be application/json" : "not valid JSON");
  });
  if (!isObject(value)) throw invalidBody("not a JSON object");
  return value;
}

/** The answer to a body that is not what the interface says, with the reason. */
export function invalidBody(reason: string): HttpError {
  return new HttpError(400, `Invalid request body: ${reason}`);
}
