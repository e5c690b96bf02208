import { readSource } from "../../../lib/source.ts";
import { createFact, type Fact } from "../base/facts.ts";
import { InputError, type Refusal } from "../base/refusals.ts";
import { isWebPage } from "../feed/web-page.ts";
import type { ParsedDocument } from "../formats/document.ts";
import { findChartDoubts } from "../formats/doubts.ts";
import { openSavedLines } from "../formats/saved-report.ts";
import { type Batch, readBatches, takeRecords } from "../input/batches.ts";
import { CurvePlaces } from "../input/curve-places.ts";
import { detectLayout, detectRecords } from "../input/detect.ts";
import type { Input } from "../input/input.ts";
import { parseRecord } from "../input/json-bytes.ts";
import { countShown, type ImportedCurve } from "../item/imported-curve.ts";
import { createPack, type Pack } from "../item/pack.ts";
import { isSession, parseChartRecord, parseGuid } from "./chart-record.ts";
import { Curves, type EpisodeOptions } from "./document-curves.ts";
import { type HeldChart, HeldCharts } from "./held-charts.ts";
import type { ImportOutcome } from "./import-outcome.ts";

/** What an import takes. */
export interface ImportOptions extends EpisodeOptions {
  /** One of IMPORTABLE. If undefined, each file's format is detected from its content. */
  readonly format?: string | undefined;
  /** Whole seconds that `play` and `seek` in a session cover at most. If undefined, as each session logs. */
  readonly interval?: number | undefined;
  /** Charts with fewer listeners are left out, if it is known how many they have. */
  readonly minListeners: number;
  /** Length in seconds of the steps to which curves are thinned. If undefined, all points are kept. */
  readonly step?: number | undefined;
}

export interface ChartWriter {
  add(curve: ImportedCurve): Promise<void>;
  /** Waits until all charts are written. */
  finish(): Promise<void>;
}

/** Counts the listening sessions of an import: see counted-sessions.ts. Files of a page have none: see studio/dropped.ts. */
export interface SessionCounter {
  /** The number of episodes. */
  readonly size: number;
  /** @throws InputError if a file of sessions can't be read to its end */
  count(file: string, batches: AsyncIterable<Batch>, refuse: (refusal: Refusal) => void): Promise<void>;
  /** Notes a file that may hold sessions that are not counted: every count would then be wrong. */
  markUncounted(file: string): void;
  /** Notes the episodes, once all files are read. */
  addPlaces(): void;
  /** Computes the charts, and reports the episodes that get none. */
  computeCharts(pack: Pack, save: (curve: ImportedCurve) => Promise<void>): Promise<void>;
}

/** Where an import has its files from, which names stand for. */
export interface FileSource {
  createSessionCounter(
    counting: Pick<ImportOptions, "durations" | "interval">,
    places: CurvePlaces,
    outcome: ImportOutcome,
  ): SessionCounter;
  /**
   * @param onRead called with the number of bytes that each read returns, before gunzipping
   * @throws InputError if it can't be read
   */
  open(file: string, onRead: (bytes: number) => void): Promise<Input>;
  /** Says what is wrong with files that have the content of an earlier one, by their index. */
  findRepeats(files: readonly string[], format?: string): Promise<ReadonlyMap<number, string>>;
  /** Reads the documents of an opened file, as `readDocuments` in sources/har does. */
  readDocuments(
    file: string,
    input: Input,
    format: string | undefined,
    say: (hint: Fact) => void,
  ): AsyncIterable<ParsedDocument>;
}

/** One import of any number of files. Nothing is written before all files are read. */
export class ChartImport {
  readonly #options: ImportOptions;
  readonly #files: FileSource;
  readonly #writer: ChartWriter;
  readonly #outcome: ImportOutcome;
  readonly #pack: Pack;
  readonly #places: CurvePlaces;
  readonly #sessions: SessionCounter;
  readonly #curves: Curves;
  readonly #held: HeldCharts;

  constructor(options: ImportOptions, files: FileSource, writer: ChartWriter, outcome: ImportOutcome) {
    this.#options = options;
    this.#files = files;
    this.#writer = writer;
    this.#outcome = outcome;
    const { durations, interval, step } = options;
    this.#pack = createPack(step);
    this.#places = new CurvePlaces(durations.feed);
    this.#sessions = files.createSessionCounter({ durations, interval }, this.#places, outcome);
    this.#curves = new Curves(options, this.#pack, this.#places, outcome);
    this.#held = new HeldCharts(this.#places, outcome);
  }

