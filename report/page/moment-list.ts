import type { Moment } from "../../curve/moments/moment.ts";
import { describeMoment, formatMoment } from "../../curve/sentences.ts";
import { formatTime } from "../../curve/text.ts";
import type { Episode, SourceCurve } from "../episode.ts";
import { type Loss, listNumbered } from "../loss.ts";
import { describeChapterLoss } from "../summary.ts";
import type { Zoom } from "./choice.ts";
import { find, make } from "./dom.ts";
import { type DrawnCurve, getLetter } from "./drawn-curve.ts";
import { isAt } from "./marks.ts";

/** Around a moment, the plot shows so many times its length on each side, and at least so many seconds. */
const MARGIN_PART = 2;
const MIN_MARGIN = 90;

/** Who listens to a moment hears so many seconds before it. */
const LEAD_IN = 5;

/** Lists the moments of the leading curve. Each is a button that zooms to it, with the audio from there on. */
export function listMoments(lead: DrawnCurve | undefined, at: number | undefined, onZoom: (zoom: Zoom) => void): void {
  find(".moments-name", HTMLElement).textContent = lead ? `Moments of ${getLetter(lead)}` : "Moments";
  const items = lead ? makeItems(lead.episode, onZoom) : [];
  for (const [index, passage] of (lead ? listNumbered(lead.episode) : []).entries())
    items[index]?.classList.toggle("is-marked", isAt(passage, at));
  const none = make("li", { class: "none" }, "No moment stands out.");
  find(".moments", HTMLOListElement).replaceChildren(...(items.length > 0 ? items : [none]));
}

function makeItems(episode: Episode, onZoom: (zoom: Zoom) => void): HTMLElement[] {
  const { insights, loss, sources = [] } = episode;
  return [
    ...(loss?.chapter === undefined ? [] : [makeChapterLoss(loss, episode, onZoom)]),
    ...insights.moments.map((moment) => makeMoment(moment, episode, onZoom)),
    ...sources.slice(1).flatMap((source) => makeSourceMoments(source, episode, onZoom)),
  ];
}

function makeMoment(moment: Moment, episode: Episode, onZoom: (zoom: Zoom) => void): HTMLElement {
  const { from, to } = moment;
  // The middle: a moment's ends are as exact as the curve's points.
  const chapter = episode.chapters?.findLast(({ time }) => time <= (from + to) / 2);
  const button = makeButton(describeMoment(moment, episode.insights), moment, episode, onZoom);
  const facts = [formatMoment(moment), ...(chapter ? [`in “${chapter.title}”`] : [])].join(" ");
  return make("li", {}, button, " ", make("span", { class: "facts" }, facts), ...makeLink(episode, from));
}

/** Lists the moments of another source, which have no numbers in the plot. Only platforms that count plays see replays. */
function makeSourceMoments({ name, insights }: SourceCurve, episode: Episode, onZoom: (zoom: Zoom) => void) {
  return insights.moments.map((moment) => {
    const button = makeButton(describeMoment(moment, insights), moment, episode, onZoom);
    return make("li", { class: "of-source" }, `${name}: `, button, ...makeLink(episode, moment.from));
  });
}

/** A chapter that listeners leave is no moment, and the largest loss of its episode nevertheless. */
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
