import { writeFileSync } from "node:fs";
import { recordChrome } from "./chrome.ts";
import { createEpisodes } from "./episodes.ts";
import { recordFirefox } from "./firefox.ts";
import { startDashboard } from "./server.ts";

// Saves the HAR file of a stand-in dashboard that was clicked through in a real browser, with a feed of its episodes:
//   npx node tests/support/dashboard/record.ts firefox '/spotify?graphql' 3 60 tests/import/har/firefox-graphql.har

const [browser, path = "/spotify", count = "3", duration = "60", file = "", bodyLimit = "1048576"] =
  process.argv.slice(2);
const episodes = createEpisodes(Number(count), Number(duration));
const dashboard = await startDashboard(episodes);
try {
  const start = performance.now();
  const url = `${dashboard.url}${path}`;
  writeFileSync(file, await (browser === "firefox" ? recordFirefox(url, Number(bodyLimit)) : recordChrome(url)));
  console.error(`Saved ${file} after ${Math.round((performance.now() - start) / 1_000)} s.`);
} finally {
  dashboard.stop();
}
