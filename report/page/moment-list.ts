import type { Moment } from "../../curve/moments/moment.ts";
import { describeMoment, formatMoment, NO_MOMENT } from "../../curve/sentences.ts";
import type { Episode } from "../episode.ts";
import type { Zoom } from "./choice.ts";
import { find, make } from "./dom.ts";
import { type EpisodeCurve, getLetter } from "./drawn-curve.ts";

/** Around a moment, the plot shows so many times its length on each side, and at least so many seconds. */
const MARGIN_PART = 2;
const MIN_MARGIN = 90;

/** Lists the moments of the leading curve. Each is a button that zooms to it. */
export function listMoments(lead: EpisodeCurve | undefined, onZoom: (zoom: Zoom) => void): void {
  const moments = lead?.episode.insights.moments ?? [];
  const name = lead ? `Moments of ${getLetter(lead)}` : "Moments";
  find(".moments-name", HTMLElement).textContent = name;
  const items = moments.map((moment) => lead && makeMoment(moment, lead.episode, onZoom));
  const none = make("li", { class: "none" }, NO_MOMENT);
  find(".moments", HTMLOListElement).replaceChildren(...(items.length > 0 ? items.filter((item) => !!item) : [none]));
}

function makeMoment(moment: Moment, episode: Episode, onZoom: (zoom: Zoom) => void): HTMLElement {
  const { from, to, kind } = moment;
  const chapter = episode.chapters?.findLast(({ time }) => time <= (kind === "loss" ? (from + to) / 2 : from + 1));
  const button = make(
    "button",
    { type: "button", title: "Zoom to this moment" },
    describeMoment(moment, episode.insights),
  );
  button.addEventListener("click", () => {
    const margin = Math.max(MIN_MARGIN, MARGIN_PART * (to - from));
    onZoom({ from: Math.max(0, from - margin), to: Math.min(episode.duration, to + margin) });
  });
  const facts = [formatMoment(moment), ...(chapter ? [`in “${chapter.title}”`] : [])].join(" ");
  return make("li", {}, button, " ", make("span", { class: "facts" }, facts));
}
