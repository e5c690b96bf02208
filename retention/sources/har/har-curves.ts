import { createSpool } from "#spool";
import type { Curve, CurvePoint } from "../curve/platform-curve.ts";
import { compareRecordings, type Recording } from "../curve/recording.ts";

/** An episode as a platform names it. */
export interface KeyedEpisode {
  readonly source: string;
  /** Ids and GUID. */
  readonly keys: readonly string[];
}

/** A curve, where it is from, and how it was recorded. */
interface RecordedCurve {
  readonly source: string;
  readonly curve: Curve & { readonly recording: Recording };
}

/**
 * Holds curves until all answers are read: in memory, and beyond 32 MB in a temporary file. Of each episode, one counts: who
 * clicks an episode twice loads it twice.
 */
export class HarCurves {
  readonly #spool = createSpool();
  /** The number of a curve of each episode, from 0. */
  readonly #numbers = new Map<string, number>();
  readonly #recordings: Recording[] = [];
  /** The numbers of curves in whose place another counts, and that one's. */
  readonly #replaced = new Map<number, number>();

  /** The number of curves that count. */
  get size(): number {
    return this.#recordings.length - this.#replaced.size;
  }

  /** The number of curves in whose place another counts. */
  get replaced(): number {
    return this.#replaced.size;
  }

  /** How the curves that count were recorded. */
  get recordings(): readonly Recording[] {
    return this.#recordings.filter((_, number) => !this.#replaced.has(number));
  }

  /** Adds the curves of one answer. */
  async add(source: string, curves: readonly RecordedCurve["curve"][]): Promise<void> {
    const start = this.#recordings.length;
    // The path in an answer, and what it was asked for with, may have anything in them.
    for (const { points, path: _, recording, ...curve } of curves) {
      const ids = identify({ source, keys: [...(curve.keys ?? []), curve.guid ?? []].flat() });
      this.#number(ids, recording, start);
      await this.#spool.add({ json: JSON.stringify({ source, curve }), bytes: packPoints(points) });
    }
  }

  /** Reads the curves that count, in the order of the answers, and gives all of them up. */
  async *read(): AsyncGenerator<RecordedCurve> {
    let number = -1;
    try {
      for await (const { json, bytes } of this.#spool.read()) {
        const recording = this.#recordings[++number];
        if (this.#replaced.has(number) || !recording) continue;
        const { source, curve }: RecordedCurve = JSON.parse(json);
        yield { source, curve: { ...curve, recording, points: unpackPoints(bytes) } };
      }
    } finally {
      await this.#spool.close();
    }
  }

  /** Returns the episodes of answers without a curve that have none from another answer, each that is named once. */
  findMissing<Episode extends KeyedEpisode>(episodes: readonly Episode[]): Episode[] {
    const seen = new Set<string>();
    return episodes.filter((episode) => {
      const ids = identify(episode);
      const isMissing = !ids.some((id) => this.#numbers.has(id) || seen.has(id));
      for (const id of ids) seen.add(id);
      return isMissing;
    });
  }

  /** @param start the number of its answer's first curve: two curves of one answer never replace each other */
  #number(ids: readonly string[], recording: Recording, start: number): void {
    const number = this.#recordings.push(recording) - 1;
    const rivals = new Set(ids.flatMap((id) => this.#findCounting(id) ?? []).filter((rival) => rival < start));
    let best = number;
    for (const rival of rivals) {
      const [loser, winner] = this.#compare(rival, best) > 0 ? [best, rival] : [rival, best];
      this.#replaced.set(loser, winner);
      best = winner;
    }
    for (const id of ids) this.#numbers.set(id, best);
  }

  #findCounting(id: string): number | undefined {
    let number = this.#numbers.get(id);
    for (let next = number; next !== undefined; next = this.#replaced.get(next)) number = next;
    return number;
  }

  #compare(one: number, other: number): number {
    const [recording, otherRecording] = [this.#recordings[one], this.#recordings[other]];
    return recording && otherRecording ? compareRecordings(recording, otherRecording) : 0;
  }
}

function identify({ source, keys }: KeyedEpisode): string[] {
  return keys.map((key) => JSON.stringify([source, key]));
}

/** Packs each point as two numbers of 64 bits: as JSON, it would take twice as much. */
function packPoints(points: readonly CurvePoint[]): Uint8Array {
  const numbers = new Float64Array(2 * points.length);
  points.forEach(({ at, value }, index) => {
    numbers[2 * index] = at;
    numbers[2 * index + 1] = value;
  });
  return new Uint8Array(numbers.buffer);
}

function unpackPoints(bytes: Uint8Array): CurvePoint[] {
  const numbers = new Float64Array(Uint8Array.from(bytes).buffer);
  return Array.from({ length: numbers.length / 2 }, (_, index) => ({
    at: numbers[2 * index] ?? 0,
    value: numbers[2 * index + 1] ?? 0,
  }));
}
