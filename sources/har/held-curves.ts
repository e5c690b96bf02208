import { Spool } from "../base/spool.ts";
import type { Curve, CurvePoint } from "../formats/platform-curve.ts";

/** A curve, and where it is from. */
interface SourcedCurve {
  readonly source: string;
  readonly curve: Curve;
}

/** Holds curves until all answers are read: in memory, and beyond 32 MB in a temporary file. */
export class HeldCurves {
  readonly #spool = new Spool();

  async add({ source, curve: { points, ...curve } }: SourcedCurve): Promise<void> {
    await this.#spool.add({ json: JSON.stringify({ source, curve }), bytes: packPoints(points) });
  }

  /** Reads the curves in their order, and gives them up. */
  async *read(): AsyncGenerator<SourcedCurve> {
    try {
      for await (const { json, bytes } of this.#spool.read()) {
        const { source, curve }: { readonly source: string; readonly curve: Omit<Curve, "points"> } = JSON.parse(json);
        yield { source, curve: { ...curve, points: unpackPoints(bytes) } };
      }
    } finally {
      await this.#spool.close();
    }
  }
}

/** Packs each point as two numbers of 64 bits: as JSON, it would take twice as much. */
function packPoints(points: readonly CurvePoint[]): Uint8Array {
  return new Uint8Array(Float64Array.from(points.flatMap(({ at, value }) => [at, value])).buffer);
}

function unpackPoints(bytes: Uint8Array): CurvePoint[] {
  const numbers = new Float64Array(Uint8Array.from(bytes).buffer);
  return Array.from({ length: numbers.length / 2 }, (_, index) => ({
    at: numbers[2 * index] ?? 0,
    value: numbers[2 * index + 1] ?? 0,
  }));
}
