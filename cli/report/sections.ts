/** The curves of the selected episodes. Hidden until the script fills it. */
export const CURVES = `<section class="curves" aria-labelledby="curves" hidden>
<div class="bar">
<h2 id="curves">Curves</h2>
<fieldset class="over"><legend>Draw over</legend>
<label><input type="radio" name="over" value="time" checked>time</label>
<label><input type="radio" name="over" value="percent">percent of the length</label>
</fieldset>
<div class="zoom" role="group" aria-label="Zoom">
<button type="button" class="whole-length" aria-pressed="true">Whole length</button>
<button type="button" class="first-minutes" aria-pressed="false">First 5 minutes</button>
</div>
<div class="actions">
<button type="button" class="picture-button">Save picture</button>
<button type="button" class="link">Copy link</button>
<button type="button" class="clear">Clear</button>
</div>
</div>
<p class="nothing">No episode is selected. Select up to six in the table, to see their curves here.</p>
<p class="summary"></p>
<div class="board">
<div class="picture">
<div class="plot" role="img" aria-label="Curves of the selected episodes" aria-describedby="description"></div>
<input type="range" class="position" aria-label="Position of the crosshair">
<p class="legend-usual"></p>
<h3 class="moments-name">Moments</h3>
<ol class="moments"></ol>
</div>
<div class="reading">
<p class="point"></p>
<ol class="chosen"></ol>
</div>
</div>
<p class="description" id="description"></p>
<div class="paper" aria-hidden="true"></div>
</section>`;

/** Two groups of episodes. Hidden until the script fills it. */
export const COMPARISON = `<section class="comparison" aria-labelledby="comparison" hidden>
<div class="bar">
<h2 id="comparison">Before and after a date</h2>
<label>Compare with the episodes from <input type="date" class="date"> on</label>
</div>
<p class="hint">Give the date of a change, such as a new intro: is it better than the old one?</p>
<p class="verdict" role="status"></p>
<div class="groups" hidden>
<div class="group-plot" role="img" aria-label="Medians of both groups in the first five minutes, with their middle halves" aria-describedby="verdict-table"></div>
<table class="figures" id="verdict-table"></table>
</div>
</section>`;

/** The beginning of the list of all episodes. Its table and end follow. */
export const LIST = `<section class="list" aria-labelledby="episodes">
<div class="bar">
<h2 id="episodes">Episodes</h2>
<p class="count" role="status"></p>
<button type="button" class="table-button">Save table as CSV</button>
<div class="sorting"><label for="sort">Sort by</label> <select id="sort"></select></div>
<label class="search">Search <input type="search" autocomplete="off" spellcheck="false"></label>
</div>
<p class="note">Heard: average time. 1 min, 5 min, Half, End: listeners still there. Against usual: percentage points between the average and the median of the other episodes. Curves that prove little sort last. All small curves go from 0 to the same highest value.</p>
<noscript><p><strong>Open this file in a browser to see the curves.</strong> Where JavaScript is off, as in a mail program's preview, it shows only the table.</p></noscript>
`;

/** Stays at the bottom of the window while the curves are out of sight. */
export const TRAY = `<div class="tray" hidden>
<p class="tray-text"></p>
<button type="button" class="up">Curves ↑</button>
</div>
<p class="message" role="status"></p>`;
