import { cumsum } from "d3-array";
import type { Chart } from "../../lib/chart.ts";
import { type Bins, computeMeans } from "./bins.ts";
import type { Move } from "./moves.ts";

/** A move whose times are in seconds. */
export interface SharpMove extends Move {
  readonly from: number;
  readonly to: number;
}

/** Bins on each side of a move in which its exact start and end are looked for. */
const MARGIN = 3;

/** Most places at which a move may start or end. */
const MAX_PLACES = 48;

/**
 * Finds the starts and ends of moves in the curve itself, which is finer than the bins.
 *
 * @param moves in order of time
 */
export function sharpenMoves(moves: readonly Move[], chart: Chart, bins: Bins): SharpMove[] {
  return moves.map((move, index) => {
    // Beyond the middle between two moves, the other one is nearer.
    const first = Math.max(move.from - MARGIN, computeMiddle(moves[index - 1], move) ?? 0, 0);
    const last = Math.min(move.to + MARGIN, computeMiddle(move, moves[index + 1]) ?? bins.values.length - 1);
    return sharpen(move, chart, first * bins.seconds, (last + 1) * bins.seconds);
  });
}

function computeMiddle(move: Move | undefined, next: Move | undefined): number | undefined {
  return move && next && Math.round((move.to + next.from) / 2);
}

function sharpen(move: Move, { data, duration }: Chart, start: number, stop: number): SharpMove {
  const end = Math.min(Math.max(duration, data.at(-1)?.time ?? 0), stop);
  const step = Math.max(1, (end - start) / MAX_PLACES);
  const { from, to, before, after } = fitRamp(computeMeans(data, start, step, Math.floor((end - start) / step + 1e-6)));
  return { ...move, before, after, from: start + from * step, to: start + to * step };
}

interface Ramp {
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
}

/** Finds the level, ramp and level that are nearest to the values, by least squares. */
function fitRamp(values: readonly number[]): Ramp {
  const sums = [0, ...cumsum(values)];
  const squares = [0, ...cumsum(values, (value) => value * value)];
  const total = sums.at(-1) ?? 0;
  let best: Ramp & { cost: number } = { from: 1, to: 1, before: 0, after: 0, cost: Number.POSITIVE_INFINITY };
  for (let from = 1; from < values.length; from++) {
    for (let to = from; to < values.length; to++) {
      const before = (sums[from] ?? 0) / from;
      const after = (total - (sums[to] ?? 0)) / (values.length - to);
      const ramp = { from, to, before, after };
      const levels = (squares[from] ?? 0) + (squares.at(-1) ?? 0) - (squares[to] ?? 0);
      const explained = from * before ** 2 + (values.length - to) * after ** 2;
      const cost = levels - explained + computeRampCost(values, ramp);
      if (cost < best.cost - 1e-9) best = { ...ramp, cost };
    }
  }
  return best;
}

function computeRampCost(values: readonly number[], { from, to, before, after }: Ramp): number {
  let cost = 0;
  for (let index = from; index < to; index++) {
    const share = (index + 1 - from) / (to - from + 1);
    cost += ((values[index] ?? 0) - before - share * (after - before)) ** 2;
  }
  return cost;
}
