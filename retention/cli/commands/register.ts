import type { Command } from "commander";
import { pMapIterable } from "p-map";
import { loadEpisode } from "../../../lib/episode/charts-table.ts";
import {
  BATCH,
  type EpisodeToRegister,
  type Registration,
  registerEpisodes,
} from "../../../lib/episode/registration.ts";
import { isKey, MAX_KEY_BYTES } from "../../../lib/item.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import { addTargetOptions, announceChange, type Target, withConnection } from "../../../operate/shell/connection.ts";
import { type Refusal, RefusalList } from "../../sources/base/refusals.ts";
import { SpoolOnDisk } from "../../sources/base/spool-on-disk.ts";
import type { Episodes } from "../../sources/feed/feed-episodes.ts";
import { refuseRival, settleOwners } from "../charts/owner-check.ts";
import { loadFeedEpisodes } from "../feed/given-feeds.ts";
import { CHARTS } from "../names.ts";
import { startProgress } from "../progress.ts";

interface Options extends Target {
  readonly replace?: boolean;
}

/** Batches that are registered at once. */
const CONCURRENCY = 4;

const WITHOUT_DURATION: Refusal = {
  kind: "without a duration",
  detail: "The feed has no valid <itunes:duration> for it. Add one.",
};

const HELP = `
FEED is the RSS feed of a podcast (a file or a URL), a folder of feeds, or "-" for standard input.

The service takes listens only of registered episodes. Others get 404 "Episode not found". The command takes GUIDs and
durations from the feed. You can run it again at any time, such as whenever you publish a feed.

An episode that is registered already keeps its listeners. If the feed has another duration now, the chart is drawn again: at
once if it shows all listeners, else with the next ones. An imported chart stays as it is.

Each episode remembers the <podcast:guid>, <atom:link rel="self"> and <link> of its feed's channel. The command refuses a GUID
in a feed that shares no address with them, or has another <podcast:guid>: two shows would share one chart. An episode with a
chart that no feed has registered stays as it is. With --replace, the new feed takes both over.

Examples:
  $ ${CHARTS} register feed.xml
  $ ${CHARTS} register https://example.com/feed.xml
  $ ${CHARTS} register --stage prod --region us-east-1 feeds/
`;

export function addRegisterCommand(program: Command): void {
  const command = program
    .command("register")
    .description("register the episodes of feeds, so that the collector counts their listens")
    .argument("<feed...>")
    .option("--replace", "take over episodes that another feed has registered, such as after a move")
    .addHelpText("after", HELP)
    .action(register);
  addTargetOptions(command);
}

async function register(paths: string[], { replace = false, ...target }: Options): Promise<void> {
  // A large host has millions of GUIDs.
  const lists = new SpoolOnDisk();
  try {
    const { episodes } = await loadFeedEpisodes(paths, async (_, guids) => {
      await lists.add({ json: JSON.stringify(guids), bytes: new Uint8Array() });
    });
    await registerAll(lists, episodes, replace, target);
  } finally {
    await lists.close();
  }
}

async function registerAll(lists: SpoolOnDisk, episodes: Episodes, replace: boolean, target: Target): Promise<void> {
  const refusals = new RefusalList();
  const counts = new Map<Registration["status"], number>();
  const progress = startProgress("episodes", episodes.size);
  try {
    await withConnection(target, async (connection) => {
      announceChange("Registering in", connection);
      const work = (each: EpisodeToRegister[]) => registerEpisodes(connection.charts, each, replace);
      await settleOwners((guid) => loadEpisode(connection.charts, guid), episodes);
      const registered = pMapIterable(batch(selectEpisodes(lists, episodes, refusals)), work, {
        concurrency: CONCURRENCY,
      });
      for await (const registrations of registered) {
        for (const registration of registrations) {
          const { guid, status } = registration;
          counts.set(status, (counts.get(status) ?? 0) + 1);
          const refusal = explainRefusal(registration);
          if (refusal) refusals.add({ episode: guid, ...refusal });
        }
        progress.add(registrations.length);
      }
    });
  } finally {
    progress.stop();
    for (const line of refusals.formatLines()) console.error(line);
  }
  if (counts.size === 0) throw new CommandError("No episode can be registered.");
  console.log(formatSummary(counts, refusals.size));
  const unowned = counts.get("unowned");
  if (unowned !== undefined)
    console.error(`${unowned} have charts and no owner yet: check that they are this show's, then pass --replace.`);
  if (refusals.size > 0) process.exitCode = 1;
}

/** Selects the episodes that can be registered, with their durations in seconds, and refuses the others. */
async function* selectEpisodes(
  lists: SpoolOnDisk,
  episodes: Episodes,
  refusals: RefusalList,
): AsyncGenerator<EpisodeToRegister> {
  for await (const { json } of lists.read()) {
    const guids: readonly string[] = JSON.parse(json);
    for (const guid of guids) {
      const duration = episodes.findDuration(guid);
      const problem = findProblem(episodes, guid);
      const { identities: feeds, others } = episodes.listOwners(guid).at(0) ?? { identities: [], others: [] };
      if (problem === undefined && duration !== undefined) yield { guid, duration, feeds, others };
      else refusals.add({ episode: guid, ...(problem ?? WITHOUT_DURATION) });
    }
  }
}

function findProblem(episodes: Episodes, guid: string): Refusal | undefined {
  if (!isKey(guid))
    return { kind: "without a GUID", detail: `A GUID can have at most ${MAX_KEY_BYTES} bytes of UTF-8.` };
  const fault = episodes.findFault(guid);
  if (fault) return fault;
  const detail = episodes.describeConflict(guid) ?? episodes.describeBadDuration(guid);
  return detail === undefined ? undefined : { kind: "without a duration", detail };
}

async function* batch<T>(values: AsyncIterable<T>): AsyncGenerator<T[]> {
  let filled: T[] = [];
  for await (const value of values) {
    if (filled.push(value) < BATCH) continue;
    yield filled;
    filled = [];
  }
  if (filled.length > 0) yield filled;
}

/** Returns why an episode's item stayed as it was, if something is wrong with it or with the feed. */
function explainRefusal(registration: Registration): Refusal | undefined {
  const { status } = registration;
  if (status === "not corrected")
    return { kind: status, detail: `${registration.problem} Its duration stays as it was.` };
  if (status !== "rival") return undefined;
  return refuseRival(registration.feeds, "Correct its <guid>, or pass --replace if the show has moved to this feed.");
}

/** Formats a line such as `2 registered, 1 corrected, 40 unchanged, 0 refused`. */
function formatSummary(counts: ReadonlyMap<Registration["status"], number>, refused: number): string {
  const count = (status: Registration["status"]) => counts.get(status) ?? 0;
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
