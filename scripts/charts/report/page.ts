import { createHash } from "node:crypto";
import { escapeMarkup } from "../draw/text.ts";
import type { Bundle } from "./bundle.ts";
import type { Entry } from "./data.ts";
import { toScriptJson } from "./html.ts";
import { drawTable } from "./table.ts";

/** The report's title and date. */
export interface Heading {
  readonly title: string;
  readonly madeAt: Date;
}

/**
 * Yields the parts of the page, a self-contained HTML document. Its Content-Security-Policy allows only its own script
 * and style, and blocks all requests.
 */
export function* drawPage(heading: Heading, entries: readonly Entry[], bundle: Bundle): Iterable<string> {
  yield drawHead(heading, entries.length, bundle);
  yield* drawTable(entries);
  yield `<div class="end"></div>
</section>
</main>
<script type="application/json" id="data">[`;
  for (const [index, { episode }] of entries.entries()) yield `${index > 0 ? ",\n" : ""}${toScriptJson(episode)}`;
  yield `]</script>
<script>${bundle.script}</script>
</body>
</html>
`;
}

function drawHead({ title, madeAt }: Heading, episodes: number, { script, style }: Bundle): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hash(script)}'`,
    `style-src '${hash(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  const count = `${episodes.toLocaleString("en")} ${episodes === 1 ? "episode" : "episodes"}`;
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
<body>
<header>
<h1><bdi>${escapeMarkup(title)}</bdi></h1>
<p>A report on ${count}, made on ${madeAt.toISOString().slice(0, 10)}. 100\u00a0% is an episode's moment with the most listeners. Some platforms define 100\u00a0% differently.</p>
</header>
<main>
${CURVES}
<section class="list" aria-labelledby="episodes">
<div class="bar">
<h2 id="episodes">Episodes</h2>
<p class="count" role="status"></p>
<label class="search">Search <input type="search" autocomplete="off" spellcheck="false"></label>
</div>
<noscript><p>Without JavaScript, this page shows only the table.</p></noscript>
`;
}

/** Hidden until the script fills it. */
const CURVES = `<section class="curves" aria-labelledby="curves" hidden>
<div class="bar">
<h2 id="curves">Curves</h2>
<fieldset class="over"><legend>Draw over</legend>
<label><input type="radio" name="over" value="time" checked>time</label>
<label><input type="radio" name="over" value="percent">percent of the length</label>
</fieldset>
<a class="link" href="#">Link to this selection</a>
<button type="button" class="clear">Clear</button>
</div>
<div class="board">
<div class="picture">
<div class="plot" role="img" aria-label="Curves of the selected episodes" aria-describedby="description"></div>
<input type="range" class="position" aria-label="Position of the crosshair">
</div>
<div class="reading">
<p class="point"></p>
<ol class="chosen"></ol>
</div>
</div>
<p class="description" id="description"></p>
<div class="paper" aria-hidden="true"></div>
<p class="message" role="status"></p>
<button type="button" class="up">Curves ↑</button>
</section>`;

function hash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
