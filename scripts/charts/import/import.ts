import type { Chart } from "../../../lib/chart.ts";
import type { PackedChart } from "../../../lib/packed-chart.ts";
import { parseChart } from "./chart-record.ts";
import { CountedSessions } from "./counted-sessions.ts";
import { type EpisodeOptions, HeldCurves } from "./curves.ts";
import { loadDocument, parseDocument } from "./formats/document.ts";
import { type Batch, takeRecords } from "./input/batch.ts";
import { readBatches } from "./input/batches.ts";
import { detectLayout, detectRecords } from "./input/detect.ts";
import { type Input, openInput } from "./input/input.ts";
import { InputError, type Refusal } from "./input/refusals.ts";
import type { Outcome } from "./outcome.ts";
import { packThinned } from "./pack.ts";
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
  readonly #outcome: Outcome;
  readonly #date = new Date();
  readonly #sessions: CountedSessions;
  readonly #curves: HeldCurves;

  constructor(options: ImportOptions, writer: ChartWriter, outcome: Outcome) {
    this.#options = options;
    this.#writer = writer;
    this.#outcome = outcome;
    const { durations, interval } = options;
    this.#sessions = new CountedSessions({ durations, interval }, outcome);
    this.#curves = new HeldCurves(options, (chart) => this.#pack(chart), outcome);
  }

  /**
   * Imports files, or with `-` the standard input. Reports what it refuses.
   *
   * @param onRead called with the number of bytes that each read returns
   * @throws Error if the writer can't write
   */
  async run(files: readonly string[], onRead: (bytes: number) => void): Promise<void> {
    for (const file of files) await this.#importFile(file, files.length === 1, onRead);
    await this.#sessions.computeCharts(async (chart) => {
      this.#curves.requireNoRival(chart.guid, "A file of sessions");
      await this.#writer.add(this.#pack(chart));
    });
    await this.#curves.write(this.#writer);
    await this.#writer.finish();
  }

  async #importFile(file: string, isOnly: boolean, onRead: (bytes: number) => void): Promise<void> {
    let format = this.#options.format;
    try {
      const input = await openInput(file, onRead);
      format ??= detectRecords(input.head) ?? "document";
      if (format === "chart") await this.#importCharts(file, input);
      else if (format === "sessions") await this.#countSessions(file, input);
      else await this.#importDocument(file, input, isOnly);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      // A file whose format is unknown may hold sessions.
      if (format === undefined || format === "sessions") this.#sessions.markIncomplete();
      this.#outcome.addRefusal(file, { line: error.line, kind: "unreadable", detail: error.message });
    }
  }

  async #importCharts(file: string, input: Input): Promise<void> {
    for await (const batch of this.#readBatches(file, input)) {
      const items: PackedChart[] = [];
      const refusals = takeRecords(batch, (record) => items.push(this.#pack(parseChart(record))));
      for (const refusal of refusals) this.#outcome.addRefusal(file, refusal);
      for (const item of items) {
        this.#curves.addRival(item.guid, file);
        await this.#writer.add(item);
      }
    }
  }

  async #countSessions(file: string, input: Input): Promise<void> {
    await this.#sessions.count(this.#readBatches(file, input), this.#refuseIn(file));
  }

  async #importDocument(file: string, { chunks }: Input, isOnly: boolean): Promise<void> {
    this.#curves.add(file, parseDocument(await loadDocument(chunks), this.#options.format), isOnly);
  }

  #readBatches(file: string, { head, chunks }: Input): AsyncIterable<Batch> {
    return readBatches(chunks, detectLayout(head), this.#refuseIn(file));
  }

  #refuseIn(file: string): (refusal: Refusal) => void {
    return (refusal) => this.#outcome.addRefusal(file, refusal);
  }

  #pack(chart: Chart): PackedChart {
    return packThinned(chart, this.#options.step, this.#date);
  }
}
