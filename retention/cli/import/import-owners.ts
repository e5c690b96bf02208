import { isAmount } from "../../../lib/chart.ts";
import { loadOutlines } from "../../../lib/episode/charts-table.ts";
import { hasChart } from "../../../lib/episode/curves.ts";
import { listNoted } from "../../../lib/episode/noted-address.ts";
import { findFeeds, listIdentities, normalizeIdentity } from "../../../lib/episode/owner.ts";
import type { Item } from "../../../lib/item.ts";
import type { Table } from "../../../lib/table.ts";
import { createFact } from "../../sources/base/facts.ts";
import type { Refusal } from "../../sources/base/refusals.ts";
import type { Episodes, Owner } from "../../sources/feed/feed-episodes.ts";
import { type ImportedCurve, setsDuration } from "../../sources/item/imported-curve.ts";
import type { OwnerChange } from "../bulk/curve-writes.ts";
import { findStanding, hasIdentity } from "../charts/owner-check.ts";
import { refuseRival } from "../charts/owner-words.ts";

/** Whose the episodes of an import are. Without a feed, whoever imports may name any GUID. */
export class ImportOwners {
  readonly #charts: Table;
  readonly #feeds: Episodes | undefined;
  readonly #unowned = new Set<string>();
  #byIdentity: ReadonlyMap<string, Owner> | undefined;

  constructor(charts: Table, feeds: Episodes | undefined) {
    this.#charts = charts;
    this.#feeds = feeds;
  }

  /** The number of episodes that got a curve, and have no owner, though their feed could be noted. */
  get unowned(): number {
    return this.#unowned.size;
  }

  /** Checks whether a feed gives an episode a duration. */
  hasDuration(guid: string, duration: number | undefined): boolean {
    return this.#feeds?.listOwners(guid).some((owner) => owner.duration === duration) ?? false;
  }

  /** Loads what tells the owners of those of at most 100 curves that may be refused, or are to be noted. */
  load(curves: readonly ImportedCurve[]): Promise<Map<string, Item>> {
    const asked = curves.filter(({ feeds }) => this.#feeds || feeds);
    return loadOutlines(this.#charts, [...new Set(asked.map(({ guid }) => guid))]);
  }

  /** Decides what a write says of the owner, or why it may not take place. @param item what tells the owner */
  decide(curve: ImportedCurve, item: Item = {}): OwnerChange | Refusal {
    const noted = listNoted({ feeds: new Set(curve.feeds) });
    const isNew = findFeeds(item).size === 0 && !hasChart(item);
    const ofFile = isNew && noted.length > 0 ? { set: { feeds: new Set(noted) }, read: item } : {};
    if (!this.#feeds) return ofFile;
    const named = this.#feeds.listOwners(curve.guid);
    const owners = named.length > 0 ? named : this.#listLikely(this.#feeds, item);
    const standing = findStanding(item, owners);
    if (standing.status === "rival") return refuseRival(standing, owners[0]?.name ?? "", "import");
    const [feed] = named;
    if (!feed) return { ...ofFile, read: item };
    if (standing.status === "unowned") return this.#decideUnowned(curve, item, feed);
    return { read: item, ...(standing.status === "new" && { set: standing.set }) };
  }

  /** Lists feeds that may own what none of them has: feeds end after some hundred episodes, and charts may be of earlier ones. */
  #listLikely(feeds: Episodes, item: Item): Owner[] {
    this.#byIdentity ??= new Map(
      feeds
        .listFeeds()
        .flatMap((owner) => listIdentities(owner.identity).map((text) => [normalizeIdentity(text), owner] as const)),
    );
    const likely = listNoted(item).flatMap((text) => this.#byIdentity?.get(normalizeIdentity(text)) ?? []);
    return likely.length > 0 ? likely : feeds.listFeeds().slice(0, 1);
  }

  /** Takes a curve for a chart that may be another show's, but no duration. */
  #decideUnowned(curve: ImportedCurve, item: Item, feed: Owner): OwnerChange | Refusal {
    const now = curve.episodeDuration ?? curve.duration;
    if (setsDuration(curve) && item.duration !== now) return refuseDuration(item.duration, now, feed);
    if (hasIdentity(feed)) this.#unowned.add(curve.guid);
    return { read: item };
  }
}

/** A feed without an identity can't be noted. */
function refuseDuration(before: unknown, now: number, feed: Owner): Refusal {
  const chart = isAmount(before) ? `a chart of ${before} s` : "a chart without a duration";
  const showName = hasIdentity(feed) ? feed.name : undefined;
  return createFact("unowned-duration", `It has ${chart} and no owner, and would get ${now} s.`, { showName });
}
