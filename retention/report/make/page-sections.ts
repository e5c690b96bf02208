import { markup } from "../curve/markup.ts";

/** One episode at a time, with the curves of up to six. Hidden until the script fills it. */
export const EPISODE = markup`<section class="episode" aria-labelledby="title" hidden>
<p class="nothing">No episode is selected. Select up to six in the table, to see their curves here.</p>
<h2 class="title" id="title" tabindex="-1"></h2>
<p class="meta"></p>
<p class="headline"></p>
<p class="exact"></p>
<p class="words"></p>
<p class="summary"></p>
<div class="board">
<div class="picture">
<div class="plot" role="img" aria-label="Curves of the selected episodes" aria-describedby="description"></div>
<ol class="strip" aria-label="Chapters along the curve" hidden></ol>
<input type="range" class="position" aria-label="Position of the crosshair">
<div class="bar">
<div class="group views" role="group" aria-label="Curves" hidden>
<button type="button" class="view-episodes" aria-pressed="true">Episodes</button>
<button type="button" class="view-sources" aria-pressed="false">Sources</button>
</div>
<div class="group" role="group" aria-label="Zoom">
<button type="button" class="whole-length" aria-pressed="true">Whole length</button>
<button type="button" class="first-minutes" aria-pressed="false">First 5 minutes</button>
</div>
<div class="over" role="radiogroup" aria-labelledby="over"><span class="over-name" id="over">Over</span>
<label><input type="radio" name="over" value="time" checked>time</label>
<label><input type="radio" name="over" value="percent">percent of the length</label>
</div>
<div class="actions">
<button type="button" class="picture-button">Save picture</button>
<button type="button" class="link">Copy link</button>
<button type="button" class="clear">Clear</button>
</div>
</div>
<p class="legend"></p>
<details class="about"><summary>About these numbers</summary>
<p class="about-text"></p>
<p class="sources-text"></p>
</details>
</div>
<div class="side">
<p class="point"></p>
<ol class="chosen"></ol>
<table class="figures"></table>
</div>
</div>
<div class="parts">
<div class="part">
<h3 class="moments-name">Moments</h3>
<ol class="moments"></ol>
</div>
<div class="part chapters-part" hidden>
<h3 class="chapters-name">Chapters</h3>
<div class="scroll" tabindex="0" role="region" aria-label="Table of chapters"><table class="chapters"></table></div>
</div>
</div>
<p class="description" id="description"></p>
<div class="paper" aria-hidden="true"></div>
</section>`;

/** The show over time, before and after a date. Hidden until the script fills it. */
export const TIMELINE = markup`<section class="change" aria-labelledby="change" hidden>
<div class="bar">
<h2 id="change" tabindex="-1">Over time</h2>
<label>Before and after <input type="date" class="date"></label>
</div>
<p class="verdict" role="status"></p>
<div class="change-board">
<div class="timeline" role="img" aria-label="Percent still there after 1 minute, and average, by date of publication" aria-describedby="timeline-text"></div>
<table class="groups" hidden></table>
</div>
<p class="hint" id="timeline-text"></p>
</section>`;

/** The beginning of the list of all episodes. Its table and end follow. */
export const LIST = markup`<section class="list" aria-labelledby="episodes">
<div class="bar">
<h2 id="episodes">Episodes</h2>
<p class="count" role="status"></p>
<p class="tip">Tick up to six to compare their curves.</p>
<button type="button" class="table-button">Save table as CSV</button>
<div class="sorting"><label for="sort">Sort by</label> <select id="sort"></select></div>
<label class="search">Search <input type="search" autocomplete="off" spellcheck="false"></label>
</div>
<noscript><p><strong>Open this file in a browser to see the curves.</strong> Where JavaScript is off, as in a mail program's preview, it shows only the table.</p></noscript>
<p class="broken" hidden><strong>This browser could not draw the curves.</strong> Open this file in another one, or in a newer version. The table has the
figures of all episodes.</p>
`;

/** Stays at the bottom of the window while the curves are out of sight. */
export const TRAY = markup`<aside class="tray" aria-label="Selected curves" hidden>
<p class="tray-text"></p>
<button type="button" class="up">Curves ↑</button>
</aside>
<p class="message" role="status"></p>`;
