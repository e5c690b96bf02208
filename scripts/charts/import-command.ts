import { type Command, InvalidArgumentError, Option } from "commander";
import type { PackedChart } from "../../lib/packed-chart.ts";
import { type Connection, withConnection } from "../cli/connection.ts";
import { quoteForShell } from "../cli/shell.ts";
import { addTargetOptions } from "../cli/target.ts";
import { ChartImport, type ImportOptions } from "./import/import.ts";
import { startProgress } from "./import/progress.ts";
import { FORMATS, type Format } from "./import/records/detect.ts";
import { loadTotalBytes } from "./import/records/source.ts";
import { Report } from "./import/report.ts";
import type { Durations } from "./import/sessions/counts.ts";
import { loadFeedDurations, tryParseDuration } from "./import/sessions/feed.ts";
import { BatchWriter, type ChartWriter } from "./import/writer.ts";

interface Options {
  readonly stage: string;
  readonly format?: Format;
  readonly feed?: string;
  readonly duration?: number;
  readonly interval: number;
  readonly step?: number;
  readonly dryRun?: true;
}

/** A day, in seconds: no player logs more rarely. */
const MAX_INTERVAL = 86_400;

const HELP = `
FILE is JSON, JSON Lines or a JSON array, as it is or gzipped; "-" is the standard input. It holds either

  charts     {"guid": "…", "duration": 3600, "data": [{"time": 0, "percentage": 100}, …]}
  sessions   {"session_id": "…", "episodeGUID": "…", "data": [{"time": 0, "event": "play"}, …]}

An event shows that its listener was there for --interval seconds: "play" and "seek" for all of them, or until
the session's next event lies within them; "pause" and "ended" for their own second alone.

A chart replaces the one that the table has of its episode, so an import can be run again at any time.
All sessions of an episode have to be in one import, which may be of several files.

Examples:
  $ npm run charts -- import charts.jsonl
  $ npm run charts -- import --feed feed.xml sessions-1.jsonl.gz sessions-2.jsonl.gz
  $ npm run charts -- import --duration 45:30 --interval 10 one-episode.jsonl
  $ set -o pipefail; mongoexport --collection=episode_performance mongodb://… | npm run charts -- import --feed feed.xml -
`;

export function addImportCommand(program: Command): void {
  const command = program
    .command("import")
    .description("write charts to the table of charts, from charts or from listening sessions")
    .argument("<file...>")
    .addOption(new Option("--format <format>", "what FILE holds (default: told by its content)").choices(FORMATS))
    .option("--feed <file>", "the podcast's RSS feed, which tells the durations of its episodes; for sessions")
    .option("--duration <seconds>", "the duration of all episodes, or of those that the feed lacks", parseSeconds)
    .option(
      "--interval <seconds>",
      "how often the player logs: for how many whole seconds an event stands; for sessions",
      parseInterval,
      1,
    )
    .option("--step <seconds>", "thin curves: the mean of each step, to two decimals", parseSeconds)
    .option("--dry-run", "read and check everything, write nothing")
    .addHelpText("after", HELP)
    .action(importFiles);
  addTargetOptions(command);
}

async function importFiles(files: string[], options: Options): Promise<void> {
  const durations = await loadDurations(options);
  const report = new Report();
  const runWith = (writer: ChartWriter) => run(files, { ...options, durations }, writer, report);
  let urlOption = "";
  try {
    if (options.dryRun) await runWith(new DryRun(report));
    else
      await withConnection(options, (connection) => {
        if (connection.isInAws || options.stage !== "dev") urlOption = " --url https://YOUR-SERVICE";
        return runWith(openWriter(connection, report));
      });
  } finally {
    for (const line of report.formatRefusals()) console.error(line);
    console.log(report.formatSummary(options.dryRun ?? false));
    for (const hint of report.hints) console.error(hint);
  }
  if (report.hasRefusals) process.exitCode = 1;
  if (report.example !== undefined && !options.dryRun)
    console.error(`To look at a chart: npm run charts -- get ${quoteForShell(report.example)}${urlOption}`);
}

async function loadDurations({ feed, duration }: Options): Promise<Durations | undefined> {
  if (feed === undefined && duration === undefined) return undefined;
  return { byGuid: feed === undefined ? new Map() : await loadFeedDurations(feed), other: duration };
}

async function run(files: string[], options: ImportOptions, writer: ChartWriter, report: Report): Promise<void> {
  const progress = startProgress(await loadTotalBytes(files));
  try {
    await new ChartImport(options, writer, report).run(files, progress.addBytes);
  } finally {
    progress.stop();
  }
}

function openWriter(connection: Connection, report: Report): ChartWriter {
  console.error(`Writing to ${connection.chartsTable} in ${connection.place}`);
  return new BatchWriter(connection, report);
}

/** Writes nothing. */
class DryRun implements ChartWriter {
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  async add({ guid }: PackedChart): Promise<void> {
    this.#report.addWritten(guid);
  }

  async finish(): Promise<void> {}
}

function parseInterval(text: string): number {
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_INTERVAL) return seconds;
  throw new InvalidArgumentError(`It must be whole seconds, from 1 to ${MAX_INTERVAL}.`);
}

function parseSeconds(text: string): number {
  const seconds = tryParseDuration(text);
  if (seconds === undefined) throw new InvalidArgumentError("It must be seconds, MM:SS or HH:MM:SS, at most 30 days.");
  return seconds;
}
