import { Spool } from "#spool";
import type { Curve } from "../formats/platform-curve.ts";

/** An episode as a platform names it. */
export interface KeyedEpisode {
  readonly source: string;
  /** Ids and GUID. */
  readonly keys: readonly string[];
}

/** A curve, and where it is from. */
interface SourcedCurve {
  readonly source: string;
  readonly curve: Curve;
}

/**
 * Holds curves until all answers are read: in memory, and beyond 32 MB in a temporary file. Of each episode, the last one
 * counts: who clicks an episode twice loads it twice.
 */
export class HarCurves {
  readonly #spool = new Spool();
  /** The number of the last curve of each episode, from 0. */
  readonly #numbers = new Map<string, number>();
  /** The numbers of curves that have a later one. */
  readonly #replaced = new Set<number>();
  #count = 0;

  /** The number of curves that are the last of their episode. */
  get size(): number {
    return this.#count - this.#replaced.size;
  }

  /** The number of curves that have a later one. */
  get earlier(): number {
    return this.#replaced.size;
  }

  /** Adds the curves of one answer. */
  async add(source: string, curves: readonly Curve[]): Promise<void> {
    const start = this.#count;
    for (const curve of curves) {
      for (const id of identify({ source, keys: [...(curve.keys ?? []), curve.guid ?? []].flat() })) {
        const before = this.#numbers.get(id);
        if (before !== undefined && before < start) this.#replaced.add(before);
        this.#numbers.set(id, this.#count);
      }
      this.#count++;
      await this.#spool.add({ json: JSON.stringify({ source, curve }), bytes: new Uint8Array() });
    }
  }

  /** Reads the last curve of each episode, in the order of the answers, and gives all of them up. */
  async *read(): AsyncGenerator<SourcedCurve> {
    let number = 0;
    try {
      for await (const { json } of this.#spool.read()) if (!this.#replaced.has(number++)) yield JSON.parse(json);
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
}

function identify({ source, keys }: KeyedEpisode): string[] {
  return keys.map((key) => JSON.stringify([source, key]));
}
