import { text } from "node:stream/consumers";
import { CommandError } from "../../../operate/shell/command.ts";
import { loadFeedEpisodes } from "../feed/feeds.ts";

/** The episodes that a command line selects. */
export interface Selection {
  /** Each once. */
  readonly guids: readonly string[];
  /** Whether they are those of feeds, of which some may have no chart. */
  readonly isOfFeed: boolean;
}

/**
 * Selects the episodes with GUIDs that are given, of which `-` stands for the lines of the standard input, or those of
 * feeds.
 *
 * @throws CommandError if both are given, or neither
 */
export async function selectGuids(guids: readonly string[], feeds: readonly string[] | undefined): Promise<Selection> {
  if (guids.length > 0 && feeds) throw new CommandError("GUIDs and --feed can't be combined. Pass one or the other.");
  if (feeds) return { guids: await loadFeedGuids(feeds), isOfFeed: true };
  const input = guids.includes("-") ? await text(process.stdin) : "";
  const lines = input.split("\n").flatMap((line) => line.trim() || []);
  const named = new Set([...guids.filter((guid) => guid !== "-"), ...lines]);
  if (named.size > 0) return { guids: [...named], isOfFeed: false };
  throw new CommandError('No episodes are given. Pass their GUIDs, "-" for GUIDs on the standard input, or --feed.');
}

async function loadFeedGuids(feeds: readonly string[]): Promise<string[]> {
  const all: string[] = [];
  await loadFeedEpisodes(feeds, (_, guids) => {
    for (const guid of guids) all.push(guid);
  });
  return all;
}
