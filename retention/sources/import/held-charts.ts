import { createSpool } from "#spool";
import { formatCount } from "../../../lib/count.ts";
import { readSource } from "../../../lib/source.ts";
import { concatBytes } from "../base/byte-arrays.ts";
import { type CurvePlace, createFact } from "../base/facts.ts";
import { refuseCurve, tryOrRefuse } from "../base/refusals.ts";
import type { Place } from "../input/places.ts";
import type { ImportedCurve } from "../item/imported-curve.ts";
import type { CurvePlaces } from "./curve-places.ts";
import type { ImportOutcome } from "./import-outcome.ts";

/** A chart that waits until all files are read. */
export interface HeldChart {
  readonly place: CurvePlace & Place;
  readonly curve: ImportedCurve;
}

/** What is kept of it as JSON. */
interface ChartJson extends Omit<HeldChart, "curve"> {
  readonly curve: Omit<ImportedCurve, "counts">;
  /** How many of the bytes are the chart. The others are the counts. */
  readonly chartBytes: number;
}

/**
 * Holds charts until all files are read: only then is it known whether a curve is in one place or in two. They are
 * packed, and beyond 32 MB in a temporary file.
 */
export class HeldCharts {
  readonly #places: CurvePlaces;
  readonly #outcome: ImportOutcome;
  readonly #spool = createSpool();
  #size = 0;

  constructor(places: CurvePlaces, outcome: ImportOutcome) {
    this.#places = places;
    this.#outcome = outcome;
  }

  get size(): number {
    return this.#size;
  }

  async add({ place, curve: { counts, ...curve } }: HeldChart): Promise<void> {
    const { chart = new Uint8Array(), ...attributes } = "chart" in curve ? curve : { ...curve, chart: undefined };
    const held: ChartJson = { place, curve: attributes, chartBytes: chart.length };
    const bytes = counts ? concatBytes([chart, counts]) : chart;
    await this.#spool.add({ json: JSON.stringify(held), bytes });
    this.#size++;
  }

  /**
   * Saves the charts that are in one place, in the order in which they were added, and refuses the others. Leaves out those in
   * whose place another HAR file's count, and says so.
   */
  async save(save: (curve: ImportedCurve) => Promise<void>): Promise<void> {
    const superseded = new Map<string, number>();
    for await (const { json, bytes } of this.#spool.read()) {
      const { place, curve, chartBytes }: ChartJson = JSON.parse(json);
      const { file } = place;
      if (this.#places.isSuperseded(curve.guid, readSource(curve), place)) {
        superseded.set(file, (superseded.get(file) ?? 0) + 1);
        continue;
      }
      const isOnly = tryOrRefuse(
        () => this.#places.requireOnly(curve.guid, readSource(curve), place) === undefined,
        (refusal) => this.#outcome.refusals.add({ file, ...refuseCurve(place, refusal) }),
      );
      const binary = {
        ...(chartBytes > 0 && { chart: bytes.subarray(0, chartBytes) }),
        ...(bytes.length > chartBytes && { counts: bytes.subarray(chartBytes) }),
      };
      if (isOnly) await save({ ...curve, ...binary });
    }
    for (const [file, count] of superseded) {
      const problem = `${formatCount(count, "curve")} left out: another file has a fuller or later one.`;
      this.#outcome.addHint(createFact("left-out", problem), { file });
    }
  }

  /** Deletes what it holds. */
  async close(): Promise<void> {
    await this.#spool.close();
  }
}
