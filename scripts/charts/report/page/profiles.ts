import type { Episode } from "../episode.ts";
import { type Profile, unpackProfile } from "../profile.ts";

/** The episodes and their profiles, which are unpacked when they are first needed. */
export class Profiles {
  readonly episodes: readonly Episode[];
  readonly #profiles = new Map<Episode, Profile>();

  constructor(episodes: readonly Episode[]) {
    this.episodes = episodes;
  }

  get(episode: Episode): Profile {
    const profile = this.#profiles.get(episode) ?? unpackProfile(episode.profile);
    this.#profiles.set(episode, profile);
    return profile;
  }
}
