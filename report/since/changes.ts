import { group, sum } from "d3-array";
import type { Part } from "../../curve/statistics/fisher.ts";
import { formatPercent, formatTime, shorten } from "../../curve/text.ts";
import { UNITS } from "../../lib/chart.ts";
import { formatCount } from "../../lib/count.ts";
import { computeShare, findFigureChanges, findMomentChanges, isSame, type LateTest, listContinued } from "./late.ts";
import { type EpisodePair, type Matched, matchEpisodes } from "./pairs.ts";
import type { Snapshot, SnapshotEpisode, Told } from "./snapshot.ts";
import { findSourceChanges, type SourceChanges } from "./sources.ts";

/** What has changed since the last report. */
export interface Changes {
  /** When that was made, in ISO 8601. */
  readonly since: string;
  /** The digest: a line that names the date, then the changes, the most useful first. */
  readonly lines: readonly string[];
  /** All changes, of which the digest has the first ones. */
  readonly items: readonly Change[];
  /** Number of the episodes that both reports have. */
  readonly compared: number;
}

export interface Change {
  readonly kind: ChangeKind;
  readonly guid?: string;
  readonly source?: string;
  readonly text: string;
  /** Where a share of those who came since differs from that of those before: both, in numbers. */
  readonly late?: Part;
  readonly before?: Part;
}

/** In the order of the digest. */
const KINDS = [
  ...([
    "redefined",
    "left",
    "fewer",
    "redrawn",
    "joined",
    "new",
    "judged",
    "figure",
    "momentNew",
    "momentGone",
  ] as const),
  ...(["momentChanged", "length", "guid", "missing", "leading", "showNew", "showGone", "growth", "unknown"] as const),
] as const;
type ChangeKind = (typeof KINDS)[number];

/** Most lines of a digest with its head, most of one kind, and columns of a title. */
const MAX_LINES = 12;
const MAX_OF_KIND = 3;
const MAX_TITLE = 56;

/** A moment is told as certain only if so many more are behind the curve: else chance alone takes it over the limit. */
const MIN_GROWTH = 1.1;

/** Compares two reports, of which the first one is older. */
export function findChanges(last: Snapshot, now: Snapshot): Changes {
  const since = formatSince(last.madeAt, now.madeAt);
  const matched = matchEpisodes(last, now);
  const { pairs } = matched;
  const sources = findSourceChanges(last, matched, `of ${since}`);
  const isLeftOut = (source: string) => sources.leftOut.has(source);
  const changes = [
    ...sources.changes,
    ...describeAdded(matched.added, last),
    ...pairs
      .filter(({ old, now: { isYoung, doubt } }) => old.isYoung && !isYoung && doubt === undefined)
      .map(describeJudged),
    ...findFigureChanges(pairs, isLeftOut).map((test) => describeFigure(test, since)),
    ...findMomentChanges(pairs, isLeftOut).map(describeMoment),
    ...pairs.flatMap((pair) => (isLeftOut(pair.now.source ?? "") ? [] : findCertain(pair))),
    ...pairs.flatMap((pair) => describeBroken(pair, sources, since)),
    ...describeMissing(matched),
    ...describeLeading(pairs),
    ...compareTold(last, now),
    ...describeGrowth(pairs),
    ...(last.episodes.some(({ traces }) => traces) || last.episodes.length === 0
      ? []
      : [
          {
            kind: "unknown",
            text: "That report kept too little to compare figures and moments with. This one does.",
          } as const,
        ]),
  ];
  const sorted = changes.toSorted((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind));
  return { since: last.madeAt, lines: composeLines(sorted, `Since ${since}`), items: sorted, compared: pairs.length };
}

/** Shortens a list of changes to a digest: some of each kind, and growth last. */
function composeLines(changes: readonly Change[], head: string): string[] {
  if (changes.length === 0) return [`${head}, nothing has changed.`];
  const last = changes.filter(({ kind }) => kind === "growth" || kind === "unknown").map(({ text }) => text);
  const kinds = [
    ...group(
      changes.filter(({ kind }) => kind !== "growth" && kind !== "unknown"),
      ({ kind }) => kind,
    ).values(),
  ];
  const first = kinds.flatMap((same) => same.slice(0, MAX_OF_KIND));
  const room = MAX_LINES - 1 - last.length;
  const all = sum(kinds, ({ length }) => length);
  const shown = first.slice(0, all > Math.min(first.length, room) ? room - 1 : room);
  const more = all > shown.length ? [`And ${formatCount(all - shown.length, "more change")}: the report has all.`] : [];
  return [`${head}:`, ...shown.map(({ text }) => text), ...more, ...last];
}

