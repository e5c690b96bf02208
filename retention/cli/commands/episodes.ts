import type { Command } from "commander";
import { isOutputOpen, say } from "../../../operate/shell/output.ts";
import { formatEpisodeLine } from "../../sources/feed/guid-finders.ts";
import { describeUnreadDates } from "../../sources/feed/pub-date.ts";
import { readFeeds } from "../feed/given-feeds.ts";
import { CHARTS } from "../names.ts";
import { sayForCommand } from "../ways-out.ts";

const HELP = `
FEED is the RSS feed of a podcast (a file or a URL), a folder of feeds, or "-" for standard input.

Example:
  $ ${CHARTS} episodes feed.xml
`;

export function addEpisodesCommand(program: Command): void {
  program
    .command("episodes")
    .description("list the episodes of feeds: date, GUID, title")
    .argument("<feed...>")
    .addHelpText("after", HELP)
    .action(printEpisodes);
}

async function printEpisodes(paths: string[]): Promise<void> {
  const dates: (string | undefined)[] = [];
  await readFeeds(paths, ({ items }) => {
    for (const item of items) {
      dates.push(item.pubDate);
      if (!isOutputOpen()) return;
      console.log(formatEpisodeLine(item));
    }
  });
  for (const hint of describeUnreadDates(dates)) say(sayForCommand(hint));
}
