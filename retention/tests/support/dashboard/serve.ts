import { createEpisodes } from "./episodes.ts";
import { startDashboard } from "./server.ts";

// Serves a stand-in dashboard until Ctrl-C, for a HAR file: open a page with the Network panel, click each episode, and save
// what the panel has. tests/import/har has such files, of 3 episodes of 60 seconds.

const [count = "3", duration = "60"] = process.argv.slice(2);
const { url } = await startDashboard(createEpisodes(Number(count), Number(duration)));
console.info(["/spotify", "/spotify?graphql", "/apple?", "/apple?binary"].map((path) => `${url}${path}`).join("\n"));
