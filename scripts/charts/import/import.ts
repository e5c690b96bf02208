import type { Chart } from "../../../lib/chart.ts";
import type { PackedChart } from "../../../lib/packed-chart.ts";
import { parseChart } from "./chart-record.ts";
import { packThinned } from "./pack.ts";
import { type Batch, takeRecords } from "./records/batch.ts";
import { Memory, readBatches } from "./records/batches.ts";
import { detectFormat, detectLayout, type Format } from "./records/detect.ts";
import { RecordError, SourceError } from "./records/refusals.ts";
import { openSource } from "./records/source.ts";
import type { Report } from "./report.ts";
import { computeChart, type Durations } from "./sessions/counts.ts";
import { computeMedianGap, type Gaps } from "./sessions/gaps.ts";
import { SessionPool } from "./sessions/pool.ts";
import type { ChartWriter } from "./writer.ts";

/** How to import. */
export interface ImportOptions {
  /** Told by each source's content where it is missing. */
  readonly format?: Format | undefined;
  /** For sessions. */
  readonly durations?: Durations | undefined;
  /** For sessions: for how many whole seconds an event stands. */
  readonly interval: number;
  /** Seconds for which there shall be one point; all points where it is missing. */
  readonly step?: number | undefined;
}

const NOT_COUNTED = {
  kind: "incomplete",
  detail: "not all of their files could be read to the end: no chart of sessions is written",
};

/** One run of the importer, over any number of sources. */
export class ChartImport {
  readonly #options: ImportOptions;
  readonly #writer: ChartWriter;
  readonly #report: Report;
  readonly #date = new Date();
  readonly #memory = new Memory();
  #pool: SessionPool | undefined;
  /** Whether sessions are missing that were meant to be counted: then no count of any is right. */
  #lacksSessions = false;

  constructor(options: ImportOptions, writer: ChartWriter, report: Report) {
    this.#options = options;
    this.#writer = writer;
    this.#report = report;
  }

  /**
   * Imports files, or with `-` the standard input. What can't be taken goes to the report.
   *
   * @param onRead is told of the bytes read
   * @throws Error if the writer can't write
   */
  async run(files: readonly string[], onRead: (bytes: number) => void): Promise<void> {
    try {
      for (const file of files) await this.#importFile(file, onRead);
      if (this.#pool && this.#lacksSessions) this.#report.addRefusal("sessions", NOT_COUNTED);
      else if (this.#pool) await this.#writeCounts(this.#pool);
      await this.#writer.finish();
    } finally {
      await this.#pool?.close();
    }
  }

  async #importFile(file: string, onRead: (bytes: number) => void): Promise<void> {
    let format = this.#options.format;
    try {
      const { head, pieces } = await openSource(file, onRead);
      const scanner = detectLayout(head);
      format ??= detectFormat(head);
      const batches = readBatches(pieces, scanner, this.#memory, (refusal) => this.#report.addRefusal(file, refusal));
      if (format === "chart") await this.#importCharts(file, batches);
      else await this.#countSessions(file, batches);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      // A file that could not even be looked at may have held sessions.
      this.#lacksSessions ||= format !== "chart";
      this.#report.addRefusal(file, { line: error.line, kind: "unreadable", detail: error.message });
    }
  }

  async #importCharts(file: string, batches: AsyncIterable<Batch>): Promise<void> {
    for await (const batch of batches) {
      const items: PackedChart[] = [];
      const refusals = takeRecords(batch, (record) => items.push(this.#pack(parseChart(record))));
      for (const refusal of refusals) this.#report.addRefusal(file, refusal);
      this.#memory.giveBack(batch.bytes);
      for (const item of items) await this.#writer.add(item);
    }
  }

  async #countSessions(file: string, batches: AsyncIterable<Batch>): Promise<void> {
    const { durations, interval } = this.#options;
    if (!durations) throw new SourceError("sessions don't tell how long their episodes are: give --feed or --duration");
    this.#pool ??= new SessionPool({ durations, interval });
    await this.#pool.count(batches, this.#memory, (refusal) => this.#report.addRefusal(file, refusal));
  }

  async #writeCounts(pool: SessionPool): Promise<void> {
    const { episodes, gaps } = await pool.loadCounts();
    this.#checkInterval(gaps);
    for (const [guid, { duration, sessions, listeners }] of episodes) {
      try {
        if (duration === undefined)
          throw new RecordError("without a duration", `its duration is not known (sessions: ${sessions})`);
        const chart = computeChart(guid, duration, listeners);
        if (chart.data.length === 0)
          throw new RecordError("without points", `nobody listened within its duration (sessions: ${sessions})`);
        await this.#writer.add(this.#pack(chart));
      } catch (error) {
        if (!(error instanceof RecordError)) throw error;
        this.#report.addRefusal(`episode ${guid}`, { kind: error.kind, detail: error.message });
      }
    }
  }

  /** A curve of events that are further apart than they stand for is all spikes. */
  #checkInterval(gaps: Gaps): void {
    const gap = computeMedianGap(gaps);
    if (gap > this.#options.interval)
      this.#report.hints.push(
        `The events of a session are about ${gap} s apart: --interval ${gap} lets each stand for as long`,
      );
  }

  #pack(chart: Chart): PackedChart {
    return packThinned(chart, this.#options.step, this.#date);
  }
}
