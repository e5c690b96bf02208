import { formatTime } from "../../sources/base/times.ts";
import type { Insights } from "../curve/insights.ts";
import { isSameMoment, type Moment } from "../curve/moments/moment.ts";
import { countPresent } from "../curve/moments/moments.ts";
import { countMoment, formatMoment, formatPart, isFew, tellPart } from "../curve/sentences.ts";
import { findTitle } from "../episode/chapters.ts";
import { type Episode, isInAudio, type SourceCurve, toAudio } from "../episode/episode.ts";
import { tellPlace } from "../episode/loss.ts";
import { BEFORE_WORDS, PLAIN_VERBS } from "../show/finding-words.ts";
import { APART, quoteFrom } from "../words/moment-words.ts";
import { find, make, makeTable } from "./dom.ts";

/** Who listens to a moment hears so many seconds before it. */
const LEAD_IN = 5;

/** A part of those present that others lose or skip, too, is worth mentioning from here on. */
const MIN_USUAL = 0.03;

/** Most characters of a quote in the table. */
const MAX_QUOTE = 300;

/** A moment as one source sees it. */
interface SourceMoment {
  readonly moment: Moment;
  readonly insights: Insights;
  /** Undefined for the leading source. */
  readonly source?: SourceCurve;
}

/** A moment with what is told of it: as a row of the table, and on the chart. */
export interface ListedMoment {
  readonly moment: Pick<Moment, "kind" | "from" | "to" | "words" | "silence">;
  /** Whether its times are those of the leading curve: what only a video has, or only the audio of a video that leads, is not on it. */
  readonly isOnCurve: boolean;
  /** Second of the audio at which it begins; undefined if the audio lacks it. */
  readonly heard?: number | undefined;
  /** In order of time, as on the chart. Those that the leading source does not see come last. */
  readonly number: number;
  /** `24 % leave at 27:10: 107 of 446`, or of few, `4 of 22 people leave at 27:10`. */
  readonly told: string;
  /** `66 → 50 %`. */
  readonly levels: string;
  /** What other sources see of it. */
  readonly also: string;
}

/** Whether a link leads to a passage: its time is as exact as the curve's points. */
export function isAt({ from, to }: { readonly from: number; readonly to: number }, at: number | undefined): boolean {
  return at !== undefined && at >= from - APART && at <= to + APART;
}

/** Lists an episode's moments, and first the chapter at which listeners leave, if that is its largest loss. */
export function listMoments(episode: Episode): ListedMoment[] {
  const { loss, insights: leading } = episode;
  const first: [SourceMoment][] = loss?.chapter === undefined ? [] : [[{ moment: loss, insights: leading }]];
  return [...first, ...joinSeen(episode)].map(([lead, ...others], index) => {
    const { moment: own, insights, source } = lead;
    const place = toAudio(own);
    const moment = source && place ? place : own;
    const isOnCurve = !source || (place !== undefined && !episode.apart?.length);
    const present = countPresent(moment, insights.whole);
    const people = isFew(present) ? "" : countMoment(moment, insights).people;
    const part = tellPart(moment.share, present, insights.unit);
    const where = `${tellPlace(moment)}${tellCut(lead, episode)}${formatUsualPart(moment.usual)}`;
    const told = `${source ? `${source.name}: ` : ""}${part} ${PLAIN_VERBS[moment.kind]} ${where}${people ? `: ${people}` : ""}`;
    // Nobody hears a whole chapter to know why.
    const heard = own.chapter === undefined ? place?.from : undefined;
    const also = others.map(describeSeen).join(", ");
    return { moment, isOnCurve, heard, told, levels: formatMoment(moment), also, number: index + 1 };
  });
}

/** Orders moments by what is said of them first where there is room for few. */
export function rankMoments(listed: readonly ListedMoment[]): ListedMoment[] {
  const order = ["loss", "replay", "skip"];
  return listed.toSorted((one, other) => order.indexOf(one.moment.kind) - order.indexOf(other.moment.kind));
}

function formatUsualPart(part: number | undefined): string {
  return part === undefined || part < MIN_USUAL ? "" : ` (usual ${(100 * part).toFixed(0)})`;
}

