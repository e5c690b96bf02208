import { readFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { groups } from "d3-array";
import { expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { tryOrRefuse } from "../../sources/base/refusals.ts";
import { requireWithin } from "../../sources/curve/overrun.ts";
import { SessionCounts } from "../../sources/sessions/session-counts.ts";
import { summary } from "../support/command.ts";
import { importFiles, readChart } from "../support/import.ts";
import { makeEpisodes } from "./episodes.ts";

interface Event {
  readonly guid: string;
  readonly session: string;
  readonly number: number;
  readonly time: number;
  readonly event: string;
}

const save = useFolder();

/** Durations in seconds. */
const EPISODES = { "sql-long": 400, "sql-fraction": 59.5, 'a "quoted", guid': 30, "sql-hardly-heard": 60 };

/** Fewer listeners than a curve must have. */
const FEW = 9;

/** Makes numbers from 0 to 1 that are the same in each run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Makes sessions that play on, jump in both directions, pause, log twice in a second, and go past the end. */
function makeEvents(interval: number, seed = interval): Event[] {
  const random = createRandom(seed);
  return Object.entries(EPISODES).flatMap(([guid, duration], episode) =>
    Array.from({ length: guid === "sql-hardly-heard" ? FEW : 40 }, (_, session) => {
      let time = session % 2 ? 0 : random() * duration;
      return Array.from({ length: 5 + Math.floor(random() * 60) }, (_, number) => {
        const jumps = random() < 0.2;
        time = jumps ? random() * 1.2 * duration : time + random() * 2 * interval;
        const event = random() < 0.1 ? (random() < 0.5 ? "pause" : "ended") : jumps ? "seek" : "play";
        return { guid, session: `${episode}-${session}`, number, time, event };
      });
    }).flat(),
  );
}

/** Loads the queries of docs/charts.md: the one that counts, and the one that checks, with what the first begins with. */
async function loadQueries(interval: number): Promise<{ readonly count: string; readonly check: string }> {
  const page = await readFile("retention/docs/charts.md", "utf8");
  const [whole = "", last = ""] = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql]) => sql ?? "");
  const count = whole.replace("step + 1 < 1 ", `step + 1 < ${interval} `);
  return { count, check: `${count.slice(0, count.lastIndexOf("\nSELECT "))}\n${last}` };
}

function createDatabase(events: readonly Event[]): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.exec(`
    CREATE TABLE episodes (guid TEXT, duration REAL);
    CREATE TABLE events (guid TEXT, session_id TEXT, number INTEGER, time REAL, event TEXT)`);
  const addEpisode = database.prepare("INSERT INTO episodes VALUES (?, ?)");
  for (const [guid, duration] of Object.entries(EPISODES)) addEpisode.run(guid, duration);
  const addEvent = database.prepare("INSERT INTO events VALUES (?, ?, ?, ?, ?)");
  // In another order than they were logged: a table has none.
  for (const { guid, session, number, time, event } of events.toReversed())
    addEvent.run(guid, session, number, time, event);
  return database;
}

/** Runs the query of docs/charts.md, and returns what a database's client would save as CSV. */
async function query(events: readonly Event[], interval: number): Promise<string> {
  const { count } = await loadQueries(interval);
  const rows = createDatabase(events).prepare(count).all();
  const header = Object.keys(rows[0] ?? {}).join();
  return [header, ...rows.map((row) => Object.values(row).map(quote).join()), ""].join("\n");
}

const quote = (value: unknown) => `"${String(value).replaceAll('"', '""')}"`;

/** Writes the sessions of an episode as another server exports them. */
function saveSessions(guid: string, events: readonly Event[]): string {
  const sessions = groups(events, ({ session }) => session).map(([id, own]) => ({
    session_id: id,
    episodeGUID: guid,
    data: own.map(({ time, event }) => ({ time, event })),
  }));
  return save("sessions.jsonl", sessions.map((session) => JSON.stringify(session)).join("\n"));
}

it.each([1, 10])("the SQL of docs/charts.md counts as an import does, at an interval of %i s", async (interval) => {
  const events = makeEvents(interval);
  const table = await query(events, interval);
  expect(table).toMatch(/^guid,duration,time,listeners\n/);
  expect(table).not.toContain("sql-hardly-heard");

  const counted = await importFiles(save("listeners.csv", table));
  expect(counted).toMatchObject({ code: 0, stdout: summary("3 charts written, 0 refused") });
  for (const [guid, duration] of Object.entries(EPISODES).slice(0, 3)) {
    const chart = await readChart(guid);
    const own = events.filter((event) => event.guid === guid);
    const sessions = saveSessions(guid, own);
    await importFiles("--duration", String(duration), "--interval", String(interval), sessions);
    expect(chart).toEqual(await readChart(guid));
    expect(chart).toMatchObject({ data: { length: Math.ceil(duration) } });
  }
});

it("the SQL of docs/charts.md leaves out an episode whose ten listeners were there only at its end and beyond", async () => {
  const events = Array.from({ length: 19 }, (_, session) => ({
    guid: "sql-long",
    session: `${session}`,
    number: 0,
    time: session < FEW ? 7 : EPISODES["sql-long"],
    event: "play",
  }));
  expect(await query(events, 1)).not.toContain("sql-long");
  const one = { guid: "sql-long", session: "one more", number: 0, time: 7, event: "play" };
  expect(await query([...events, one], 1)).toContain('"sql-long","400","7","10"');
});

/** Lists the episodes that an import of the sessions refuses because too much of them lies beyond the end. */
function listBeyond(events: readonly Event[], interval: number): string[] {
  const counts = new SessionCounts({ durations: { feed: makeEpisodes(EPISODES) }, interval });
  for (const [id, own] of groups(events, ({ session }) => session))
    counts.add({ id, guid: String(own[0]?.guid), events: own }, { file: "" });
  return [...counts.episodes].flatMap(([guid, episode]) => {
    const refused = tryOrRefuse(
      () => requireWithin(episode, Number(episode.duration)) === undefined,
      () => {},
    );
    return refused ? [] : [guid];
  });
}

it.each([1, 10])("the check of docs/charts.md finds the episodes that an import refuses, at %i s", async (interval) => {
  const { check } = await loadQueries(interval);
  const found = Array.from({ length: 25 }, (_, seed) => {
    const events = makeEvents(interval, seed).map((event) => ({ ...event, time: event.time * (0.3 + seed / 25) }));
    const guids = Array.from(createDatabase(events).prepare(check).all(), ({ guid }) => String(guid));
    expect(guids.sort()).toEqual(listBeyond(events, interval).sort());
    return guids.length;
  });
  expect(new Set(found).size).toBeGreaterThan(2);
});
