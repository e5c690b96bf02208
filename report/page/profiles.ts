import type { Band, Episode } from "../episode.ts";
import { type Profile, unpackProfile } from "../profile.ts";
import { computeBand, findComparable, MIN_OTHERS } from "../usual.ts";

/** The episodes and their profiles, which are unpacked when they are first needed. */
export class Profiles {
  readonly episodes: readonly Episode[];
  readonly #profiles = new Map<Episode, Profile>();
  readonly #usual = new Map<Episode, Band | undefined>();

  constructor(episodes: readonly Episode[]) {
    this.episodes = episodes;
  }

  get(episode: Episode): Profile {
    const profile = this.#profiles.get(episode) ?? unpackProfile(episode.profile);
    this.#profiles.set(episode, profile);
    return profile;
  }

  /** Returns the usual of the other episodes, or undefined if they are too few. */
  getUsual(episode: Episode): Band | undefined {
    if (this.#usual.has(episode)) return this.#usual.get(episode);
    const others = findComparable(episode, this.episodes);
    const curves = others.map((other) => this.get(other).places);
    const band = others.length < MIN_OTHERS ? undefined : computeBand(curves);
    this.#usual.set(episode, band);
    return band;
  }
}
