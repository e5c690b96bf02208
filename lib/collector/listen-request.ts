import type { Context } from "aws-lambda";
import { describeMember } from "../describe.ts";
import { isKey, MAX_KEY_BYTES } from "../item.ts";
import { isObject, type JsonObject } from "../json.ts";
import { invalidBody, parseJson } from "../json-body.ts";
import { type EventsError, type ListeningEvent, parseEvents } from "../listening-events.ts";
import { type Answer, findHeader, type Request } from "../request.ts";

/** The maximum size of a body. An hour of events at one per second takes 115 KB. */
const MAX_BYTES = 512 * 1_024;

/**
 * As many commas, braces and brackets as a body of the shortest events has: 3 in each 26 bytes. A body of more can take five
 * times as long to parse.
 */
const MAX_PARTS = Math.ceil((3 * MAX_BYTES) / '{"time":0,"event":"play"},'.length);

/** An app's own id of a listener. */
const LISTENER = /^[\w-]{16,64}$/;

/** What a player sends of one listener and one episode. */
export interface ListenRequest {
  /** The episode's GUID, verbatim. */
  readonly guid: string;
  /** The app's own random id of this listener, for this episode and window; undefined if it sends none. */
  readonly listener: string | undefined;
  /** In logged order. */
  readonly events: readonly ListeningEvent[];
}

/**
 * Parses the request of a player: an array of events with the header `episodeGUID`, or the same in one object:
 *
 *     {"episodeGUID": "ep-1", "data": [{"time": 0, "event": "play"}, {"time": 7.5, "event": "pause"}]}
 *
 * The object may have `listener`, 16 to 64 of `A-Za-z0-9_-`.
 *
 * @throws HttpError 400 if it is neither
 */
export async function parseListenRequest(request: Request, context: Context): Promise<ListenRequest> {
  const body = await parseJson(allowText(request), context, MAX_BYTES, MAX_PARTS);
  const { episodeGUID, listener, data }: JsonObject = isObject(body) ? body : { data: body };
  return {
    guid: parseGuid(episodeGUID, findHeader(request, "episodeguid")),
    listener: parseListener(listener),
    events: parseData(data),
  };
}

/**
 * Checks whether the sender objects to being counted: with Global Privacy Control, or with Do Not Track. Browsers send both
 * by themselves, so that a page need not ask. API Gateway joins headers that are sent twice by a comma.
 */
export function hasObjection(request: Request): boolean {
  const values = ["sec-gpc", "dnt"].flatMap((name) => findHeader(request, name)?.split(",") ?? []);
  return values.some((value) => value.trim() === "1");
}

/** Takes `text/plain` for JSON, because browsers send that without asking first (Fetch, "CORS-safelisted"). */
function allowText(request: Request): Request {
  const isText = /^text\/plain\s*(?:;|$)/i.test(findHeader(request, "content-type") ?? "");
  return isText ? { ...request, headers: { ...request.headers, "content-type": "application/json" } } : request;
}

function parseGuid(member: unknown, header: string | undefined): string {
  if (header !== undefined && !/^[\x20-\x7e]*$/.test(header))
    throw invalidBody("the header episodeGUID can only be ASCII. Send the GUID in the body");
  if (member !== undefined && header !== undefined && member !== header)
    throw invalidBody("the header episodeGUID and the body name different episodes");
  const guid = member ?? header;
  if (isKey(guid)) return guid;
  throw invalidBody(explainMember("episodeGUID", `a string of 1 to ${MAX_KEY_BYTES} bytes of UTF-8`, guid));
}

function parseListener(id: unknown): string | undefined {
  if (id === undefined || (typeof id === "string" && LISTENER.test(id))) return id;
  throw invalidBody(explainMember("listener", "16 to 64 of A-Z, a-z, 0-9, _ and -", id));
}

function parseData(data: unknown): readonly ListeningEvent[] {
  try {
    return parseEvents(data, "data");
  } catch (error) {
    throw invalidBody(trimPeriod((error as EventsError).message));
  }
}

function explainMember(name: string, expected: string, value: unknown): string {
  return trimPeriod(describeMember(name, expected, value));
}

function trimPeriod(text: string): string {
  return text.replace(/\.$/, "");
}

/** Lets players on any web page read the answer. Without credentials, this gives no page what others can't get. */
export const ANY_ORIGIN = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After" };

/** Players keep a listen that got a fault, and try again: not sooner than after so many seconds. */
export const RETRY_LATER = { "Retry-After": "30" };

/** The answer to a browser that asks whether a page may send a request (Fetch, "CORS-preflight request"). */
export const PREFLIGHT: Answer = {
  statusCode: 204,
  headers: {
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "content-type, episodeguid, exp",
    "Access-Control-Max-Age": "86400",
  },
};
