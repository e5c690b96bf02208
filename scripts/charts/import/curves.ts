import type { Chart } from "../../../lib/chart.ts";
import type { PackedChart } from "../../../lib/packed-chart.ts";
import type { Durations } from "../feed/feed.ts";
import { type Curve, type CurvePlace, computePoints, describePlace, refuseCurve } from "./formats/curve.ts";
import type { ParsedDocument } from "./formats/document.ts";
import { resolveDuration } from "./formats/durations.ts";
import { type GuidOptions, Guids, WITHOUT_GUID } from "./formats/guids.ts";
import { RecordError } from "./input/refusals.ts";
import type { Outcome } from "./outcome.ts";
import type { ChartWriter } from "./writer.ts";

const MAP_HINT =
  "To print a map of all curves without a GUID: npm run --silent charts -- map --feed feed.xml FILE... > map.csv";

/** Where durations and GUIDs come from if the files do not have them. */
export interface EpisodeOptions {
  readonly durations: Durations;
  readonly guids: GuidOptions;
}

/** A packed chart, which takes less memory than its curve. */
interface Held {
  readonly file: string;
  readonly place: CurvePlace;
  readonly item: PackedChart;
}

/**
 * Turns the curves of documents into charts, and holds them until all files are read. Only then is it known whether an
 * episode has one curve or several.
 */
export class HeldCurves {
  readonly #durations: Durations;
  readonly #guids: Guids;
  readonly #outcome: Outcome;
  readonly #pack: (chart: Chart) => PackedChart;
  /** By GUID. */
  readonly #held = new Map<string, Held[]>();
  /** The names of sources other than documents, by GUID. */
  readonly #rivals = new Map<string, string>();

  constructor({ durations, guids }: EpisodeOptions, pack: (chart: Chart) => PackedChart, outcome: Outcome) {
    this.#durations = durations;
    this.#guids = new Guids(guids);
    this.#pack = pack;
    this.#outcome = outcome;
  }

  /**
   * Adds the curves of a document, and reports those that can't become a chart.
   *
   * @param isOnlyFile whether it is the only file of the import
   */
  add(file: string, { curves, refusals }: ParsedDocument, isOnlyFile: boolean): void {
    for (const refusal of refusals) this.#outcome.addRefusal(file, refusal);
    // --guid could be meant for a curve that was refused.
    const isOnly = isOnlyFile && curves.length + refusals.length === 1;
    for (const curve of curves) this.#reportErrors(file, curve, () => this.#hold(curve, file, isOnly));
  }

  /** Notes that a source other than a document has a chart of an episode. */
  addRival(guid: string, source: string): void {
    this.#rivals.set(guid, source);
  }

  /** Notes it as `addRival` does. @throws RecordError if a document has the episode too */
  requireNoRival(guid: string, source: string): void {
    this.addRival(guid, source);
    const [held] = this.#held.get(guid) ?? [];
    if (held) failRivalry(guid, held.file);
  }

  /** Writes the charts of episodes with one source, and refuses those of episodes with several. */
  async write(writer: ChartWriter): Promise<void> {
    for (const [guid, curves] of this.#held) {
      for (const held of curves) {
        const rival = this.#rivals.get(guid) ?? curves.find((one) => one !== held)?.file;
        if (rival === undefined) await writer.add(held.item);
        else this.#reportErrors(held.file, held.place, () => failRivalry(guid, rival));
      }
    }
    for (const line of this.#guids.formatUnused()) this.#outcome.addHint(line);
    if (this.#outcome.hasKind(WITHOUT_GUID)) this.#outcome.addHint(MAP_HINT);
  }

  #hold(curve: Curve, file: string, isOnly: boolean): void {
    const { path, line, title } = curve;
    const guid = this.#guids.resolve(curve, file, isOnly);
    const { duration, notice } = resolveDuration(curve, guid, this.#durations);
    const item = shrink(this.#pack({ guid, duration, data: computePoints(curve, duration) }));
    this.#held.set(guid, [...(this.#held.get(guid) ?? []), { file, place: { path, line, title, guid }, item }]);
    if (notice !== undefined) this.#outcome.addHint(`${file}: ${describePlace({ path, title, guid })}: ${notice}`);
  }

  #reportErrors(file: string, place: CurvePlace, act: () => void): void {
    try {
      act();
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      this.#outcome.addRefusal(file, refuseCurve(place, error));
    }
  }
}

/** Copies the gzip: it is a view of a much larger buffer, which would stay in memory. */
function shrink(item: PackedChart): PackedChart {
  return { ...item, chart: new Uint8Array(item.chart) };
}

/** @throws RecordError always: of two sources, the last one would silently replace the first */
function failRivalry(guid: string, rival: string): never {
  throw new RecordError("two sources", `${rival} has a curve of ${JSON.stringify(guid)} too. Import only one of them.`);
}
