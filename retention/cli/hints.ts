import type { Target } from "../../operate/shell/connection.ts";
import { quoteForShell } from "../../operate/shell/output.ts";
import { CHARTS, SILENT_CHARTS } from "./names.ts";

/** What a map is printed of. */
export interface MapSource {
  readonly files: readonly string[];
  readonly feed?: readonly string[] | undefined;
  readonly format?: string | undefined;
}

/**
 * The commands that messages tell people to run, each a line for a shell. No other message names one: tests/cli/hints.test.ts
 * brings each of these to print, and runs it as it is printed.
 */
export const HINTS = {
  getChart: (guid: string, target: Target) => compose("get", guid, ...listTargetOptions(target)),
  listCharts: (target: Target) => compose("list", ...listTargetOptions(target)),
  deleteFeed: (feed: string) => compose("delete", "--feed", feed),
  reportFeed: (feed: string) => compose("report", "--feed", feed, "--out", "report.html"),
  /** Undefined if a command to paste can't name the feeds. */
  registerFeeds: (feeds: readonly string[], target: Target) =>
    canName(feeds) ? compose("register", ...listTargetOptions(target), ...feeds) : undefined,
  adoptFeeds: (feeds: readonly string[], target: Target) =>
    canName(feeds)
      ? compose("register", "--adopt", ...listTargetOptions(target), ...feeds)
      : `"register --adopt" with the feed.`,
  recount: (target: Target) => compose("recount", ...listTargetOptions(target)),
  explainRecount: () => compose("recount", "--help"),
  /** @param file a map that is not there yet */
  printMap: (source: MapSource, file: string) => `${composeMap(source)} > ${quoteForShell(file)}`,
  /** @param file a map that is there */
  addToMap: (source: MapSource, file: string) => `${composeMap(source, "--map", file)} >> ${quoteForShell(file)}`,
  explainMap: () => compose("map", "--help"),
};

/** Whatever is in an address's query may be a key. */
function canName(feeds: readonly string[]): boolean {
  return feeds.length > 0 && !feeds.some((feed) => feed === "-" || /^https?:.*[?@#]/i.test(feed));
}

function compose(...words: readonly string[]): string {
  return [CHARTS, ...words.map(quoteForShell)].join(" ");
}

function composeMap({ files, feed = [], format }: MapSource, ...options: readonly string[]): string {
  const words = [
    "map",
    ...(format === undefined ? [] : ["--format", format]),
    ...feed.flatMap((path) => ["--feed", path]),
    ...options,
    ...files,
  ];
  return [SILENT_CHARTS, ...words.map(quoteForShell)].join(" ");
}

function listTargetOptions({ stage, region }: Target): string[] {
  return [...(stage === "dev" ? [] : ["--stage", stage]), ...(region === undefined ? [] : ["--region", region])];
}
