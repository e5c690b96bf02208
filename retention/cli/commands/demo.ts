import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Command } from "commander";
import { computeHeard } from "../../../lib/episode/counted-chart.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import { announceChange, withConnection } from "../../../operate/shell/connection.ts";
import {
  CLIFF_TITLE,
  composeDemoFeed,
  DEMO_SHOW,
  DEMO_TITLE,
  type DemoEpisode,
  makeDemo,
  NEW_OPENING_DATE,
} from "../../report/demo/demo-show.ts";
import { compareEpisodes } from "../../report/make/compare-episodes.ts";
import { addTranscript, computeEpisode } from "../../report/make/measure-episode.ts";
import { drawPage } from "../../report/make/page.ts";
import { createPack } from "../../sources/item/pack.ts";
import { parseTranscript } from "../../sources/transcripts/transcript.ts";
import { saveCurve } from "../bulk/curve-writes.ts";
import { HINTS } from "../hints.ts";
import { CHARTS, DOCS } from "../names.ts";
import { bundlePage } from "../report/page-bundle.ts";
import { REPORT } from "../report/page-kinds.ts";
import { type Output, type OutputKind, resolveOutput, saveOutput } from "../save.ts";

interface Options {
  readonly out: string;
  readonly keep?: true;
}

const PAGE: OutputKind = {
  ...REPORT,
  isOwn: (beginning) => REPORT.isOwn(beginning) && /<title>(.*?)<\/title>/.exec(beginning)?.[1] === DEMO_TITLE,
};

const FEED: OutputKind = {
  name: "feed",
  isOwn: (beginning) => beginning.startsWith(composeDemoFeed([]).replace(/\s*<podcast:guid.*/s, "")),
};

/** Where a show is kept. */
const STAGE = { stage: "dev" };

const HELP = `
The made-up show has twelve episodes with chapters. Each has three curves, simulated listener by listener: of its own
listeners, of YouTube and of Apple Podcasts. The command needs neither a service nor a database. --keep also writes the
curves into the local tables, and the show's feed beside the report.

Examples:
  $ ${CHARTS} demo
  $ ${CHARTS} demo --keep
`;

export function addDemoCommand(program: Command): void {
  program
    .command("demo")
    .description("write the report of a made-up show, to see what a report answers")
    .option("--out <file>", "the HTML file to write", "demo.html")
    .option("--keep", "also write the show into the local tables, to play on")
    .addHelpText("after", HELP)
    .action(writeDemo);
}

async function writeDemo({ out, keep }: Options): Promise<void> {
  const output = await resolveOutput(out, PAGE);
  // A report of the tables takes titles and chapters from it.
  const feed = keep && (await resolveOutput(join(dirname(out), "demo.xml"), FEED));
  const demo = makeDemo();
  const report = compareEpisodes((await Promise.all(demo.map(measureEpisode))).flat());
  const heading = { title: DEMO_TITLE, madeAt: new Date() };
  await saveOutput(output, drawPage(heading, report, await bundlePage()));
  if (feed) await keepShow(demo, feed);
  console.log(composeQuestions(output.file, demo.length));
  if (feed) console.log(composeNextSteps(feed.file));
}

async function measureEpisode({ guid, curves, script, ...name }: DemoEpisode) {
  const [first, ...others] = curves.map(({ counts, ...curve }) => {
    const heard = computeHeard({ counts, listeners: curve.listeners }, curve.chart.duration);
    return { ...curve, ...(heard !== undefined && { heard }) };
  });
  if (!first) return [];
  const episode = computeEpisode({ guid, curves: [first, ...others] }, { ...name, show: DEMO_TITLE });
  return [addTranscript(episode, await parseTranscript(script))];
}

/** @throws CommandError if the environment names a DynamoDB other than the local one */
async function keepShow(demo: readonly DemoEpisode[], feed: Output): Promise<void> {
  const pack = createPack();
  const owner = { set: { feeds: new Set([DEMO_SHOW]) } };
  await withConnection(STAGE, async (connection) => {
    if (connection.isInAws)
      throw new CommandError("--keep writes to no AWS account. Unset AWS_PROFILE and AWS_ACCESS_KEY_ID.");
    announceChange("Writing to", connection);
    for (const { curves } of demo)
      for (const { chart, ...known } of curves) await saveCurve(connection.charts, pack(chart, known), true, owner);
  });
  await saveOutput(feed, [composeDemoFeed(demo)]);
}

/** Says how to open the report, and what it answers. */
function composeQuestions(file: string, episodes: number): string {
  return `The report of a made-up show, ${episodes} episodes. Open it in a browser:

  ${pathToFileURL(resolve(file)).href}

It answers, among others:

  1. What do listeners skip?         The first finding.
  2. Where do they drop off?        The second one: in "${CLIFF_TITLE}".
  3. Is the new opening better?     The third one, and before and after ${NEW_OPENING_DATE}.

The same of your own episodes: ${DOCS}/podcasters.md`;
}

function composeNextSteps(feed: string): string {
  return `
The show is in the local tables:

  ${HINTS.listCharts(STAGE)}
  ${HINTS.reportFeed(feed)}
  ${HINTS.deleteFeed(feed)}`;
}
