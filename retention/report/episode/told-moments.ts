import { greatest } from "d3-array";
import type { Unit } from "../../sources/base/kinds.ts";
import type { Insights } from "../curve/insights.ts";
import { findLargest, type Moment } from "../curve/moments/moment.ts";
import { countPresent } from "../curve/moments/moments.ts";
import { countOfPresent } from "../curve/sentences.ts";
import { CRITICAL } from "../curve/statistics/limits.ts";
import { type Episode, toAudio } from "./episode.ts";

/** A moment that is told where there is room for one or two. */
export interface ToldMoment
  extends Pick<Moment, "kind" | "from" | "to" | "share" | "words" | "usual" | "audio" | "chapter"> {
  readonly people?: { readonly count: number; readonly of: number; readonly unit: Unit };
  /** The source that sees it, if that is not the leading one. */
  readonly source?: string;
}

/** A skip is beyond the usual from this part of those present on, and if chance takes fewer of them as far (npx node retention/bench/rates.ts 24 0 letters). */
const BEYOND = 0.1;

/** Finds the largest drop-off, or else the largest skip beyond the usual; and the largest replay in any source. */
export function findToldMoments(episode: Episode): ToldMoment[] {
  const { insights, loss, doubt } = episode;
  if (doubt !== undefined) return [];
  const skips = insights.moments.filter((moment) => isBeyond(moment, episode));
  const skip = findLargest(skips, "skip");
  const first = loss ? tellLoss(loss, episode) : skip && addPeople(skip, insights);
  const replay = greatest(listReplays(episode), ({ share }) => share);
  return [first, replay].flatMap((moment) => moment ?? []);
}

/** Lists what is replayed in any source, at the times of the leading curve; what only a video has, at its own. */
export function listReplays({ insights, sources = [], apart }: Episode): (Moment & ToldMoment)[] {
  // Where the times of a video lead, those of others are not known.
  const others = apart?.length ? [] : sources.slice(1);
  return [{ insights }, ...others].flatMap(({ insights, ...source }) =>
    insights.moments
      .filter(({ kind }) => kind === "replay")
      .map((moment) => ({
        ...addPeople("name" in source ? (toAudio(moment) ?? moment) : moment, insights),
        ...("name" in source && { source: source.name }),
      })),
  );
}

/** Places a told moment on the leading curve, where what only a video has is between two words. */
export function placeTold({ from, to, audio, source }: Pick<ToldMoment, "from" | "to" | "audio" | "source">) {
  return source === undefined ? { from, to } : (audio ?? { from, to });
}

/** What is said at a loss is with the curve's moments. */
function tellLoss(loss: Moment, { insights }: Episode): ToldMoment {
  const seen = insights.moments.find(({ kind, from }) => kind === "loss" && from === loss.from);
  return addPeople(loss.chapter === undefined && seen ? seen : loss, insights);
}

/** Adds to a moment who does it, of those who are there, if that is known. */
export function addPeople(moment: Moment, { whole, unit }: Pick<Insights, "whole" | "unit">): Moment & ToldMoment {
  const people = countOfPresent(moment.share, moment.before, whole);
  return { ...moment, ...(people && { people: { ...people, unit } }) };
}

/** Checks whether more skip a passage than in the other episodes. Where they don't reach, nobody knows. */
function isBeyond({ share, before, usual }: Moment, episode: Episode): boolean {
  if (usual === undefined) return episode.usual === undefined && share >= BEYOND;
  const present = countPresent({ before }, episode.insights.whole);
  const chance = present > 0 ? CRITICAL * Math.sqrt((usual * (1 - usual)) / present) : 0;
  return share - usual >= Math.max(BEYOND, chance);
}
