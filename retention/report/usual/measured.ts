import type { Kind } from "../../sources/base/kinds.ts";
import type { Figures } from "../curve/figures.ts";
import type { BinnedCurve } from "../curve/levels/bins.ts";
import type { Profile } from "./profile.ts";

/** A chapter of an episode. */
export interface Chapter {
  /** Start, in seconds. */
  readonly time: number;
  /** Where it ends, in seconds, if the feed says so. By default, where the next one begins. */
  readonly end?: number;
  /** Whether nobody knows where it ends, because what follows can't be read. */
  readonly isOpen?: true;
  readonly title: string;
}

/** Chapters of an episode that can't be read, or lie beyond its end. */
export interface BadChapters {
  readonly count: number;
  /** All that are listed. */
  readonly of: number;
  /** The start of the first one, as it is written; empty if it has none. */
  readonly first: string;
  /** Why none of the list is used: most lie beyond the end, or all at the very beginning, so that its times are of another unit, or of another episode. */
  readonly unused?: "beyond" | "early";
}

/** What is measured of an episode, before it is compared with the others. */
export interface Measures {
  /** Verbatim, because links identify episodes by it. */
  readonly guid: string;
  readonly kind: Kind;
  /** Day of publication where the feed's author wrote it, as YYYY-MM-DD. */
  readonly date?: string;
  /** What it is, if it is no full episode: it is compared with others of its type alone. */
  readonly type?: SideType;
  /** Date from which on its show keeps more or fewer, as YYYY-MM-DD; undefined for episodes before, or if there is none. */
  readonly since?: string;
  /** Plays or views, if its kind says so. */
  readonly listeners?: number;
  /** Why the curve proves little. */
  readonly doubt?: string;
  /** Undefined if the curve is of an episode of a week or more, or nobody knows. */
  readonly youth?: Youth;
  /** Where the file ends, in seconds, as in the insights. */
  readonly end: number;
  readonly figures: Figures;
  /** Percentage points of one listener. */
  readonly step: number;
  /** The average time that a listener heard, in seconds; undefined if listeners were not counted here. */
  readonly heard?: number;
  /** Whether 100 % is the curve's peak. */
  readonly isOfPeak?: boolean;
  /** Seconds at which its credits begin, if a chapter says so. */
  readonly credits?: number;
  /** The curve of which the moments are found. */
  readonly curve: BinnedCurve;
  /** In order of time. */
  readonly chapters?: readonly Chapter[];
  /** The curve as others are compared with it. */
  readonly profile: Profile;
}

/** The type that the feed gives an episode, or that it is far shorter than the others and so no full one. */
export type SideType = "trailer" | "bonus" | "short";

/** A curve of an episode's first days, of whose listeners many are still in it. */
export interface Youth {
  /** Days from publication to the curve. */
  readonly days: number;
  /** Days from publication to the report, if the curve is of the report's day. */
  readonly now?: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A curve of fewer days after publication is young: many are still listening. */
const YOUNG_DAYS = 7;

/**
 * Computes whether a curve is young, by the days of the place where the episode was published. A curve that is older than the episode's date is of an episode that was published
 * again.
 *
 * @param date YYYY-MM-DD
 * @param updatedAt when the curve was written, in ISO 8601
 * @param utcOffset minutes by which that day began before it did in UTC
 * @returns undefined if it is not, or if nobody knows
 */
export function computeYouth(
  date: string | undefined,
  updatedAt: string | undefined,
  madeAt: Date,
  utcOffset = 0,
): Youth | undefined {
  const [day = "", updated] = [date, Date.parse(updatedAt ?? "")];
  const published = Date.parse(day) - utcOffset * MINUTE_MS;
  const days = Math.floor((updated - published) / DAY_MS);
  if (!(days >= 0 && days < YOUNG_DAYS)) return undefined;
  const isCurrent = madeAt.getTime() - updated < DAY_MS;
  return { days, ...(isCurrent && { now: Math.max(0, Math.floor((madeAt.getTime() - published) / DAY_MS)) }) };
}
