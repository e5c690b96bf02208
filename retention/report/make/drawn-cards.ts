import { joinLines, type Markup, markup } from "../curve/markup.ts";
import { formatPercent, quote, quoteShort } from "../curve/text.ts";
import type { Episode } from "../episode/episode.ts";
import { joinSaid } from "../episode/summary.ts";
import type { Card, DateLink, PassageLink, ToldAnswer } from "../show/cards.ts";
import type { LeadingPassage } from "../show/show.ts";
import { drawDots, drawTinyCurve } from "./tiny-pictures.ts";

const MAX_TITLE = 30;

/** Draws what is said of a show: a card for each finding and for the latest episode, and what was looked for in vain. */
export function drawCards(answers: readonly ToldAnswer[], episodes: readonly Episode[]): Markup {
  const found = answers.flatMap(({ line, card }) => (card ? [{ line, card }] : []));
  const list = found.length > 0 ? drawList([...found, ...composeLatest(episodes)], episodes) : "";
  const rest = answers.flatMap(({ line, card }) => (card ? [] : [line]));
  return markup`${list}${rest.length > 0 ? markup`<p class="rest">${rest.join(" ")}</p>\n` : ""}`;
}

/** A card with its whole sentence. */
interface ToldCard {
  readonly line: string;
  readonly card: Card;
}

/** Draws the cards, and below them their whole sentences, with all reservations. The script folds these: without it, all is there. */
function drawList(told: readonly ToldCard[], episodes: readonly Episode[]): Markup {
  const lines = told.map(({ line, card }) => markup`<li><b>${card.label}:</b> ${line}</li>`);
  return markup`<ul class="answers">
${joinLines(told.map(({ card }) => drawCard(card, episodes)))}
</ul>
<details class="why" open><summary>How sure is this?</summary>
<ul>
${joinLines(lines)}
</ul>
</details>
`;
}

/** Draws a card: a link, so that it works by keyboard, in a new tab and as an address to send. */
function drawCard(card: Card, episodes: readonly Episode[]): Markup {
  const { label, amount, of, claim } = card;
  const [number = "", unit = ""] = amount.split("\u00a0");
  const link = "date" in card ? drawDateLink(card, episodes) : drawPassageLink(card, episodes);
  return markup`<li><a class="lead" href="${link.hash}" ${link.data}><span class="label">${label}</span>
<span class="amount">${number}${unit === "%" ? markup`<small>\u00a0` : markup` <small class="word">`}${unit}</small>${of ? markup` <small class="word of">${of}</small>` : ""}</span>
<span class="claim">${claim}</span>
${link.picture}<span class="action">${link.action}\u00a0<span aria-hidden="true">→</span></span></a>${link.more}</li>`;
}

function drawDateLink({ date, figure }: DateLink, episodes: readonly Episode[]) {
  return {
    hash: `#date=${date}`,
    data: markup`data-goal="change"${date ? markup` data-searched=""` : ""}`,
    picture: drawDots(figure, date, episodes),
    action: "Compare before and after",
    more: "",
  };
}

function drawPassageLink(
  { passage, action = "See it on the curve", more = [], isOfEpisode }: PassageLink,
  episodes: readonly Episode[],
) {
  const others = more.map((other) => {
    const text = `${other.amount} ${quote(other.passage.title, MAX_TITLE)}`;
    return markup`<li><a class="lead" href="${formatPassage(other.passage)}">${text}</a></li>`;
  });
  return {
    hash: formatPassage(passage),
    data: markup`data-goal="episode"${isOfEpisode ? markup` data-first=""` : ""}`,
    picture: drawTinyCurve(passage, episodes),
    action,
    more: others.length > 0 ? markup`\n<ul class="more" aria-label="Others">${others}</ul>` : "",
  };
}

/** Every reader of a weekly report wants to see the latest episode. It has a card, if it has a usual, without anything being found of it. */
function composeLatest(episodes: readonly Episode[]): ToldCard[] {
  const [episode] = episodes;
  if (!episode?.usual || episode.date === undefined) return [];
  const { figures } = episode.insights;
  const figure = episode.youth || episode.usual.figures.average === undefined ? "after1min" : "average";
  const [value, usual] = [figures[figure], episode.usual.figures[figure]];
  if (value === undefined || usual === undefined) return [];
  const what = figure === "average" ? "average retention of" : "stay past the first minute in";
  // Each figure that has a usual is tested: one that does not differ is within the usual range.
  const differs = episode.deviations.some((deviation) => deviation.figure === figure);
  const card = {
    label: "Latest episode",
    amount: formatPercent(value),
    claim: `${what} ${quoteShort(episode.title)}, ${differs ? `usually ${formatPercent(usual)}` : "as usual"}`,
    passage: { guid: episode.guid, title: "", from: 0, to: 0 },
    action: "Open the episode",
  };
  return [{ line: joinSaid(episode), card }];
}

function formatPassage({ guid, from }: LeadingPassage): string {
  const parameters = new URLSearchParams({ episode: guid, ...(from > 0 && { at: String(Math.round(from)) }) });
  return `#${parameters}`;
}
