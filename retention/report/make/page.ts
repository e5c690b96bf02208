import { formatCount } from "../../../lib/count.ts";
import { escapeUnprintable } from "../../../lib/printable.ts";
import { formatDate } from "../curve/days.ts";
import { joinLines, Markup, markup } from "../curve/markup.ts";
import { cutText } from "../curve/text.ts";
import type { Episode } from "../episode/episode.ts";
import { explainHundredPercent } from "../episode/hundred-percent.ts";
import { UsualBands } from "../episode/usual-bands.ts";
import type { Digest } from "../since/digest-lines.ts";
import { leaveOutRepeated } from "../words/moment-words.ts";
import type { Heading, Report } from "./compare-episodes.ts";
import { countEpisodes, drawFindings } from "./drawn-findings.ts";
import { composeHead, formatRounded } from "./findings-file.ts";
import { EPISODE, LIST, MESSAGE, TIMELINE } from "./page-sections.ts";
import { drawSpots } from "./spot-section.ts";
import { drawTable } from "./table-rows.ts";

/** What every page of this project begins with. */
export const GENERATOR = '<meta name="generator" content="performance-data-service">';

/**
 * If the page's script can't be read, or throws before the first curves are drawn, says so and shows the page as without it.
 * For any browser that has classList.
 */
const FALLBACK = `(function (classes) {
function fail(event) {
if (classes.contains("is-drawn") || !(event.error || event.reason)) return;
classes.remove("is-alive");
classes.add("is-broken");
}
addEventListener("error", fail);
addEventListener("unhandledrejection", fail);
})(document.documentElement.classList)`;

/**
 * Takes WebRTC from a page, or from its worker, before any other code runs: in all engines, it connects without asking the page's
 * policy. All else that connects is refused by the policy. For any browser.
 */
export const OFFLINE = `Object.getOwnPropertyNames(self).forEach(function (name) {
if (/^(?:webkit|moz)?RTC/.test(name)) delete self[name];
})`;

/** The code that stands before all other of a report. */
export const GUARD = `${OFFLINE};\n${FALLBACK}`;

/** The page's bundled code, and the hashes by which its Content-Security-Policy allows it: `sha256-…`. */
export interface Bundle {
  readonly script: string;
  readonly style: string;
  readonly hashes: Readonly<Record<"guard" | "script" | "style", string>>;
}

/**
 * Yields the parts of the page, a self-contained HTML document. Its Content-Security-Policy allows only its own scripts
 * and style, and blocks all requests.
 */
export function* drawPage(heading: Heading, report: Report, bundle: Bundle, changes?: Digest): Iterable<string> {
  for (const part of drawParts(heading, report, bundle, changes)) yield part.toString();
}

function* drawParts(heading: Heading, report: Report, bundle: Bundle, changes: Digest | undefined): Iterable<Markup> {
  const { shows, episodes } = report;
  const usual = new UsualBands(episodes);
  yield drawHead(heading, bundle);
  yield markup`<body>
${drawHeader(heading, episodes)}
<main>
${changes ? drawChanges(changes) : ""}${shows.map((show) => drawFindings(show, shows.length, episodes, usual))}${LIST}
`;
  yield* drawTable(episodes);
  const notes = explainNumbers(episodes).map((text) => markup`<p>${text}</p>`);
  yield markup`<p class="no-hit" hidden></p>
<div class="end"></div>
</section>
${drawSpots(heading, episodes)}${EPISODE}
${TIMELINE}
</main>
<footer>
${joinLines(notes)}
</footer>
${MESSAGE}
<script type="application/json" id="findings">${toScriptJson(composeHead(heading, report, changes))}</script>
<script type="application/json" id="data">[`;
  for (const [index, { spots: _, ...episode }] of episodes.entries())
    yield markup`${index > 0 ? ",\n" : ""}${toScriptJson(leaveOutRepeated(episode))}`;
  yield markup`]</script>
<script>${new Markup(bundle.script)}</script>
</body>
</html>
`;
}

function drawHead({ title }: Heading, { style, hashes }: Bundle): Markup {
  const policy = [
    "default-src 'none'",
    `script-src '${hashes.guard}' '${hashes.script}'`,
    `style-src '${hashes.style}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${new Markup(GENERATOR)}
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy.join("; "))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(style)}</style>
<script>${new Markup(GUARD)}</script>
</head>
`;
}

function drawHeader({ title, madeAt }: Heading, episodes: readonly Episode[]): Markup {
  return markup`<header>
<h1><bdi>${cutText(title)}</bdi></h1>
<p class="made">${countEpisodes(episodes)}, as of ${formatDate(madeAt.toISOString().slice(0, 10))}</p>
</header>`;
}

/** Draws what has changed since the last report: what one would tell first, and the rest folded. */
function drawChanges({ lines: [head = ""], items, first }: Digest): Markup {
  const list = (some: Digest["items"]) => markup`<ul>\n${some.map(({ text }) => markup`<li>${text}</li>\n`)}</ul>\n`;
  const rest = items.slice(first);
  const more =
    rest.length > 0
      ? markup`<details><summary>${formatCount(rest.length, "more change")}</summary>\n${list(rest)}</details>\n`
      : "";
  return markup`<section class="since">\n<h2>${head.replace(/:$/, "")}</h2>\n${first > 0 ? list(items.slice(0, first)) : ""}${more}</section>\n`;
}

/** Says what the numbers of a report mean. */
function explainNumbers(episodes: readonly Episode[]): string[] {
  const dates = new Set(episodes.flatMap(({ since = [] }) => since));
  const notes: readonly (readonly [text: string, isNeeded: boolean])[] = [
    [explainHundredPercent(episodes).join(" "), true],
    [
      "The usual of an episode is the median of the nearest others: the same second in the opening and before the end, the same part of the length in between.",
      episodes.some(({ usual }) => usual),
    ],
    [
      `The listeners of a show changed on ${[...dates].map((date) => formatDate(date)).join(", ")}: episodes before are compared with those before, later ones with later ones.`,
      dates.size > 0,
    ],
    [
      "Trailers, bonus episodes and those that are far shorter than the others are in no finding, and in no usual of full episodes.",
      episodes.some(({ type }) => type),
    ],
    [
      "Curves that prove little are marked, are compared with none, and come last.",
      episodes.some(({ doubt }) => doubt !== undefined),
    ],
  ];
  return notes.flatMap(([text, isNeeded]) => (isNeeded ? text : []));
}

/**
 * Formats JSON for a script element, with rounded numbers. Without "<", it can't end the element or
 * open another (HTML, section 4.12.1.3). Whoever reads the file sees what is there: GUIDs may have any character.
 */
function toScriptJson(value: object): Markup {
  return new Markup(escapeUnprintable(formatRounded(value)).replaceAll("<", "\\u003c"));
}
