import type { Command } from "commander";
import pMap from "p-map";
import { CommandError } from "../cli/command.ts";
import { withConnection } from "../cli/connection.ts";
import { toPrintable } from "../cli/printable.ts";
import { addTargetOptions, type Target } from "../cli/target.ts";
import { type Feed, loadFeed } from "./feed/feed.ts";
import { type Registration, registerEpisode } from "./register/episode.ts";

/** Episodes that are written at once. */
const CONCURRENCY = 8;

const HELP = `
An episode must be registered before listens of it are taken: without an item, they get 404 "Episode not found". Its GUID and
its duration are taken from the feed. The command can be run again at any time, such as whenever a feed is published.

An episode that is registered already keeps its listeners. If its duration was corrected in the feed, its chart is drawn
again. A chart that was imported stays as it is.

Example:
  $ npm run charts -- register feed.xml
`;

export function addRegisterCommand(program: Command): void {
  const command = program
    .command("register")
    .description("register the episodes of feeds, so that the collector takes listens of them")
    .argument("<feed...>")
    .addHelpText("after", HELP)
    .action(register);
  addTargetOptions(command);
}

async function register(files: string[], target: Target): Promise<void> {
  const { durations, refusals } = collectEpisodes(await Promise.all(files.map(loadFeed)));
  await withConnection(target, async (connection) => {
    const registrations = await pMap(
      durations,
      async ([guid, duration]) => registerEpisode(connection, guid, duration),
      { concurrency: CONCURRENCY },
    );
    for (const line of refusals) console.error(toPrintable(line));
    console.log(formatSummary(registrations, refusals.length));
  });
  if (refusals.length > 0) process.exitCode = 1;
}

/** Collects the durations of feeds in seconds, by GUID. An episode without one, or with two, is refused. */
function collectEpisodes(feeds: readonly Feed[]): { durations: Map<string, number>; refusals: string[] } {
  const durations = new Map<string, number>();
  const refusals = new Map<string, string>();
  for (const { guids, durations: own, conflicts } of feeds) {
    for (const guid of guids) {
      const duration = own.get(guid);
      if (conflicts.has(guid)) refusals.set(guid, `${guid}: The feed gives it different durations. Correct the feed.`);
      else if (duration === undefined)
        refusals.set(guid, `${guid}: The feed has no valid <itunes:duration> for it. Add one.`);
      else if ((durations.get(guid) ?? duration) !== duration)
        refusals.set(guid, `${guid}: Two feeds give it different durations. Correct one of them.`);
      else durations.set(guid, duration);
    }
  }
  for (const guid of refusals.keys()) durations.delete(guid);
  if (durations.size === 0) {
    for (const line of refusals.values()) console.error(toPrintable(line));
    throw new CommandError("No episode can be registered.");
  }
  return { durations, refusals: [...refusals.values()] };
}

/** Formats a line such as `2 registered, 1 corrected, 40 unchanged, 0 refused`. */
function formatSummary(registrations: readonly Registration[], refused: number): string {
  const count = (registration: Registration) => registrations.filter((one) => one === registration).length;
  const imported = count("imported");
  const parts = [
    `${count("registered")} registered`,
    `${count("corrected")} corrected`,
    `${count("unchanged")} unchanged`,
    ...(imported > 0 ? [`${imported} imported with another duration, and left as they are`] : []),
    `${refused} refused`,
  ];
  return parts.join(", ");
}
