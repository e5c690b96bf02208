import { formatTime } from "../../sources/base/times.ts";
import type { Insights } from "../curve/insights.ts";
import { isSameMoment, type Moment } from "../curve/moments/moment.ts";
import { countPresent } from "../curve/moments/moments.ts";
import { countMoment, formatMoment, formatPart, isCounted, tellPart } from "../curve/sentences.ts";
import { formatPercent, quoteShort } from "../curve/text.ts";
import { findTitle } from "../episode/chapters.ts";
import type { Episode } from "../episode/episode.ts";
import { findUsualSkip } from "../episode/told-moments.ts";
import { BEFORE_WORDS, PLAIN_VERBS } from "../show/finding-words.ts";
import type { Band } from "../usual/usual.ts";
import { APART } from "../words/moment-words.ts";
import { find, make, makeTable } from "./dom.ts";

/** Who listens to a moment hears so many seconds before it. */
const LEAD_IN = 5;

/** A part of those present that others lose or skip, too, is worth mentioning from here on. */
const MIN_USUAL = 0.03;

/** A moment as one source sees it. */
interface Seen {
  readonly moment: Moment;
  readonly insights: Insights;
  /** Undefined for the leading source. */
  readonly name?: string;
}

/** A moment with what is told of it: as a row of the table, and on the chart. */
export interface Listed {
  readonly moment: Pick<Moment, "kind" | "from" | "to" | "words" | "silence">;
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
export function listMoments(episode: Episode, usual: Band | undefined): Listed[] {
  const { loss } = episode;
  const chapter =
    loss?.chapter === undefined
      ? []
      : [
          {
            moment: { kind: "loss" as const, from: loss.from, to: loss.to },
            told: `${formatPercent(100 * loss.share)} leave during ${quoteShort(loss.chapter)}${formatUsual(loss.usual)}`,
            levels: "",
            also: "",
          },
        ];
  const seen = joinSeen(episode).map(([first, ...others]) => {
    const { moment, insights, name } = first;
    const present = countPresent(moment, insights.whole);
    const people = isCounted(present) ? "" : countMoment(moment, insights).people;
    const usually = moment.kind === "skip" ? findUsualSkip(moment, episode, () => usual) : moment.usual;
    const told = `${name === undefined ? "" : `${name}: `}${tellPart(moment.share, present, insights.unit)} ${PLAIN_VERBS[moment.kind]} at ${formatTime(moment.from)}${formatUsual(usually)}${people ? `: ${people}` : ""}`;
    return { moment, told, levels: formatMoment(moment), also: others.map(describeSeen).join(", ") };
  });
  return [...chapter, ...seen].map((listed, index) => ({ ...listed, number: index + 1 }));
}

/** Orders moments by what is said of them first where there is room for few. */
export function rankMoments(listed: readonly Listed[]): Listed[] {
  const order = ["loss", "replay", "skip"];
  return listed.toSorted((one, other) => order.indexOf(one.moment.kind) - order.indexOf(other.moment.kind));
}

function formatUsual(part: number | undefined): string {
  return part === undefined || part < MIN_USUAL ? "" : ` (usual ${(100 * part).toFixed(0)})`;
}

/** Lists each moment once, with all sources that see it. */
function joinSeen({ insights, sources = [] }: Episode): readonly (readonly [Seen, ...Seen[]])[] {
  const rows: [Seen, ...Seen[]][] = insights.moments.map((moment) => [{ moment, insights }]);
  for (const { name, insights: alone } of sources.slice(1))
    for (const moment of alone.moments) {
      const seen = { moment, insights: alone, name };
      const row = rows.find(
        (others) => isSameMoment(others[0].moment, moment, APART) && others.every((other) => other.name !== name),
      );
      if (row) row.push(seen);
      else rows.push([seen]);
    }
  return rows;
}

/** Says what another source sees of the same moment: `Apple Podcasts 30 % (57 of 190 plays)`. */
function describeSeen({ moment, insights, name = "" }: Seen): string {
  const { people } = countMoment(moment, insights);
  const present = countPresent(moment, insights.whole);
  return `${name} ${formatPart(moment.share, present)}${people && !isCounted(present) ? ` (${people})` : ""}`;
}

/** Shows the moments as a table. */
export function showMoments(listed: readonly Listed[], episode: Episode, at: number | undefined): void {
  const heads = ["Moment", "What is said", "There", "Chapter", "Also on", "Listen"];
  const cells = listed.map(({ moment, number, told, levels, also }) => {
    // The middle: a moment's ends are as exact as the curve's points.
    const title = findTitle(episode.chapters, (moment.from + moment.to) / 2) ?? "";
    const row = [quoteWords(moment), [levels], [title], [also], makeLink(episode, moment.from)];
    return { number, moment, row: [[make("span", { class: "number" }, `${number} `), told], ...row] };
  });
  // A column that no moment fills is left out.
  const kept = heads.map((_, index) => cells.some(({ row }) => row[index]?.some((part) => part !== "")));
  const rows = cells.map(({ row, moment }) =>
    make(
      "tr",
      { class: `is-${moment.kind}${isAt(moment, at) ? " is-marked" : ""}` },
      ...row.flatMap((content, index) =>
        kept[index]
          ? [
              make(
                index === 0 ? "th" : "td",
                index === 0 ? { scope: "row" } : { "data-name": heads[index] ?? "" },
                ...content,
              ),
            ]
          : [],
      ),
    ),
  );
  const names = heads
    .filter((_, index) => kept[index])
    .map((head) => make("th", { scope: "col", "data-name": head }, head));
  find(".moments", HTMLTableElement).replaceChildren(...(rows.length > 0 ? makeTable(names, rows) : []));
}

/** Quotes what is said at a moment, in its own direction. */
function quoteWords({ kind, words, silence }: Listed["moment"]): (Node | string)[] {
  if (silence) return [`Nothing is said from ${formatTime(silence.from)} to ${formatTime(silence.to)}.`];
  return words ? [`${BEFORE_WORDS[kind]} `, make("q", { dir: "auto" }, words.text)] : [];
}

/** Offers the audio from a moment on, as a media fragment (https://www.w3.org/TR/media-frags/). */
export function makeLink({ audio }: Episode, time: number): Node[] {
  if (audio === undefined) return [];
  const start = Math.max(0, Math.floor(time) - LEAD_IN);
  const attributes = { class: "listen", href: `${audio}#t=${start}`, target: "_blank", rel: "noreferrer" };
  return [make("a", attributes, `▶\u00a0Listen from ${formatTime(start)}`)];
}
