import pRetry from "p-retry";
import { isAmount } from "../../../lib/chart.ts";
import { loadEpisode, loadNewestItem, updateItem } from "../../../lib/episode/charts-table.ts";
import { absent, present } from "../../../lib/episode/conditional-update.ts";
import { computeClaim, hasChart, noteFeeds } from "../../../lib/episode/owner.ts";
import type { Table } from "../../../lib/table.ts";
import type { Connection } from "../../../operate/shell/connection.ts";
import { isThrottle } from "../../../operate/shell/failure.ts";
import type { Refusal } from "../../sources/base/refusals.ts";
import type { Episodes, Owner } from "../../sources/feed/feed-episodes.ts";
import type { ChartWriter } from "../../sources/import/chart-import.ts";
import { type ImportedCurve, setsDuration } from "../../sources/item/imported-curve.ts";
import { compareReplaced, type Replacement } from "../../sources/item/replacement.ts";
import { saveCurve } from "../bulk/curve-writes.ts";
import type { Outcome } from "../bulk/outcome.ts";
import { findOwner } from "../charts/owner-check.ts";
import type { ProgressDisplay } from "../progress.ts";
import { refuseFailed, refuseUnwritten } from "./unwritten.ts";

/** Charts that are written at once. */
const MAX_OPEN = 10;

/** Time without a written chart after which throttled charts are given up. */
const MAX_IDLE_MS = 20_000;

/** The pauses before a throttled chart is sent again, in milliseconds. They double. */
const PAUSES = { retries: Number.POSITIVE_INFINITY, minTimeout: 25, maxTimeout: 3_000, randomize: true };

/** What to do about a duration of a feed that does not own the episode. */
const OTHER_DURATION = "Pass its own feed as --feed, or no feed and --duration.";

/** Writes charts, some at once, and reports them. If DynamoDB refuses a chart, reports that and writes the others. */
export class TableWriter implements ChartWriter {
  readonly #connection: Connection;
  readonly #outcome: Outcome;
  readonly #canReplace: boolean;
  readonly #feed: Episodes | undefined;
  readonly #open = new Set<Promise<void>>();
  /** By GUID: the last write of an episode that is under way. */
  readonly #last = new Map<string, Promise<void>>();
  readonly #since = new Date().toISOString();
  #lastWrite = performance.now();
  #failure: { readonly error: unknown } | undefined;

  /**
   * @param canReplace whether charts may replace what the collector has counted, and the duration of one without an owner
   * @param feed the episodes of feeds, which are noted as the owners of their new ones
   */
  constructor(connection: Connection, outcome: Outcome, canReplace: boolean, feed: Episodes | undefined) {
    this.#feed = feed;
    this.#connection = connection;
    this.#outcome = outcome;
    this.#canReplace = canReplace;
  }

