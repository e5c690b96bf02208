import { escapeUnprintable, toPrintableJson } from "../../../lib/printable.ts";
import type { FigureName } from "../curve/figures.ts";
import type { Insights } from "../curve/insights.ts";
import type { Moment } from "../curve/moments/moment.ts";
import { countPresent } from "../curve/moments/moments.ts";
import { describeMoment } from "../curve/sentences.ts";
import type { ChapterRow } from "../episode/chapters.ts";
import type { Episode, SourceCurve } from "../episode/episode.ts";
import { unpackCurve } from "../episode/packed-curve.ts";
import type { Finding } from "../show/finding.ts";
import { tellFinding } from "../show/finding-words.ts";
import { describeTold } from "../show/show-answers.ts";
import { findChanges } from "../since/changes.ts";
import type { Digest } from "../since/digest-lines.ts";
import { computeLevels, type LastSnapshot, type Trace, VERSION } from "../since/snapshot.ts";
import type { Stepwise } from "../since/stepwise.ts";
import type { Heading, Report } from "./compare-episodes.ts";

/**
 * Yields the parts of the file of findings, which docs/findings.schema.json describes: what the page says, as data. Terminals obey
 * none of it, although GUIDs may have any character.
 */
export function* composeFindingsFile(heading: Heading, report: Report, changes?: Digest): Iterable<string> {
  yield `${toPrintableJson(composeHead(heading, report, changes)).slice(0, -1)},"episodes":[\n`;
  for (const [index, episode] of report.episodes.entries())
    yield `${index > 0 ? ",\n" : ""}${escapeUnprintable(formatRounded(composeEpisodeFindings(episode)))}`;
  yield "\n]}\n";
}

/** Says what has changed since an earlier report, with a step for each episode. */
export function* compareWithLast(last: LastSnapshot, heading: Heading, report: Report): Stepwise<Digest> {
  const episodes: ReturnType<typeof composeEpisodeFindings>[] = [];
  for (const episode of report.episodes) {
    episodes.push(composeEpisodeFindings(episode));
    yield;
  }
  return yield* findChanges(last, { ...composeHead(heading, report), episodes });
}

/** Composes all findings but those of the episodes. */
export function composeHead({ title, madeAt }: Heading, { shows }: Pick<Report, "shows">, changes?: Digest) {
  return {
    version: VERSION,
    madeAt: madeAt.toISOString(),
    title,
    ...(changes && { changes }),
    shows: shows.map(({ show, answers, findings, latest, few, told }) => ({
      ...(show !== undefined && { title: show }),
      findings: findings.map((finding) => composeFinding(finding, show)),
      ...(latest && { latest }),
      lines: [...answers.map(({ line }) => line), ...(few === undefined ? [] : [few])],
      told: told.map((finding) => ({ ...finding, text: describeTold(finding) })),
    })),
  };
}

/** Composes a finding: its words, and what it is of. */
function composeFinding(finding: Finding, show: string | undefined) {
  const { headline, quote, action: _, ...told } = tellFinding(finding, show);
  const words = { sentence: `${headline}.`, ...(quote && { quote: `${quote.before} “${quote.text}”` }), ...told };
  const { kind } = finding;
  if (finding.kind === "change") return { kind, ...words, ...(finding.date !== undefined && { date: finding.date }) };
  const { guid } = finding;
  if (!("share" in finding)) return { kind, ...words, guid };
  const { from, to, share, people, episodes } = finding;
  return {
    kind,
    ...words,
    guid,
    from,
    to,
    share,
    ...(people && { people }),
    ...(episodes !== undefined && { episodes }),
  };
}

/** Composes what a report says of an episode. Times are in seconds, shares from 0 to 1; what is not known is left out. */
function composeEpisodeFindings(episode: Episode) {
  const { insights, usual, deviations, people, loss, youth, doubt, source, sources = [] } = episode;
  return {
    ...selectFacts(episode),
    isYoung: youth !== undefined,
    ...(doubt !== undefined && { doubt }),
    headline: episode.headline,
    notes: [...episode.notes, ...[episode.sourcesText, episode.cutText].filter((text) => text)],
    figures: toShares(insights.figures),
    ...(usual && { usual: { episodes: usual.similar || usual.any, ...toShares(usual.figures) } }),
    ...(people && { people }),
    differs: deviations.map(({ figure, value, usual: usually }) => {
      return { figure, value: value / 100, usual: usually / 100 };
    }),
    ...(loss && { largestLoss: composeLoss(loss, insights) }),
    moments: [
      ...insights.moments.map((moment) => composeMoment(moment, insights, source)),
      ...sources.slice(1).flatMap(({ name, insights: alone }) => {
        return alone.moments.map((moment) => composeMoment(moment, alone, name));
      }),
    ],
    chapters: (episode.chapters ?? []).map(composeChapter),
    spots: episode.spots,
    sources: sources.map(composeSource),
    // The own name of the leading source may be missing.
    traces: (sources.length > 0 ? sources : [{ ...episode, ...episode.video }]).map(
      ({ kind, listeners, duration, curve, insights: { whole } }, index): Trace => {
        const name = index === 0 ? source : sources[index]?.name;
        return { source: name, kind, listeners, whole, duration, levels: computeLevels(unpackCurve(curve), duration) };
      },
    ),
  };
}

/** Leaves out the address of the audio, which may hold the key of a private feed. */
function selectFacts({ guid, title, show, date, type, duration, insights, source, kind, listeners }: Episode) {
  return {
    guid,
    title,
    ...(show !== undefined && { show }),
    ...(date !== undefined && { published: date }),
    type: type ?? "full",
    duration,
    end: insights.end,
    ...(insights.credits !== undefined && { credits: insights.credits }),
    ...(source !== undefined && { source }),
    kind,
    ...(listeners !== undefined && { listeners }),
    ...(insights.heard !== undefined && { averageListened: insights.heard }),
  };
}

function composeMoment(moment: Moment, insights: Episode["insights"], source: string | undefined) {
  const { before, within, after, silence: _, ...place } = moment;
  const levels = { before: before / 100, within: within / 100, after: after / 100 };
  return { ...(source !== undefined && { source }), ...place, ...levels, text: describeMoment(moment, insights) };
}

function composeChapter({ title, time, end, present, skipped, left, usual }: ChapterRow) {
  const usually = usual && { ...usual, present: usual.present / 100 };
  return { title, start: time, end, present: present / 100, skipped, left, ...(usually && { usual: usually }) };
}

function composeLoss({ from, to, share, before, isCertain, usual, chapter }: Moment, { whole }: Insights) {
  const of = countPresent({ before }, whole);
  return {
    ...{ from, to, share },
    ...(of > 0 && { of }),
    ...(isCertain && { isCertain }),
    ...(usual !== undefined && { usual }),
    ...(chapter !== undefined && { chapter }),
  };
}

function composeSource({ name, kind, listeners, duration, insights }: SourceCurve) {
  return { name, kind, ...(listeners !== undefined && { listeners }), duration, figures: toShares(insights.figures) };
}

function toShares(figures: Readonly<Partial<Record<FigureName, number>>>) {
  return Object.fromEntries(Object.entries(figures).map(([name, percentage]) => [name, percentage / 100]));
}

/** Formats JSON with numbers of four decimals, as parts of a whole need. */
export function formatRounded(value: object): string {
  return JSON.stringify(value, (_, member) =>
    typeof member === "number" ? Math.round(member * 10_000) / 10_000 : member,
  );
}
