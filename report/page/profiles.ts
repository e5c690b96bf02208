import type { Episode } from "../episode.ts";
import { findOthers, selectJudged } from "../others.ts";
import { type Profile, unpackProfile } from "../profile.ts";
import { type Band, computeUsualBand } from "../usual.ts";

/** The profiles of the episodes, which are unpacked when they are first needed. */
export class Profiles {
  readonly #shows: ReadonlyMap<string | undefined, readonly Episode[]>;
  readonly #profiles = new Map<string, Profile>();
  readonly #usual = new Map<string, Band | undefined>();

  constructor(episodes: readonly Episode[]) {
    this.#shows = Map.groupBy(episodes, ({ show }) => show);
  }

  /** Returns the usual of the show as an episode is compared with it; undefined if the others are too few. */
  getUsual(episode: Episode): Band | undefined {
    const { guid, show, doubt } = episode;
    if (doubt !== undefined) return undefined;
    if (!this.#usual.has(guid)) this.#usual.set(guid, this.#computeUsual(episode, this.#shows.get(show) ?? []));
    return this.#usual.get(guid);
  }

  #computeUsual(episode: Episode, episodes: readonly Episode[]): Band | undefined {
    const { end } = episode.insights;
    const compared = toComparable(episode);
    const { similar, any } = selectJudged(compared, findOthers(compared, episodes.map(toComparable)));
    return computeUsualBand(end, {
      similar: similar.map((other) => this.#get(other)),
      any: any.map((other) => this.#get(other)),
    });
  }

  #get({ guid, profile, end }: ReturnType<typeof toComparable>): Profile {
    const unpacked = this.#profiles.get(guid) ?? unpackProfile(profile, end);
    this.#profiles.set(guid, unpacked);
    return unpacked;
  }
}

function toComparable({ guid, kind, doubt, date, youth, profile, insights: { end } }: Episode) {
  return {
    guid,
    kind,
    profile,
    end,
    ...(doubt !== undefined && { doubt }),
    ...(date !== undefined && { date }),
    ...(youth && { youth }),
  };
}
