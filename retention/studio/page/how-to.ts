const LINKS = [
  `<a href="https://creators.spotify.com/" target="_blank" rel="noreferrer">Spotify for Creators</a>`,
  `<a href="https://podcastsconnect.apple.com/" target="_blank" rel="noreferrer">Podcasts Connect</a>`,
].join(" or ");

/** How each browser records what a dashboard draws. */
const BROWSERS = [
  {
    id: "chrome",
    name: "Chrome or Edge",
    open: "Press F12, on a Mac Option-Command-I. Choose <b>Network</b>, and tick <b>Preserve log</b>.",
    save: "With the panel still open: the arrow into a tray, <b>Export HAR (sanitized)</b>.",
  },
  {
    id: "firefox",
    name: "Firefox",
    open: "Press F12, on a Mac Option-Command-I. Choose <b>Network</b>. At the gear, tick <b>Persist Logs</b>.",
    save: "With the panel still open: the gear, <b>Save All As HAR</b>.",
  },
  {
    id: "safari",
    name: "Safari",
    open: "Once: Settings, Advanced, tick <b>Show features for web developers</b>. Then press Option-Command-I. Choose <b>Network</b>, and tick <b>Preserve Log</b>.",
    save: "With the panel still open: <b>Export</b>, at the right above the list.",
  },
];

/** Where to get the files. The page opens the instructions of the browser that it is in. */
export const HOW_TO = `<details class="how" open>
<summary><h2>Where to get the files</h2></summary>
<p class="hint">Start with your feed and one platform. Six recent episodes are enough.</p>
<div class="cards">
<section class="card" aria-labelledby="how-feed">
<h3 id="how-feed">Your feed</h3>
<p class="what">The titles, dates and lengths of your episodes.</p>
<ol>
<li>Open the address of your RSS feed, the one that you gave to Apple and Spotify. Your host shows it as "RSS feed".</li>
<li>Save the page as <code>feed.xml</code>.</li>
</ol>
</section>
<section class="card" aria-labelledby="how-har">
<h3 id="how-har">Spotify and Apple</h3>
<p class="what">Your browser records the curves while you look at them, on a computer.</p>
<div class="browsers">
${BROWSERS.map(composeBrowser).join("\n")}
</div>
<p class="hint">The file also holds what keeps you signed in. No report gets that. Delete the file afterwards.</p>
</section>
<section class="card" aria-labelledby="how-youtube">
<h3 id="how-youtube">YouTube</h3>
<p class="what">One download for each video.</p>
<ol>
<li>In <a href="https://studio.youtube.com/" target="_blank" rel="noreferrer">YouTube Studio</a>: the video, Analytics, Audience retention, See more, download, CSV.</li>
<li>Give the zip the title of its episode, such as <code>On tides.zip</code>.</li>
</ol>
</section>
</div>
</details>`;

function composeBrowser({ id, name, open, save }: (typeof BROWSERS)[number]): string {
  return `<details class="browser" data-browser="${id}"><summary>In ${name}</summary>
<ol>
<li>Sign in to ${LINKS}. ${open}</li>
<li>Reload the list of your episodes. Open each episode's page with the curve, and wait until the curve is drawn.</li>
<li>${save}</li>
</ol></details>`;
}
