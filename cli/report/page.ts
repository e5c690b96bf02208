import { createHash } from "node:crypto";
import { escapeMarkup } from "../../curve/text.ts";
import { escapeUnprintable } from "../../lib/printable.ts";
import { describeShow, explainHundredPercent } from "../../report/answers.ts";
import type { Bundle } from "./bundle.ts";
import type { Report } from "./data.ts";
import { drawTable } from "./rows.ts";
import { COMPARISON, CURVES, LIST, TRAY } from "./sections.ts";

/** The report's title and date. */
export interface Heading {
  readonly title: string;
  readonly madeAt: Date;
}

/**
 * Yields the parts of the page, a self-contained HTML document. Its Content-Security-Policy allows only its own script
 * and style, and blocks all requests.
 */
export function* drawPage(heading: Heading, report: Report, bundle: Bundle): Iterable<string> {
  const { episodes } = report;
  yield drawHead(heading, bundle);
  yield `<body>
${drawHeader(heading, report)}
<main>
${CURVES}
${COMPARISON}
${LIST}
`;
  yield* drawTable(episodes);
  yield `<p class="no-hit" hidden></p>
<div class="end"></div>
</section>
</main>
${TRAY}
<script type="application/json" id="data">[`;
  for (const [index, episode] of episodes.entries()) yield `${index > 0 ? ",\n" : ""}${toScriptJson(episode)}`;
  yield `]</script>
<script>${bundle.script}</script>
</body>
</html>
`;
}

function drawHead({ title }: Heading, { script, style }: Bundle): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hash(script)}'`,
    `style-src '${hash(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeMarkup(title)}</title>
<style>${style}</style>
</head>
`;
}

function drawHeader({ title, madeAt }: Heading, { episodes, show }: Report): string {
  const count = `${episodes.length.toLocaleString("en")} ${episodes.length === 1 ? "episode" : "episodes"}`;
  const made = `A report on ${count}, made on ${madeAt.toISOString().slice(0, 10)}.`;
  const answers = describeShow(show).map((answer) => `<p class="answer">${escapeMarkup(answer)}</p>\n`);
  return `<header>
<h1><bdi>${escapeMarkup(title)}</bdi></h1>
<p>${escapeMarkup([made, ...explainHundredPercent(episodes)].join(" "))}</p>
${answers.join("")}</header>`;
}

function hash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/**
 * Formats JSON for a script element, with numbers rounded to two decimals. Without "<", it can't end the element or
 * open another (HTML, section 4.12.1.3). Whoever reads the file sees what is there: GUIDs may have any character.
 */
function toScriptJson(value: object): string {
  const json = JSON.stringify(value, (_, member) =>
    typeof member === "number" ? Math.round(member * 100) / 100 : member,
  );
  return escapeUnprintable(json).replaceAll("<", "\\u003c");
}
