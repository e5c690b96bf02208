import { once } from "node:events";
import { createWriteStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { test } from "vitest";
import { comparePrograms, makeFolder, printTable } from "../../bench/compare.ts";

const SESSIONS = 5_000;
const EPISODES = 50;

/** Seconds of each episode. */
const DURATION = 3_600;

/** Episodes of a feed that owns them. */
const OWNED = 20_000;

const ROUNDS = 3;

/** The least work of any importer: reads the lines of a file, and calls JSON.parse on each. */
const PARSE = `(async () => {
  const input = require("node:fs").createReadStream(process.argv[1]);
  for await (const line of require("node:readline").createInterface({ input })) JSON.parse(line);
})()`;

// The import of sessions into the embedded DynamoDB, a program that only parses the same lines, hostile HAR files, and what asks for
// the owners of a feed's episodes.
test("import", async ({ bench }) => {
  const folder = makeFolder();
  const file = join(folder, "sessions.jsonl");
  await saveSessions(file);
  const env = { PATH: process.env.PATH, DYNAMODB_FOLDER: join(folder, "dynamodb") };
  const options = ["--duration", String(DURATION), "--same-duration"];
  const feed = saveFeed(folder);
  const charts = (...args: readonly string[]) => ({ args: ["retention/cli/bin/charts.ts", ...args], env });
  const nested = ["retention/cli/bin/charts.ts", "import", "--guid", "nested"];
  const runs = await comparePrograms(bench, ROUNDS, {
    "JSON.parse of each line": { args: ["--eval", PARSE, file], env },
    import: { args: ["retention/cli/bin/charts.ts", "import", ...options, file], env },
    "HAR file of brackets": { args: [...nested, saveNested(folder, "nested.har", "")], env },
    "HAR file of samples of brackets": { args: [...nested, saveNested(folder, "samples.har", '{"samples":')], env },
    [`register ${OWNED} episodes`]: charts("register", feed),
    [`delete --dry-run --feed of ${OWNED} episodes`]: charts("delete", "--dry-run", "--feed", feed),
  });
  const rows = Object.entries(runs).map(([name, { seconds, peakMB }]) => {
    return [name, { "CPU seconds": seconds, "most peak MB": peakMB }];
  });
  printTable(Object.fromEntries(rows));
});

/** Writes a HAR file with one curve and ten answers that begin so and have 4 MB of brackets: it must be read within 10 s. */
function saveNested(folder: string, name: string, start: string): string {
  const brackets = Array.from({ length: 10 }, () => start + "[".repeat(4 * 1_024 * 1_024 - start.length));
  const entries = [...brackets, '{"samples":[2,1],"seconds":2}'].map((text) => ({
    request: { method: "GET", url: "https://dashboard.example/" },
    response: { status: 200, content: { text } },
  }));
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ log: { entries } }));
  return file;
}

function saveFeed(folder: string): string {
  const items = Array.from({ length: OWNED }, (_, index) => {
    return `<item><guid>owned-${index}</guid><itunes:duration>60</itunes:duration></item>`;
  });
  const file = join(folder, "feed.xml");
  const namespaces =
    'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"';
  const channel = `<podcast:guid>bench</podcast:guid>${items.join("")}`;
  writeFileSync(file, `<rss ${namespaces}><channel>${channel}</channel></rss>`);
  return file;
}

/** One session in this many has fractions of seconds. */
const FRACTIONAL_EVERY = 5;

/**
 * Writes generated sessions as mongoexport does, one per line. Each hears its episode from end to end:
 * `{"_id": …, "session_id": "session-0", "episodeGUID": …, "useragent": …, "data": [{"time": 0, "event": "play"}, …]}`.
 */
async function saveSessions(file: string): Promise<void> {
  const stream = createWriteStream(file, { highWaterMark: 4 * 1_024 * 1_024 });
  const whole = composeData((second) => second);
  const fractional = composeData((second) => Math.round((second + (second % 7) / 8) * 1_000) / 1_000);
  for (let session = 0; session < SESSIONS; session++) {
    const head = JSON.stringify({
      _id: { $oid: session.toString(16).padStart(24, "0") },
      session_id: `session-${session}`,
      episodeGUID: `https://podcast.example/episodes/${session % EPISODES}`,
      useragent: "Player/1.0 (bench)",
    });
    const data = session % FRACTIONAL_EVERY === 0 ? fractional : whole;
    if (!stream.write(`${head.slice(0, -1)},"data":${data}}\n`)) await once(stream, "drain");
  }
  stream.end();
  await finished(stream);
}

function composeData(at: (second: number) => number): string {
  const events = Array.from({ length: DURATION }, (_, second) => ({ time: at(second), event: pickEvent(second) }));
  return JSON.stringify([...events, { time: DURATION, event: "ended" }]);
}

function pickEvent(second: number): string {
  if (second % 600 === 599) return "pause";
  return second % 900 === 450 ? "seek" : "play";
}
