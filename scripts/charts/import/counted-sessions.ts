import type { Chart } from "../../../lib/chart.ts";
import { computeChart } from "../../../lib/counts.ts";
import { type Batch, takeRecords } from "./input/batch.ts";
import { InputError, RecordError, type Refusal } from "./input/refusals.ts";
import type { Outcome } from "./outcome.ts";
import { type CountOptions, SessionCounts } from "./sessions/counts.ts";
import { computeMedianGap, type Gaps } from "./sessions/gaps.ts";
import { parseSession } from "./sessions/record.ts";

const NOT_COUNTED = {
  kind: "incomplete",
  detail:
    "Not all files could be read to their end, so the counts would be too low, and no chart of sessions is written. " +
    "Repair the refused files or export them again, then import all files again.",
};

const WITHOUT_DURATIONS =
  "Sessions do not say how long their episodes are. Pass --duration, or a --feed whose episodes have a <guid> and " +
  "an <itunes:duration> such as 3600, 60:00 or 1:00:00.";

/** Counts the listening sessions of an import. */
export class CountedSessions {
  readonly #counting: CountOptions;
  readonly #outcome: Outcome;
  readonly #counts: SessionCounts;
  #hasSessions = false;
  #isIncomplete = false;

  constructor(counting: CountOptions, outcome: Outcome) {
    this.#counting = counting;
    this.#counts = new SessionCounts(counting);
    this.#outcome = outcome;
  }

  /** @throws InputError if a file of sessions can't be read to its end, or if no duration is known */
  async count(batches: AsyncIterable<Batch>, refuse: (refusal: Refusal) => void): Promise<void> {
    const { byGuid, fallback } = this.#counting.durations;
    if (byGuid.size === 0 && fallback === undefined) throw new InputError(WITHOUT_DURATIONS);
    this.#hasSessions = true;
    for await (const batch of batches)
      takeRecords(batch, (record) => this.#counts.add(parseSession(record))).forEach(refuse);
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
    if (!this.#hasSessions) return;
    if (this.#isIncomplete) return this.#outcome.addRefusal("sessions", NOT_COUNTED);
    this.#checkInterval(this.#counts.gaps);
    for (const [guid, { duration, sessions, listeners }] of this.#counts.episodes) {
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
        this.#outcome.addRefusal(`episode ${guid}`, { kind: error.kind, detail: error.message });
      }
    }
  }

  /** Adds a hint if events are further apart than the interval: the curve would be all spikes. */
  #checkInterval(gaps: Gaps): void {
    const { interval } = this.#counting;
    const gap = computeMedianGap(gaps);
    if (gap <= interval) return;
    const reason = `The events of a session are about ${gap} s apart, but each covers at most ${interval} s.`;
    this.#outcome.addHint(`${reason} Pass --interval ${gap} to close the gaps.`);
  }
}
