import { createSpool } from "#spool";
import type { Curve } from "../curve/platform-curve.ts";
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

/** A curve that is held, and the other that counts in its place, if one does. */
interface HeldCurve {
  readonly recording: Recording;
  /** The number of its answer. */
  readonly answer: number;
  replacedBy?: HeldCurve;
}

/**
 * Holds curves until all answers are read: in memory, and beyond 32 MB in a temporary file. Of each episode, one counts: who
 * clicks an episode twice loads it twice.
 */
export class HarCurves {
  readonly #spool = createSpool();
  /** In the order of the spool. */
  readonly #held: HeldCurve[] = [];
  /** A curve of each episode, which another may have replaced. */
  readonly #byId = new Map<string, HeldCurve>();
  #answers = 0;

  /** How the curves that count were recorded. */
  get recordings(): readonly Recording[] {
    return this.#held.flatMap(({ recording, replacedBy }) => (replacedBy ? [] : recording));
  }

  /** The number of curves in whose place another counts. */
  get replaced(): number {
    return this.#held.length - this.recordings.length;
  }

  /** Adds the curves of one answer. */
  async add(source: string, curves: readonly RecordedCurve["curve"][]): Promise<void> {
    const answer = this.#answers++;
    // The path in an answer, and what it was asked for with, may have anything in them.
    for (const { path: _, recording, ...curve } of curves) {
      const ids = identify({ source, keys: [...(curve.keys ?? []), curve.guid ?? []].flat() });
      this.#hold(ids, { recording, answer });
      await this.#spool.add({ json: JSON.stringify({ source, curve }), bytes: new Uint8Array() });
    }
  }

  /** Reads the curves that count, in the order of the answers, and gives all of them up. */
  async *read(): AsyncGenerator<RecordedCurve> {
    const held = this.#held.values();
    try {
      for await (const { json } of this.#spool.read()) {
        const { recording, replacedBy } = held.next().value ?? {};
        if (replacedBy || !recording) continue;
        const { source, curve }: RecordedCurve = JSON.parse(json);
        yield { source, curve: { ...curve, recording } };
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
      const isMissing = !ids.some((id) => this.#byId.has(id) || seen.has(id));
      for (const id of ids) seen.add(id);
      return isMissing;
    });
  }

  /** Two curves of one answer never replace each other. */
  #hold(ids: readonly string[], curve: HeldCurve): void {
    this.#held.push(curve);
    const rivals = new Set(ids.flatMap((id) => this.#findCounting(id) ?? []));
    let best = curve;
    for (const rival of rivals) {
      if (rival.answer === curve.answer) continue;
      const [loser, winner] = compareRecordings(rival.recording, best.recording) > 0 ? [best, rival] : [rival, best];
      loser.replacedBy = winner;
      best = winner;
    }
    for (const id of ids) this.#byId.set(id, best);
  }

  #findCounting(id: string): HeldCurve | undefined {
    let curve = this.#byId.get(id);
    while (curve?.replacedBy) curve = curve.replacedBy;
    return curve;
  }
}

/** Tells the keys of sources apart. */
export function identify({ source, keys }: KeyedEpisode): string[] {
  return keys.map((key) => JSON.stringify([source, key]));
}