/** Lists each moment once, with all sources that see it. */
function joinSeen(episode: Episode): readonly (readonly [SourceMoment, ...SourceMoment[]])[] {
  const { insights, sources = [] } = episode;
  const rows: [SourceMoment, ...SourceMoment[]][] = insights.moments.map((moment) => [{ moment, insights }]);
  for (const source of sources.slice(1))
    for (const moment of source.insights.moments) {
      const seen = { moment, insights: source.insights, source };
      const place = toAudio(moment);
      const row = rows.find((others) => {
        const other = toAudio(others[0].moment);
        return place && other && isSameMoment(other, place, APART) && others.every((one) => one.source !== source);
      });
      if (row) row.push(seen);
      else rows.push([seen]);
    }
  return rows;
}

/**
 * Says of which cut a time is, and when the same is in the other one: of a video that leads `(in the audio 20:25 to 21:01)`, and of
 * another source's `(28:16 in the video)`.
 */
function tellCut({ moment: { audio, from }, source }: SourceMoment, { apart }: Episode): string {
  if (!audio) return source && apart?.length ? " of the audio" : "";
  if (!isInAudio(audio)) return ` (only in the video, at ${formatTime(audio.from)} of the audio)`;
  if (source) return ` (${formatTime(from)} in the video)`;
  return ` (in the audio ${formatTime(audio.from)} to ${formatTime(audio.to)})`;
}

/** Says what another source sees of the same moment: `Apple Podcasts 30 % (57 of 190 plays)`, `YouTube 25 % (at 28:16 of the video)`. */
function describeSeen({ moment, insights, source }: SourceMoment): string {
  const present = countPresent(moment, insights.whole);
  const people = isFew(present) ? "" : countMoment(moment, insights).people;
  const facts = [people, moment.audio ? `at ${formatTime(moment.from)} of the video` : ""].filter(Boolean);
  const share = `${source?.name ?? ""} ${formatPart(moment.share, present)}`;
  return facts.length > 0 ? `${share} (${facts.join("; ")})` : share;
}

/** Shows the moments as a table, without the columns that none of them fills. */
export function showMoments(listed: readonly ListedMoment[], episode: Episode, at: number | undefined): void {
  const heads = ["Moment", "What is said", "There", "Chapter", "Also on", "Listen"];
  const rows = listed.map((each) => {
    const { moment, isOnCurve, number, told, levels, also } = each;
    // The middle: a moment's ends are as exact as the curve's points.
    const title = (isOnCurve && findTitle(episode.chapters, (moment.from + moment.to) / 2)) || "";
    const name = [make("span", { class: "number" }, `${number} `), told];
    const isMarked = isOnCurve && isAt(moment, at) ? " is-marked" : "";
    const cells = [name, quoteWords(moment), [levels], [title], [also], makeLink(episode, each)];
    return { type: `is-${moment.kind}${isMarked}`, cells };
  });
  const kept = heads.flatMap((head, index) =>
    rows.some(({ cells }) => cells[index]?.some((part) => part !== "")) ? [{ head, index }] : [],
  );
  const bodies = rows.map(({ type, cells }) => {
    const shown = kept.map(({ head, index }) =>
      make(
        index === 0 ? "th" : "td",
        { "data-name": head, ...(index === 0 && { scope: "row" }) },
        ...(cells[index] ?? []),
      ),
    );
    return make("tr", { class: type }, ...shown);
  });
  const names = kept.map(({ head }) => make("th", { scope: "col", "data-name": head }, head));
  find(".moments", HTMLTableElement).replaceChildren(...(rows.length > 0 ? makeTable(names, bodies) : []));
}

/** Quotes what is said at a moment, in its own direction. */
function quoteWords({ kind, words, silence }: ListedMoment["moment"]): (Node | string)[] {
  if (silence) return [`Nothing is said from ${formatTime(silence.from)} to ${formatTime(silence.to)}.`];
  return words ? [`${BEFORE_WORDS[kind]} `, make("q", { dir: "auto" }, quoteFrom(words, MAX_QUOTE))] : [];
}

/** Offers the audio from a moment on, if it has that, as a media fragment (https://www.w3.org/TR/media-frags/). */
export function makeLink({ audio }: Episode, { heard }: ListedMoment): Node[] {
  if (audio === undefined || heard === undefined) return [];
  const start = Math.max(0, Math.floor(heard) - LEAD_IN);
  const attributes = { class: "listen", href: `${audio}#t=${start}`, target: "_blank", rel: "noreferrer" };
  return [make("a", attributes, `▶\u00a0Listen from ${formatTime(start)}`)];
}
