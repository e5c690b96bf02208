import type { ChartItem } from "../../lib/episode/item.ts";
import { type CurvePlace, refuseCurve } from "./formats/platform-curve.ts";
import { tryOrRefuse } from "./input/refusals.ts";
import type { Outcome } from "./outcome.ts";
import type { Sources } from "./rivals.ts";
import { Spool } from "./spool.ts";

/** A chart that waits until all files are read. */
export interface HeldChart {
  readonly file: string;
  readonly place: CurvePlace;
  readonly item: ChartItem;
}

/** What is kept of it as JSON. */
interface Held extends Omit<HeldChart, "item"> {
  readonly item: Omit<ChartItem, "counts">;
  /** In base64. */
  readonly counts?: string | undefined;
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

  async add({ file, place, item: { counts, ...item } }: HeldChart): Promise<void> {
    const { chart = new Uint8Array(), ...attributes } = "chart" in item ? item : { ...item, chart: undefined };
    const held: Held = { file, place, item: attributes, counts: counts && Buffer.from(counts).toString("base64") };
    await this.#spool.add({ json: JSON.stringify(held), bytes: chart });
  }

  /** Saves the charts of episodes with one source, and refuses those of episodes with several. */
  async save(save: (item: ChartItem) => Promise<void>): Promise<void> {
    for await (const { json, bytes } of this.#spool.read()) {
      const { file, place, item, counts }: Held = JSON.parse(json);
      const isOnly = tryOrRefuse(
        () => this.#sources.requireOnly(item.guid, { file, line: place.line }) === undefined,
        (error) => this.#outcome.addRefusal(file, refuseCurve(place, error)),
      );
      const binary = {
        ...(bytes.length > 0 && { chart: bytes }),
        ...(counts && { counts: Buffer.from(counts, "base64") }),
      };
      if (isOnly) await save({ ...item, ...binary });
    }
  }

  /** Deletes what it holds. */
  async close(): Promise<void> {
    await this.#spool.close();
  }
}
