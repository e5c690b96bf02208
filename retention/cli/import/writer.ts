import { isDeepStrictEqual } from "node:util";
import { group } from "d3-array";
import pMap from "p-map";
import pRetry from "p-retry";
import { loadNewestItem } from "../../../lib/episode/charts-table.ts";
import { MalformedItemError } from "../../../lib/episode/counts.ts";
import { isCollected } from "../../../lib/episode/item-state.ts";
import { isTooLarge } from "../../../lib/episode/packed-chart.ts";
import { BATCH } from "../../../lib/episode/registration.ts";
import type { Item } from "../../../lib/item.ts";
import { isOwnSource, readSource } from "../../../lib/source.ts";
import type { Connection } from "../../../operate/shell/connection.ts";
import { isThrottle } from "../../../operate/shell/failure.ts";
import { createFact } from "../../sources/base/facts.ts";
import type { Refusal } from "../../sources/base/refusals.ts";
import type { ChartWriter } from "../../sources/import/chart-import.ts";
import { findObstacle } from "../../sources/item/curve-update.ts";
import type { ImportedCurve } from "../../sources/item/imported-curve.ts";
import { refuseMalformed } from "../../sources/item/loaded-episode.ts";
import { compareReplaced, type Replacement } from "../../sources/item/replacement.ts";
import { saveCurve } from "../bulk/curve-writes.ts";
import type { Outcome } from "../bulk/outcome.ts";
import type { ProgressDisplay } from "../progress.ts";
import type { ImportOwners } from "./import-owners.ts";

/** Charts that are written at once. */
const MAX_OPEN = 10;

/** Time without a written chart after which throttled charts are given up. */
const MAX_IDLE_MS = 20_000;

/** The pauses before a throttled chart is sent again, in milliseconds. They double. */
const PAUSES = { retries: Number.POSITIVE_INFINITY, minTimeout: 25, maxTimeout: 3_000, randomize: true };

/** Writes charts, some at once, and reports them. If DynamoDB refuses a chart, reports that and writes the others. */
export class TableWriter implements ChartWriter {
  readonly #connection: Connection;
  readonly #outcome: Outcome;
  readonly #canReplace: boolean;
  readonly #owners: ImportOwners;
  /** Those whose owners are asked for at once. */
  readonly #waiting: ImportedCurve[] = [];
  readonly #since = new Date().toISOString();
  #lastWrite = 0;
  #failure: { readonly error: unknown } | undefined;

  /**
   * @param canReplace whether charts may replace what the collector has counted
   * @param owners whose the charts may be
   */
  constructor(connection: Connection, outcome: Outcome, canReplace: boolean, owners: ImportOwners) {
    this.#connection = connection;
    this.#outcome = outcome;
    this.#canReplace = canReplace;
    this.#owners = owners;
  }

  async add(curve: ImportedCurve): Promise<void> {
    this.#waiting.push(curve);
    if (this.#waiting.length >= BATCH) await this.finish();
  }

  async finish(): Promise<void> {
    const curves = this.#waiting.splice(0);
    if (curves.length === 0) return;
    this.#lastWrite = performance.now();
    const owners = await this.#tryPatiently(() => this.#owners.load(curves));
    // Those of an episode go in order: the last one is shown.
    const write = async (ofEpisode: readonly ImportedCurve[]) => {
      for (const curve of ofEpisode) await this.#write(curve, owners);
    };
    const noteFailure = (error: unknown) => {
      this.#failure ??= { error };
    };
    const byEpisode = group(curves, ({ guid }) => guid).values();
    await pMap(byEpisode, (each) => write(each).catch(noteFailure), { concurrency: MAX_OPEN });
    if (this.#failure) throw this.#failure.error;
  }

  async #write(curve: ImportedCurve, owners: Map<string, Item>): Promise<void> {
    // Another one may have failed meanwhile: those that are under way are waited for.
    if (this.#failure) return;
    const sent = await this.#tryPatiently(() => this.#send(curve, owners)).catch(refuseFailed);
    if ("code" in sent) this.#outcome.refusals.add({ episode: curve.guid, ...sent });
    else this.#outcome.addWritten(curve, sent, this.#owners.hasDuration(curve.guid, sent.durations?.now));
  }

  #tryPatiently<Result>(send: () => Promise<Result>): Promise<Result> {
    const isPatient = () => performance.now() - this.#lastWrite < MAX_IDLE_MS && !this.#failure;
    return pRetry(send, {
      ...PAUSES,
      shouldRetry: ({ error }) => isThrottle(error) && isPatient(),
    });
  }

  /** @param owners what tells those of some episodes, which changes with what is noted */
  async #send(curve: ImportedCurve, owners: Map<string, Item>): Promise<Replacement | Refusal> {
    const { guid } = curve;
    const { charts } = this.#connection;
    const owner = this.#owners.decide(curve, owners.get(guid));
    if ("code" in owner) return owner;
    const before = await saveCurve(charts, curve, this.#canReplace, owner);
    if (before) {
      this.#lastWrite = performance.now();
      owners.set(guid, { ...before, ...owner.set });
      return compareReplaced(before, curve, this.#since);
    }
    const item = await loadNewestItem(charts, guid);
    if (!owner.read || tellsSameOwner(item, owner.read)) return refuseUnwritten(curve, item);
    // Somebody has registered it since, or this import has in a request whose answer was lost.
    owners.set(guid, item ?? {});
    return this.#send(curve, owners);
  }
}

/** Checks whether two states of an item tell the same owner: see `ownedAsRead`. */
function tellsSameOwner(...items: readonly [Item | undefined, Item]): boolean {
  const [one, other] = items.map(({ feeds, source, sources } = {}) => [feeds, !source, !sources]);
  return isDeepStrictEqual(one, other);
}

/**
 * Refuses a curve whose write did not take place, because its condition does not hold.
 *
 * @param item the episode's, after the write
 */
function refuseUnwritten(curve: ImportedCurve, item: Item = {}): Refusal {
  if (!isOwnSource(readSource(curve)))
    return findObstacle(item, curve) ?? createFact("changed-meanwhile", "Somebody has changed it meanwhile.");
  if (!curve.counts)
    return createFact(
      "counted-listeners",
      "Its listeners were counted, by sessions or by the collector, and the import would remove the counts.",
    );
  const problem = "The collector has counted listens of it, which the import would destroy.";
  // Counts of the collector in an import are of an export, which is older than what was counted since.
  return createFact("collected-listens", problem, { isOfExport: isCollected(curve) });
}

/** Refuses a curve whose write failed, if the table may take others. @throws any other error */
function refuseFailed(error: Error): Refusal {
  if (error instanceof MalformedItemError) return refuseMalformed(error);
  if (isTooLarge(error)) return createFact("refused-by-table", `DynamoDB refused it. ${error.message}`);
  throw error;
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
