import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Command } from "commander";
import { CLIFF_TITLE, DEMO_TITLE, type DemoEpisode, makeDemo, NEW_OPENING_DATE } from "../demo/show.ts";
import { bundlePage } from "../report/bundle.ts";
import { compareEpisodes, computeEpisode } from "../report/data.ts";
import { drawPage } from "../report/page.ts";
import { resolveWritable, saveAtomically } from "../report/save.ts";

interface Options {
  readonly out: string;
}

const HELP = `
The show is made up: twelve episodes with chapters, each with the curves of its own listeners, of YouTube and of Apple
Podcasts, simulated listener by listener. It needs neither a service nor a database.

Example:
  $ npm run charts -- demo
`;

export function addDemoCommand(program: Command): void {
  program
    .command("demo")
    .description("write the report of a made-up show, to see what a report answers")
    .option("--out <file>", "the HTML file to write", "demo.html")
    .addHelpText("after", HELP)
    .action(writeDemo);
}

async function writeDemo({ out }: Options): Promise<void> {
  const file = await resolveWritable(out);
  const demo = makeDemo();
  const report = compareEpisodes(demo.flatMap(measureEpisode));
  const heading = { title: DEMO_TITLE, madeAt: new Date() };
  await saveAtomically(file, drawPage(heading, report, await bundlePage()));
  console.log(composeQuestions(file, demo.length));
}

function measureEpisode({ guid, curves: [own, ...others], ...name }: DemoEpisode) {
  return own ? [computeEpisode({ guid, ...own, others }, { ...name, show: DEMO_TITLE })] : [];
}

/** Says how to open the report, and what it answers. */
function composeQuestions(file: string, episodes: number): string {
  return `The report of a made-up show, ${episodes} episodes. Open it in a browser:

  ${pathToFileURL(resolve(file)).href}

It answers, among others:

  1. Where do listeners leave?      Choose "${CLIFF_TITLE}".
  2. What do they skip?             It is said on top, of the whole show.
  3. Is the new opening better?     Enter ${NEW_OPENING_DATE} as the date of a change.

The same of your own episodes: docs/podcasters.md`;
}