  async add(curve: ImportedCurve): Promise<void> {
    if (this.#open.size === 0) this.#lastWrite = performance.now();
    if (this.#open.size >= MAX_OPEN) await Promise.race(this.#open);
    if (this.#failure) return this.finish();
    const { guid } = curve;
    // Those of an episode go in order: the last one is shown.
    const writing = (this.#last.get(guid) ?? Promise.resolve())
      .then(() => this.#write(curve))
      .catch((error) => {
        this.#failure ??= { error };
      });
    this.#open.add(writing);
    this.#last.set(guid, writing);
    writing.finally(() => {
      this.#open.delete(writing);
      if (this.#last.get(guid) === writing) this.#last.delete(guid);
    });
  }

  async finish(): Promise<void> {
    await Promise.all(this.#open);
    if (this.#failure) throw this.#failure.error;
  }

  async #write(curve: ImportedCurve): Promise<void> {
    // An earlier one of the same episode may have failed meanwhile.
    if (this.#failure) return;
    const sent = await this.#sendPatiently(curve).catch(refuseFailed);
    if ("detail" in sent) this.#outcome.refusals.add({ episode: curve.guid, ...sent });
    else this.#outcome.addWritten(curve, sent, this.#isOfFeed(curve.guid, sent.durations?.now));
  }

  #isOfFeed(guid: string, duration: number | undefined): boolean {
    return this.#feed?.listOwners(guid).some((owner) => owner.duration === duration) ?? false;
  }

  #sendPatiently(curve: ImportedCurve): Promise<Replacement | Refusal> {
    const isPatient = () => performance.now() - this.#lastWrite < MAX_IDLE_MS && !this.#failure;
    return pRetry(() => this.#send(curve), {
      ...PAUSES,
      shouldRetry: ({ error }) => isThrottle(error) && isPatient(),
    });
  }

  async #send(curve: ImportedCurve): Promise<Replacement | Refusal> {
    const { charts } = this.#connection;
    const owners = this.#feed?.listOwners(curve.guid) ?? [];
    const refusal = await this.#refuseDuration(curve, owners);
    if (refusal) return refusal;
    const before = await saveCurve(charts, curve, this.#canReplace);
    if (before === undefined) return refuseUnwritten(curve, await loadNewestItem(charts, curve.guid));
    this.#lastWrite = performance.now();
    const [owner] = owners;
    if (owner && !hasChart(before)) await noteOwner(charts, curve.guid, owner);
    return compareReplaced(before, curve, this.#since);
  }

  /** Refuses the duration of a feed for an episode of another feed, or for a chart of nobody, if it has another one. */
  async #refuseDuration(curve: ImportedCurve, owners: readonly Owner[]): Promise<Refusal | undefined> {
    const { guid, duration } = curve;
    const { charts } = this.#connection;
    if (!this.#isOfFeed(guid, duration)) return undefined;
    const item = await loadEpisode(charts, guid);
    if (!item || item.duration === duration) return undefined;
    const { owner, refusal } = findOwner(item, owners, OTHER_DURATION);
    const [feed] = owners;
    if (refusal || owner || !feed || this.#canReplace || !setsDuration(curve)) return refusal;
    const { identities, others } = feed;
    const claim = computeClaim((await loadNewestItem(charts, guid)) ?? {}, identities, false, others);
    return claim === "unowned" ? refuseUnowned(item.duration, feed) : undefined;
  }
}

/** Refuses the duration of a feed for a chart that may be another show's. A feed without an identity can't be noted. */
function refuseUnowned(duration: unknown, feed: Owner): Refusal {
  const chart = isAmount(duration) ? `a chart of ${duration} s` : "a chart without a duration";
  const problem = `It has ${chart} and no owner, and ${feed.name} has ${feed.duration} s.`;
  const wayOut = feed.identities.length > 0 ? 'run "register --replace" with it, then import again' : "pass --replace";
  const detail = `${problem} If that is its show's feed, ${wayOut}. If not, pass no feed and --duration.`;
  return { kind: "without an owner", detail };
}

/** Notes the feed of an episode that had no chart, unless one is noted. */
async function noteOwner(charts: Table, guid: string, { identities }: Owner): Promise<void> {
  const set = noteFeeds(identities);
  if (set.feeds) await updateItem(charts, { guid, set, conditions: [present("guid"), absent("feeds")] });
}

/** Creates a writer that reports charts as written, but writes nothing. */
export function createDryRun(outcome: Outcome): ChartWriter {
  return { add: async (curve) => outcome.addWritten(curve), finish: async () => {} };
}

/** Shows how many charts are written, once the first one is: all files are read then. */
export function showWriting(writer: ChartWriter, progress: ProgressDisplay): ChartWriter {
  let isWriting = false;
  return {
    add: async (item) => {
      if (!isWriting) progress.turnTo("charts", undefined, "written");
      isWriting = true;
      await writer.add(item);
      progress.add(1);
    },
    finish: () => writer.finish(),
  };
}