/** Formats the day in UTC, as the page has its own; of the same day, with the time. */
function formatSince(last: string, now: string): string {
  const [one, other] = [new Date(last), new Date(now)];
  const isSameYear = one.getUTCFullYear() === other.getUTCFullYear();
  const day = one.toLocaleDateString("en-GB", {
    timeZone: "UTC",
    day: "numeric",
    month: "long",
    ...(!isSameYear && { year: "numeric" }),
  });
  return last.slice(0, 10) === now.slice(0, 10) ? `${day}, ${last.slice(11, 16)} UTC` : day;
}

const quote = ({ title }: Pick<SnapshotEpisode, "title">) => `“${shorten(title, MAX_TITLE)}”`;

/** New is what was published since, or a week before: the rest was added. */
function describeAdded(added: readonly SnapshotEpisode[], { madeAt }: Snapshot): Change[] {
  const from = new Date(Date.parse(madeAt) - 7 * 86_400_000).toISOString().slice(0, 10);
  const isNew = ({ published }: SnapshotEpisode) => published === undefined || published >= from;
  const older = added.filter((episode) => !isNew(episode));
  const recent = added.filter(isNew).map(
    (episode): Change => ({
      kind: "new",
      guid: episode.guid,
      text: `New: ${quote(episode)}${describeOpening(episode)}`,
    }),
  );
  if (older.length === 0) return recent;
  const names = older.length > 1 ? ` and ${older.length - 1} more` : "";
  return [
    ...recent,
    {
      kind: "new",
      text: `In this report for the first time, of before: ${quote(older[0] as SnapshotEpisode)}${names}.`,
    },
  ];
}

function describeOpening({ figures, usual, doubt, listeners, kind }: SnapshotEpisode): string {
  const count = listeners === undefined ? "" : `, ${formatCount(listeners, UNITS[kind])} so far`;
  if (doubt !== undefined) return `${count}: too few to tell more.`;
  const name = figures.after1min === undefined ? "after30s" : "after1min";
  const value = figures[name];
  if (value === undefined) return `${count}.`;
  return `${count}: ${formatPercent(100 * value)} after ${name === "after1min" ? "1 min" : "30 s"}${describeUsual(usual?.[name])}.`;
}

const describeUsual = (usual: number | undefined) =>
  usual === undefined ? "" : ` (usual ${(100 * usual).toFixed(0)})`;

function describeJudged({ now }: EpisodePair): Change {
  const { figures, usual, headline, largestLoss } = now;
  const end = figures.credits === undefined ? "last5percent" : "credits";
  const opening =
    figures.after1min === undefined
      ? ""
      : `${formatPercent(100 * figures.after1min)} after 1 min${describeUsual(usual?.after1min)}, `;
  const ending = `${formatPercent(100 * (figures[end] ?? 0))} ${end === "credits" ? "at the credits" : "in the last 5\u00a0%"}${describeUsual(usual?.[end])}.`;
  return {
    kind: "judged",
    guid: now.guid,
    text: `A week old now: ${quote(now)}: ${opening}${ending}${largestLoss ? ` ${headline}` : ""}`,
  };
}

function describeFigure({ pair, trace, since, before, figure }: LateTest, date: string): Change {
  const [late, old] = [since, before].map((part) => formatPercent(100 * computeShare(part)));
  const isFewer = computeShare(since) < computeShare(before);
  const unit = UNITS[trace.now.kind];
  const at = trace.source === (pair.now.source ?? "") ? "" : ` at ${trace.source}`;
  const text = `${quote(pair.now)}${at}: of the ${formatCount(since.of, unit)} since ${date}, ${isFewer ? "fewer" : "more"} are there ${figure}: ${late}, before ${old} of ${before.of.toLocaleString("en")}.`;
  return { kind: "figure", guid: pair.now.guid, source: trace.source, text, late: since, before };
}

function describeMoment({ pair, trace, since, before, moment, isNamed, wasNamed }: LateTest): Change {
  const [late, old] = [since, before].map((part) => formatPercent(100 * (1 - computeShare(part))));
  const { kind, from, to } = moment ?? { kind: "loss", from: 0, to: 0 };
  const place = `${formatTime(from)} to ${formatTime(to)}`;
  const isMore = computeShare(since) < computeShare(before);
  const verb = { loss: "drop off at", skip: "skip", replay: "replay" }[kind];
  const text = `${quote(pair.now)}: of those who came since, ${isMore ? "more" : "fewer"} ${verb} ${place}: ${late} of ${since.of}, before ${old} of ${before.of}.`;
  const told = isMore && isNamed && !wasNamed ? "momentNew" : !isMore && !isNamed ? "momentGone" : "momentChanged";
  return { kind: told, guid: pair.now.guid, source: trace.source, text, late: since, before };
}

