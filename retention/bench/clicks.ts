import { composeFeed } from "../../tests/support/feed.ts";
import { StudioSession } from "../studio/session.ts";
import { createHar, toSpotifyUrl } from "../tests/support/har.ts";

/** Episodes of the feed, each with a curve whose episode is to be chosen. */
const EPISODES = 200;

/** Seconds of each episode, and of the length that is typed for one. */
const DURATION = 2_400;
const TYPED = "39:00";

/** How often what is quick is repeated. */
const ROUNDS = 20;

const GUIDS = Array.from({ length: EPISODES }, (_, index) => `urn:example:${index + 1}`);
const toId = (index: number) => String(index + 1).padStart(22, "s");

// Measures what clicks in the studio cost in Node.js, with 200 curves of Spotify: `npx node retention/bench/clicks.ts`.
const session = new StudioSession();
const files = { "feed.xml": makeFeed(), "spotify.har": makeHar(), "Tide 1.csv": makeStudioTable() };
await measure("drop the files", () =>
  session.add(Object.entries(files).map(([name, text]) => ({ name, file: new Blob([text]) }))),
);
await session.choose("Tide 1", GUIDS[0]);
await measure(`choose ${EPISODES - 1} episodes one by one`, async () => {
  for (const [index, guid] of GUIDS.slice(0, -1).entries()) await session.choose(toId(index), guid);
});
await measure("choose the last one, and import all", () => session.choose(toId(EPISODES - 1), GUIDS.at(-1)));
await measure("choose another episode", () => session.choose(toId(0), ""));
await measure("change a duration", () => session.setDuration(GUIDS[0] ?? "", TYPED));
await session.computeReport();
session.keep();
await measure(
  "view after Save",
  async () => {
    for (let round = 0; round < ROUNDS; round++) session.view();
  },
  ROUNDS,
);
await measure("change a duration after Save", () => session.setDuration(GUIDS[0] ?? "", ""));

/** Prints how much CPU time something takes, in milliseconds. */
async function measure(name: string, act: () => Promise<unknown>, rounds = 1): Promise<void> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  console.log(`${name}: ${((user + system) / 1_000 / rounds).toFixed(1)} ms`);
}

function makeFeed(): string {
  const items = GUIDS.map((guid, index) => {
    return {
      guid,
      title: `Tide ${index + 1}: how the harbour ${index + 1} moved`,
      "itunes:duration": String(DURATION),
    };
  });
  return composeFeed(items, "On tides");
}

/** Listeners of each second, who leave. */
function makeHar(): string {
  const entries = GUIDS.map((_, index) => {
    const samples = Array.from({ length: DURATION }, (_, second) =>
      Math.round(900 * 0.9997 ** second + ((second * (index + 7)) % 11)),
    );
    return { url: toSpotifyUrl(toId(index)), content: { samples, sampleRate: 1_000 } };
  });
  return createHar(...entries);
}

/** A table of YouTube Studio, whose video is as long as somebody types. */
function makeStudioTable(): string {
  const rows = Array.from({ length: 101 }, (_, position) => `${position},${100 - position / 2},`);
  return ["Video position (%),Absolute audience retention (%),Compared to other videos (%)", ...rows].join("\n");
}
