import type { Fact } from "../base/facts.ts";
import { computePoints } from "../curve/chart-points.ts";
import { findMissing } from "../curve/curve-gaps.ts";
import { findDoubts } from "../curve/doubts.ts";
import { findOpenEnds, requireValues } from "../curve/missing-values.ts";
import type { Curve } from "../curve/platform-curve.ts";
import type { CurveMembers } from "../item/attributes.ts";
import type { ImportedCurve } from "../item/imported-curve.ts";
import type { Pack } from "../item/pack.ts";

/** What a curve of a document is drawn for. */
interface DrawSubject {
  readonly guid: string;
  /** Seconds. */
  readonly duration: number;
  readonly known: CurveMembers;
  /** Whether nobody listened where rows are missing. */
  readonly takesZero: boolean;
}

interface CurveDrawing {
  readonly curve: ImportedCurve;
  /** What is to be doubted in it. */
  readonly doubts: readonly Fact[];
}

/** @throws RecordError if the curve lacks values, or exceeds a limit */
export type Draw = (curve: Curve, subject: DrawSubject, pack: Pack) => CurveDrawing;

export const drawCurve: Draw = (curve, { guid, duration, known, takesZero }, pack) => {
  const gaps = findMissing(curve, duration);
  const data = computePoints(requireValues(curve, gaps, duration, takesZero), duration);
  const doubts = [...findDoubts(curve, duration), ...findOpenEnds(curve, gaps, duration)];
  return { curve: pack({ guid, duration, data }, known), doubts };
};

const kept = new WeakMap<Curve, { readonly asked: string; readonly drawing: CurveDrawing }>();

/** Draws, and keeps what came of each curve: most of an import's time goes there, and the next one may ask for the same. */
export const drawOnce: Draw = (curve, subject, pack) => {
  const asked = JSON.stringify(subject);
  const last = kept.get(curve);
  const drawing = last?.asked === asked ? last.drawing : drawCurve(curve, subject, pack);
  kept.set(curve, { asked, drawing });
  return drawing;
};
