import { InvalidArgumentError } from "commander";
import { pMapIterable } from "p-map";
import { loadChartItem } from "../../../lib/episode/charts-table.ts";
import { findCurve, listCurves } from "../../../lib/episode/curves.ts";
import { isKey } from "../../../lib/item.ts";
import { isSource, SOURCE_FORM } from "../../../lib/source.ts";
import { scanItems, type Table } from "../../../lib/table.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import type { Target } from "../../../operate/shell/connection.ts";
import { createFact } from "../../sources/base/facts.ts";
import { composeCurve, type LoadedEpisode, readCurve, readEpisode } from "../../sources/item/loaded-episode.ts";
import { HINTS } from "../hints.ts";
import { sayForCommand } from "../ways-out.ts";
import { describeNoPoints, type ServedChart } from "./service-client.ts";

/** Items that are read, or deleted, at once. */
export const ITEMS_AT_ONCE = 8;

/** Parses the value of `--source`. @throws InvalidArgumentError if it can't name a source */
export function parseSource(text: string): string {
  if (isSource(text)) return text;
  throw new InvalidArgumentError(`It must be ${SOURCE_FORM}, such as youtube.`);
}

/**
 * Loads a chart of an episode from the table, as the service answers with it.
 *
 * @param target what selected the table
 * @param source which of its curves; undefined for the one that the service selects
 * @throws CommandError if there is none, or if it can't be read
 */
export async function loadChart(charts: Table, target: Target, guid: string, source?: string): Promise<ServedChart> {
  const item = isKey(guid) ? await loadChartItem(charts, guid) : undefined;
  if (!item)
    throw new CommandError(
      `The table ${charts.name} has no chart of "${guid}". To see those that it has: ${HINTS.listCharts(target)}`,
    );
  const curves = listCurves(item);
  const curve = findCurve(item, curves, source);
  if (!curve) throw new CommandError(describeNoPoints(guid, source));
  const read = readCurve(curve);
  if ("reason" in read) throw new CommandError(`${guid}: ${curve.source}: ${sayForCommand(read.reason)}`);
  return { ...composeCurve(item, curve, read.chart), sources: curves.map((each) => each.source) };
}

/** An episode, and what was found of it; undefined if it is not there, or if its GUID can be none. */
export interface Visited<Found> {
  readonly guid: string;
  readonly found: Found | undefined;
}

/** Visits episodes, a few at once, in the order of their GUIDs. */
export function visitEach<Found>(
  guids: readonly string[],
  visit: (guid: string) => Promise<Found | undefined>,
): AsyncIterable<Visited<Found>> {
  const work = async (guid: string) => ({ guid, found: isKey(guid) ? await visit(guid) : undefined });
  return pMapIterable(guids, work, { concurrency: ITEMS_AT_ONCE });
}

/** Reads episodes from the table in the order of their GUIDs. Some may have no curve, or wait for listeners. */
export async function* readEpisodes(charts: Table, guids: readonly string[]): AsyncGenerator<LoadedEpisode> {
  for await (const { guid, found } of visitEach(guids, (guid) => loadChartItem(charts, guid))) {
    const episode = found && readEpisode(found);
    if (episode && hasContent(episode)) yield episode;
    else {
      const problem = createFact("unreadable", `The table ${charts.name} has no chart of it.`);
      yield { guid, curves: [], problems: [problem], isMissing: true };
    }
  }
}

/** Reads every episode in the table, page by page. Leaves out those without a curve. */
export async function* scanEpisodes(charts: Table): AsyncIterable<LoadedEpisode> {
  for await (const item of scanItems(charts)) {
    const episode = readEpisode(item);
    if (hasContent(episode)) yield episode;
  }
}

function hasContent({ curves, problems }: LoadedEpisode): boolean {
  return curves.length > 0 || problems.length > 0;
}
