import type { Chart } from "../../../lib/chart.ts";
import type { Batch } from "./records/batch.ts";
import type { BufferPool } from "./records/batches.ts";
import { RecordError, type Refusal, SourceError } from "./records/refusals.ts";
import type { Report } from "./report.ts";
import { type CountOptions, computeChart } from "./sessions/counts.ts";
import { computeMedianGap, type Gaps } from "./sessions/gaps.ts";
import { SessionPool } from "./sessions/pool.ts";

const NOT_COUNTED = {
  kind: "incomplete",
  detail:
    "Not all files could be read to their end, so the counts would be too low, and no chart of sessions is written. " +
    "Repair the refused files or export them again, then import all files again.",
};

const WITHOUT_DURATIONS =
  "Sessions do not say how long their episodes are. Pass --duration, or a --feed whose episodes have a <guid> and " +
  "an <itunes:duration> such as 3600, 60:00 or 1:00:00.";

/** Counts the listening sessions of an import. The worker threads start with the first file of sessions. */
export class CountedSessions {
  readonly #counting: CountOptions;
  readonly #report: Report;
  #pool: SessionPool | undefined;
  #isIncomplete = false;

  constructor(counting: CountOptions, report: Report) {
    this.#counting = counting;
    this.#report = report;
  }

  /** @throws SourceError if a file of sessions can't be read to its end, or if no duration is known */
  async count(batches: AsyncIterable<Batch>, buffers: BufferPool, refuse: (refusal: Refusal) => void): Promise<void> {
    const { byGuid, fallback } = this.#counting.durations;
    if (byGuid.size === 0 && fallback === undefined) throw new SourceError(WITHOUT_DURATIONS);
    this.#pool ??= new SessionPool(this.#counting);
    await this.#pool.count(batches, buffers, refuse);
  }

  /** Notes that some sessions could not be read: every count would then be wrong. */
  markIncomplete(): void {
    this.#isIncomplete = true;
  }

  /**
   * Computes the charts, and reports the episodes that get none.
   *
   * @param take throws a RecordError to refuse a chart
   */
  async computeCharts(take: (chart: Chart) => Promise<void>): Promise<void> {
    if (!this.#pool) return;
    if (this.#isIncomplete) return this.#report.addRefusal("sessions", NOT_COUNTED);
    const { episodes, gaps } = await this.#pool.loadCounts();
    this.#checkInterval(gaps);
    for (const [guid, { duration, sessions, listeners }] of episodes) {
      try {
        if (duration === undefined)
          throw new RecordError(
            "without a duration",
            `The feed has no valid <itunes:duration> for it (sessions: ${sessions}). Add one, or pass --duration.`,
          );
        const chart = computeChart(guid, duration, listeners);
        if (chart.data.length === 0)
          throw new RecordError(
            "without points",
            `Nobody listened within its duration of ${duration} s (sessions: ${sessions}). Check the duration.`,
          );
        await take(chart);
      } catch (error) {
        if (!(error instanceof RecordError)) throw error;
        this.#report.addRefusal(`episode ${guid}`, { kind: error.kind, detail: error.message });
      }
    }
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }

  /** Adds a hint if events are further apart than the interval: the curve would be all spikes. */
  #checkInterval(gaps: Gaps): void {
    const { interval } = this.#counting;
    const gap = computeMedianGap(gaps);
    if (gap <= interval) return;
    const reason = `The events of a session are about ${gap} s apart, but each covers at most ${interval} s.`;
    this.#report.addHint(`${reason} Pass --interval ${gap} to close the gaps.`);
  }
}
