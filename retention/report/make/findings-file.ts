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
export function composeHead({ title, madeAt }: Heading, { shows }: Report, changes?: Digest) {
  return {
    version: VERSION,
    madeAt: madeAt.toISOString(),
    title,
    changes,
    shows: shows.map(({ show, answers, findings, latest, few, told }) => ({
      title: show,
      findings: findings.map((finding) => composeFinding(finding, show)),
      latest,
      lines: [...answers.map(({ line }) => line), ...(few === undefined ? [] : [few])],
      told: told.map((finding) => ({ ...finding, text: describeTold(finding) })),
    })),
  };
}

/** Composes a finding: its words, and what it is of. */
function composeFinding(finding: Finding, show: string | undefined) {
  const { headline, quote, action: _, ...told } = tellFinding(finding, show);
  const { kind } = finding;
  const sentence = `${headline}.`;
  const words = { kind, sentence, quote: quote && `${quote.before} “${quote.text}”`, ...told };
  if (finding.kind === "change") return { ...words, date: finding.date };
  const { guid } = finding;
  if (!("share" in finding)) return { ...words, guid };
  const { from, to, share, people, episodes } = finding;
  return { ...words, guid, from, to, share, people, episodes };
}

/** Composes what a report says of an episode. Times are in seconds, shares from 0 to 1; what is not known is undefined. */
function composeEpisodeFindings(episode: Episode) {
  const { insights, usual, deviations, people, loss, youth, doubt, source, sources = [] } = episode;
  return {
    ...selectFacts(episode),
    isYoung: youth !== undefined,
    doubt,
    headline: episode.headline,
    notes: [...episode.notes, ...[episode.sourcesText, episode.cutText].filter((text) => text)],
    figures: toShares(insights.figures),
    usual: usual && { episodes: usual.similar || usual.any, ...toShares(usual.figures) },
    people,
    differs: deviations.map(({ figure, value, usual: usually }) => {
      return { figure, value: value / 100, usual: usually / 100 };
    }),
    largestLoss: loss && composeLoss(loss, insights),
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
  const { end, credits, heard: averageListened } = insights;
  const known = { duration, end, credits, source, kind, listeners, averageListened };
  return { guid, title, show, published: date, type: type ?? "full", ...known };
}

function composeMoment(moment: Moment, insights: Episode["insights"], source: string | undefined) {
  const { before, within, after, silence: _, ...place } = moment;
  const levels = { before: before / 100, within: within / 100, after: after / 100 };
  return { source, ...place, ...levels, text: describeMoment(moment, insights) };
}

function composeChapter({ title, time, end, present, skipped, left, usual }: ChapterRow) {
  const usually = usual && { ...usual, present: usual.present / 100 };
  return { title, start: time, end, present: present / 100, skipped, left, usual: usually };
}

function composeLoss({ from, to, share, before, isCertain, usual, chapter }: Moment, { whole }: Insights) {
  const of = countPresent({ before }, whole) || undefined;
  return { from, to, share, of, isCertain, usual, chapter };
}

function composeSource({ name, kind, listeners, duration, insights }: SourceCurve) {
  return { name, kind, listeners, duration, figures: toShares(insights.figures) };
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
