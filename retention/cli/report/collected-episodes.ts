import { type Target, withConnection } from "../../../operate/shell/connection.ts";
import { say } from "../../../operate/shell/output.ts";
import { findService, type ServiceOptions } from "../../../operate/shell/service.ts";
import { computeEpisode, type LoneEpisode } from "../../report/make/measure-episode.ts";
import type { LoadedEpisode } from "../../sources/item/loaded-episode.ts";
import { ServedEpisodes } from "../charts/fetch-episodes.ts";
import { askTable, type LoadOwners } from "../charts/owner-check.ts";
import { readEpisodes, scanEpisodes } from "../charts/stored-charts.ts";
import { showEpisodes } from "../progress.ts";
import { sayForCommand } from "../ways-out.ts";
import type { ReportFeeds } from "./feed-names.ts";

/** The episodes of a report: those that are named, those of feeds, or every one in the table. */
export type ReportScope = ReadonlySet<string> | "feed" | "all";

/** Where the charts are: in the table, or behind a service. */
interface EpisodeReader {
  askOwners: LoadOwners;
  read(guids: readonly string[]): AsyncIterable<LoadedEpisode>;
}

/** Reads the charts of a report's episodes from the table or over HTTP, and measures them. */
export async function collectEpisodes(
  selection: ReportScope,
  options: Target & ServiceOptions,
  feeds: ReportFeeds,
): Promise<readonly LoneEpisode[]> {
  const service = await findService(options);
  if (service) return collectFrom(new ServedEpisodes(service), selection, feeds);
  return withConnection(options, ({ charts }) => {
    const read = (guids: readonly string[]) =>
      selection === "all" ? scanEpisodes(charts) : readEpisodes(charts, guids);
    return collectFrom({ askOwners: askTable(charts), read }, selection, feeds);
  });
}

async function collectFrom(reader: EpisodeReader, selection: ReportScope, feeds: ReportFeeds) {
  const guids = await select(reader, selection, feeds);
  let absent = 0;
  const episodes: LoneEpisode[] = [];
  const missing: string[] = [];
  try {
    const loaded = showEpisodes(reader.read(guids), selection === "all" ? undefined : guids.length);
    for await (const episode of loaded) {
      if (!isKept(episode, selection, feeds)) continue;
      const { guid, curves, problems, isMissing } = episode;
      const [first, ...others] = curves;
      if (first) episodes.push(computeEpisode({ guid, curves: [first, ...others] }, feeds.names.get(guid)));
      if (selection === "feed" && isMissing) absent++;
      else missing.push(...problems.map((problem) => `${guid}: ${sayForCommand(problem)}`));
    }
  } finally {
    for (const line of missing) say(line);
  }
  if (absent > 0)
    console.error(`Left out, because they have no chart: ${absent} of the feed's ${guids.length} episodes.`);
  if (missing.length > 0) process.exitCode = 1;
  return selection === "all" ? leaveOutSamples(episodes) : episodes;
}

/** Settles whose the episodes are that several feeds have, and then selects. */
async function select(reader: EpisodeReader, selection: ReportScope, { names, owners }: ReportFeeds) {
  const isSelected = (guid: string) => typeof selection === "string" || selection.has(guid);
  await owners.settle((guids) => reader.askOwners(guids), isSelected);
  names.refuseShared(isSelected);
  return typeof selection === "string" ? names.guids : [...selection];
}

/** Of the charts that another feed owns, leaves out those that feeds select, and of others what feeds say. */
function isKept(
  { guid, curves, feeds }: LoadedEpisode,
  selection: ReportScope,
  { names, owners }: ReportFeeds,
): boolean {
  const door = selection === "feed" ? "select" : "tell";
  if (curves.length === 0 || owners.tellsOf(guid, feeds, door)) return true;
  names.forget(guid);
  return door === "tell";
}

/** Leaves the samples of a fresh installation out, unless there is nothing else. */
function leaveOutSamples(episodes: readonly LoneEpisode[]): readonly LoneEpisode[] {
  const others = episodes.filter(({ guid }) => !guid.startsWith("sample-"));
  return others.length > 0 ? others : episodes;
}
