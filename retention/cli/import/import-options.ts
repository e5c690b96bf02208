import { readFile } from "node:fs/promises";
import { InvalidArgumentError, Option } from "commander";
import { formatCount } from "../../../lib/count.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import { loadBytes } from "../../../operate/shell/read-error.ts";
import { InputError } from "../../sources/base/refusals.ts";
import { tryParseDuration } from "../../sources/feed/duration.ts";
import { IMPORTABLE } from "../../sources/formats/formats.ts";
import type { ChartImport, ImportOptions } from "../../sources/import/chart-import.ts";
import { parseGuidMap } from "../../sources/import/guid-map.ts";
import { loadFeedEpisodes } from "../feed/given-feeds.ts";
import { HINTS, type MapSource } from "../hints.ts";
import { formatRefusal } from "../refusal-list.ts";
import { GivenDuration } from "./given-duration.ts";

/** Options of the command line that name files, and those that an import takes as they are. */
export interface ImportCommandOptions extends Omit<ImportOptions, "durations" | "guids"> {
  /** Whole seconds that `play` and `seek` in a session cover at most. If undefined, as each session logs. */
  readonly interval?: number | undefined;
  readonly guid?: string;
  readonly map?: string;
  readonly feed?: readonly string[];
  /** Seconds. */
  readonly duration?: number;
  readonly sameDuration?: true;
}

/** Longest interval in seconds: one day. */
const MAX_INTERVAL = 86_400;

/**
 * Loads the files that options name: feeds and a map.
 *
 * @param files what is imported
 * @returns what an import takes, and what says what was not used, and how the curves without a GUID get one
 * @throws CommandError if one can't be read
 */
export async function loadImportOptions(files: readonly string[], options: ImportCommandOptions) {
  const { guid, map, feed: paths, duration, sameDuration, ...taken } = options;
  if (sameDuration && duration === undefined) throw new CommandError("--same-duration needs --duration.");
  const { episodes: feed, unread } = paths ? await loadFeedEpisodes(paths, () => {}) : { unread: 0 };
  if (unread > 0 && duration !== undefined)
    throw new CommandError(
      "--duration would also apply to episodes of the feeds that can't be read. Repair the feeds, or leave out --duration.",
    );
  const use = new GivenDuration(sameDuration ?? false);
  return {
    ...taken,
    describeLacking: async (lacking: ChartImport["lacking"]) => [
      ...use.describeUnused(),
      ...(await formatMapHints(lacking, { files, feed: paths, format: options.format }, map)),
    ],
    guids: { guid, map: map === undefined ? undefined : await loadGuidMap(map) },
    durations: { feed, fallback: duration, use },
  };
}

/**
 * Loads a map of keys to GUIDs, as {@link parseGuidMap} parses it.
 *
 * @throws CommandError if the file can't be read, is not a map in UTF-8, or has two GUIDs for a key
 */
export async function loadGuidMap(file: string): Promise<Map<string, string>> {
  const bytes = await loadBytes(file);
  try {
    return parseGuidMap(bytes);
  } catch (error) {
    throw error instanceof InputError ? new CommandError(formatRefusal({ file, ...error.refusal })) : error;
  }
}

/** The most files that a command to paste names. */
const MAX_FILES = 10;

/** The map that is proposed if there is no `--map`. */
const DEFAULT_MAP = "map.csv";

/** Says how the curves without a GUID get one from a map. A map that is there is completed, and never replaced. */
async function formatMapHints(
  { uncompleted, lacksLines }: ChartImport["lacking"],
  source: MapSource,
  map = DEFAULT_MAP,
): Promise<string[]> {
  const lines = uncompleted > 0 ? [`${formatCount(uncompleted, "line")} of ${map} to be completed with a GUID.`] : [];
  return lacksLines ? [...lines, await describeMap(source, map)] : lines;
}

async function describeMap(source: MapSource, file: string): Promise<string> {
  const { files, feed = [] } = source;
  if ([...files, ...feed].includes("-") || files.length > MAX_FILES)
    return `"map" prints a map of all curves without a GUID. To see how: ${HINTS.explainMap()}`;
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return `To print a map of all curves without a GUID: ${HINTS.printMap(source, file)}`;
  const isLines = !text.trimStart().startsWith("{");
  return isLines
    ? `To add the lines that ${file} lacks: ${HINTS.addToMap(source, file)}`
    : `Add the keys that ${file} lacks.`;
}

/** Creates the option that forces one format for all files. */
export function createFormatOption(): Option {
  return new Option("--format <format>", "format of all files (default: detected from the content of each)").choices(
    IMPORTABLE,
  );
}

export function parseInterval(text: string): number {
  const seconds = parseCount(text);
  if (seconds <= MAX_INTERVAL) return seconds;
  throw new InvalidArgumentError(`The maximum is ${MAX_INTERVAL} seconds.`);
}

export function parseCount(text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= 1) return count;
  throw new InvalidArgumentError("It must be a whole number from 1.");
}

/** A number such as 45.30 is probably 45:30, and would draw 45 minutes as 45 seconds. */
export function parseDuration(text: string): number {
  const [, minutes, seconds] = /^\s*(\d+)\.(\d\d)\s*$/.exec(text) ?? [];
  if (minutes === undefined) return parseStep(text);
  throw new InvalidArgumentError(
    `Write ${minutes}:${seconds} for minutes and seconds, or ${minutes}.${seconds}0 for seconds.`,
  );
}

export function parseStep(text: string): number {
  const seconds = tryParseDuration(text);
  if (seconds === undefined)
    throw new InvalidArgumentError("It must be seconds, MM:SS or HH:MM:SS, above 0 and at most 30 days.");
  return seconds;
}
