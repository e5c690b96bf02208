import { type Command, Option } from "commander";
import { pMapIterable } from "p-map";
import type { Powers } from "../../../lib/episode/claim.ts";
import { noteText } from "../../../lib/episode/noted-address.ts";
import {
  BATCH,
  type EpisodeToRegister,
  type Registration,
  registerEpisodes,
} from "../../../lib/episode/registration.ts";
import { isKey, MAX_KEY_BYTES } from "../../../lib/item.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import { addTargetOptions, announceChange, type Target, withConnection } from "../../../operate/shell/connection.ts";
import { say } from "../../../operate/shell/output.ts";
import { createFact } from "../../sources/base/facts.ts";
import type { Refusal } from "../../sources/base/refusals.ts";
import { SpoolOnDisk } from "../../sources/base/spool-on-disk.ts";
import type { Episodes } from "../../sources/feed/feed-episodes.ts";
import { askTable, OwnerCheck } from "../charts/owner-check.ts";
import { describeNoted, formatUnowned, refuseRival } from "../charts/owner-words.ts";
import { readGuids } from "../charts/select-guids.ts";
import { collectPaths, loadFeedEpisodes, requireOneInput } from "../feed/given-feeds.ts";
import { HINTS } from "../hints.ts";
import { CHARTS } from "../names.ts";
import { startProgress } from "../progress.ts";
import { RefusalList } from "../refusal-list.ts";

interface Options extends Target {
  readonly adopt?: true;
  readonly movedFrom?: string;
  readonly sameShowAs?: string;
  readonly take?: readonly string[];
  readonly replace?: true;
}

/** Batches that are registered at once. */
const CONCURRENCY = 4;

const WITHOUT_DURATION = createFact("no-duration-to-register", "The feed has no valid <itunes:duration> for it.");

const HELP = `
FEED is the RSS feed of a podcast (a file or a URL), a folder of feeds, or "-" for standard input.

The service takes listens only of registered episodes. Others get 404 "Episode not found". The command takes GUIDs and
durations from the feed. You can run it again at any time, such as whenever you publish a feed.

An episode that is registered already keeps its listeners. If the feed has another duration now, the chart is drawn again: at
once if it shows all listeners, else with the next ones. An imported chart stays as it is.

Each episode notes the <atom:link rel="self"> of its feed's channel, or the URL that answered, and the <podcast:guid>. Only a
feed that has that address, and no other <podcast:guid>, registers, imports, reports, exports or deletes it.

  A show has moved      Name its old address as it is noted: --moved-from. The new feed must not have another <podcast:guid>.
  It has several feeds  Register one, then each other one with --same-show-as and the address of the first.
  No feed is noted      An episode with a chart stays as it is. With --adopt, the feed takes all such that it has.
  Another feed's        With --take, the feed takes the episodes whose GUIDs you name.

Examples:
  $ ${CHARTS} register feed.xml
  $ ${CHARTS} register https://example.com/feed.xml
  $ ${CHARTS} register --stage prod --region us-east-1 feeds/
  $ ${CHARTS} register --moved-from https://old.example/feed.xml https://example.com/feed.xml
`;

export function addRegisterCommand(program: Command): void {
  const command = program
    .command("register")
    .description("register the episodes of feeds, so that the collector counts their listens")
    .argument("<feed...>")
    .option("--moved-from <address>", "take the episodes of the feed that had this address: the show has moved")
    .option("--same-show-as <address>", "share the episodes of the feed that has this address: the show has both")
    .option("--adopt", "take episodes with charts that no feed has registered")
    .option(
      "--take <guid>",
      "take this episode from whichever feed has it, or - for standard input; can be repeated",
      collectPaths,
    )
    .addOption(new Option("--replace").hideHelp())
    .addHelpText("after", HELP)
    .action(register);
  addTargetOptions(command);
}

