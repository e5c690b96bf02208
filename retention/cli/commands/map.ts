import type { Command } from "commander";
import { formatCount } from "../../../lib/count.ts";
import { toPrintable } from "../../../lib/printable.ts";
import { say } from "../../../operate/shell/output.ts";
import { InputError } from "../../sources/base/refusals.ts";
import type { FeedItem } from "../../sources/feed/item-parser.ts";
import { describeUnreadDates } from "../../sources/feed/pub-date.ts";
import { Titles } from "../../sources/feed/title-words.ts";
import { openContent } from "../../sources/import/classify.ts";
import { MapDraft } from "../../sources/import/map-draft.ts";
import { Suggestions } from "../../sources/import/suggestions.ts";
import { preparePacked } from "../../sources/input/input.ts";
import { createPack } from "../../sources/item/pack.ts";
import { collectPaths, FEED_HELP, loadFeedEpisodes, requireOneInput } from "../feed/given-feeds.ts";
import { createFormatOption, loadGuidMap } from "../import/import-options.ts";
import { listFiles, readListed } from "../listed-files.ts";
import { SILENT_CHARTS } from "../names.ts";
import { RefusalList } from "../refusal-list.ts";
import { sayForCommand } from "../ways-out.ts";

interface Options {
  readonly format?: string;
  readonly feed?: readonly string[];
  readonly map?: string;
}

const HELP = `
FILE is a file, gzipped or not, a folder of such files, or "-" for standard input. The map has a line for each curve whose
GUID is neither in FILE nor in the feed. The line begins with the key by which "import" finds the curve. The command fills in
a GUID if exactly one title in the feed equals the curve's title or file name. Case, spaces and most punctuation don't matter.
Complete the other lines, and pass the map to "import --map" with the same --feed.

"import" skips lines that begin with "# ". They say where the key below is from, and the one episode whose title has the same
words without numbers, show and punctuation: "Perhaps: ". Check it. They also list the feed's other episodes: date, GUID, title. An apostrophe before "=", "+", "-" or "@" keeps a spreadsheet from running the cell. "import" removes it.

With --map, the command prints only the lines that this map lacks. Append them with >>, not >.

Examples:
  $ ${SILENT_CHARTS} map --feed feed.xml spotify/ > map.csv
  $ ${SILENT_CHARTS} map --feed feed.xml --map map.csv spotify/ >> map.csv
`;

export function addMapCommand(program: Command): void {
  program
    .command("map")
    .description("print a map of keys to GUIDs, to complete for curves without a GUID")
    .argument("<file...>")
    .addOption(createFormatOption())
    .option("--feed <path>", `take GUIDs and titles from ${FEED_HELP}`, collectPaths)
    .option("--map <file>", "an existing map, of which to print the missing lines")
    .addHelpText("after", HELP)
    .action(printMap);
}

async function printMap(paths: string[], { format, feed, map }: Options): Promise<void> {
  requireOneInput(paths, feed);
  const refusals = new RefusalList();
  const titles = new Titles();
  const feeds: { readonly title: string | undefined; readonly items: readonly FeedItem[] }[] = [];
  const loaded =
    feed &&
    (await loadFeedEpisodes(feed, (items, _, title) => {
      for (const item of items) titles.add(item);
      feeds.push({ title, items });
    }));
  const draft = new MapDraft(
    loaded?.episodes,
    titles,
    refusals,
    map === undefined ? undefined : await loadGuidMap(map),
  );
  const said: string[] = [];
  for (const file of await listFiles(paths, (line) => said.push(line)))
    said.push(...(await addToDraft(draft, file, format, refusals)));
  const episodes = feeds.flatMap(({ items }) => items);
  const unread = describeUnreadDates(episodes.map(({ pubDate }) => pubDate));
  for (const line of draft.formatLines(episodes, new Suggestions(feeds)))
    console.log(process.stdout.isTTY ? toPrintable(line) : line);
  refusals.report();
  for (const line of [...said, ...unread.map(sayForCommand), ...formatSummary(draft)]) say(line);
}

/** Says how many GUIDs were found, and what would find more of them. */
function formatSummary({ lines, uncompleted }: MapDraft): string[] {
  const found = lines.filter(({ guid }) => guid !== "").length;
  const all = `GUIDs found by title: ${found}, to be completed: ${lines.length - found + uncompleted}`;
  const summary = uncompleted > 0 ? `${all} (${uncompleted} in the map already)` : all;
  const untitled = lines.filter(({ isUntitled }) => isUntitled).length;
  if (untitled === 0) return [summary];
  const problem = `No answer has the title of ${formatCount(untitled, "episode")} of HAR files.`;
  return [summary, `${problem} Open the panel, reload the dashboard's list of episodes, and save again with it.`];
}

/** @returns lines about what was in a HAR file */
async function addToDraft(
  draft: MapDraft,
  file: string,
  format: string | undefined,
  refusals: RefusalList,
): Promise<string[]> {
  const lines: string[] = [];
  try {
    const content = await openContent(await preparePacked(readListed(file, () => {})), format, createPack());
    // Charts and sessions hold their GUIDs.
    if (content.kind !== "document") return [];
    for await (const document of content.documents) {
      draft.add(file, document);
      lines.push(...(document.said ?? []).map((hint) => `${file}: ${sayForCommand(hint)}`));
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    refusals.add({ file, ...error.refusal, line: undefined });
  }
  return lines;
}
