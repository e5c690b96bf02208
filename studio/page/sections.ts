/** The page before the first file. */
export const BODY = `<header class="top">
<h1>Podcast report</h1>
<div class="group" role="group" aria-label="Show">
<button type="button" class="to-files" aria-pressed="true">Files</button>
<button type="button" class="to-report" aria-pressed="false" disabled>Report</button>
</div>
<button type="button" class="save" disabled>Save report</button>
<p class="status" role="status"></p>
<progress aria-label="Read of the file" value="0" hidden></progress>
</header>
<main>
<div class="work">
<section class="drop" aria-labelledby="drop">
<h2 id="drop">Drop your files here</h2>
<p>The feed of your podcast, and what YouTube, Spotify and Apple know of its episodes: HAR files, zips, tables, exports, also gzipped, or a folder of them. In any order, and
last month's saved report, too.</p>
<div class="pick">
<label>Choose files <input type="file" multiple></label>
<label>Choose a folder <input type="file" webkitdirectory></label>
</div>
<p><strong>Nothing leaves this computer:</strong> this page can't send anything. A HAR file holds what keeps you signed in: only curves and titles of it are kept or saved. Delete it
afterwards.</p>
</section>
<section class="how" aria-label="How to get the files">
<details><summary>Your feed</summary>
<ol>
<li>Open the address of your RSS feed, the one that you gave to Apple and Spotify. Your host shows it as "RSS feed".</li>
<li>Save the page as <code>feed.xml</code>, and drop it here.</li>
</ol></details>
<details><summary>Spotify and Apple: one HAR file each</summary>
<ol>
<li>Sign in to Spotify for Creators, or to Podcasts Connect. Press F12 (on a Mac Option-Command-I), choose <b>Network</b>, and tick <b>Preserve log</b> (Firefox: the gear, <b>Persist Logs</b>).</li>
<li>Reload the list of your episodes. Open the page with the curve of each episode, and wait until the curve is drawn.</li>
<li>With the panel still open: the arrow into a tray, <b>Export HAR</b> (Firefox: the gear, <b>Save All As HAR</b>; Safari: <b>Export</b>).</li>
</ol></details>
<details><summary>YouTube: a zip for each video</summary>
<ol>
<li>In YouTube Studio: the video, Analytics, Audience retention, See more, download, CSV.</li>
<li>Give the zip the title that its episode has in the feed, such as <code>On tides.zip</code>.</li>
<li>Drop the zips as they are, or their folder.</li>
</ol></details>
</section>
<section class="choices" aria-labelledby="choices" hidden>
<h2 id="choices">Which is which episode</h2>
<p class="hint">These curves don't name their episode. Those whose title is that of exactly one episode are chosen. Choose the others, or leave them out: nothing is guessed.</p>
<ul class="nameless"></ul>
<details class="by-title"><summary></summary>
<ul class="nameless"></ul></details>
</section>
<section aria-labelledby="files">
<h2 id="files">Files</h2>
<ul class="files"></ul>
</section>
</div>
<iframe title="Report" hidden></iframe>
</main>
`;
