import { group } from "d3-array";
import { findOthers, selectJudged } from "../usual/others.ts";
import { type Profile, unpackProfile } from "../usual/profile.ts";
import { type Band, computeUsualBand } from "../usual/usual.ts";
import type { Episode } from "./episode.ts";

/** The usual of each episode, which is computed when it is first needed. */
export class UsualBands {
  readonly #shows: ReadonlyMap<string | undefined, readonly Episode[]>;
  readonly #profiles = new Map<string, Profile>();
  readonly #usual = new Map<string, Band | undefined>();

  constructor(episodes: readonly Episode[]) {
    this.#shows = group(episodes, ({ show }) => show);
  }

  /** Returns the usual of the show as an episode is compared with it; undefined if the others are too few. */
  getUsual(episode: Episode): Band | undefined {
    const { guid, doubt } = episode;
    if (doubt !== undefined) return undefined;
    if (!this.#usual.has(guid)) this.#usual.set(guid, this.#computeUsual(episode));
    return this.#usual.get(guid);
  }

  #computeUsual(episode: Episode): Band | undefined {
    const { end } = episode.insights;
    const members = (this.#shows.get(episode.show) ?? []).map((other) => ({ ...other, end: other.insights.end }));
    const { similar, any } = selectJudged(episode, findOthers({ ...episode, end }, members));
    return computeUsualBand(end, {
      similar: similar.map((other) => this.#get(other)),
      any: any.map((other) => this.#get(other)),
    });
  }

  #get({ guid, profile, insights: { end } }: Episode): Profile {
    const unpacked = this.#profiles.get(guid) ?? unpackProfile(profile, end);
    this.#profiles.set(guid, unpacked);
    return unpacked;
  }
}
