import { type Command, Option } from "commander";
import { toPrintable } from "../../lib/printable.ts";
import { fetchCharts } from "../charts/fetch-charts.ts";
import type { LoadedChart } from "../charts/loaded-chart.ts";
import { scanCharts } from "../charts/scan-charts.ts";
import { collectPaths, FEED_HELP, readFeeds } from "../feed/feeds.ts";
import { bundlePage } from "../report/bundle.ts";
import { compareEpisodes, computeEpisode, type Uncompared } from "../report/data.ts";
import { type EpisodeName, readName } from "../report/names.ts";
import { drawPage } from "../report/page.ts";
import { resolveWritable, saveAtomically } from "../report/save.ts";
import { CommandError } from "../shell/command.ts";
import { withConnection } from "../shell/connection.ts";
import { startProgress } from "../shell/progress.ts";
import { createUrlOption, findService } from "../shell/service.ts";
import { addTargetOptions, type Target } from "../shell/target.ts";

interface Options extends Target {
  readonly out: string;
  readonly all?: true;
  readonly url?: string;
  readonly feed?: readonly string[];
  readonly title?: string;
}

const DEFAULT_TITLE = "Listener retention";

const HELP = `
Given GUIDs, the report is of these episodes. Given --feed alone, it is of the feed's episodes, and those without a chart
are left out. The charts are got over HTTP, as "get" does. The public key is read from PERFORMANCE_PUBLIC_KEY. If that is
not set, the development key of "npm start" is used.

Given --all, it is of every chart in the table, whether or not --feed has the episode. The command reads the whole table,
as "list" does, which costs as many read units. Only such a report knows listeners and sources.

An episode whose chart is missing or broken is named and left out, and the exit code is 1. FILE is replaced only when
the report is complete.

Examples:
  $ npm run charts -- report sample-episode --out report.html
  $ npm run charts -- report --feed feed.xml --out report.html
  $ npm run charts -- report --all --feed feed.xml --title "A year of tides" --out report.html
`;

export function addReportCommand(program: Command): void {
  const command = program
    .command("report")
    .description("write a report of many episodes: one HTML file to open in a browser and to share")
    .argument("[guid...]")
    .requiredOption("--out <file>", "the HTML file to write")
    .addOption(new Option("--all", "report on every chart in the table").conflicts("url"))
    .option("--feed <path>", `${FEED_HELP}, for titles, dates and chapters (default: GUIDs as titles)`, collectPaths)
    .option("--title <text>", `title of the report (default: the show's title in the feed, else "${DEFAULT_TITLE}")`)
    .addOption(createUrlOption())
    .addHelpText("after", HELP)
    .action(report);
  addTargetOptions(command);
}

async function report(guids: string[], options: Options): Promise<void> {
  if (guids.length === 0 && !options.all && !options.feed)
    throw new CommandError("No episodes are given. Pass their GUIDs, --feed, or --all for every chart in the table.");
  if (guids.length > 0 && options.all)
    throw new CommandError("GUIDs and --all can't be combined. Pass one or the other.");
  const file = await resolveWritable(options.out);
  const { names, title } = await loadNames(options.feed ?? []);
  const isOfFeed = guids.length === 0;
  const unique = isOfFeed ? [...names.keys()] : [...new Set(guids)];
  const episodes = options.all
    ? await withConnection(options, (connection) => collect(scanCharts(connection.charts), names))
    : await collect(fetchCharts(findService(options.url), unique), names, { total: unique.length, isOfFeed });
  if (episodes.length === 0) {
    const wayOut = options.all ? " Import charts, or select another table with --stage and --region." : "";
    throw new CommandError(`No chart was found, so ${options.out} was not written.${wayOut}`);
  }
  const heading = { title: options.title ?? title ?? DEFAULT_TITLE, madeAt: new Date() };
  const bytes = await saveAtomically(file, drawPage(heading, compareEpisodes(episodes), await bundlePage()));
  const count = `${episodes.length} ${episodes.length === 1 ? "episode" : "episodes"}`;
  console.error(`Wrote ${toPrintable(options.out)}: ${count}, ${(bytes / 1e6).toFixed(1)} MB`);
}

/** Loads what feeds say of episodes, by GUID, and the title of a single feed. Of several items with a GUID, the first is used. */
async function loadNames(
  paths: readonly string[],
): Promise<{ readonly names: ReadonlyMap<string, EpisodeName>; readonly title: string | undefined }> {
  const names = new Map<string, EpisodeName>();
  const titles: (string | undefined)[] = [];
  if (paths.length > 0)
    await readFeeds(paths, async (feed) => {
      for await (const item of feed.readItems())
        if (item.guid !== undefined && !names.has(item.guid)) names.set(item.guid, readName(item));
      titles.push(feed.title);
    });
  return { names, title: titles.length === 1 ? titles[0] : undefined };
}

/** @param isOfFeed whether the episodes are a feed's, of which some may have no chart */
async function collect(
  charts: AsyncIterable<LoadedChart>,
  names: ReadonlyMap<string, EpisodeName>,
  { total, isOfFeed = false }: { readonly total?: number; readonly isOfFeed?: boolean } = {},
): Promise<Uncompared[]> {
  let absent = 0;
  const progress = startProgress("episodes", total);
  const episodes: Uncompared[] = [];
  const missing: string[] = [];
  try {
    for await (const loaded of charts) {
      if ("chart" in loaded) episodes.push(computeEpisode(loaded, names.get(loaded.guid)));
      else if (isOfFeed && loaded.isMissing) absent++;
      else missing.push(toPrintable(`${loaded.guid}: ${loaded.reason}`));
      progress.add(1);
    }
  } finally {
    progress.stop();
    for (const line of missing) console.error(line);
  }
  if (absent > 0) console.error(`Left out, because they have no chart: ${absent} of the feed's ${total} episodes.`);
  if (missing.length > 0) process.exitCode = 1;
  return episodes;
}