async function register(
  paths: string[],
  { adopt, movedFrom, sameShowAs, take = [], replace, ...target }: Options,
): Promise<void> {
  if (replace)
    throw new CommandError(
      "--replace was two options. Pass --adopt for charts without an owner, and --take GUID for an episode of another feed.",
    );
  requireOneInput(paths, take);
  const takes = await readGuids(take);
  const powers: Powers = {
    adopts: adopt,
    movedFrom: movedFrom && noteText(movedFrom),
    sameShowAs: sameShowAs && noteText(sameShowAs),
    takes,
  };
  // A large host has millions of GUIDs.
  const lists = new SpoolOnDisk();
  try {
    const { episodes } = await loadFeedEpisodes(paths, async (_, guids) => {
      await lists.add({ json: JSON.stringify(guids), bytes: new Uint8Array() });
    });
    for (const guid of takes)
      if (!episodes.has(guid)) throw new CommandError(`No feed has the episode "${guid}" of --take. Check its GUID.`);
    if ((movedFrom ?? sameShowAs) !== undefined && !episodes.isOfOneOwner)
      throw new CommandError("--moved-from and --same-show-as are for the feed of one show. Pass it alone.");
    const { counts, refusals } = await registerAll(lists, episodes, powers, target);
    if (counts.size === 0) throw new CommandError("No episode can be registered.");
    console.log(formatSummary(counts, refusals));
    const unowned = counts.get("unowned");
    if (unowned !== undefined) console.error(formatUnowned(unowned, HINTS.adoptFeeds(paths, target)));
  } finally {
    await lists.close();
  }
}

/** Registers episodes, and counts what became of them. Says on standard error what was taken and what is refused. */
async function registerAll(lists: SpoolOnDisk, episodes: Episodes, powers: Powers, target: Target) {
  const refusals = new RefusalList();
  const counts = new Map<Registration["status"], number>();
  const taken: string[] = [];
  const progress = startProgress("episodes", episodes.size);
  try {
    await withConnection(target, async (connection) => {
      announceChange("Registering in", connection);
      const work = (each: EpisodeToRegister[]) => registerEpisodes(connection.charts, each, powers);
      await new OwnerCheck(episodes).settle(askTable(connection.charts));
      const registered = pMapIterable(batch(selectRegistrable(lists, episodes, refusals)), work, {
        concurrency: CONCURRENCY,
      });
      for await (const registrations of registered) {
        for (const registration of registrations) {
          const { guid, status } = registration;
          counts.set(status, (counts.get(status) ?? 0) + 1);
          const refusal = explainRefusal(registration, episodes);
          if (refusal) refusals.add({ episode: guid, ...refusal });
          if ("takenFrom" in registration && registration.takenFrom && powers.takes?.has(guid))
            taken.push(`episode ${guid}: Taken from ${describeNoted(registration.takenFrom)}.`);
        }
        progress.add(registrations.length);
      }
    });
  } finally {
    progress.stop();
    for (const line of taken) say(line);
    refusals.report();
  }
  return { counts, refusals: refusals.size };
}

/** Selects the episodes that can be registered, with their durations in seconds, and refuses the others. */
async function* selectRegistrable(
  lists: SpoolOnDisk,
  episodes: Episodes,
  refusals: RefusalList,
): AsyncGenerator<EpisodeToRegister> {
  for await (const { json } of lists.read()) {
    const guids: readonly string[] = JSON.parse(json);
    for (const guid of guids) {
      const problem = findProblem(episodes, guid);
      const [owner] = episodes.listOwners(guid);
      if (!problem && owner?.duration) yield { guid, duration: owner.duration, feed: owner.identity };
      else refusals.add({ episode: guid, ...(problem ?? WITHOUT_DURATION) });
    }
  }
}

function findProblem(episodes: Episodes, guid: string): Refusal | undefined {
  if (!isKey(guid)) return createFact("not-a-guid", `A GUID can have at most ${MAX_KEY_BYTES} bytes of UTF-8.`);
  const fault = episodes.findFault(guid);
  if (fault) return fault;
  const conflict = episodes.describeConflict(guid);
  if (conflict !== undefined) return createFact("several-durations", conflict);
  const bad = episodes.describeBadDuration(guid);
  return bad === undefined ? undefined : createFact("bad-duration-to-register", bad);
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
function explainRefusal(registration: Registration, episodes: Episodes): Refusal | undefined {
  const { guid, status } = registration;
  if (status === "not corrected") return createFact("not-corrected", registration.problem, { part: registration.part });
  if (status !== "rival") return undefined;
  return refuseRival(registration, episodes.listOwners(guid)[0]?.name ?? "", "register");
}

/** Formats a line such as `2 registered, 1 corrected, 40 unchanged, 0 refused`. */
function formatSummary(counts: ReadonlyMap<Registration["status"], number>, refused: number): string {
  const count = (status: Registration["status"]) => counts.get(status) ?? 0;
  const [imported, unowned] = [count("imported"), count("unowned")];
  const parts = [
    `${count("registered")} registered`,
    `${count("corrected")} corrected`,
    `${count("unchanged")} unchanged`,
    ...(unowned > 0 ? [`${unowned} left without an owner`] : []),
    ...(imported > 0 ? [`${imported} imported with another duration, and left as they are`] : []),
    `${refused} refused`,
  ];
  return parts.join(", ");
}
