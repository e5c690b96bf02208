import { constants } from "node:os";
import { type Command, Option } from "commander";
import { CommandError } from "../../../operate/shell/command.ts";
import { addTargetOptions, announceChange, withConnection } from "../../../operate/shell/connection.ts";
import { SpoolError } from "../../sources/base/platform.ts";
import { ChartImport, type ChartWriter } from "../../sources/import/chart-import.ts";
import { CountedSessions } from "../../sources/import/counted-sessions.ts";
import { Outcome } from "../bulk/outcome.ts";
import { askTable, OwnerCheck } from "../charts/owner-check.ts";
import { formatUnowned } from "../charts/owner-words.ts";
import { collectPaths, FEED_HELP, requireOneInput } from "../feed/given-feeds.ts";
import { HINTS } from "../hints.ts";
import { listImportFiles } from "../import/import-files.ts";
import {
  createFormatOption,
  type ImportCommandOptions,
  loadImportOptions,
  parseCount,
  parseDuration,
  parseInterval,
  parseStep,
} from "../import/import-options.ts";
import { ImportOwners } from "../import/import-owners.ts";
import { createDryRun, showWriting, TableWriter } from "../import/writer.ts";
import { listFiles, loadTotalBytes } from "../listed-files.ts";
import { CHARTS, DOCS } from "../names.ts";
import { startProgress } from "../progress.ts";

