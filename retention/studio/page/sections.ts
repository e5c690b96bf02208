/** The page before the first file: what to drop, where to get it, what was dropped, what to choose, the report, Save. */
export const BODY = `<header>
<h1>Podcast report</h1>
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
<div class="unread" role="status"></div>
</section>
<section class="how" aria-labelledby="how">
<h2 id="how">Where to get the files</h2>
<details><summary>Your feed</summary>
<ol>
<li>Open the address of your RSS feed, the one that you gave to Apple and Spotify. Your host shows it as "RSS feed".</li>
<li>Save the page as <code>feed.xml</code>.</li>
</ol></details>
<details><summary>Spotify and Apple, in Chrome or Edge</summary>
<ol>
<li>Sign in to Spotify for Creators, or to Podcasts Connect. Press F12, on a Mac Option-Command-I. Choose <b>Network</b>, and tick <b>Preserve log</b>.</li>
<li>Reload the list of your episodes. Open each episode's page with the curve, and wait until the curve is drawn.</li>
<li>With the panel still open: the arrow into a tray, <b>Export HAR (sanitized)</b>.</li>
</ol></details>
<details><summary>Spotify and Apple, in Firefox</summary>
<ol>
<li>Sign in to Spotify for Creators, or to Podcasts Connect. Press F12, on a Mac Option-Command-I. Choose <b>Network</b>. At the gear, tick <b>Persist Logs</b>.</li>
<li>Reload the list of your episodes. Open each episode's page with the curve, and wait until the curve is drawn.</li>
<li>With the panel still open: the gear, <b>Save All As HAR</b>.</li>
</ol></details>
<details><summary>Spotify and Apple, in Safari</summary>
<ol>
<li>Once: Settings, Advanced, tick <b>Show features for web developers</b>.</li>
<li>Sign in to Spotify for Creators, or to Podcasts Connect. Press Option-Command-I. Choose <b>Network</b>, and tick <b>Preserve Log</b>.</li>
<li>Reload the list of your episodes. Open each episode's page with the curve, and wait until the curve is drawn.</li>
<li>With the panel still open: <b>Export</b>, at the right above the list.</li>
</ol></details>
<details><summary>YouTube, in any browser</summary>
<ol>
<li>In YouTube Studio: the video, Analytics, Audience retention, See more, download, CSV.</li>
<li>Give the zip the title that its episode has in the feed, such as <code>On tides.zip</code>.</li>
</ol></details>
</section>
<section class="had-files" aria-labelledby="files" hidden>
<h2 id="files">Your files</h2>
<ul class="files"></ul>
</section>
<section class="choices" aria-labelledby="choices" hidden>
<h2 id="choices">Which is which episode</h2>
<p class="hint">These curves don't name their episode. An episode is chosen already where its title is exactly the curve's. Choose the others, or leave them out: nothing is guessed.</p>
<datalist id="episodes"></datalist>
<ul class="nameless"></ul>
<details class="by-title"><summary></summary>
<ul class="nameless"></ul></details>
</section>
</div>
<iframe title="Report" hidden></iframe>
</main>
<footer class="bottom">
<p class="status" role="status"></p>
<div class="doing" hidden><span></span> <progress aria-label="Part that is done" max="1" value="0"></progress> <button type="button" class="stop">Stop</button></div>
<div class="group" role="group" aria-label="Show">
<button type="button" class="to-files" aria-pressed="true">Files</button>
<button type="button" class="to-report" aria-pressed="false" disabled>Report</button>
</div>
<button type="button" class="save" disabled>Save report</button>
</footer>
`;
