import { drawHero } from "./hero.ts";
import { HOW_TO } from "./how-to.ts";

const { svg, skipped, left } = drawHero();

const HERO = `<section class="hero" aria-labelledby="greeting">
<div class="greeting">
<h1 id="greeting">See where listeners leave, minute by minute</h1>
<p class="lead">One report from what Spotify, Apple and YouTube know of your podcast: what people skip, where they stop, and which episodes hold them.</p>
<button type="button" class="example">Try an example</button> <span class="hint">a made-up show</span>
</div>
<figure>
${svg}
<figcaption><span><b class="badge skip">1</b> ${skipped} of 100 listeners skip the sponsor, and come back</span> <span><b class="badge drop-off">2</b> ${left} of 100 leave here for good</span></figcaption>
</figure>
</section>`;

const DROP = `<section class="drop" aria-labelledby="drop">
<div>
<h2 id="drop" tabindex="-1"><span class="at-first">Drop your files here</span><span class="later">Add files</span></h2>
<p class="at-first">Your feed, and files from Spotify, Apple or YouTube, in any order. Last month's saved report, too.</p>
<p class="later hint">Or drop them anywhere on this page.</p>
</div>
<div class="pick">
<label class="primary">Choose files <input type="file" class="choose-files" multiple></label>
<label>Choose a folder <input type="file" webkitdirectory></label>
</div>
<p class="private at-first"><strong>Nothing is uploaded.</strong> Switch Wi-Fi off and try: it works the same.</p>
<div class="unread" role="status"></div>
</section>`;

/** The page before the first file: what one gets, what to drop, where to get it; then what is there, what to choose, the report, Save. */
export const BODY = `<header>
<p class="brand">Podcast report</p>
</header>
<main>
<div class="work">
<section class="mixed" aria-labelledby="mixed" hidden>
<h2 id="mixed"></h2>
<p class="hint">For a report of one show alone, leave the new files out, and drop the files of each show in a tab of its own.</p>
<p><button type="button" class="leave-out">Leave the new files out</button> <button type="button" class="mix">Make one report of all</button></p>
</section>
${HERO}
<section class="steps" aria-labelledby="steps">
<h1 id="steps">Your report</h1>
<ul class="checklist" aria-live="polite"></ul>
<p class="no-feed" hidden></p>
</section>
<section class="choices" aria-labelledby="choices" hidden>
<a class="pass" href="#drop">Skip the choices</a>
<h2 id="choices">Which episode is it?</h2>
<p class="hint">These files don't name their episode. A title that is exactly an episode's is matched already. Anything else waits for you.</p>
<p class="accept" hidden><span></span> <button type="button" class="accept-all"></button></p>
<datalist id="episodes"></datalist>
<ul class="nameless"></ul>
<details class="by-title"><summary></summary>
<ul class="nameless"></ul></details>
</section>
${DROP}
<section class="problems" aria-labelledby="problems" hidden>
<h2 id="problems">What could not be read</h2>
<ul class="files"></ul>
</section>
<div class="unneeded" hidden>
<button type="button" class="remove-all">Remove all</button>
<details>
<summary class="count"></summary>
<ul class="files"></ul>
</details>
</div>
<details class="had-files" hidden>
<summary><h2>Your files</h2> <span class="hint"></span></summary>
<ul class="files"></ul>
</details>
${HOW_TO}
</div>
<iframe title="Report" sandbox="allow-scripts allow-downloads allow-modals allow-popups allow-popups-to-escape-sandbox" hidden></iframe>
</main>
<footer class="bottom">
<div class="group" role="group" aria-label="Show">
<button type="button" class="to-files" aria-pressed="true">Files</button>
<button type="button" class="to-report" aria-pressed="false" disabled>Report</button>
</div>
<p class="status" role="status"></p>
<div class="doing" hidden><span></span> <progress aria-label="Part that is done" max="1" value="0"></progress> <button type="button" class="stop">Stop</button></div>
<label class="without-audio"><input type="checkbox"> Without audio links</label>
<div class="saving"><span class="saved hint"></span> <button type="button" class="save" disabled>Save report</button></div>
<button type="button" class="next primary"></button>
</footer>
`;