interface Options extends ImportCommandOptions {
  readonly stage: string;
  readonly replace?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

/** The signals that end an import halfway. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const HELP = `
FILE is a file, gzipped or not, a folder of such files, or "-" for standard input. Files may have different formats:

  chart      {"guid": "…", "duration": 3600, "data": [{"time": 0, "percentage": 100}, …]}, or what "export" prints
  sessions   {"session_id": "…", "episodeGUID": "…", "data": [{"time": 0, "event": "play"}, …]}
             Both as JSON, JSON Lines or a JSON array of any size.
  csv        a table of positions and values, such as YouTube Studio's zip or the output of "get --print csv"
  youtube, harborfm, op3, peertube, apple, spotify
             data of these platforms, or HAR files with their answers; ${DOCS}/platforms.md says how to get them

Every chart needs a GUID and a duration. The command looks for the GUID in FILE, then in --feed (HarborFM only), --map and
--guid. It looks for the duration in FILE, then in --feed and --duration. "map" prints a map for you to complete.

A session's "play" or "seek" counts as listening until the session's next event, for at most one logging interval.
--interval sets that interval. "pause" and "ended" count for one second. Import all sessions of an episode at once: you can
pass several files.

An episode has one curve for each platform, and one for your own listeners: a chart, sessions, or what the collector counts.
An imported curve replaces only the stored curve of its source, so you can run an import again at any time. Only --replace
overwrites what the collector counted, or replaces counted sessions with a chart that has no counts. With --feed, the command
writes no episode of another feed, and changes no duration of one that has a chart and no owner: see "register".

Examples:
  $ ${CHARTS} import charts.jsonl
  $ ${CHARTS} import --guid urn:example:ep-7 --duration 45:30 All.csv
  $ ${CHARTS} import --map map.csv --feed feed.xml apple.json spotify/
  $ ${CHARTS} import --guid urn:example:ep-7 --duration 45:30 --json All.csv > outcome.json
  $ ${CHARTS} import --feed feed.xml sessions-1.jsonl.gz sessions-2.jsonl.gz
  $ ${CHARTS} import --duration 45:30 --interval 10 one-episode.jsonl
  $ gunzip -c sessions.jsonl.gz | ${CHARTS} import --feed feed.xml -
`;

export function addImportCommand(program: Command): void {
  const command = program
    .command("import")
    .description("write charts to the charts table, from files of charts, listening sessions or platforms")
    .argument("<file...>")
    .addOption(createFormatOption())
    .option("--guid <guid>", "GUID of the episode, for one file with one curve")
    .option("--map <file>", "file that maps keys to GUIDs: lines of key,guid, or a JSON object")
    .option("--feed <path>", `take durations and HarborFM's GUIDs from ${FEED_HELP}`, collectPaths)
    .option(
      "--duration <seconds>",
      "duration where FILE has none, and feed none or FILE percents, also as MM:SS or HH:MM:SS",
      parseDuration,
    )
    .option("--same-duration", "use --duration for every episode (default: for one, and refuse the others)")
    .option(
      "--interval <seconds>",
      "logging interval of sessions, in whole seconds (default: the one in each session)",
      parseInterval,
    )
    .option("--step <seconds>", "replace the points of each step with their mean (default: keep all points)", parseStep)
    .addOption(
      new Option(
        "--missing <value>",
        "value of the rows that a table of counts lacks (default: refuse the table)",
      ).choices(["zero"]),
    )
    .option("--min-listeners <number>", "leave out curves that are known to have fewer listeners", parseCount, 1)
    .option("--replace", "also overwrite counted listeners")
    .option("--dry-run", "read and check all files, but write nothing")
    .option("--json", "print the outcome as one JSON object, with all refusals")
    .addHelpText("after", HELP)
    .action(importFiles);
  addTargetOptions(command);
}

async function importFiles(files: string[], options: Options): Promise<void> {
  requireOneInput(files, options.feed);
  const importOptions = await loadImportOptions(files, options);
  const outcome = new Outcome({ target: options, feeds: options.feed ?? [] }, options.json);
  const report = () => printOutcome(outcome, options);
  // The local DynamoDB may end the process, and so may the user.
  process.once("exit", report);
  const release = endOnSignals();
  try {
    if (options.dryRun) await run(files, importOptions, createDryRun(outcome), outcome);
    else
      await withConnection(options, async (connection) => {
        announceChange("Writing to", connection);
        const { feed } = importOptions.durations;
        if (feed) await new OwnerCheck(feed).settle(askTable(connection.charts));
        const owners = new ImportOwners(connection.charts, feed);
        const writer = new TableWriter(connection, outcome, options.replace ?? false, owners);
        await run(files, importOptions, writer, outcome);
        if (owners.unowned > 0)
          outcome.addLine(formatUnowned(owners.unowned, HINTS.adoptFeeds(options.feed ?? [], options)));
      });
    outcome.finish();
  } finally {
    release();
    process.removeListener("exit", report);
    report();
  }
  if (outcome.refusals.size > 0) process.exitCode = 1;
  if (outcome.example !== undefined && !options.dryRun)
    console.error(`To look at a chart: ${HINTS.getChart(outcome.example, options)}`);
}

function printOutcome(outcome: Outcome, { json, dryRun }: Options): void {
  for (const line of outcome.refusals.formatLines()) console.error(line);
  console.log(json ? JSON.stringify(outcome) : outcome.formatSummary(dryRun ?? false));
  for (const hint of outcome.formatHints()) console.error(hint);
}

/** Lets signals end the process with an exit that says how far it came. Returns what undoes that. */
function endOnSignals(): () => void {
  const end = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);
  for (const signal of SIGNALS) process.once(signal, end);
  return () => {
    for (const signal of SIGNALS) process.removeListener(signal, end);
  };
}

async function run(
  paths: string[],
  options: Awaited<ReturnType<typeof loadImportOptions>>,
  writer: ChartWriter,
  outcome: Outcome,
): Promise<void> {
  const files = await listFiles(paths, (line) => outcome.addLine(line));
  const progress = startProgress("bytes", await loadTotalBytes(files), "read");
  try {
    const opened = await listImportFiles(files, options.format, progress.add);
    const sessions = new CountedSessions(options, outcome);
    const chartImport = new ChartImport(options, showWriting(writer, progress), outcome, sessions);
    await chartImport.run(opened);
    for (const line of await options.describeLacking(chartImport.lacking)) outcome.addLine(line);
  } catch (error) {
    // Else it would be taken for a failure of DynamoDB.
    const advice = "Make room there, or set TMPDIR to another folder.";
    throw error instanceof SpoolError ? new CommandError(`${error.message} ${advice}`) : error;
  } finally {
    progress.stop();
  }
}
