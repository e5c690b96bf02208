import { markup } from "../curve/markup.ts";

/** One episode, or several compared: a view of its own, which the script fills. */
export const EPISODE = markup`<section class="episode" aria-labelledby="title" hidden>
<p class="back"><a class="lead" href="#"><span aria-hidden="true">←</span> All episodes</a></p>
<h2 class="title" id="title" tabindex="-1"></h2>
<p class="meta"></p>
<p class="early"></p>
<dl class="figures"></dl>
<div class="scroll" tabindex="0" role="region" aria-label="Figures of the compared episodes"><table class="compared"></table></div>
<div class="bar">
<div class="tabs" role="group" aria-label="What the chart shows"></div>
<div class="actions">
<button type="button" class="picture-button">Save picture</button>
<button type="button" class="link">Copy link</button>
</div>
</div>
<p class="point" aria-hidden="true"></p>
<div class="chart" aria-describedby="description"></div>
<ol class="chapters" aria-label="Chapters along the curve"></ol>
<p class="legend"></p>
<div class="moments-part">
<h3>Moments</h3>
<div class="scroll" tabindex="0" role="region" aria-label="Table of moments"><table class="moments"></table></div>
</div>
<p class="description" id="description"></p>
</section>`;

/** The show over time, before and after a date: a view of its own, which the script fills. */
export const TIMELINE = markup`<section class="change" aria-labelledby="change" hidden>
<p class="back"><a class="lead" href="#"><span aria-hidden="true">←</span> All episodes</a></p>
<div class="bar">
<h2 id="change" tabindex="-1">Before and after</h2>
<label>Date <input type="date" class="date"></label>
</div>
<p class="verdict" role="status"></p>
<div class="timeline" role="img" aria-label="Percent still there after 1 minute, and average, by date of publication" aria-describedby="timeline-text"></div>
<p class="hint" id="timeline-text"></p>
<table class="groups" hidden></table>
</section>`;

/** The beginning of the list of all episodes. Its table and end follow. */
export const LIST = markup`<section class="list episodes" aria-labelledby="episodes">
<div class="bar">
<h2 id="episodes">Episodes</h2>
<p class="count" role="status"></p>
<p class="tip">Tick up to six to compare. <a class="lead to-change" href="#date=" hidden>Before and after a date\u00a0<span aria-hidden="true">→</span></a></p>
<button type="button" class="table-button">Save table as CSV</button>
<div class="sorting"><label for="sort">Sort by</label> <select id="sort"></select></div>
<label class="search">Search <input type="search" autocomplete="off" spellcheck="false"></label>
</div>
<noscript><p><strong>Open this file in a browser to see the curves.</strong> Where JavaScript is off, as in a mail program's preview, it shows only the findings and the table.</p></noscript>
<p class="broken" hidden><strong>This browser could not draw the curves.</strong> Open this file in another one, or in a newer version. The table has the
figures of all episodes.</p>
`;

/** The ticked episodes, and what has just happened: at the bottom of the window. */
export const MESSAGE = markup`<aside class="tray" aria-label="Ticked episodes" hidden>
<p class="tray-text"></p>
<a class="lead compare" href="#">Compare</a>
</aside>
<p class="message" role="status"></p>`;
