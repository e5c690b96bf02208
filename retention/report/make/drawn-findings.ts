import { formatCount } from "../../../lib/count.ts";
import { formatTime } from "../../sources/base/times.ts";
import { formatDate } from "../curve/days.ts";
import { FIGURES } from "../curve/figures.ts";
import { joinLines, type Markup, markup } from "../curve/markup.ts";
import { tellPart } from "../curve/sentences.ts";
import { formatPercent, quoteShort } from "../curve/text.ts";
import type { Episode } from "../episode/episode.ts";
import { formatListeners } from "../episode/hundred-percent.ts";
import { describeDeviation, describeYouth } from "../episode/summary.ts";
import type { UsualBands } from "../episode/usual-bands.ts";
import type { Finding } from "../show/finding.ts";
import { BEFORE_WORDS, tellFinding } from "../show/finding-words.ts";
import { getSaidTime, quoteFrom } from "../words/moment-words.ts";
import type { ShowAnswers } from "./data.ts";
import { drawFindingPicture } from "./finding-pictures.ts";

const COUNTS = ["", "One thing", "Two things", "Three things"];

/** Draws what a show's listeners tell: the findings, a line about the latest episode, and how sure all of it is. */
export function drawFindings(
  { show, answers, findings }: ShowAnswers,
  count: number,
  all: readonly Episode[],
  usual: UsualBands,
): Markup {
  const members = all.filter((episode) => episode.show === show);
  const name = show ?? (count > 1 ? "Other episodes" : "The show");
  const latest = drawLatest(members);
  if (findings.length === 0 && !latest) return markup``;
  const number = COUNTS[findings.length] ?? "";
  const told = number === "" ? "Nothing stands out yet" : `${number} your listeners tell you`;
  const lines = answers.filter(({ isNone }) => !isNone).map(({ line }) => markup`<li>${line}</li>`);
  const why =
    lines.length > 0
      ? markup`<details class="why" open><summary>How sure is this?</summary>\n<ul>\n${joinLines(lines)}\n</ul>\n</details>\n`
      : "";
  return markup`<section class="show" aria-label="${name}">
<h2>${count > 1 ? markup`<bdi>${name}</bdi>: ${told.toLowerCase()}` : told}</h2>
<ol class="findings">
${joinLines(findings.map((finding) => drawFinding(finding, members, usual)))}
</ol>
${latest ?? ""}${why}</section>
`;
}

function drawFinding(finding: Finding, episodes: readonly Episode[], usual: UsualBands): Markup {
  const { headline, evidence, sure, action } = tellFinding(finding);
  const words =
    "share" in finding && finding.words
      ? markup` ${BEFORE_WORDS[finding.kind]} <q dir="auto">${quoteFrom(finding.words, getSaidTime(finding))}</q>`
      : "";
  const searched = finding.kind === "change" && finding.date !== undefined ? markup` data-searched=""` : "";
  return markup`<li><div class="told">
<h3>${headline}</h3>
<p class="evidence">${evidence}${words}</p>
<p class="sure">${sure} <a class="lead" href="${formatLink(finding, episodes)}"${searched}>${action}\u00a0<span aria-hidden="true">→</span></a></p>
</div>
${drawFindingPicture(finding, episodes, usual)}</li>`;
}

function formatLink(finding: Finding, [first]: readonly Episode[]): string {
  if (finding.kind === "change")
    return `#${new URLSearchParams({ date: finding.date ?? "", ...(first?.show !== undefined && { show: first.show }) })}`;
  const at = "share" in finding ? { at: String(Math.round(finding.from)) } : undefined;
  return `#${new URLSearchParams({ episode: finding.guid, ...at })}`;
}

/** Every reader of a weekly report wants to see the latest episode, without anything being found of it. */
function drawLatest([episode]: readonly Episode[]): Markup | undefined {
  if (!episode?.usual || episode.date === undefined) return undefined;
  const { title, guid, date, insights, listeners, kind, deviations, loss, youth, usual } = episode;
  const { after1min } = insights.figures;
  const facts = [
    ...(listeners === undefined ? [] : [formatListeners(listeners, kind)]),
    ...(after1min === undefined
      ? []
      : [`${formatPercent(after1min)} ${FIGURES.after1min.name} (usual ${(usual.figures.after1min ?? 0).toFixed(0)})`]),
    ...deviations.slice(0, 1).map(describeDeviation),
    ...(loss
      ? [
          `${tellPart(loss.share, loss.of, insights.unit)} leave ${loss.chapter === undefined ? `at ${formatTime(loss.from)}` : `during ${quoteShort(loss.chapter)}`}`,
        ]
      : []),
  ];
  const rest = deviations.length > 0 || loss ? "" : " Nothing differs by more than chance.";
  const link = markup`<a class="lead" href="#${new URLSearchParams({ episode: guid }).toString()}">${quoteShort(title)}</a>`;
  return markup`<p class="latest">Latest: ${link}, ${formatDate(date)}: ${facts.join(", ")}.${rest}${youth ? ` ${describeYouth(youth)}` : ""}</p>\n`;
}

/** Counts the episodes of a report: `12 episodes`. */
export function countEpisodes({ length }: readonly Episode[]): string {
  return formatCount(length, "episode").replace(" ", "\u00a0");
}
