import { formatCount } from "../../lib/count.ts";
import { compareEpisodes, findReportTitle, type Heading, type Report } from "../report/make/compare-episodes.ts";
import { keepCut } from "../report/make/episode-cut.ts";
import { describeBadChapters } from "../report/make/episode-name.ts";
import { compareWithLast } from "../report/make/findings-file.ts";
import { computeEpisode, type LoneEpisode } from "../report/make/measure-episode.ts";
import { listQuotes } from "../report/make/spoken-moments.ts";
import type { Digest } from "../report/since/digest-lines.ts";
import type { LastSnapshot } from "../report/since/snapshot.ts";
import type { Refusal } from "../sources/base/refusals.ts";
import { mergeSpots, type SpotPlace } from "../sources/base/spot-place.ts";
import { formatSpotList, parseSpotList } from "../sources/formats/spot-list.ts";
import type { SavedData } from "../sources/import/saved-report.ts";
import { readEpisode } from "../sources/item/loaded-episode.ts";
import { listSaved } from "./dropped-feeds.ts";
import type { Imported } from "./imported.ts";
import type { Pace } from "./pace.ts";
import { wordRefusal } from "./refusal-words.ts";

export interface ComputedReport {
  readonly heading: Required<Heading>;
  readonly report: Report;
  /** What a saved report keeps of what it says. */
  readonly kept: Pick<SavedData, "quotes" | "cuts" | "spots" | "isHostRead">;
  /** What has changed since the latest saved report, if other files have curves that were taken. */
  readonly changes: Digest | undefined;
  /** Which episodes have chapters that can't be read, in a sentence at most, and which lines of lists of spots. */
  readonly unread: readonly string[];
}

/** Computes the report of what was imported. */
export async function computeReport(imported: Imported, pace: Pace): Promise<ComputedReport> {
  const { shelf, show } = imported.collection;
  const madeAt = new Date();
  const episodes = await computeEpisodes(imported, madeAt, pace);
  const [saved, unread] = [listSaved(shelf), describeUnreadChapters(episodes)];
  const lists: SpotPlace[][] = [];
  for (const [file, { content }] of shelf) {
    const refuse = (refusal: Refusal) => unread.push(`${file}, ${wordRefusal(refusal, show.names).text}`);
    if (content.kind === "spots") lists.push(parseSpotList(content.list, episodes, refuse));
  }
  lists.push(...saved.toReversed().map((report) => parseSpotList(report.saved.spots, episodes)));
  const listed = mergeSpots(lists);
  const { isHostRead = false } = saved.at(-1)?.saved ?? {};
  const heading = { title: findReportTitle(episodes), madeAt, isHostRead };
  const report = compareEpisodes(episodes, listed);
  const spots = formatSpotList(listed);
  const kept = { quotes: listQuotes(report), cuts: episodes.flatMap(keepCut), spots, isHostRead };
  const last = imported.taken.length > 0 ? saved.at(-1)?.last : undefined;
  const changes = last && (await compareWithSaved(last, heading, report, pace));
  return { heading, report, kept, unread, changes };
}

async function computeEpisodes(imported: Imported, madeAt: Date, pace: Pace): Promise<LoneEpisode[]> {
  const { episodes: selected, collection } = imported;
  const { speech } = collection.show;
  const episodes: LoneEpisode[] = [];
  for (const [index, { guid, item, name }] of selected.entries()) {
    pace.tell(`Computing the report (${index + 1} of ${selected.length})`, index / selected.length);
    await pace.pause();
    const [first, ...others] = readEpisode(item).curves;
    if (first) episodes.push(speech.addTo(computeEpisode({ guid, curves: [first, ...others] }, name, madeAt), name));
  }
  return episodes;
}

function describeUnreadChapters(episodes: readonly LoneEpisode[]): string[] {
  const [first, ...others] = episodes.flatMap(({ title, badChapters }) =>
    badChapters ? describeBadChapters(title, badChapters) : [],
  );
  const rest = others.length > 0 ? ` The same is said of ${formatCount(others.length, "other episode")}.` : "";
  return first === undefined ? [] : [`${first}${rest}`];
}

/** Compares as `charts report --since` does, but not with a report of other episodes, which the command refuses. */
async function compareWithSaved(
  last: LastSnapshot,
  heading: Heading,
  report: Report,
  pace: Pace,
): Promise<Digest | undefined> {
  pace.tell("Comparing with the saved report");
  const changes = await pace.finish(compareWithLast(last, heading, report));
  return changes.compared > 0 ? changes : undefined;
}