  /**
   * Imports files, or with `-` the standard input. Reports what it refuses.
   *
   * @param onRead called with the number of bytes that each read returns
   * @throws Error if the writer can't write
   */
  async run(files: readonly string[], onRead: (bytes: number) => void): Promise<void> {
    try {
      const repeats = await this.#files.findRepeats(files, this.#options.format);
      for (const [index, file] of files.entries()) {
        const problem = repeats.get(index);
        if (problem === undefined) await this.#importFile(file, files.length, onRead);
        else this.#outcome.refusals.add({ file, ...createFact("imported-already", problem) });
      }
      await this.#write();
    } finally {
      await this.#held.close();
    }
  }

  /** The curves that got no GUID from a map, once all files are read. */
  get lacking(): Curves["lacking"] {
    return this.#curves.lacking;
  }

  async #write(): Promise<void> {
    this.#sessions.addPlaces();
    for (const chart of this.#curves.computeVideos()) await this.#held.add(chart);
    this.#outcome.plan(this.#sessions.size + this.#held.size);
    const save = (curve: ImportedCurve) => this.#save(curve);
    await this.#sessions.computeCharts(this.#pack, save);
    await this.#held.save(save);
    await this.#writer.finish();
    this.#curves.addHints();
  }

  async #save(held: ImportedCurve): Promise<void> {
    const curve = this.#curves.addListeners(held);
    if ((countShown(curve) ?? Infinity) < this.#options.minListeners) this.#outcome.addFew();
    else await this.#writer.add(curve);
  }

  async #importFile(file: string, files: number, onRead: (bytes: number) => void): Promise<void> {
    let format = this.#options.format;
    try {
      const opened = await this.#files.open(file, onRead);
      const input = isWebPage(opened.head) ? await openSavedLines(opened.chunks) : opened;
      format ??= detectRecords(input.head) ?? "document";
      if (format === "chart") await this.#importCharts(file, input);
      else if (format === "sessions")
        await this.#sessions.count(file, this.#readBatches(file, input), this.#refuseIn(file));
      else await this.#importDocuments(file, input, files);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      // A file whose format is unknown may hold sessions.
      if (format === undefined || format === "sessions") this.#sessions.markUncounted(file);
      this.#curves.noteRefused(file, [], files === 1);
      this.#outcome.refusals.add({ file, ...error.refusal });
    }
  }

  async #importCharts(file: string, input: Input): Promise<void> {
    for await (const batch of this.#readBatches(file, input)) {
      const charts: HeldChart[] = [];
      const refusals = takeRecords(batch, (record, line) => charts.push(this.#parseChart(file, record, line)));
      for (const refusal of refusals) this.#outcome.refusals.add({ file, ...refusal });
      for (const chart of charts) await this.#held.add(chart);
    }
  }

  #parseChart(file: string, record: Uint8Array, line: number): HeldChart {
    const object = parseRecord(record);
    if (isSession(object)) this.#sessions.markUncounted(file);
    const guid = parseGuid(object);
    // A bad chart has a place, too: of two charts, the bad one may be the one that is meant.
    this.#places.add(guid, readSource(object), { file, line });
    const curve = parseChartRecord(guid, object, (chart, known) => {
      for (const doubt of findChartDoubts(chart)) this.#outcome.addHint({ ...doubt, of: { guid } }, { file, line });
      return this.#pack(chart, known);
    });
    return { file, place: { line }, curve };
  }

  async #importDocuments(file: string, input: Input, files: number): Promise<void> {
    const { format } = this.#options;
    const say = (hint: Fact) => this.#outcome.addHint(hint, { file });
    for await (const document of this.#files.readDocuments(file, input, format, say)) {
      if (document.source === undefined && format === undefined) this.#sessions.markUncounted(file);
      for (const chart of this.#curves.computeCharts(file, document, files)) await this.#held.add(chart);
    }
  }

  #readBatches(file: string, { head, chunks }: Input): AsyncIterable<Batch> {
    return readBatches(chunks, detectLayout(head), this.#refuseIn(file));
  }

  #refuseIn(file: string): (refusal: Refusal) => void {
    return (refusal) => this.#outcome.refusals.add({ file, ...refusal });
  }
}
