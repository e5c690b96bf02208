/** An episode as a platform names it. */
export interface KeyedEpisode {
  readonly source: string;
  /** Ids and GUID. */
  readonly keys: readonly string[];
}

/** Finds the last curve of each episode: who clicks an episode twice loads it twice. Curves are numbered from 0. */
export class LastCurves {
  readonly #numbers = new Map<string, number>();
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
  add(episodes: readonly KeyedEpisode[]): void {
    const start = this.#count;
    for (const episode of episodes) {
      for (const id of identify(episode)) {
        const before = this.#numbers.get(id);
        if (before !== undefined && before < start) this.#replaced.add(before);
        this.#numbers.set(id, this.#count);
      }
      this.#count++;
    }
  }

  isLast(number: number): boolean {
    return !this.#replaced.has(number);
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
