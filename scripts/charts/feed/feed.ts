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
  /** For the GUIDs to which the feed gives different durations: all of them. */
  readonly conflicts?: ReadonlyMap<string, readonly number[]> | undefined;
  /** From `--duration`, for episodes that are not in `byGuid`. */
  readonly fallback?: number | undefined;
}

/** The episodes of a podcast's RSS feed that have a GUID. */
export interface Feed {
  readonly guids: readonly string[];
  /** Seconds by GUID, for the episodes that have one valid `itunes:duration`. */
  readonly durations: ReadonlyMap<string, number>;
  /** Seconds by GUID, for the episodes that have several. */
  readonly conflicts: ReadonlyMap<string, readonly number[]>;
  /** GUIDs by title, for the titles that only one item has. */
  readonly guidsByTitle: ReadonlyMap<string, string>;
}

/**
 * Loads a podcast's RSS feed.
 *
 * @throws CommandError if the file can't be read, is not a feed, or has no GUID
 */
export async function loadFeed(file: string): Promise<Feed> {
  const { items } = await loadShow(file);
  const episodes = items.map(readEpisode);
  const guids = episodes.flatMap(({ guid }) => guid ?? []);
  if (guids.length === 0)
    fail(file, `No episode in it has a <guid> (episodes: ${items.length}). Add one to each <item>.`);
  const durations = collectDurations(episodes);
  const one = [...durations].flatMap(([guid, [first, ...others]]) =>
    first !== undefined && others.length === 0 ? [[guid, first] as const] : [],
  );
  return {
    guids,
    durations: new Map(one),
    conflicts: new Map([...durations].filter(([, { length }]) => length > 1)),
    guidsByTitle: collectUniqueTitles(episodes),
  };
}

interface Episode {
  readonly guid: string | undefined;
  readonly title: string | undefined;
  readonly duration: number | undefined;
}

function readEpisode({ guid, title, "itunes:duration": duration }: JsonObject): Episode {
  return { guid: tryReadText(guid), title: tryReadText(title), duration: tryParseDuration(String(duration)) };
}

/** Returns a text without the white space around it, which the parser keeps in CDATA. */
export function tryReadText(value: unknown): string | undefined {
  return (typeof value === "string" && value.trim()) || undefined;
}

/** Collects the different durations of each GUID. */
function collectDurations(episodes: readonly Episode[]): Map<string, number[]> {
  const durations = new Map<string, number[]>();
  for (const { guid, duration } of episodes) {
    if (guid === undefined || duration === undefined) continue;
    durations.set(guid, [...new Set([...(durations.get(guid) ?? []), duration])]);
  }
  return durations;
}

function collectUniqueTitles(episodes: readonly Episode[]): Map<string, string> {
  const byTitle = Map.groupBy(episodes, ({ title = "" }) => title);
  byTitle.delete("");
  return new Map(
    [...byTitle].flatMap(([title, [first, ...others]]) =>
      first?.guid !== undefined && others.length === 0 ? [[title, first.guid]] : [],
    ),
  );
}

/** A podcast's RSS feed. */
interface Show {
  readonly title?: string;
  /** Such as `{"guid": "urn:ep-7", "itunes:duration": "45:30"}`. */
  readonly items: readonly JsonObject[];
}

/**
 * Loads the items of a podcast's RSS feed, and the podcast's title.
 *
 * @returns at least one item
 * @throws CommandError if the file can't be read or is not a feed
 */
export async function loadShow(file: string): Promise<Show> {
  const xml = await readFile(file).catch((error: Error) => fail(file, `It can't be read (${error.message}).`));
  const channel = findChannel(parse(xml, file));
  const { item } = channel;
  const title = tryReadText(channel.title);
  const items = (Array.isArray(item) ? item : []).map((member) => (isObject(member) ? member : {}));
  if (items.length > 0) return { ...(title !== undefined && { title }), items };
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

function findChannel(document: unknown): JsonObject {
  const rss = isObject(document) ? document.rss : undefined;
  const channel = isObject(rss) ? rss.channel : undefined;
  return isObject(channel) ? channel : {};
}

function fail(place: string, reason: string): never {
  throw new CommandError(`${place}: ${reason}`);
}
