import { formatCount } from "../../../lib/count.ts";
import { joinLines, type Markup, markup } from "../curve/markup.ts";
import { quoteShort } from "../curve/text.ts";
import type { Episode } from "../episode/episode.ts";
import type { UsualBands } from "../episode/usual-bands.ts";
import type { Finding } from "../show/finding.ts";
import { tellFinding } from "../show/finding-words.ts";
import type { LatestEpisode } from "../show/latest-episode.ts";
import { MIN_OTHERS } from "../usual/others.ts";
import type { ShowAnswers } from "./compare-episodes.ts";
import { drawFindingPicture } from "./finding-pictures.ts";

const COUNTS = ["", "One thing", "Two things", "Three things"];

/** Draws what a show's listeners tell: the findings, a line about the latest episode, and how sure all of it is. */
export function drawFindings(
  { show, answers, findings, latest, few }: ShowAnswers,
  count: number,
  all: readonly Episode[],
  usual: UsualBands,
): Markup {
  const members = all.filter((episode) => episode.show === show);
  const quiet = [latest && drawLatest(latest), few].flatMap((line) =>
    line ? markup`<p class="latest">${line}</p>\n` : [],
  );
  if (findings.length === 0 && quiet.length === 0) return markup``;
  const name = show ?? (count > 1 ? "Other episodes" : "The show");
  const number = COUNTS[findings.length] ?? "";
  const none = few === undefined || members.length > MIN_OTHERS ? "Nothing stands out yet" : "Your first episodes";
  const told = number === "" ? none : `${number} your listeners tell you`;
  // Of several shows, each begins with one finding, so that the next show is not far.
  const shown = findings.slice(0, count > 1 ? 1 : findings.length);
  return markup`<section class="show" aria-label="${name}">
<h2>${count > 1 ? markup`<bdi>${name}</bdi>: ${told.toLowerCase()}` : told}</h2>
${drawList(shown, members, usual)}${quiet}${drawMore(findings.slice(shown.length), answers, members, usual)}</section>
`;
}

function drawList(findings: readonly Finding[], members: readonly Episode[], usual: UsualBands): Markup {
  return findings.length > 0
    ? markup`<ol class="findings">\n${joinLines(findings.map((finding) => drawFinding(finding, members, usual)))}\n</ol>\n`
    : markup``;
}

/** Draws what only some want to know: the rest of the findings, and whole sentences with all reservations. */
function drawMore(
  rest: readonly Finding[],
  answers: ShowAnswers["answers"],
  members: readonly Episode[],
  usual: UsualBands,
): Markup {
  const lines = answers.filter(({ isNone }) => !isNone).map(({ line }) => markup`<li>${line}</li>`);
  if (rest.length === 0 && lines.length === 0) return markup``;
  const summary = rest.length > 0 ? `${rest.length} more, and how sure this is` : "How sure is this?";
  return markup`<details class="why" open><summary>${summary}</summary>
${drawList(rest, members, usual)}<ul>\n${joinLines(lines)}\n</ul>\n</details>\n`;
}

function drawFinding(finding: Finding, episodes: readonly Episode[], usual: UsualBands): Markup {
  const [{ show } = {}] = episodes;
  const { headline, evidence, quote, sure, link, action } = tellFinding(finding, show);
  const words = quote ? markup` ${quote.before} <q dir="auto">${quote.text}</q>` : "";
  const searched = finding.kind === "change" && finding.date !== undefined ? markup` data-searched=""` : "";
  return markup`<li><div class="told">
<h3>${headline}</h3>
<p class="evidence">${evidence}${words}</p>
<p class="sure">${sure} <a class="lead" href="${link}"${searched}>${action}\u00a0<span aria-hidden="true">→</span></a></p>
</div>
${drawFindingPicture(finding, episodes, usual)}</li>`;
}

function drawLatest({ guid, title, text }: LatestEpisode): Markup {
  const link = markup`<a class="lead" href="#${new URLSearchParams({ episode: guid }).toString()}">${quoteShort(title)}</a>`;
  return markup`Latest: ${link}, ${text}`;
}

/** Counts the episodes of a report: `12 episodes`. */
export function countEpisodes({ length }: readonly Episode[]): string {
  return formatCount(length, "episode").replace(" ", "\u00a0");
}
