import { group, sort } from "d3-array";
import { isSameMoment } from "../curve/moments/moment.ts";
import { toPrintable } from "../text/printable.ts";
import { type ChangeKind, composeDigest, type DigestItem, formatSince, nameShow } from "./digest-lines.ts";
import { type EpisodePair, matchEpisodes } from "./episode-pairs.ts";
import { findContinued, findFigureChanges, findMomentChanges, type LateTest, listContinued } from "./late.ts";
import type { Snapshot, SnapshotEpisode } from "./snapshot.ts";
import { computeGrowth, KINDS } from "./words.ts";

/** What has changed since the last report. */
export interface Digest {
  /** When that was made, in ISO 8601. */
  readonly since: string;
  /** The digest: a line that names the date, then the changes, the most useful first. */
  readonly lines: readonly string[];
  /** All changes, of which the digest has the first ones. */
  readonly items: readonly DigestItem[];
  /** Number of the episodes that both reports have. */
  readonly compared: number;
  /** The sources whose figures are compared. */
  readonly sources: readonly string[];
}

/** A change with its place in the digest. */
interface Placed extends DigestItem {
  readonly show?: string | undefined;
  readonly order: number;
}

const ORDER = Object.keys(KINDS);

/** From so many curves of a source on, and from this part of them on, it is the platform that broke. */
const MANY = 3;
const MANY_PART = 0.2;

/** A moment is told as certain only if so many more are behind the curve: else chance alone takes it over the limit. */
const MIN_GROWTH = 1.1;

const WEEK = 7 * 86_400_000;

/** Compares two reports, of which the first one is older. */
export function findChanges(last: Snapshot, now: Snapshot): Digest {
  const since = formatSince(last.madeAt, now.madeAt);
  const matched = matchEpisodes(last, now);
  const { pairs } = matched;
  const sources = [...new Set(pairs.flatMap(listContinued).map(({ source }) => source))];
  const isFirst = (source: string) => last.changes?.sources?.includes(source) === true && !sources.includes(source);
  const found = [
    ...findEpisodes(matched, last.madeAt),
    ...findFigureChanges(pairs).map((test) => place("figure", KINDS.figure(test, since), ...describeTest(test))),
    ...findMomentChanges(pairs).map((test) => place("moment", KINDS.moment(test), ...describeTest(test))),
    ...pairs.flatMap(findCertain),
    ...findBroken(pairs, since, isFirst),
    ...[...group(pairs, ({ now: { show } }) => show).values()].flatMap((some) => findMembers(some, isFirst)),
    ...compareTold(last, now),
  ];
  const titles = [...new Set([...now.shows, ...last.shows].map(({ title }) => title))];
  const finish = ({ order: _, show, text, ...change }: Placed, head: string): DigestItem => ({
    ...change,
    text: toPrintable(`${head}${text}`),
  });
  const groups = sort(
    group(found, ({ show }) => show),
    ([show]) => titles.indexOf(show),
  );
  const shows = groups.map(([show, own]) => {
    const head = titles.length < 2 ? "" : `${nameShow(show)}: `;
    return sort(own, ({ order }) => order).map((change) => finish(change, head));
  });
  const ofAll = findRest(last, pairs).map((change) => finish(change, ""));
  return {
    since: last.madeAt,
    lines: composeDigest(shows, ofAll, since),
    items: [...shows.flat(), ...ofAll],
    compared: pairs.length,
    sources,
  };
}

/** Places a change of episodes of a show. */
function place(
  kind: ChangeKind,
  text: string,
  episodes: readonly SnapshotEpisode[],
  more: Partial<Placed> = {},
): Placed {
  const guids = episodes.map(({ guid }) => guid);
  const named = guids.length > 1 ? { guids } : { ...(guids[0] !== undefined && { guid: guids[0] }) };
  return { kind, ...named, show: episodes[0]?.show, order: ORDER.indexOf(kind), text, ...more };
}

/** New is what was published since, or a week before: the rest was added. */
function findEpisodes({ pairs, added, missing }: ReturnType<typeof matchEpisodes>, madeAt: string): Placed[] {
  const from = new Date(Date.parse(madeAt) - WEEK).toISOString().slice(0, 10);
  const isNew = ({ published = from }: SnapshotEpisode) => published >= from;
  const judged = pairs.filter(({ old, now }) => old.isYoung && !now.isYoung && now.doubt === undefined);
  const renamed = pairs.filter(({ old, now }) => old.guid !== now.guid).map(({ now }) => now);
  const leading = pairs.filter(({ old, now }) => old.source !== now.source).map(({ now }) => now);
  const listed = { added: added.filter((episode) => !isNew(episode)), guid: renamed, missing, leading };
  return [
    ...added.filter(isNew).map((episode) => place("new", KINDS.new(episode), [episode])),
    ...judged.map(({ now }) => place("judged", KINDS.judged(now), [now])),
    ...(["added", "guid", "missing", "leading"] as const).flatMap((kind) =>
      [...group(listed[kind], ({ show }) => show).values()].map((some) => place(kind, KINDS[kind](some), some)),
    ),
  ];
}

