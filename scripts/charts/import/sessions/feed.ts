import { readFile } from "node:fs/promises";
import { isObject, type JsonObject } from "../../../../lib/json.ts";
import { CommandError } from "../../../cli/command.ts";
import { SourceError } from "../records/refusals.ts";
import { parseXml } from "./xml.ts";

/** Longer episodes than this are mistakes, in seconds: 30 days. */
const MAX_DURATION = 30 * 86_400;

/** Seconds, MM:SS or HH:MM:SS. */
const DURATION = /^(?:(?:(?<hours>\d+):)?(?<minutes>\d+):)?(?<seconds>\d+(?:\.\d+)?)$/;

/**
 * Loads the durations of a podcast's episodes from its RSS feed.
 *
 * @returns seconds by GUID, of the episodes that have a valid `itunes:duration`
 * @throws CommandError if the file can't be read, is no feed, or has no duration at all
 */
export async function loadFeedDurations(file: string): Promise<Map<string, number>> {
  const items = await loadFeedItems(file);
  const durations = new Map<string, number>();
  for (const { guid, "itunes:duration": text } of items) {
    const duration = tryParseDuration(String(text));
    if (typeof guid === "string" && duration !== undefined) durations.set(guid, duration);
  }
  if (durations.size > 0) return durations;
  return fail(
    file,
    `none of its ${items.length} episodes has a <guid> and an <itunes:duration> such as 3600, 60:00 or 1:00:00`,
  );
}

/**
 * Loads the episodes of a podcast's RSS feed, as the members of their `<item>`: at least one.
 *
 * @throws CommandError if the file can't be read or is no feed
 */
export async function loadFeedItems(file: string): Promise<readonly JsonObject[]> {
  const xml = await readFile(file).catch((error: Error) => fail(file, `it can't be read (${error.message})`));
  const items = findItems(parse(xml, file)).filter(isObject);
  if (items.length > 0) return items;
  return fail(file, "it is no RSS feed with episodes: it has no <item>");
}

/** Seconds, of a duration as feeds write it; nothing where it is none, or not between 0 and 30 days. */
export function tryParseDuration(text: string): number | undefined {
  const groups = DURATION.exec(text.trim())?.groups;
  if (!groups) return undefined;
  const { hours = 0, minutes = 0, seconds } = groups;
  const duration = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return duration > 0 && duration <= MAX_DURATION ? duration : undefined;
}

function parse(xml: Buffer, file: string): unknown {
  try {
    return parseXml(xml);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return fail(error.line === undefined ? file : `${file}:${error.line}`, error.message);
  }
}

function findItems(document: unknown): readonly unknown[] {
  const rss = isObject(document) ? document.rss : undefined;
  const channel = isObject(rss) ? rss.channel : undefined;
  const items = isObject(channel) ? channel.item : undefined;
  return Array.isArray(items) ? items : [];
}

function fail(place: string, reason: string): never {
  throw new CommandError(`${place}: ${reason}`);
}
