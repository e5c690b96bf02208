import { type Command, Option } from "commander";
import { CommandError } from "../cli/command.ts";
import { withConnection } from "../cli/connection.ts";
import { toPrintable } from "../cli/printable.ts";
import { startProgress } from "../cli/progress.ts";
import { createUrlOption, findService } from "../cli/service.ts";
import { addTargetOptions, type Target } from "../cli/target.ts";
import { loadShow } from "./feed/feed.ts";
import { fetchCharts } from "./fetch-charts.ts";
import type { LoadedChart } from "./loaded-chart.ts";
import { bundlePage } from "./report/bundle.ts";
import { compareEpisodes, computeEpisode, type Uncompared } from "./report/data.ts";
import { computeNames, type EpisodeName } from "./report/names.ts";
import { drawPage } from "./report/page.ts";
import { resolveWritable, saveAtomically } from "./report/save.ts";
import { scanCharts } from "./scan-charts.ts";

interface Options extends Target {
  readonly out: string;
  readonly all?: true;
  readonly url?: string;
  readonly feed?: string;
  readonly title?: string;
}

const DEFAULT_TITLE = "Listener retention";

const HELP = `
Given GUIDs, the command gets their charts over HTTP, as "get" does. The public key is read from PERFORMANCE_PUBLIC_KEY.
If that is not set, the development key of "npm start" is used.

Given --all, the command reads the whole table, as "list" does, which costs as many read units.

An episode without a chart is named and left out, and the exit code is 1. FILE is replaced only when the
report is complete.

Examples:
  $ npm run charts -- report sample-episode --out report.html
  $ npm run charts -- report --all --feed feed.xml --title "A year of tides" --out report.html
`;

export function addReportCommand(program: Command): void {
  const command = program
    .command("report")
    .description("write a report of many episodes: one HTML file to open in a browser and to share")
    .argument("[guid...]")
    .requiredOption("--out <file>", "the HTML file to write")
    .addOption(new Option("--all", "report on every chart in the table").conflicts("url"))
    .option("--feed <file>", "the podcast's RSS feed, for titles, dates and chapters (default: GUIDs as titles)")
    .option("--title <text>", `title of the report (default: the show's title in the feed, else "${DEFAULT_TITLE}")`)
    .addOption(createUrlOption())
    .addHelpText("after", HELP)
    .action(report);
  addTargetOptions(command);
}

async function report(guids: string[], options: Options): Promise<void> {
  if (guids.length === 0 && !options.all)
    throw new CommandError("No episodes are given. Pass their GUIDs, or --all for every chart in the table.");
  if (guids.length > 0 && options.all)
    throw new CommandError("GUIDs and --all can't be combined. Pass one or the other.");
  const file = await resolveWritable(options.out);
  const show = options.feed === undefined ? { items: [] } : await loadShow(options.feed);
  const names = computeNames(show.items);
  const unique = [...new Set(guids)];
  const episodes = options.all
    ? await withConnection(options, (connection) => collect(scanCharts(connection), names))
    : await collect(fetchCharts(findService(options.url), unique), names, unique.length);
  if (episodes.length === 0) {
    const wayOut = options.all ? " Import charts, or select another table with --stage and --region." : "";
    throw new CommandError(`No chart was found, so ${options.out} was not written.${wayOut}`);
  }
  const heading = { title: options.title ?? show.title ?? DEFAULT_TITLE, madeAt: new Date() };
  const bytes = await saveAtomically(file, drawPage(heading, compareEpisodes(episodes), await bundlePage()));
  const count = `${episodes.length} ${episodes.length === 1 ? "episode" : "episodes"}`;
  console.error(`Wrote ${toPrintable(options.out)}: ${count}, ${(bytes / 1e6).toFixed(1)} MB`);
}

async function collect(
  charts: AsyncIterable<LoadedChart>,
  names: ReadonlyMap<string, EpisodeName>,
  total?: number,
): Promise<Uncompared[]> {
  const progress = startProgress("episodes", total);
  const episodes: Uncompared[] = [];
  const missing: string[] = [];
  try {
    for await (const loaded of charts) {
      if ("chart" in loaded) episodes.push(computeEpisode(loaded, names.get(loaded.guid)));
      else missing.push(toPrintable(`${loaded.guid}: ${loaded.reason}`));
      progress.add(1);
    }
  } finally {
    progress.stop();
    for (const line of missing) console.error(line);
  }
  if (missing.length > 0) process.exitCode = 1;
  return episodes;
}
