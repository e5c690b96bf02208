import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { toPrintable } from "../../../lib/printable.ts";
import { tryParseUrl } from "../../../lib/url.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import { type EpisodeName, readName } from "../../report/make/episode-name.ts";
import { parseLastReport } from "../../report/make/last-report.ts";
import type { LastSnapshot } from "../../report/since/snapshot.ts";
import { type PlacedRefusal, RefusalList } from "../../sources/base/refusals.ts";
import { Episodes, refuseSharedGuids } from "../../sources/feed/episodes.ts";
import { selectNamed } from "../../sources/feed/feed.ts";
import { UnreadDates } from "../../sources/feed/pub-date.ts";
import { OwnerCheck } from "../charts/owner-check.ts";
import { nameFeed, readFeeds } from "../feed/feeds.ts";

/** What feeds say of their episodes, by GUID. */
export type Names = ReadonlyMap<string, EpisodeName>;

/**
 * Loads what feeds say of their episodes. Of several items with a GUID, the first counts, unless they are of several
 * episodes, which are left out and named.
 */
export async function loadNames(
  paths: readonly string[],
): Promise<{ readonly names: Names; readonly owners: OwnerCheck }> {
  const names = new Map<string, EpisodeName>();
  const episodes = new Episodes();
  const owners = new OwnerCheck(episodes);
  if (paths.length === 0) return { names, owners };
  const dates = new UnreadDates();
  const refusals = new Map<string, PlacedRefusal>();
  await readFeeds(paths, ({ title, language, items, identities, mayReachOwn }, file) => {
    dates.add(items);
    episodes.addFeed(nameFeed(file), selectNamed(items), identities);
    for (const [episode, refusal] of refuseSharedGuids(items)) refusals.set(episode, { episode, ...refusal });
    const show = title ?? (tryParseUrl(file)?.host || basename(file));
    for (const item of selectNamed(items))
      if (item.guid !== undefined && !names.has(item.guid))
        names.set(item.guid, { ...readName(item, mayReachOwn, language), show });
  });
  for (const line of [...dates.formatLines(), ...refuse(names, refusals)]) console.error(line);
  return { names, owners };
}

/** Leaves episodes out. Returns lines that say why. */
function refuse(names: Map<string, EpisodeName>, refusals: ReadonlyMap<string, PlacedRefusal>): string[] {
  const list = new RefusalList();
  for (const [guid, refusal] of refusals) {
    names.delete(guid);
    list.add(refusal);
  }
  if (list.size > 0) process.exitCode = 1;
  return list.formatLines();
}

/** An earlier report, unless it can't be compared with. */
export interface EarlierReport {
  readonly last?: LastSnapshot;
  /** Whether there is none yet, as before the first of a series. */
  readonly isMissing?: true;
}

/** Loads an earlier report: its page, or its findings. If it is something else, or damaged, says so, and goes on without it. */
export async function loadLastReport(path: string, madeAt: Date): Promise<EarlierReport> {
  const name = toPrintable(path);
  try {
    return { last: parseLastReport(await readFile(path, "utf8"), name, madeAt) };
  } catch (thrown) {
    const error = thrown as NodeJS.ErrnoException;
    if (error.code === "ENOENT") return { isMissing: true };
    if (!(error instanceof CommandError) && error.code === undefined) throw error;
    sayUncompared(error instanceof CommandError ? error.message : `${name} can't be read: ${error.message}.`);
    return {};
  }
}

/** Says why a report is not compared with an earlier one. The command exits with 1. */
export function sayUncompared(reason: string): void {
  console.error(`${reason} The report is made without the comparison.`);
  process.exitCode = 1;
}