/** Finds the moments that more listeners have made certain beyond the chance of all episodes. */
function findCertain(pair: EpisodePair): Change[] {
  const { old, now } = pair;
  const trace = listContinued(pair).find(({ source }) => source === (now.source ?? ""));
  if (!trace || (trace.now.whole ?? 0) < MIN_GROWTH * (trace.old.whole ?? 0)) return [];
  const certain = now.moments.filter((moment) => moment.isCertain && (moment.source ?? "") === trace.source);
  const known = old.moments.filter(({ isCertain }) => isCertain);
  return certain
    .filter((moment) => !known.some((other) => isSame(other, moment)))
    .map(({ text }) => ({
      kind: "momentNew",
      guid: now.guid,
      source: trace.source,
      text: `${quote(now)}: certain now: ${text}`,
    }));
}

const BREAKS = {
  kind: () => "what 100\u00a0% is has changed; it is not compared",
  length: (one: number, other: number) =>
    `${formatTime(other)} long, before ${formatTime(one)}: if it was uploaded again, times have moved, and it is not compared`,
  fewer: () => "its curve is of fewer than before: a narrower export, or a deletion; it is not compared",
  redrawn: () => "fewer than before at some times: its curve is of others, or counted otherwise, and is not compared",
} as const;

function describeBroken({ now, traces }: EpisodePair, { told, leftOut }: SourceChanges, since: string): Change[] {
  const broken = traces.find((trace) => trace.broken && !told.has(trace) && !leftOut.has(trace.source));
  if (!broken?.broken) return [];
  const {
    source,
    old: { duration, listeners = 0 },
    now: { duration: length, listeners: count = 0 },
  } = broken;
  const numbers = broken.broken === "fewer" ? ` (${count}, on ${since} ${listeners})` : "";
  const at = source === (now.source ?? "") ? "" : ` at ${source}`;
  const kind = broken.broken === "kind" ? "redefined" : broken.broken;
  return [
    { kind, guid: now.guid, source, text: `${quote(now)}${at}: ${BREAKS[broken.broken](duration, length)}${numbers}.` },
  ];
}

function describeMissing({ missing, pairs }: Matched): Change[] {
  const renamed = pairs.filter(({ old, now }) => old.guid !== now.guid);
  const list = (episodes: readonly SnapshotEpisode[]) =>
    `${quote(episodes[0] as SnapshotEpisode)}${episodes.length > 1 ? ` and ${episodes.length - 1} more` : ""}`;
  return [
    ...(renamed.length > 0
      ? [{ kind: "guid", text: `Another GUID than before: ${list(renamed.map(({ now }) => now))}.` } as const]
      : []),
    ...(missing.length > 0 ? [{ kind: "missing", text: `No more in the report: ${list(missing)}.` } as const] : []),
  ];
}

function describeLeading(pairs: readonly EpisodePair[]): Change[] {
  const moved = pairs.filter(({ old, now }) => old.source !== now.source);
  const [first] = moved;
  if (!first) return [];
  return [
    {
      kind: "leading",
      text: `${formatCount(moved.length, "episode")}: figures and moments are of ${first.now.source ?? "another source"} now, before of ${first.old.source ?? "another source"}.`,
    },
  ];
}

/** Compares what is told of the shows, of the same titles. */
function compareTold(last: Snapshot, now: Snapshot): Change[] {
  const changes = now.shows.flatMap(({ title, told = [] }) => {
    const before = last.shows.find((show) => show.title === title)?.told;
    if (!before) return [];
    const without = (some: readonly Told[], others: readonly Told[]) =>
      some.filter(({ key }) => !others.some((other) => other.key === key));
    return [
      ...without(told, before).map(({ text }): Change => ({ kind: "showNew", text: `New of the show: ${text}` })),
      ...without(before, told).map(({ text }): Change => ({ kind: "showGone", text: `No more of the show: ${text}` })),
    ];
  });
  return changes;
}

/** Adds up who came since, by source, in the episodes of both reports. */
function describeGrowth(pairs: readonly EpisodePair[]): Change[] {
  const grown = pairs.flatMap(({ now, traces }) =>
    traces.flatMap(({ source, old, now: { listeners = 0, kind } }) => {
      return old.listeners === undefined || listeners <= old.listeners
        ? []
        : [{ now, source, unit: UNITS[kind], more: listeners - old.listeners, old: old.listeners }];
    }),
  );
  const [first] = grown.toSorted((one, other) => other.more - one.more);
  if (!first) return [];
  const parts = [...group(grown, ({ source }) => source)].map(([source, some]) => {
    const more = formatCount(
      sum(some, (one) => one.more),
      `more ${some[0]?.unit ?? "listener"}`,
    );
    return `${more}${source ? ` of ${source}` : ""} in ${formatCount(some.length, "episode")}`;
  });
  return [
    {
      kind: "growth",
      text: `Growth: ${parts.join(", ")}; most in ${quote(first.now)} (${first.more.toLocaleString("en")}).`,
    },
  ];
}
