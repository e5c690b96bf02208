import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { formatCount } from "../../../lib/count.ts";
import { toPrintable } from "../../../lib/printable.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import { addTargetOptions, type Target } from "../../../operate/shell/connection.ts";
import { loadBytes } from "../../../operate/shell/read-error.ts";
import type { ServiceOptions } from "../../../operate/shell/service.ts";
import { compareEpisodes, DEFAULT_TITLE, findReportTitle } from "../../report/make/compare-episodes.ts";
import { composeFindingsFile } from "../../report/make/findings-file.ts";
import type { LoneEpisode } from "../../report/make/measure-episode.ts";
import { drawPage } from "../../report/make/page.ts";
import { parseSpotList } from "../../sources/formats/spot-list.ts";
import { addUrlOptions, WAY_HELP } from "../charts/url-options.ts";
import { collectPaths, FEED_HELP } from "../feed/given-feeds.ts";
import { HINTS } from "../hints.ts";
import { listFiles } from "../listed-files.ts";
import { CHARTS, DOCS } from "../names.ts";
import { RefusalList } from "../refusal-list.ts";
import { collectEpisodes, type ReportScope } from "../report/collected-episodes.ts";
import { compareWithEarlier, loadEarlierReport } from "../report/earlier-report.ts";
import { addTexts, type TextOptions } from "../report/episode-texts.ts";
import { loadFeeds } from "../report/feed-names.ts";
import { bundlePage } from "../report/page-bundle.ts";
import { FINDINGS, REPORT } from "../report/page-kinds.ts";
import { resolveOutput, saveOutput } from "../save.ts";

interface Options extends Target, ServiceOptions, TextOptions {
  readonly out: string;
  readonly all?: true;
  readonly feed?: readonly string[];
  readonly title?: string;
  readonly spots?: string;
  readonly hostRead?: true;
  readonly insertedAds?: true;
  readonly findings?: string;
  readonly since?: string;
}

const HELP = `
The report has the episodes whose GUIDs you pass. With --feed alone, it has the feed's episodes that have a chart. With
--all, it has every chart in the table, grouped by feed. --all reads the whole table, which costs as many read units as
"list". It leaves out charts whose GUID begins with "sample-", unless there are no others.

${WAY_HELP}

If a chart is missing or broken, the command names the episode, leaves it out, and exits with 1. It replaces FILE only when
the report is complete.

With --since, the command prints what has changed since the earlier report, in at most twelve lines that you can mail or
post. It reads that report before it writes, so --since and --findings can name the same file. If there is no earlier report
yet, the command says so and exits with 0: a weekly job needs no special first week.

Examples:
  $ ${CHARTS} report sample-episode --out report.html
  $ ${CHARTS} report --feed feed.xml --out report.html
  $ ${CHARTS} report --feed feed.xml --out report.html --findings findings.json --since findings.json
  $ ${CHARTS} report --all --feed feeds/ --title "A year of tides" --out report.html
`;

export function addReportCommand(program: Command): void {
  const command = program
    .command("report")
    .description("write a report of many episodes: one HTML file to open in a browser and to share")
    .argument("[guid...]")
    .requiredOption("--out <file>", "the HTML file to write")
    .addOption(new Option("--all", "report on every chart in the table").conflicts("url"))
    .option(
      "--feed <path>",
      `take titles, dates and chapters from ${FEED_HELP} (default: GUIDs as titles)`,
      collectPaths,
    )
    .option(
      "--chapters",
      "fetch the chapters that feeds link, and keep them in the data folder (default: only those in the feed)",
    )
    .option("--transcripts", "fetch the transcripts that feeds link, and keep them there, too")
    .option(
      "--transcript <path>",
      "take a transcript from a file, or a folder of them, named after the audio's file or the title; can be repeated",
      collectPaths,
    )
    .option(
      "--captions <path>",
      "take the captions of videos from a file, or a folder of them, matched by what is said; can be repeated",
      collectPaths,
    )
    .option("--spots <file>", "take sponsors' spots from a CSV file of guid,from,to,name, besides those of chapters")
    .option("--host-read", "say that the host reads the spots, so that all listeners hear the same")
    .option("--inserted-ads", "say that ads are inserted for each listener: no curve tells of them, so none is a spot")
    .option("--findings <file>", `also write the report's findings as JSON, which ${DOCS}/reports.md explains`)
    .option(
      "--since <file>",
      "print what has changed since an earlier report (its findings or its page), and write it into the new one",
    )
    .option("--title <text>", `title of the report (default: the show's title in the feed, else "${DEFAULT_TITLE}")`)
    .addHelpText("after", HELP)
    .action(report);
  addUrlOptions(command);
  addTargetOptions(command);
}

