import type { ToldAnswer } from "../answers.ts";
import type { Card } from "../cards.ts";
import { escapeMarkup, formatPercent, quote, quoteShort } from "../curve/text.ts";
import type { Episode } from "../episode.ts";
import type { LeadingPassage } from "../show.ts";
import { joinSaid } from "../summary.ts";
import { drawDots, drawTinyCurve } from "./tiny-pictures.ts";

const MAX_TITLE = 30;

const LATEST = "Latest episode";

/** Draws what is said of a show: a card for each finding and for the latest episode, and what was looked for in vain. */
export function drawCards(answers: readonly ToldAnswer[], episodes: readonly Episode[]): string {
  const found = answers.flatMap(({ line, card }) =>
    card ? [{ label: card.label, line, item: drawCard(card, episodes) }] : [],
  );
  const latest = found.length > 0 ? drawLatest(episodes) : undefined;
  const cards = [...found, ...(latest ? [latest] : [])];
  const rest = answers.flatMap(({ line, card }) => (card ? [] : [line]));
  return `${cards.length > 0 ? drawList(cards) : ""}${rest.length > 0 ? `<p class="rest">${escapeMarkup(rest.join(" "))}</p>\n` : ""}`;
}

/** A card with its whole sentence. */
interface Told {
  readonly label: string;
  readonly line: string;
  readonly item: string;
}

/** Draws the cards, and below them their whole sentences, with all reservations. The script folds these: without it, all is there. */
function drawList(cards: readonly Told[]): string {
  const lines = cards.map(({ label, line }) => `<li><b>${escapeMarkup(label)}:</b> ${escapeMarkup(line)}</li>`);
  return `<ul class="answers">
${cards.map(({ item }) => item).join("\n")}
</ul>
<details class="why" open><summary>How sure is this?</summary>
<ul>
${lines.join("\n")}
</ul>
</details>
`;
}

function drawCard(card: Card, episodes: readonly Episode[]): string {
  const { label, amount, of = "", claim, passage, date, figure, more = [], isOfEpisode } = card;
  const picture = figure ? drawDots(figure, date, episodes) : drawTinyCurve(passage, episodes);
  const hash = date === undefined ? passage && formatPassage(passage) : `#date=${date}`;
  const action = date === undefined ? "See it on the curve" : "Compare before and after";
  const others = more.map((other) => {
    const text = `${other.amount} ${quote(other.passage.title, MAX_TITLE)}`;
    return `<li><a class="lead" href="${escapeMarkup(formatPassage(other.passage))}">${escapeMarkup(text)}</a></li>`;
  });
  return drawItem({
    parts: { label, amount, of, claim, picture, action },
    hash,
    goal: date === undefined ? "episode" : "change",
    data: `${isOfEpisode ? ' data-first=""' : ""}${date ? ' data-searched=""' : ""}`,
    more: others.length > 0 ? `<ul class="more" aria-label="Others">${others.join("")}</ul>` : "",
  });
}

/** Every reader of a weekly report wants to see the latest episode. It has a card without anything being found of it. */
function drawLatest(episodes: readonly Episode[]): Told | undefined {
  const [episode] = episodes;
  const { figures } = episode?.insights ?? {};
  if (!episode?.usual || episode.date === undefined || figures === undefined) return undefined;
  const figure = episode.youth || episode.usual.figures.average === undefined ? "after1min" : "average";
  const [value, usual] = [figures[figure], episode.usual.figures[figure]];
  if (value === undefined || usual === undefined) return undefined;
  const what = figure === "average" ? "average retention of" : "stay past the first minute in";
  // Each figure that has a usual is tested: one that does not differ is within the usual range.
  const differs = episode.deviations.some((deviation) => deviation.figure === figure);
  const item = drawItem({
    parts: {
      label: LATEST,
      amount: formatPercent(value),
      of: "",
      claim: `${what} ${quoteShort(episode.title)}, ${differs ? `usually ${formatPercent(usual)}` : "as usual"}`,
      picture: drawTinyCurve({ guid: episode.guid, title: "", from: 0, to: 0 }, episodes),
      action: "Open the episode",
    },
    hash: `#${new URLSearchParams({ episode: episode.guid })}`,
    goal: "episode",
    data: "",
    more: "",
  });
  return { label: LATEST, line: joinSaid(episode), item };
}

interface Item {
  readonly parts: Readonly<Record<"label" | "amount" | "of" | "claim" | "picture" | "action", string>>;
  readonly hash: string | undefined;
  readonly goal: "episode" | "change";
  /** Attributes for the script. */
  readonly data: string;
  readonly more: string;
}

/** A card is a link, so that it works by keyboard, in a new tab and as an address to send. */
function drawItem({ parts, hash, goal, data, more }: Item): string {
  const { label, amount, of, claim, picture, action } = parts;
  const [number = "", unit = ""] = amount.split("\u00a0");
  const text = `<span class="label">${escapeMarkup(label)}</span>
<span class="amount">${number}${unit === "%" ? "\u00a0<small>" : ' <small class="word">'}${unit}</small>${of && ` <small class="word of">${of}</small>`}</span>
<span class="claim">${escapeMarkup(claim)}</span>
${picture}`;
  const main =
    hash === undefined
      ? `<div class="lead">${text}</div>`
      : `<a class="lead" href="${escapeMarkup(hash)}" data-goal="${goal}"${data}>${text}<span class="action">${action}\u00a0<span aria-hidden="true">→</span></span></a>`;
  return `<li>${main}${more && `\n${more}`}</li>`;
}

function formatPassage({ guid, from }: LeadingPassage): string {
  const parameters = new URLSearchParams({ episode: guid, ...(from > 0 && { at: String(Math.round(from)) }) });
  return `#${parameters}`;
}
