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
import { MIN_OTHERS } from "../usual/others.ts";
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
  const full = members.filter(({ type, doubt }) => type === undefined && doubt === undefined);
  const quiet = [drawLatest(full[0]), describeFew(full)].flatMap((line) =>
    line ? markup`<p class="latest">${line}</p>\n` : [],
  );
  if (findings.length === 0 && quiet.length === 0) return markup``;
  const name = show ?? (count > 1 ? "Other episodes" : "The show");
  const number = COUNTS[findings.length] ?? "";
  const none = full.length > MIN_OTHERS ? "Nothing stands out yet" : "Your first episodes";
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

/** Every reader of a weekly report wants to see the latest full episode, without anything being found of it. */
function drawLatest(episode: Episode | undefined): Markup | undefined {
  if (episode?.date === undefined) return undefined;
  const { title, guid, date, insights, listeners, kind, deviations, loss, youth, usual } = episode;
  const { after1min } = insights.figures;
  const usually = usual?.figures.after1min;
  const facts = [
    listeners === undefined ? "" : formatListeners(listeners, kind),
    after1min === undefined
      ? ""
      : `${formatPercent(after1min)} ${FIGURES.after1min.name}${usually === undefined ? "" : ` (usual ${usually.toFixed(0)})`}`,
    ...deviations.slice(0, 1).map(describeDeviation),
    loss
      ? `${tellPart(loss.share, loss.of, insights.unit)} leave ${loss.chapter === undefined ? `at ${formatTime(loss.from)}` : `during ${quoteShort(loss.chapter)}`}`
      : "",
  ].filter(Boolean);
  const rest = !usual || deviations.length > 0 || loss ? "" : " Nothing differs by more than chance.";
  const link = markup`<a class="lead" href="#${new URLSearchParams({ episode: guid }).toString()}">${quoteShort(title)}</a>`;
  return markup`Latest: ${link}, ${formatDate(date)}: ${facts.join(", ")}.${rest}${youth ? ` ${describeYouth(youth)}` : ""}`;
}

/** Says what a report of more episodes would tell. */
function describeFew({ length }: readonly Episode[]): string | undefined {
  return length > MIN_OTHERS
    ? undefined
    : `From ${MIN_OTHERS + 1} full episodes on, the report also says what is usual for the show, which episodes differ from it, and what most listeners skip.`;
}

/** Counts the episodes of a report: `12 episodes`. */
export function countEpisodes({ length }: readonly Episode[]): string {
  return formatCount(length, "episode").replace(" ", "\u00a0");
}
