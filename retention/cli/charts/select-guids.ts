import { text } from "node:stream/consumers";
import { CommandError } from "../../../operate/shell/command.ts";
import { Episodes } from "../../sources/feed/feed-episodes.ts";
import { loadFeedEpisodes } from "../feed/given-feeds.ts";
import { OwnerCheck } from "./owner-check.ts";

/** The episodes that a command line selects. */
export interface Selection {
  /** Each once. */
  readonly guids: readonly string[];
  /** Whether they are those of feeds, of which some may have no chart. */
  readonly isOfFeed: boolean;
  /** Whether feeds have pages that were not read. */
  readonly isPartial: boolean;
  /** Whose the items may be. */
  readonly owners: OwnerCheck;
}

/**
 * Selects the episodes with GUIDs that are given, of which `-` stands for the lines of the standard input, or those of
 * feeds.
 *
 * @throws CommandError if both are given, or neither
 */
export async function selectGuids(guids: readonly string[], feeds: readonly string[] | undefined): Promise<Selection> {
  if (guids.length > 0 && feeds) throw new CommandError("GUIDs and --feed can't be combined. Pass one or the other.");
  if (feeds) return loadFeedSelection(feeds);
  const named = await readGuids(guids);
  if (named.size > 0)
    return { guids: [...named], isOfFeed: false, isPartial: false, owners: new OwnerCheck(new Episodes()) };
  throw new CommandError('No episodes are given. Pass their GUIDs, "-" for GUIDs on the standard input, or --feed.');
}

/** Reads GUIDs, of which `-` stands for the lines of the standard input. */
export async function readGuids(guids: readonly string[]): Promise<Set<string>> {
  const input = guids.includes("-") ? await text(process.stdin) : "";
  const lines = input.split("\n").flatMap((line) => line.trim() || []);
  return new Set([...guids.filter((guid) => guid !== "-"), ...lines]);
}

async function loadFeedSelection(feeds: readonly string[]): Promise<Selection> {
  const all: string[] = [];
  const { episodes, isPartial } = await loadFeedEpisodes(feeds, (_, guids) => {
    for (const guid of guids) all.push(guid);
  });
  return { guids: all, isOfFeed: true, isPartial, owners: new OwnerCheck(episodes) };
}
