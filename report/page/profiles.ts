import type { Episode } from "../episode.ts";
import { type Comparable, findOthers } from "../others.ts";
import { type Profile, unpackProfile } from "../profile.ts";
import { type Band, computeUsualBand } from "../usual.ts";

/** The episodes and their profiles, which are unpacked when they are first needed. */
export class Profiles {
  readonly episodes: readonly Episode[];
  readonly #profiles = new Map<Episode, Profile>();
  readonly #usual = new Map<Episode, Band | undefined>();

  constructor(episodes: readonly Episode[]) {
    this.episodes = episodes;
  }

  get(episode: Episode): Profile {
    const profile = this.#profiles.get(episode) ?? unpackProfile(episode.profile, episode.insights.end);
    this.#profiles.set(episode, profile);
    return profile;
  }

  /** Returns the usual of the other episodes, or undefined if they are too few, or if the episode proves little. */
  getUsual(episode: Episode): Band | undefined {
    if (this.#usual.has(episode)) return this.#usual.get(episode);
    const band = episode.usual && this.#computeUsual(episode);
    this.#usual.set(episode, band);
    return band;
  }

  #computeUsual(episode: Episode): Band | undefined {
    const { similar, any } = findOthers(toComparable(episode), this.episodes.map(toComparable));
    const unpack = ({ episode: other }: { readonly episode: Episode }) => this.get(other);
    return computeUsualBand(episode.insights.end, { similar: similar.map(unpack), any: any.map(unpack) });
  }
}

function toComparable(episode: Episode): Comparable & { readonly episode: Episode } {
  return { ...episode, end: episode.insights.end, episode };
}
