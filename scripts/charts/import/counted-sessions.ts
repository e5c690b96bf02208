import type { Chart } from "../../../lib/chart.ts";
import type { Batch } from "./records/batch.ts";
import type { Memory } from "./records/batches.ts";
import { RecordError, type Refusal, SourceError } from "./records/refusals.ts";
import type { Report } from "./report.ts";
import { type CountOptions, computeChart } from "./sessions/counts.ts";
import { computeMedianGap, type Gaps } from "./sessions/gaps.ts";
import { SessionPool } from "./sessions/pool.ts";

const NOT_COUNTED = {
  kind: "incomplete",
  detail: "not all of their files could be read to the end: no chart of sessions is written",
};

const WITHOUT_DURATIONS =
  "sessions don't tell how long their episodes are: pass --duration, or a --feed whose episodes have a <guid> and " +
  "an <itunes:duration> such as 3600, 60:00 or 1:00:00";

/** The listening sessions of an import, counted in threads of their own once there are any. */
export class CountedSessions {
  readonly #counting: CountOptions;
  readonly #report: Report;
  #pool: SessionPool | undefined;
  #isIncomplete = false;

  constructor(counting: CountOptions, report: Report) {
    this.#counting = counting;
    this.#report = report;
  }

  /** @throws SourceError if the sessions can't be read to their end, or no duration is known */
  async count(batches: AsyncIterable<Batch>, memory: Memory, refuse: (refusal: Refusal) => void): Promise<void> {
    const { byGuid, other } = this.#counting.durations;
    if (byGuid.size === 0 && other === undefined) throw new SourceError(WITHOUT_DURATIONS);
    this.#pool ??= new SessionPool(this.#counting);
    await this.#pool.count(batches, memory, refuse);
  }

  /** Notes that sessions are missing that were meant to be counted: then no count of any is right. */
  miss(): void {
    this.#isIncomplete = true;
  }

  /**
   * Computes the charts, and reports the episodes that have none.
   *
   * @param take throws a RecordError where it can't take a chart
   */
  async computeCharts(take: (chart: Chart) => Promise<void>): Promise<void> {
    if (!this.#pool) return;
    if (this.#isIncomplete) return this.#report.addRefusal("sessions", NOT_COUNTED);
    const { episodes, gaps } = await this.#pool.loadCounts();
    this.#checkInterval(gaps);
    for (const [guid, { duration, sessions, listeners }] of episodes) {
      try {
        if (duration === undefined)
          throw new RecordError("without a duration", `its duration is not known (sessions: ${sessions})`);
        const chart = computeChart(guid, duration, listeners);
        if (chart.data.length === 0)
          throw new RecordError("without points", `nobody listened within its duration (sessions: ${sessions})`);
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

  /** A curve of events that are further apart than they stand for is all spikes. */
  #checkInterval(gaps: Gaps): void {
    const gap = computeMedianGap(gaps);
    if (gap > this.#counting.interval)
      this.#report.addHint(
        `The events of a session are about ${gap} s apart: --interval ${gap} lets each stand for as long`,
      );
  }
}
