import Negotiator from "negotiator";
import { isAmount } from "../chart.ts";
import { HttpError } from "../errors.ts";
import type { Item } from "../item.ts";
import { type Answer, findHeader, type Request } from "../request.ts";
import { findCurve, listCurves, type StoredCurve } from "./curves.ts";
import { decodeCurve, readPacked } from "./decoded-curve.ts";
import { listNoted } from "./noted-address.ts";

/** The most characters of `Chart-Feeds`: API Gateway takes 10,240 bytes of headers, with all others. */
const MAX_FEEDS = 8_000;

/** Checks whether the client prefers gzip to no encoding (RFC 9110, section 12.5.3). */
export function acceptsGzip(request: Request): boolean {
  const headers = { "accept-encoding": findHeader(request, "accept-encoding") };
  return new Negotiator({ headers }).encoding(["gzip", "identity"]) === "gzip";
}

/**
 * Answers with one of the curves of an item: the source's, else the one that {@link findCurve} selects.
 *
 * @throws HttpError 404 if there is no item or no such curve with points
 * @throws MalformedItemError if the item does not say what its own curve is from
 * @throws MalformedItemError if the curve is malformed
 */
export function answerChart(item: Item | undefined, source: string | undefined, isGzip: boolean): Answer {
  if (!item) throw new HttpError("episode-not-found", "Episode not found");
  const curves = listCurves(item);
  const curve = findCurve(item, curves, source);
  if (!curve) throw new HttpError("no-data", "No data found for the episode");
  const { headers, ...answer } = answerCurve(curve.attributes, isGzip);
  const sources = curves.map((each) => each.source).join(", ");
  return {
    ...answer,
    headers: { ...headers, ...composeHeaders(curve), "Chart-Sources": sources, ...composeFeeds(item) },
  };
}

/** Answers with a curve, and the headers of its form. A packed one is passed on as it is. */
function answerCurve(attributes: Item, isGzip: boolean): Answer {
  if (attributes.chart === undefined) return { body: decodeCurve(attributes) };
  const headers = { Vary: "Accept-Encoding" };
  if (!isGzip) return { headers, body: decodeCurve(attributes) };
  return {
    headers: { ...headers, "Content-Encoding": "gzip" },
    body: Buffer.from(readPacked(attributes)).toString("base64"),
    isBase64Encoded: true,
  };
}

/** Composes what is known of a curve, and the time of its last update (RFC 9110, section 8.8.2). */
function composeHeaders({ source, listeners, attributes }: StoredCurve): Record<string, string> {
  const { updatedAt } = attributes;
  const time = new Date(typeof updatedAt === "string" ? updatedAt : Number.NaN);
  return {
    ...(!Number.isNaN(time.getTime()) && { "Last-Modified": time.toUTCString() }),
    "Chart-Source": source,
    ...(isAmount(listeners) && listeners > 0 && { "Chart-Listeners": String(listeners) }),
  };
}

/**
 * Composes what tells the feed that registered an episode from others, if any has: percent-encoded, as other tools may write any
 * text, or numbers. The shortest come first, so that as many as possible are whole.
 */
function composeFeeds(item: Item): Record<string, string> {
  const feeds = listNoted(item).map((feed) => encodeURIComponent(feed.toWellFormed()));
  const sorted = feeds.sort((one, other) => one.length - other.length || (one < other ? -1 : 1));
  return feeds.length === 0 ? {} : { "Chart-Feeds": shorten(sorted.join(" ")) };
}

/** Leaves out what has no room. Of a single one, the beginning stays: without the header, the episode would be nobody's. */
function shorten(feeds: string): string {
  if (feeds.length <= MAX_FEEDS) return feeds;
  const end = feeds.lastIndexOf(" ", MAX_FEEDS);
  return feeds.slice(0, end === -1 ? MAX_FEEDS : end);
}
