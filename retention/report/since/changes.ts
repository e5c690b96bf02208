import { group, sort } from "d3-array";
import { toPrintable } from "../../../lib/printable.ts";
import { describeTold } from "../answers.ts";
import { isSameMoment } from "../curve/moments/moment.ts";
import { MAX_TITLE, shorten } from "../curve/text.ts";
import {
  type ChangeKind,
  composeDigest,
  type Digest,
  type DigestItem,
  formatSince,
  type OfShow,
} from "./digest-lines.ts";
import { type EpisodePair, groupBySource, type Matched, matchEpisodes, type TracePair } from "./episode-pairs.ts";
import { findFigureChanges, findLeading, findMomentChanges, type LateTest, listContinued } from "./late.ts";
import type { LastEpisode, LastSnapshot, Snapshot, SnapshotEpisode } from "./snapshot.ts";
import { finish, type Stepwise } from "./stepwise.ts";
import { computeGrowth, KINDS, nameCurves } from "./words.ts";

const ORDER = Object.keys(KINDS);

/** They come first where a platform's figures were compared last time, and are not now. */
const BREAKS: ReadonlySet<ChangeKind> = new Set(["redefined", "fewer", "redrawn", "gone"]);

/** A moment is told as certain only if so many more are behind the curve: else chance alone takes it over the limit. */
const MIN_GROWTH = 1.1;

const WEEK = 7 * 86_400_000;

/** Compares two reports, of which the first one is older. */
export function findChanges(last: LastSnapshot, now: Snapshot): Digest {
  return finish(compareStepwise(last, now));
}

/** Compares two reports, with a step for each episode: see {@link findChanges}. */
export function* compareStepwise(last: LastSnapshot, now: Snapshot): Stepwise<Digest> {
  const since = formatSince(last.madeAt, now.madeAt);
  const matched = yield* matchEpisodes(last, now);
  const { pairs } = matched;
  const sources = [...new Set(pairs.flatMap(listContinued).map(({ source }) => source))];
  const isLost = (source = "") => last.changes?.sources?.includes(source) === true && !sources.includes(source);
  const titles = now.shows.map(({ title }) => title);
  const figures = yield* findFigureChanges(pairs);
  const moments = yield* findMomentChanges(pairs);
  const found = [
    ...findEpisodes(matched, last.madeAt),
    ...figures.map((test) => placeTest("figure", test, KINDS.figure(test, since))),
    ...moments.map((test) => placeTest("moment", test, KINDS.moment(test))),
    ...pairs.flatMap(findCertain),
    ...findBroken(pairs, since),
    ...compareTold(last, now),
  ];
  const place = ({ kind, source }: OfShow) => (BREAKS.has(kind) && isLost(source) ? -1 : ORDER.indexOf(kind));
  const changes = sort(found, ({ show }) => titles.indexOf(show), place).map((change): OfShow => {
    // Of a show that is in the earlier report alone, nobody knows who has named it.
    const show = titles.includes(change.show) ? change.show : undefined;
    const head = titles.length > 1 ? `${shorten(show ?? "Other episodes", MAX_TITLE)}: ` : "";
    return { ...change, text: toPrintable(`${head}${change.text}`) };
  });
  const ofAll = findRest(last, pairs);
  return {
    since: last.madeAt,
    lines: composeDigest(changes, ofAll, since),
    items: [...changes.map(({ show: _, ...item }) => item), ...ofAll],
    compared: pairs.length,
    sources,
  };
}

/** Places a change of episodes of a show. */
function place(kind: ChangeKind, text: string, episodes: readonly LastEpisode[], more: Partial<OfShow> = {}) {
  const guids = episodes.map(({ guid }) => guid);
  const [guid = ""] = guids;
  return { kind, ...(guids.length > 1 ? { guids } : { guid }), show: episodes[0]?.show, ...more, text };
}

function placeTest(kind: ChangeKind, { trace: { episode, source }, late, before }: LateTest, text: string): OfShow {
  return place(kind, text, [episode], { source, late, before });
}

