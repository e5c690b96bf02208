import { pMapIterable } from "p-map";
import { loadOutlines } from "../../../lib/episode/charts-table.ts";
import { type Claim, computeClaim } from "../../../lib/episode/claim.ts";
import { BATCH } from "../../../lib/episode/registration.ts";
import { type Item, isKey } from "../../../lib/item.ts";
import type { Table } from "../../../lib/table.ts";
import { say } from "../../../operate/shell/output.ts";
import type { FeedDoor } from "../../sources/base/facts.ts";
import type { Refusal } from "../../sources/base/refusals.ts";
import { type Episodes, type Owner, refuseOwners } from "../../sources/feed/feed-episodes.ts";
import { RefusalList } from "../refusal-list.ts";
import { formatUnowned, refuseRival, UNOWNED } from "./owner-words.ts";
import type { Visited } from "./stored-charts.ts";

/** Batches that are asked for at once. */
const CONCURRENCY = 4;

/** Asks for what tells the owners of episodes, of at most 100 at once. Those that are not there have none. */
export type LoadOwners = (guids: readonly string[]) => Promise<ReadonlyMap<string, Item>>;

/** What an episode is to the feeds that have it. Of several that own it, each may say what it is. */
type Standing =
  | { readonly status: "own"; readonly owners: readonly Owner[] }
  | { readonly status: "contested" }
  | Exclude<Claim, { readonly status: "own" }>;

/** Keeps feeds from selecting what is not their own: what is noted decides, as in `register`. */
export class OwnerCheck {
  readonly #episodes: Episodes;
  readonly #refusals = new RefusalList();
  readonly #untold = new RefusalList();
  #unowned = 0;

  /** @param episodes those of the feeds; others were named, and are nobody's to refuse */
  constructor(episodes: Episodes) {
    this.#episodes = episodes;
  }

  /**
   * Gives the episodes that several feeds have to those that are noted, and names the others on standard error. Of feeds that are
   * noted together, all have what is new. Other episodes of which none is noted stay as they are.
   *
   * @param isSelected whether an episode matters; if not given, all do
   */
  async settle(load: LoadOwners, isSelected: (guid: string) => boolean = () => true): Promise<void> {
    const episodes = this.#episodes;
    const together = new Map<string, readonly Owner[]>();
    const unsettled: string[] = [];
    for await (const { guid, found } of askOwners(load, episodes.contested.filter(isSelected))) {
      const owners = episodes.listOwners(guid);
      const standing = findStanding(found ?? {}, owners);
      if (standing.status === "contested") unsettled.push(guid);
      if (standing.status !== "own") continue;
      for (const { name } of owners.filter((owner) => !standing.owners.includes(owner)))
        say(`episode ${guid}: ${name} has its GUID, but another feed has registered it. That one counts.`);
      episodes.settle(guid, standing.owners);
      together.set(standing.owners.map(({ feed }) => feed).join(), standing.owners);
    }
    const contested = unsettled.filter((guid) => !settleTogether(episodes, guid, [...together.values()]));
    if (contested.length > 0) console.error(SEVERAL_FEEDS);
  }

  /** Checks whether the feeds may select an item. Otherwise, it is refused by name. */
  accepts(guid: string, item: Item): boolean {
    const owners = this.#episodes.listOwners(guid);
    const refusal = refuseStanding(findStanding(item, owners), owners, "select");
    if (refusal) this.#refusals.add({ episode: guid, ...refusal });
    return refusal === undefined;
  }

  /**
   * Checks whether what the feeds say of an episode with a chart is its owner's, or may be. Otherwise, it is named.
   *
   * @param feeds what is noted of its owner
   * @param door whether the feeds select the episode, so that it is refused, or only tell of it
   */
  tellsOf(guid: string, feeds: ReadonlySet<string> | undefined, door: FeedDoor): boolean {
    const owners = this.#episodes.listOwners(guid);
    const standing = findStanding({ feeds, source: "own" }, owners);
    if (standing.status === "unowned") {
      if (owners.some(hasIdentity)) this.#unowned++;
      return true;
    }
    const refusal = refuseStanding(standing, owners, door);
    if (refusal) (door === "select" ? this.#refusals : this.#untold).add({ episode: guid, ...refusal });
    return refusal === undefined;
  }

  /**
   * Says on standard error what was refused, which sets the exit code, and of which episodes what the feeds say is left out.
   *
   * @param howToAdopt what to do about episodes without an owner
   */
  report(howToAdopt = ""): void {
    this.#refusals.report();
    for (const line of this.#untold.formatLines()) console.error(line);
    if (this.#unowned > 0) console.error(formatUnowned(this.#unowned, howToAdopt));
  }
}

/** Gives an episode to all feeds that have it, if they are noted together elsewhere. */
function settleTogether(episodes: Episodes, guid: string, together: readonly (readonly Owner[])[]): boolean {
  const owners = episodes.listOwners(guid);
  const isOne = together.some((noted) => owners.every(({ feed }) => noted.some((each) => each.feed === feed)));
  if (isOne) episodes.settle(guid, owners);
  return isOne;
}

const SEVERAL_FEEDS =
  'If these feeds are of one show, run "register" with the first, then "register --same-show-as ADDRESS" with each other one.';

/** Asks for what tells the owners of any number of episodes, in their order. */
export async function* askOwners(load: LoadOwners, guids: readonly string[]): AsyncGenerator<Visited<Item>> {
  const starts = Array.from({ length: Math.ceil(guids.length / BATCH) }, (_, index) => index * BATCH);
  const ask = async (start: number) => {
    const batch = guids.slice(start, start + BATCH);
    return { batch, items: await load(batch.filter(isKey)) };
  };
  for await (const { batch, items } of pMapIterable(starts, ask, { concurrency: CONCURRENCY }))
    for (const guid of batch) yield { guid, found: items.get(guid) };
}

/** Asks the table, which answers without charts. */
export function askTable(charts: Table): LoadOwners {
  return (guids) => loadOutlines(charts, guids, true);
}

/**
 * Finds what an item is to feeds.
 *
 * @param owners those that have it; if there are none, it is new to them
 */
export function findStanding(item: Item, owners: readonly Owner[]): Standing {
  const claims = owners.map(({ identity }) => computeClaim(item, identity));
  const own = owners.filter((_, index) => claims[index]?.status === "own");
  if (own.length > 0) return { status: "own", owners: own };
  const [claim] = claims;
  if (!claim || claim.status === "own") return { status: "new", set: {} };
  return owners.length > 1 && claim.status !== "rival" ? { status: "contested" } : claim;
}

/** Refuses an item that is not the feeds'. Returns undefined if it is, or can be. */
function refuseStanding(standing: Standing, owners: readonly Owner[], door: FeedDoor): Refusal | undefined {
  if (standing.status === "contested") return refuseOwners(owners);
  if (standing.status === "rival") return refuseRival(standing, owners[0]?.name ?? "", door);
  return standing.status === "unowned" ? UNOWNED : undefined;
}

/** Checks whether a feed can be noted. */
export function hasIdentity({ identity }: Owner): boolean {
  return identity.addresses.length > 0 || identity.guid !== undefined;
}
