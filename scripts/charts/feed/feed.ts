import { readFile } from "node:fs/promises";
import { isObject, type JsonObject } from "../../../lib/json.ts";
import { CommandError } from "../../cli/command.ts";
import { parseXml, XmlError } from "./xml.ts";

/** Longest duration in seconds: 30 days. Longer ones are mistakes. */
const MAX_DURATION = 30 * 86_400;

/** Matches seconds, MM:SS or HH:MM:SS. */
const DURATION = /^(?:(?:(?<hours>\d+):)?(?<minutes>\d+):)?(?<seconds>\d+(?:\.\d+)?)$/;

/** Durations in seconds that do not come from the files. */
export interface Durations {
  /** From the feed. */
  readonly byGuid: ReadonlyMap<string, number>;
  /** From `--duration`, for episodes that are not in `byGuid`. */
  readonly fallback?: number | undefined;
}

/** The episodes of a podcast's RSS feed that have a GUID. */
export interface Feed {
  readonly guids: readonly string[];
  /** Seconds by GUID, for the episodes that have a valid `itunes:duration`. */
  readonly durations: ReadonlyMap<string, number>;
  /** GUIDs by title, for the titles that only one episode has. */
  readonly guidsByTitle: ReadonlyMap<string, string>;
}

/**
 * Loads a podcast's RSS feed.
 *
 * @throws CommandError if the file can't be read, is not a feed, or has no GUID
 */
export async function loadFeed(file: string): Promise<Feed> {
  const items = await loadFeedItems(file);
  const episodes = items.flatMap(readEpisode);
  if (episodes.length === 0)
    fail(file, `No episode in it has a <guid> (episodes: ${items.length}). Add one to each <item>.`);
  return {
    guids: episodes.map(({ guid }) => guid),
    durations: new Map(episodes.flatMap(({ guid, duration }) => (duration === undefined ? [] : [[guid, duration]]))),
    guidsByTitle: collectUniqueTitles(episodes),
  };
}

interface Episode {
  readonly guid: string;
  readonly title: string | undefined;
  readonly duration: number | undefined;
}

function readEpisode({ guid, title, "itunes:duration": duration }: JsonObject): Episode[] {
  if (typeof guid !== "string" || guid === "") return [];
  return [{ guid, title: typeof title === "string" ? title : undefined, duration: tryParseDuration(String(duration)) }];
}

function collectUniqueTitles(episodes: readonly Episode[]): Map<string, string> {
  const byTitle = Map.groupBy(episodes, ({ title = "" }) => title);
  byTitle.delete("");
  return new Map(
    [...byTitle].flatMap(([title, [first, ...others]]) => (first && others.length === 0 ? [[title, first.guid]] : [])),
  );
}

/**
 * Loads the items of a podcast's RSS feed, such as `{"guid": "urn:ep-7", "itunes:duration": "45:30"}`.
 *
 * @returns at least one item
 * @throws CommandError if the file can't be read or is not a feed
 */
export async function loadFeedItems(file: string): Promise<readonly JsonObject[]> {
  const xml = await readFile(file).catch((error: Error) => fail(file, `It can't be read (${error.message}).`));
  const items = findItems(parse(xml, file)).map((item) => (isObject(item) ? item : {}));
  if (items.length > 0) return items;
  return fail(file, "It is not an RSS feed with episodes: it has no <item>. Use the podcast's RSS feed.");
}

/**
 * Parses a duration as feeds write it: `2730`, `45:30` or `0:45:30`.
 *
 * @returns seconds; undefined if it is not a duration, is 0, or is longer than 30 days
 */
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
    if (!(error instanceof XmlError)) throw error;
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
