import { InputError, RecordError } from "../base/refusals.ts";
import type { ParsedDocument } from "../formats/document.ts";
import type { Input } from "../input/input.ts";
import { countShown, type ImportedCurve } from "../item/imported-curve.ts";
import { createPack, type Pack } from "../item/pack.ts";
import type { ChartRecord } from "./chart-record.ts";
import type { ImportContent, Many } from "./classify.ts";
import { CurvePlaces } from "./curve-places.ts";
import { Curves, type EpisodeOptions } from "./document-curves.ts";
import { HeldCharts } from "./held-charts.ts";
import type { ImportOutcome } from "./import-outcome.ts";

/** What an import takes. */
export interface ImportOptions extends EpisodeOptions {
  /** One of IMPORTABLE. If undefined, each file's format is detected from its content. */
  readonly format?: string | undefined;
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

/** Counts the listening sessions of an import: see counted-sessions.ts. */
export interface SessionCounter {
  /** The number of episodes. */
  readonly size: number;
  /** @throws InputError if a file of sessions can't be read to its end */
  count(file: string, input: Input): Promise<void>;
  /** Notes a file that may hold sessions that are not counted: every count would then be wrong. */
  markUncounted(file: string): void;
  /** Notes the episodes, once all files are read. */
  addPlaces(places: CurvePlaces): void;
  /** Computes the charts, and reports the episodes that get none. */
  computeCharts(places: CurvePlaces, pack: Pack, save: (curve: ImportedCurve) => Promise<void>): Promise<void>;
}

/** A file of an import. */
export interface ImportFile {
  /** For messages, and for the curves whose episode only the file's name tells. */
  readonly name: string;
  /**
   * Called once, when its turn comes.
   *
   * @throws InputError if it can't be read
   * @throws RecordError if it is left out
   */
  open(pack: Pack): Promise<ImportContent>;
}

/** One import of any number of files. Nothing is written before all files are read. */
export class ChartImport {
  readonly #options: ImportOptions;
  readonly #writer: ChartWriter;
  readonly #outcome: ImportOutcome;
  readonly #pack: Pack;
  readonly #places: CurvePlaces;
  readonly #sessions: SessionCounter | undefined;
  readonly #curves: Curves;
  readonly #held: HeldCharts;

  /** @param sessions counts those of the files, on Node.js only: files of sessions are larger than a page can hold */
  constructor(options: ImportOptions, writer: ChartWriter, outcome: ImportOutcome, sessions?: SessionCounter) {
    this.#options = options;
    this.#writer = writer;
    this.#outcome = outcome;
    const { durations, step } = options;
    this.#pack = createPack(step);
    this.#places = new CurvePlaces(durations.feed);
    this.#sessions = sessions;
    this.#curves = new Curves(options, this.#pack, this.#places, outcome);
    this.#held = new HeldCharts(this.#places, outcome);
  }

  /** Imports files. Reports what it refuses. @throws Error if the writer can't write */
  async run(files: readonly ImportFile[]): Promise<void> {
    try {
      for (const file of files) await this.#importFile(file, files.length);
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
    this.#sessions?.addPlaces(this.#places);
    for (const chart of this.#curves.computeVideos()) await this.#held.add(chart);
    this.#outcome.plan?.((this.#sessions?.size ?? 0) + this.#held.size);
    const save = (curve: ImportedCurve) => this.#save(curve);
    await this.#sessions?.computeCharts(this.#places, this.#pack, save);
    await this.#held.save(save);
    await this.#writer.finish();
    this.#curves.addHints();
  }

  async #save(held: ImportedCurve): Promise<void> {
    const curve = this.#curves.addListeners(held);
    if ((countShown(curve) ?? Infinity) < this.#options.minListeners) this.#outcome.addFew?.();
    else await this.#writer.add(curve);
  }

  async #importFile({ name, open }: ImportFile, files: number): Promise<void> {
    let format = this.#options.format;
    try {
      const content = await open(this.#pack);
      format ??= content.kind;
      if (content.kind === "chart") await this.#importCharts(name, content.batches);
      else if (content.kind === "sessions") await this.#sessions?.count(name, content.input);
      else await this.#importDocuments(name, content.documents, files);
    } catch (error) {
      if (error instanceof RecordError) return this.#outcome.refusals.add({ file: name, ...error.refusal });
      if (!(error instanceof InputError)) throw error;
      // A file whose format is unknown may hold sessions.
      if (format === undefined || format === "sessions") this.#sessions?.markUncounted(name);
      this.#curves.noteRefused(name, [], files === 1);
      this.#outcome.refusals.add({ file: name, ...error.refusal });
    }
  }

  async #importCharts(file: string, batches: Many<readonly ChartRecord[]>): Promise<void> {
    for await (const batch of batches) for (const record of batch) await this.#importChart(file, record);
  }

  async #importChart(
    file: string,
    { line, named, chart, doubts = [], refusal, isSession }: ChartRecord,
  ): Promise<void> {
    if (isSession) this.#sessions?.markUncounted(file);
    if (named) this.#places.add(named.guid, named.source, { file, line });
    for (const doubt of doubts) this.#outcome.addHint({ ...doubt, of: { guid: named?.guid } }, { file, line });
    if (refusal) this.#outcome.refusals.add({ file, ...refusal });
    if (chart) await this.#held.add({ place: { file, line }, curve: chart });
  }

  async #importDocuments(file: string, documents: Many<ParsedDocument>, files: number): Promise<void> {
    for await (const document of documents) {
      if (document.source === undefined && this.#options.format === undefined) this.#sessions?.markUncounted(file);
      for (const chart of this.#curves.computeCharts(file, document, files)) await this.#held.add(chart);
    }
  }
}
