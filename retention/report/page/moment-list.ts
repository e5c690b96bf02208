import { formatTime } from "../../sources/base/times.ts";
import type { Insights } from "../curve/insights.ts";
import { isSameMoment, type Moment } from "../curve/moments/moment.ts";
import { countMoment, describeMoment, formatMoment } from "../curve/sentences.ts";
import { formatPercent, quote } from "../curve/text.ts";
import { findTitle } from "../episode/chapters.ts";
import type { Episode } from "../episode/episode.ts";
import { type Loss, listNumbered } from "../episode/loss.ts";
import { describeChapterLoss } from "../episode/summary.ts";
import { APART } from "../words/moment-words.ts";
import type { Zoom } from "./choice.ts";
import { find, make } from "./dom.ts";
import { type DrawnCurve, getLetter } from "./drawn-curve.ts";
import { isAt } from "./marks.ts";
import { quoteWords } from "./quoted-words.ts";

/** Around a moment, the plot shows so many times its length on each side, and at least so many seconds. */
const MARGIN_PART = 2;
const MIN_MARGIN = 90;

/** Who listens to a moment hears so many seconds before it. */
const LEAD_IN = 5;

/** What others in the field call moments. */
const WORDS: Readonly<Partial<Record<Moment["kind"], string>>> = { skip: " (dip)", replay: " (spike)" };

/** A moment as one source sees it. */
interface Seen {
  readonly moment: Moment;
  readonly insights: Insights;
  /** Undefined for the leading source, whose moments are numbered in the plot. */
  readonly name?: string;
}

/** Lists the moments of the leading curve. Each is a button that zooms to it, with the audio from there on. */
export function listMoments(lead: DrawnCurve, at: number | undefined, onZoom: (zoom: Zoom) => void): void {
  find(".moments-name", HTMLElement).textContent = `Moments of ${getLetter(lead)}`;
  const items = makeItems(lead.episode, onZoom);
  for (const [index, passage] of listNumbered(lead.episode).entries())
    items[index]?.classList.toggle("is-marked", isAt(passage, at));
  const none = make("li", { class: "none" }, "No moment stands out.");
  const { otherLengths } = lead.episode;
  const wordless =
    otherLengths === undefined
      ? []
      : [make("li", { class: "none" }, `No words: the transcript and the curve have other lengths, ${otherLengths}.`)];
  find(".moments", HTMLOListElement).replaceChildren(...(items.length > 0 ? items : [none]), ...wordless);
}

function makeItems(episode: Episode, onZoom: (zoom: Zoom) => void): HTMLElement[] {
  const { loss } = episode;
  const seen = joinSeen(episode);
  return [
    ...(loss?.chapter === undefined ? [] : [makeChapterLoss(loss, episode, onZoom)]),
    ...seen.map((sources, index) => {
      const { kind } = sources[0].moment;
      const isFirst = seen.findIndex(([{ moment }]) => moment.kind === kind) === index;
      return makeMoment(sources, isFirst, episode, onZoom);
    }),
  ];
}

/** Lists each moment once, with all sources that see it. Those that the leading source does not see come last. */
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

/** @param isFirst whether it is the first of its kind, of which the field's word is told */
function makeMoment(
  [first, ...others]: readonly [Seen, ...Seen[]],
  isFirst: boolean,
  episode: Episode,
  onZoom: (zoom: Zoom) => void,
): HTMLElement {
  const { moment, insights, name } = first;
  const { from, to } = moment;
  const { [moment.kind]: word = "" } = isFirst ? WORDS : {};
  const text = describeMoment(moment, insights).replace(` ${moment.kind} `, ` ${moment.kind}${word} `);
  const button = makeButton(text, moment, episode, onZoom);
  const also = others.length > 0 ? [`also ${others.map(describeSeen).join(", ")}`] : [];
  if (name !== undefined)
    return make("li", { class: "of-source" }, `${name}: `, button, ...makeFacts(also), ...makeRest(moment, episode));
  // The middle: a moment's ends are as exact as the curve's points.
  const title = findTitle(episode.chapters, (from + to) / 2);
  const place = title === undefined ? "" : ` in ${quote(title)}`;
  return make(
    "li",
    {},
    button,
    ...makeFacts([`${formatMoment(moment)}${place}`, ...also]),
    ...makeRest(moment, episode),
  );
}

/** Offers the audio of a moment, and quotes what is said there. */
function makeRest(moment: Moment, episode: Episode): (Node | string)[] {
  const words = quoteWords(moment);
  const quoted = words.length > 0 ? [make("span", { class: "words" }, ...words)] : [];
  return [...makeLink(episode, moment.from), ...quoted];
}

/** Says what another source sees of the same moment: `Apple Podcasts 30 % (57 of 190 plays)`. */
function describeSeen({ moment, insights, name = "" }: Seen): string {
  const { people } = countMoment(moment, insights);
  return `${name} ${formatPercent(100 * moment.share)}${people ? ` (${people})` : ""}`;
}

function makeFacts(facts: readonly string[]): (Node | string)[] {
  return facts.length > 0 ? [" ", make("span", { class: "facts" }, facts.join(" · "))] : [];
}

/** A chapter at which listeners drop off is no moment, and the largest loss of its episode nevertheless. */
function makeChapterLoss(loss: Loss, episode: Episode, onZoom: (zoom: Zoom) => void): HTMLElement {
  const button = makeButton(`${describeChapterLoss(loss)}.`, loss, episode, onZoom);
  return make("li", {}, button, ...makeLink(episode, loss.from));
}

function makeButton(text: string, { from, to }: Zoom, episode: Episode, onZoom: (zoom: Zoom) => void): HTMLElement {
  const button = make("button", { type: "button", title: "Zoom to this moment" }, text);
  button.addEventListener("click", () => {
    const margin = Math.max(MIN_MARGIN, MARGIN_PART * (to - from));
    onZoom({ from: Math.max(0, from - margin), to: Math.min(episode.duration, to + margin) });
  });
  return button;
}

/** Offers the audio from a moment on, as a media fragment (https://www.w3.org/TR/media-frags/). */
function makeLink({ audio }: Episode, time: number): (Node | string)[] {
  if (audio === undefined) return [];
  const start = Math.max(0, Math.floor(time) - LEAD_IN);
  const attributes = { class: "listen", href: `${audio}#t=${start}`, target: "_blank", rel: "noreferrer" };
  return [" ", make("a", attributes, `▶\u00a0Listen from ${formatTime(start)}`)];
}
