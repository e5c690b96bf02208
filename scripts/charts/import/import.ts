import type { Chart } from "../../../lib/chart.ts";
import type { PackedChart } from "../../../lib/packed-chart.ts";
import { parseChart } from "./chart-record.ts";
import { CountedSessions } from "./counted-sessions.ts";
import { type EpisodeOptions, HeldCurves } from "./curves.ts";
import { packThinned } from "./pack.ts";
import { type Batch, takeRecords } from "./records/batch.ts";
import { BufferPool, readBatches } from "./records/batches.ts";
import { detectLayout, detectRecords } from "./records/detect.ts";
import { type Refusal, SourceError } from "./records/refusals.ts";
import { openSource, type Source } from "./records/source.ts";
import type { Report } from "./report.ts";
import { loadDocument, parseDocument } from "./sources/document.ts";
import type { ChartWriter } from "./writer.ts";

export interface ImportOptions extends EpisodeOptions {
  /** One of IMPORTABLE. If undefined, each file's format is detected from its content. */
  readonly format?: string | undefined;
  /** Whole seconds that `play` and `seek` in a session cover at most. */
  readonly interval: number;
  /** Length in seconds of the steps to which curves are thinned. If undefined, all points are kept. */
  readonly step?: number | undefined;
}

/** One import of any number of files. */
export class ChartImport {
  readonly #options: ImportOptions;
  readonly #writer: ChartWriter;
  readonly #report: Report;
  readonly #date = new Date();
  readonly #buffers = new BufferPool();
  readonly #sessions: CountedSessions;
  readonly #curves: HeldCurves;

  constructor(options: ImportOptions, writer: ChartWriter, report: Report) {
    this.#options = options;
    this.#writer = writer;
    this.#report = report;
    const { durations, interval } = options;
    this.#sessions = new CountedSessions({ durations, interval }, report);
    this.#curves = new HeldCurves(options, (chart) => this.#pack(chart), report);
  }

  /**
   * Imports files, or with `-` the standard input. Reports what it refuses.
   *
   * @param onRead called with the number of bytes that each read returns
   * @throws Error if the writer can't write
   */
  async run(files: readonly string[], onRead: (bytes: number) => void): Promise<void> {
    try {
      for (const file of files) await this.#importFile(file, files.length === 1, onRead);
      await this.#sessions.computeCharts(async (chart) => {
        this.#curves.requireNoRival(chart.guid, "A file of sessions");
        await this.#writer.add(this.#pack(chart));
      });
      await this.#curves.write(this.#writer);
      await this.#writer.finish();
    } finally {
      await this.#sessions.close();
    }
  }

  async #importFile(file: string, isOnly: boolean, onRead: (bytes: number) => void): Promise<void> {
    let format = this.#options.format;
    try {
      const source = await openSource(file, onRead);
      format ??= detectRecords(source.head) ?? "document";
      if (format === "chart") await this.#importCharts(file, source);
      else if (format === "sessions") await this.#countSessions(file, source);
      else await this.#importDocument(file, source, isOnly);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      // A file whose format is unknown may hold sessions.
      if (format === undefined || format === "sessions") this.#sessions.markIncomplete();
      this.#report.addRefusal(file, { line: error.line, kind: "unreadable", detail: error.message });
    }
  }

  async #importCharts(file: string, source: Source): Promise<void> {
    for await (const batch of this.#readBatches(file, source)) {
      const items: PackedChart[] = [];
      const refusals = takeRecords(batch, (record) => items.push(this.#pack(parseChart(record))));
      for (const refusal of refusals) this.#report.addRefusal(file, refusal);
      this.#buffers.release(batch.bytes);
      for (const item of items) {
        this.#curves.addRival(item.guid, file);
        await this.#writer.add(item);
      }
    }
  }

  async #countSessions(file: string, source: Source): Promise<void> {
    await this.#sessions.count(this.#readBatches(file, source), this.#buffers, this.#refuseIn(file));
  }

  async #importDocument(file: string, { chunks }: Source, isOnly: boolean): Promise<void> {
    this.#curves.add(file, parseDocument(await loadDocument(chunks), this.#options.format), isOnly);
  }

  #readBatches(file: string, { head, chunks }: Source): AsyncIterable<Batch> {
    return readBatches(chunks, detectLayout(head), this.#buffers, this.#refuseIn(file));
  }

  #refuseIn(file: string): (refusal: Refusal) => void {
    return (refusal) => this.#report.addRefusal(file, refusal);
  }

  #pack(chart: Chart): PackedChart {
    return packThinned(chart, this.#options.step, this.#date);
  }
}
