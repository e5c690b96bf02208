import { type Command, Option } from "commander";
import { CommandError } from "../cli/command.ts";
import { withConnection } from "../cli/connection.ts";
import { toPrintable } from "../cli/printable.ts";
import { computeService, createUrlOption } from "../cli/service.ts";
import { addTargetOptions, type Target } from "../cli/target.ts";
import { fetchCharts } from "./fetch-charts.ts";
import { loadFeedItems } from "./import/sessions/feed.ts";
import type { LoadedChart } from "./loaded-chart.ts";
import { buildBundle } from "./report/bundle.ts";
import { compareEntries, computeEntry, type Entry } from "./report/data.ts";
import { computeNames, type EpisodeName } from "./report/names.ts";
import { drawPage } from "./report/page.ts";
import { startProgress } from "./report/progress.ts";
import { requireFolder, saveWhole } from "./report/save.ts";
import { scanCharts } from "./scan-charts.ts";

interface Options extends Target {
  readonly out: string;
  readonly all?: true;
  readonly url?: string;
  readonly feed?: string;
  readonly title: string;
}

const HELP = `
Of GUIDs it gets the charts over HTTP, as "get" does: the public key is that of PERFORMANCE_PUBLIC_KEY, or the local
service's own one. With --all it reads the table itself, as "list" does, but whole items, which costs more read units.

An episode without a chart is named and left out; the exit code is then 1. FILE is replaced when the new one is whole.

Examples:
  $ npm run charts -- report sample-episode --out report.html
  $ npm run charts -- report --all --feed feed.xml --title "A year of tides" --out report.html
`;

export function addReportCommand(program: Command): void {
  const command = program
    .command("report")
    .description("make one HTML file of many episodes, to look at in a browser and to pass on")
    .argument("[guid...]")
    .requiredOption("--out <file>", "the file to write")
    .addOption(new Option("--all", "all charts of the table").conflicts("url"))
    .option("--feed <file>", "the podcast's RSS feed, which has titles and dates of its episodes")
    .option("--title <text>", "the report's title", "How episodes keep their listeners")
    .addOption(createUrlOption())
    .addHelpText("after", HELP)
    .action(report);
  addTargetOptions(command);
}

async function report(guids: string[], options: Options): Promise<void> {
  if (options.all ? guids.length > 0 : guids.length === 0)
    throw new CommandError("Either name episodes by their GUIDs, or give --all for every chart of the table");
  await requireFolder(options.out);
  const names = computeNames(options.feed === undefined ? [] : await loadFeedItems(options.feed));
  const unique = [...new Set(guids)];
  const entries = options.all
    ? await withConnection(options, (connection) => collect(scanCharts(connection), names))
    : await collect(fetchCharts(computeService(options.url), unique), names, unique.length);
  if (entries.length === 0) throw new CommandError(`No chart was found: ${options.out} was not written`);
  const heading = { title: options.title, madeAt: new Date() };
  const bytes = await saveWhole(options.out, drawPage(heading, entries.sort(compareEntries), await buildBundle()));
  const count = `${entries.length} ${entries.length === 1 ? "episode" : "episodes"}`;
  console.error(`Wrote ${toPrintable(options.out)}: ${count}, ${(bytes / 1e6).toFixed(1)} MB`);
}

async function collect(
  charts: AsyncIterable<LoadedChart>,
  names: ReadonlyMap<string, EpisodeName>,
  total?: number,
): Promise<Entry[]> {
  const progress = startProgress(total);
  const entries: Entry[] = [];
  const missing: string[] = [];
  try {
    for await (const loaded of charts) {
      if ("chart" in loaded) entries.push(computeEntry({ ...loaded.chart, guid: loaded.guid }, names.get(loaded.guid)));
      else missing.push(toPrintable(`${loaded.guid}: ${loaded.reason}`));
      progress.increment();
    }
  } finally {
    progress.stop();
    for (const line of missing) console.error(line);
  }
  if (missing.length > 0) process.exitCode = 1;
  return entries;
}