/** New is what was published since, or a week before: the rest was added. */
function findEpisodes({ pairs, added, missing }: Matched, madeAt: string): OfShow[] {
  const from = new Date(Date.parse(madeAt) - WEEK).toISOString().slice(0, 10);
  const isNew = ({ published = from }: SnapshotEpisode) => published >= from;
  const select = (test: (pair: EpisodePair) => boolean) => pairs.filter(test).map(({ now }) => now);
  const judged = select(({ old, now }) => old.isYoung && !now.isYoung && now.doubt === undefined);
  const listed: Readonly<Record<"added" | "guid" | "missing" | "leading", readonly LastEpisode[]>> = {
    added: added.filter((episode) => !isNew(episode)),
    guid: select(({ old, now }) => old.guid !== now.guid),
    missing,
    leading: select(({ old, now }) => old.source !== now.source),
  };
  return [
    ...added.filter(isNew).map((episode) => place("new", KINDS.new(episode), [episode])),
    ...judged.map((episode) => place("judged", KINDS.judged(episode), [episode])),
    ...(["added", "guid", "missing", "leading"] as const).flatMap((kind) =>
      [...group(listed[kind], ({ show }) => show).values()].map((some) => place(kind, KINDS[kind](some), some)),
    ),
  ];
}

/** Finds the moments that more listeners have made certain beyond the chance of all episodes. */
function findCertain(pair: EpisodePair): OfShow[] {
  const trace = findLeading(pair);
  if (!trace || (trace.now.whole ?? 0) < MIN_GROWTH * (trace.old.whole ?? 0)) return [];
  const { source } = trace;
  const known = pair.old.moments.filter(({ isCertain }) => isCertain);
  return pair.now.moments
    .filter((moment) => moment.isCertain && (moment.source ?? "") === source)
    .filter((moment) => !known.some((other) => isSameMoment(other, moment)))
    .map(({ text }) => place("momentCertain", KINDS.momentCertain(pair.now, text), [pair.now], { source }));
}

/**
 * Finds the curves that are no continuations. If the file is another one, that is told once, whatever the sources. A source
 * has joined if no episode had it.
 */
function findBroken(pairs: readonly EpisodePair[], since: string): OfShow[] {
  const files = pairs.flatMap(({ traces }) => traces.find(isOfFile) ?? []);
  const sources = groupBySource(pairs.flatMap(({ traces }) => traces)).map((some) => {
    const had = some.filter(({ broken }) => broken !== "joined");
    return had.length > 0 ? had : some;
  });
  return [
    ...[...group(files, ({ episode }) => episode.show).values()].flatMap((some) => tellBroken(some, since)),
    ...sources.flatMap((some) =>
      tellBroken(
        some.filter((trace) => !isOfFile(trace)),
        since,
        some,
      ),
    ),
  ];
}

/** Tells in a line for each reason why curves are no continuations, which are of all sources or of one. */
function tellBroken(broken: readonly TracePair[], since: string, ofSource?: readonly TracePair[]): OfShow[] {
  return [...group(broken, (trace) => trace.broken)].flatMap(([kind, traces]) => {
    if (!kind) return [];
    const episodes = traces.map(({ episode }) => episode);
    const text = KINDS[kind](nameCurves(traces, ofSource?.length), traces, since);
    return place(kind, text, episodes, ofSource?.[0] && { source: ofSource[0].source });
  });
}

const isOfFile = ({ broken }: TracePair) => broken === "length" || broken === "moved";

/** Compares what is told of the shows, of the same titles. An earlier finding counts if its chapter is still in an episode. */
function compareTold(last: LastSnapshot, now: Snapshot): OfShow[] {
  const chapters = new Set(now.episodes.flatMap(({ chapters = [] }) => chapters.map(({ title }) => title)));
  return now.shows.flatMap(({ title: show, told = [] }) => {
    const before = last.shows.find(({ title }) => title === show)?.told?.filter(({ title }) => chapters.has(title));
    const list = (kind: "showNew" | "showGone", some: typeof told, others: typeof told) =>
      some
        .filter((one) => !others.some((other) => one.kind === other.kind && one.title === other.title))
        .map((one): OfShow => ({ kind, show, text: KINDS[kind](describeTold(one)) }));
    return before ? [...list("showNew", told, before), ...list("showGone", before, told)] : [];
  });
}

/** Lists what is of all shows: it ends the digest. */
function findRest({ episodes }: LastSnapshot, pairs: readonly EpisodePair[]): DigestItem[] {
  const grown = pairs.flatMap(({ traces }) => traces).filter((trace) => computeGrowth(trace) > 0);
  const isUnknown = episodes.length > 0 && !episodes.some(({ traces }) => traces);
  return [
    ...(isUnknown ? [{ kind: "unknown", text: KINDS.unknown() } as const] : []),
    ...(grown.length > 0 ? [{ kind: "growth", text: toPrintable(KINDS.growth(grown)) } as const] : []),
  ];
}