/** @throws CommandError if options don't go together */
function parseSelection(guids: readonly string[], { all, feed, ...linked }: Options): ReportScope {
  for (const option of ["chapters", "transcripts"] as const)
    if (linked[option] && !feed) throw new CommandError(`--${option} needs --feed, which links them.`);
  if (guids.length > 0 && all) throw new CommandError("GUIDs and --all can't be combined. Pass one or the other.");
  if (guids.length > 0) return new Set(guids);
  if (all) return "all";
  if (feed) return "feed";
  throw new CommandError("No episodes are given. Pass their GUIDs, --feed, or --all for every chart in the table.");
}

/** Resolves the files to write. @throws CommandError if one must not be written, or if the next report could compare with none */
async function resolveOutputs({ out, findings, since, feed = [] }: Options) {
  if (findings !== undefined && resolve(findings) === resolve(out))
    throw new CommandError("--findings and --out are the same file. Choose another one for the findings.");
  const inputs = await listFiles(feed, () => {});
  const page = await resolveOutput(out, REPORT, inputs);
  if (findings !== undefined) return { page, findings: await resolveOutput(findings, FINDINGS, inputs) };
  if (since === undefined || resolve(since) === resolve(page.file)) return { page };
  throw new CommandError(
    "--since needs --findings, or the page of --out: the next report reads one of them as --since.",
  );
}

async function report(guids: string[], options: Options): Promise<void> {
  const selection = parseSelection(guids, options);
  const { page, findings } = await resolveOutputs(options);
  const madeAt = new Date();
  const earlier = options.since === undefined ? undefined : await loadEarlierReport(options.since, madeAt);
  const feeds = await loadFeeds(options.feed ?? []);
  const found = await collectEpisodes(selection, options, feeds);
  feeds.owners.report(howToAdopt(options));
  if (found.length === 0) {
    const isOfTable = guids.length === 0 && options.url === undefined;
    const wayOut = isOfTable ? " Import charts, or select another table with --stage and --region." : "";
    throw new CommandError(`No chart was found, so ${options.out} was not written.${wayOut}`);
  }
  const episodes = await addTexts(found, feeds.names, options);
  const listed = await loadSpots(options.spots, episodes);
  const title = options.title ?? findReportTitle(episodes, options.all);
  const heading = { title, madeAt, isHostRead: options.hostRead === true };
  const { shows, episodes: all } = compareEpisodes(episodes, listed);
  const compared = { shows, episodes: options.insertedAds ? all.map((each) => ({ ...each, spots: [] })) : all };
  const changes = earlier && compareWithEarlier(earlier, heading, compared);
  const file = composeFindingsFile(heading, compared, changes);
  const drawn = drawPage(heading, compared, await bundlePage(), changes);
  const bytes = await saveOutput(page, drawn);
  if (findings !== undefined) await saveOutput(findings, file);
  if (changes) console.log(changes.lines.join("\n"));
  if (earlier?.isMissing)
    console.log(
      `This is the first report: there is no ${toPrintable(earlier.path)} yet. From the next one on, this says what has changed.`,
    );
  const count = formatCount(episodes.length, "episode");
  console.error(`Wrote ${toPrintable(options.out)}: ${count}, ${(bytes / 1e6).toFixed(1)} MB`);
}

/** Loads a list of sponsors' spots. Names the lines on standard error that it refuses, and then sets the exit code. */
async function loadSpots(file: string | undefined, episodes: readonly LoneEpisode[]) {
  if (file === undefined) return [];
  const [text, list] = [new TextDecoder().decode(await loadBytes(file)), new RefusalList()];
  const spots = parseSpotList(text, episodes, (refusal) => list.add({ file, ...refusal }));
  list.report();
  return spots;
}

/** Whoever asks a service may have no access to its table. */
function howToAdopt({ feed = [], url, ...target }: Options): string {
  return url === undefined ? HINTS.adoptFeeds(feed, target) : 'the operator can run "register --adopt" with the feed.';
}
