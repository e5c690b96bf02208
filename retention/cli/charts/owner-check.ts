import { pMapIterable } from "p-map";
import { computeClaim, findFeeds } from "../../../lib/episode/owner.ts";
import { type Item, isKey } from "../../../lib/item.ts";
import { toPrintable } from "../../../lib/printable.ts";
import { type Refusal, RefusalList } from "../../sources/base/refusals.ts";
import { type Episodes, type Owner, refuseOwners } from "../../sources/feed/feed-episodes.ts";
import type { LoadedEpisode } from "../../sources/item/loaded-episode.ts";

/** Items that are asked for at once. */
const CONCURRENCY = 6;

/** Loads the item of an episode, or what is known of it: the feed that is noted. */
export type LoadOwner = (guid: string) => Promise<Item | undefined>;

/** Keeps feeds from selecting what is another owner's: the one that is noted decides, as in `register`. */
export class OwnerCheck {
  readonly #episodes: Episodes;
  readonly #refusals = new RefusalList();
  readonly #untold = new RefusalList();

  /** @param episodes those of the feeds; others were named, and are nobody's to refuse */
  constructor(episodes: Episodes) {
    this.#episodes = episodes;
  }

  /** See {@link settleOwners}. */
  settle(load: LoadOwner, isSelected?: (guid: string) => boolean): Promise<void> {
    return settleOwners(load, this.#episodes, isSelected);
  }

  /** Checks whether the feeds may select an item. Otherwise, it is refused by name. */
  accepts(guid: string, item: Item): boolean {
    const { refusal } = findOwner(item, this.#episodes.listOwners(guid));
    if (refusal) this.#refusals.add({ episode: guid, ...refusal });
    return refusal === undefined;
  }

  /**
   * Checks whether what the feeds say of an episode is its owner's. Otherwise, it is left out by name: a chart may be wanted by
   * its GUID, or with all others.
   */
  tellsOf({ guid, feeds }: LoadedEpisode): boolean {
    const owners = this.#episodes.listOwners(guid);
    const { refusal } = findOwner({ feeds }, owners, `What ${owners[0]?.name} says of it is left out.`);
    if (refusal) this.#untold.add({ episode: guid, ...refusal });
    return refusal === undefined;
  }

  /** Says on standard error what was refused, which sets the exit code, and of which episodes what the feeds say is left out. */
  report(): void {
    for (const list of [this.#refusals, this.#untold]) for (const line of list.formatLines()) console.error(line);
    if (this.#refusals.size > 0) process.exitCode = 1;
  }
}

/**
 * Gives the episodes that feeds of several owners have to the one that is noted, and names the others on standard error. Those
 * of which none is noted stay as they are.
 *
 * @param isSelected whether an episode matters; if not given, all do
 */
export async function settleOwners(
  load: LoadOwner,
  episodes: Episodes,
  isSelected: (guid: string) => boolean = () => true,
): Promise<void> {
  const guids = episodes.contested.filter((guid) => isKey(guid) && isSelected(guid));
  const work = async (guid: string) => ({ guid, item: await load(guid) });
  for await (const { guid, item } of pMapIterable(guids, work, { concurrency: CONCURRENCY })) {
    const owners = episodes.listOwners(guid);
    const { owner } = item ? findOwner(item, owners) : {};
    if (!owner) continue;
    for (const other of owners) if (other !== owner) console.error(describeStranger(guid, other));
    episodes.settle(guid, owner);
  }
}

/** Describes a feed that names an episode of another owner, whose own feed is there. */
function describeStranger(guid: string, { name }: Owner): string {
  return toPrintable(`episode ${guid}: ${name} has its GUID, but another feed has registered it. That one counts.`);
}

/**
 * Finds the feed whose an item is, or says why it is of none of them; neither if no feed names it, or nobody owns it.
 *
 * @param advice what to do if the item is another feed's
 */
export function findOwner(
  item: Item,
  owners: readonly Owner[],
  advice = "Name its GUID if you mean it.",
): { readonly owner?: Owner; readonly refusal?: Refusal } {
  const noted = findFeeds(item);
  if (noted.size === 0) return owners.length > 1 ? { refusal: refuseOwners(owners) } : {};
  const owner = owners.find(({ identities, others }) => computeClaim(item, identities, false, others) === "own");
  if (owner) return { owner };
  return owners.length === 0 ? {} : { refusal: refuseRival(noted, advice) };
}

/** @param advice what to do */
export function refuseRival(feeds: ReadonlySet<string>, advice: string): Refusal {
  const noted = [...feeds].sort().join(", ");
  return { kind: "of another feed", detail: `Another feed has registered it (${noted}). ${advice}` };
}
