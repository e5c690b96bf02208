import type { Chart } from "../../../lib/chart.ts";
import type { PackedChart } from "../../../lib/packed-chart.ts";
import { parseChart } from "./chart-record.ts";
import { CountedSessions } from "./counted-sessions.ts";
import { type EpisodeOptions, HeldCurves } from "./curves.ts";
import { packThinned } from "./pack.ts";
import { type Batch, takeRecords } from "./records/batch.ts";
import { Memory, readBatches } from "./records/batches.ts";
import { detectLayout, detectRecords } from "./records/detect.ts";
import { type Refusal, SourceError } from "./records/refusals.ts";
import { openSource, type Source } from "./records/source.ts";
import type { Report } from "./report.ts";
import { loadDocument, parseDocument } from "./sources/document.ts";
import type { ChartWriter } from "./writer.ts";

/** How to import. */
export interface ImportOptions extends EpisodeOptions {
  /** One of IMPORTABLE; told by each source's content where it is missing. */
  readonly format?: string | undefined;
  /** For sessions: for how many whole seconds an event stands. */
  readonly interval: number;
  /** Seconds for which there shall be one point; all points where it is missing. */
  readonly step?: number | undefined;
}

/** One run of the importer, over any number of sources. */
export class ChartImport {
  readonly #options: ImportOptions;
  readonly #writer: ChartWriter;
  readonly #report: Report;
  readonly #date = new Date();
  readonly #memory = new Memory();
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
   * Imports files, or with `-` the standard input. What can't be taken goes to the report.
   *
   * @param onRead is told of the bytes read
   * @throws Error if the writer can't write
   */
  async run(files: readonly string[], onRead: (bytes: number) => void): Promise<void> {
    try {
      for (const file of files) await this.#importFile(file, files.length === 1, onRead);
      await this.#sessions.computeCharts(async (chart) => {
        this.#curves.requireNoRival(chart.guid, "a file of sessions");
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
      // A file that could not even be looked at may have held sessions.
      if (format === undefined || format === "sessions") this.#sessions.miss();
      this.#report.addRefusal(file, { line: error.line, kind: "unreadable", detail: error.message });
    }
  }

  async #importCharts(file: string, source: Source): Promise<void> {
    for await (const batch of this.#readBatches(file, source)) {
      const items: PackedChart[] = [];
      const refusals = takeRecords(batch, (record) => items.push(this.#pack(parseChart(record))));
      for (const refusal of refusals) this.#report.addRefusal(file, refusal);
      this.#memory.giveBack(batch.bytes);
      for (const item of items) {
        this.#curves.addRival(item.guid, file);
        await this.#writer.add(item);
      }
    }
  }

  async #countSessions(file: string, source: Source): Promise<void> {
    await this.#sessions.count(this.#readBatches(file, source), this.#memory, this.#refuseIn(file));
  }

  async #importDocument(file: string, { pieces }: Source, isOnly: boolean): Promise<void> {
    this.#curves.add(file, parseDocument(await loadDocument(pieces), this.#options.format), isOnly);
  }

  #readBatches(file: string, { head, pieces }: Source): AsyncIterable<Batch> {
    return readBatches(pieces, detectLayout(head), this.#memory, this.#refuseIn(file));
  }

  #refuseIn(file: string): (refusal: Refusal) => void {
    return (refusal) => this.#report.addRefusal(file, refusal);
  }

  #pack(chart: Chart): PackedChart {
    return packThinned(chart, this.#options.step, this.#date);
  }
}
