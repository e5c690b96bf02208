import type { PackedChart } from "../../../lib/packed-chart.ts";
import { type CurvePlace, refuseCurve } from "./formats/curve.ts";
import { tryOrRefuse } from "./input/refusals.ts";
import type { Outcome } from "./outcome.ts";
import type { Sources } from "./sources.ts";
import { Spool } from "./spool.ts";
import type { ChartWriter } from "./writer.ts";

/** A chart that waits until all files are read. */
export interface HeldChart {
  readonly file: string;
  readonly place: CurvePlace;
  readonly item: PackedChart;
}

/** What is kept of it as JSON. */
interface Held extends Omit<HeldChart, "item"> {
  readonly item: Omit<PackedChart, "chart">;
}

/**
 * Holds charts until all files are read: only then is it known whether an episode has one source or two. They are
 * packed, and beyond 32 MB in a temporary file.
 */
export class HeldCharts {
  readonly #sources: Sources;
  readonly #outcome: Outcome;
  readonly #spool = new Spool();

  constructor(sources: Sources, outcome: Outcome) {
    this.#sources = sources;
    this.#outcome = outcome;
  }

  async add({ item: { chart, ...item }, ...held }: HeldChart): Promise<void> {
    await this.#spool.add({ json: JSON.stringify({ ...held, item }), bytes: chart });
  }

  /** Writes the charts of episodes with one source, and refuses those of episodes with several. */
  async write(writer: ChartWriter): Promise<void> {
    for await (const { json, bytes } of this.#spool.read()) {
      const { file, place, item }: Held = JSON.parse(json);
      const isOnly = tryOrRefuse(
        () => this.#sources.requireOnly(item.guid, { file, line: place.line }) === undefined,
        (error) => this.#outcome.addRefusal(file, refuseCurve(place, error)),
      );
      if (isOnly) await writer.add({ ...item, chart: bytes });
    }
  }

  /** Deletes what it holds. */
  async close(): Promise<void> {
    await this.#spool.close();
  }
}