function describeTest({ trace: { episode, source }, late, before }: LateTest) {
  return [[episode], { source, late, before }] as const;
}

/** Finds the moments that more listeners have made certain beyond the chance of all episodes. */
function findCertain(pair: EpisodePair): Placed[] {
  const trace = findContinued(pair);
  if (!trace || (trace.now.whole ?? 0) < MIN_GROWTH * (trace.old.whole ?? 0)) return [];
  const { source } = trace;
  const known = pair.old.moments.filter(({ isCertain }) => isCertain);
  return pair.now.moments
    .filter((moment) => moment.isCertain && (moment.source ?? "") === source)
    .filter((moment) => !known.some((other) => isSameMoment(other, moment)))
    .map(({ text }) => place("momentCertain", KINDS.momentCertain(pair.now, text), [pair.now], { source }));
}

/** Names the curves that are no continuations: a line for each reason and source, or if the file is another one, for each reason. */
function findBroken(pairs: readonly EpisodePair[], since: string, isFirst: (source: string) => boolean): Placed[] {
  const all = pairs.flatMap(({ traces }) => traces);
  const groups = group(all, ({ episode: { show }, broken = "", source }) =>
    JSON.stringify([show, broken, isOfFile(broken) ? "" : source]),
  );
  return [...groups.values()].flatMap((some) => {
    const traces = some.filter(({ episode }, index) => some.findIndex((one) => one.episode === episode) === index);
    const [{ broken: kind, source = "", episode = undefined } = {}] = traces;
    if (kind === undefined) return [];
    const of = all.filter((one) => one.source === source && one.episode.show === episode?.show).length;
    const isMany = !isOfFile(kind) && traces.length >= Math.max(MANY, MANY_PART * of);
    const order = isMany ? placeSource(source, isFirst) : ORDER.indexOf("length");
    const episodes = traces.map((trace) => trace.episode);
    const text = KINDS[kind]({ traces, ...(isMany && { of }) }, since);
    return place(kind, text, episodes, { order, ...(!isOfFile(kind) && { source }) });
  });
}

const isOfFile = (kind: string) => kind === "length" || kind === "moved";

/** A platform's break comes first where its figures were compared last time, and are not now. */
const placeSource = (source: string, isFirst: (source: string) => boolean) =>
  isFirst(source) ? -1 : ORDER.indexOf("redefined");

/** Names the sources that no episode of a show had, or that some have no more. */
function findMembers(pairs: readonly EpisodePair[], isFirst: (source: string) => boolean): Placed[] {
  const known = pairs.filter(({ old, now }) => old.traces && now.traces);
  const list = ({ traces = [] }: SnapshotEpisode) => traces.map(({ source = "" }) => source);
  const sources = new Set(known.flatMap(({ old, now }) => [...list(old), ...list(now)]));
  return [...sources].flatMap((source) => {
    const had = known.filter(({ old }) => list(old).includes(source));
    const [kept = [], lost = []] = [true, false].map((isThere) =>
      (had.length > 0 ? had : known).flatMap(({ now }) => (list(now).includes(source) === isThere ? now : [])),
    );
    if (had.length === 0) return place("joined", KINDS.joined(source, kept.length), kept, { source });
    if (lost.length === 0) return [];
    const order = placeSource(source, isFirst);
    return place("gone", KINDS.gone(source, lost.length, had.length), lost, { source, order });
  });
}

/** Compares what is told of the shows, of the same titles. */
function compareTold(last: Snapshot, now: Snapshot): Placed[] {
  return now.shows.flatMap(({ title: show, told = [] }) => {
    const before = last.shows.find(({ title }) => title === show)?.told ?? told;
    const list = (kind: "showNew" | "showGone", some: typeof told, others: typeof told) =>
      some
        .filter(({ key }) => !others.some((other) => other.key === key))
        .map(({ text }) => place(kind, KINDS[kind](text), [], { show }));
    return [...list("showNew", told, before), ...list("showGone", before, told)];
  });
}

/** Lists what is of all shows: it ends the digest. */
function findRest({ episodes }: Snapshot, pairs: readonly EpisodePair[]): Placed[] {
  const grown = pairs.flatMap(({ traces }) => traces).filter((trace) => computeGrowth(trace) > 0);
  const isUnknown = episodes.length > 0 && !episodes.some(({ traces }) => traces);
  return [
    ...(isUnknown ? [place("unknown", KINDS.unknown(), [])] : []),
    ...(grown.length > 0 ? [place("growth", KINDS.growth(grown), [])] : []),
  ];
}
