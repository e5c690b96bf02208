import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Chart } from "../../../lib/chart.ts";
import { drawCounts } from "../../../lib/episode/counts.ts";
import { makeAnyText } from "../../../tests/support/any-text.ts";
import type { Code } from "../../sources/base/codes.ts";
import type { Refusal } from "../../sources/base/refusals.ts";
import { readBatches, type Scanner, takeRecords } from "../../sources/input/batches.ts";
import { LineScanner } from "../../sources/input/lines.ts";
import { ValueScanner } from "../../sources/input/values.ts";
import { parseSession } from "../../sources/sessions/record.ts";
import { SessionCounts } from "../../sources/sessions/session-counts.ts";
import { fact } from "../support/facts.ts";
import { makeEpisodes } from "./episodes.ts";

interface Session {
  readonly session_id: string;
  readonly episodeGUID: string;
  readonly useragent: string;
  readonly data: readonly { readonly time: number; readonly event: string }[];
}

const DURATIONS = new Map([
  ["one", 40],
  ["two", 7.5],
  ['a "third"\n', 100],
]);

async function* cut(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** Counts sessions as the importer does, but without worker threads. */
async function countSessions(text: string, scanner: Scanner, chunkLength: number, interval = 1) {
  const counts = createCounts(interval);
  const refusals: Refusal[] = [];
  const refuse = (refusal: Refusal) => refusals.push(refusal);
  const chunks = cut(Buffer.from(text), chunkLength);
  for await (const batch of readBatches(chunks, scanner, refuse)) {
    const refused = takeRecords(batch, (record, line) => counts.add(parseSession(record), { file: "", line }));
    refused.forEach(refuse);
  }
  return { charts: drawAll(counts), refusals };
}

/** Counts sessions that need not be read. `properties.test.ts` compares their counts with a plain computation. */
function countUnread(sessions: readonly Session[]): ReturnType<typeof drawAll> {
  const counts = createCounts(1);
  for (const { session_id: id, episodeGUID: guid, data: events } of sessions)
    counts.add({ id, guid, events }, { file: "" });
  return drawAll(counts);
}

function createCounts(interval: number): SessionCounts {
  return new SessionCounts({ durations: { feed: makeEpisodes(Object.fromEntries(DURATIONS)) }, interval });
}

function drawAll({ episodes }: SessionCounts): Map<string, Chart["data"]> {
  return new Map(
    [...episodes].map(([guid, episode]) => [
      guid,
      drawCounts(guid, episode.duration ?? 0, episode.computeCounts()).data,
    ]),
  );
}

const time = fc.oneof(
  fc.nat(120),
  fc.double({ min: 0, max: 120, noNaN: true }),
  fc.constantFrom(0.5, 39.99999999999999, 40, 6.999999999999999, 1e-7, 1e21, 4_294_967_296, 12.345678901234567),
);
const event = fc.record({ time, event: fc.constantFrom("play", "pause", "seek", "ended") }, { noNullPrototype: true });
const session: fc.Arbitrary<Session> = fc.record(
  {
    session_id: fc.uuid(),
    episodeGUID: fc.constantFrom(...DURATIONS.keys()),
    useragent: makeAnyText(),
    data: fc.array(event, { maxLength: 60 }),
  },
  { noNullPrototype: true },
);
const sessions = fc.array(session, { minLength: 1, maxLength: 12 });

/** Ways to write the same sessions. */
const LAYOUTS: readonly [string, () => Scanner, (sessions: readonly Session[]) => string][] = [
  ["JSON Lines", () => new LineScanner(), (all) => all.map((one) => JSON.stringify(one)).join("\n")],
  ["lines with spaces", () => new LineScanner(), (all) => all.map((one) => ` ${spaced(one)}\r\n\n`).join("")],
  ["an array", () => new ValueScanner("array"), (all) => JSON.stringify(all)],
  ["a pretty array", () => new ValueScanner("array"), (all) => JSON.stringify(all, null, 2)],
  [
    "pretty objects",
    () => new ValueScanner("sequence"),
    (all) => all.map((one) => JSON.stringify(one, null, 2)).join("\n"),
  ],
];

function spaced(session: Session): string {
  return JSON.stringify(session, null, 1).replace(/\n */g, " ");
}

describe("listening sessions", () => {
  it.each(LAYOUTS)("give the same curves, written as %s", async (_, scan, write) => {
    await fc.assert(
      fc.asyncProperty(sessions, fc.integer({ min: 1, max: 500 }), async (all, chunkLength) => {
        const { charts, refusals } = await countSessions(write(all), scan(), chunkLength);
        expect(refusals).toEqual([]);
        expect(charts).toEqual(countUnread(all));
      }),
    );
  });

  it.each(LAYOUTS)("give them over many batches, and count the lines, written as %s", async (_, scan, write) => {
    const data = Array.from({ length: 4_000 }, (_, index) => ({ time: index / 100, event: "play" }));
    const all = Array.from({ length: 40 }, (_, index) => ({
      session_id: String(index),
      episodeGUID: "one",
      useragent: "u",
      data: data.slice(0, 100 * index),
    }));
    const text = write(all);
    const last = text.lastIndexOf("{", text.lastIndexOf("session_id"));
    const line = text.slice(0, last).split("\n").length;
    const bad = text.lastIndexOf("play");
    const damaged = `${text.slice(0, bad)}lay${text.slice(bad + 3)}`;
    const { charts, refusals } = await countSessions(damaged, scan(), 60_000);
    expect(charts).toEqual(countUnread(all.slice(0, -1)));
    expect(refusals).toEqual([fact("not-a-session", "", { line })]);
  });

  it("count once each in a second, however many events they have in it", async () => {
    const data = [0.1, 0.9, 3, 0, 3.5, 41].map((time) => ({ time, event: "seek" }));
    const lines = [data, data.slice(0, 1)].map((data) => JSON.stringify({ episodeGUID: "two", data }));
    const { charts } = await countSessions(lines.join("\n"), new LineScanner(), 1_000);
    expect(charts.get("two")?.map(({ percentage }) => percentage)).toEqual([100, 0, 0, 50, 0, 0, 0, 0]);
  });

  it.each([
    ["play covers the interval", 4, ["2.9 play"], [2, 3, 4, 5]],
    ["so does seek", 4, ["2.9 seek"], [2, 3, 4, 5]],
    ["pause and ended cover a second", 4, ["2 pause", "5 ended"], [2, 5]],
    ["pause ends the interval", 9, ["0 play", "2.4 pause", "2.4 play", "4.1 pause"], [0, 1, 2, 3, 4]],
    ["so does a pause in the same second", 9, ["1.2 play", "1.9 pause"], [1]],
    ["a seek back does not", 3, ["5 play", "0 seek", "1 pause"], [0, 1, 5, 6, 7]],
    ["nothing is covered after the end", 9, ["6 play"], [6, 7]],
  ])("cover the seconds of their events: %s", async (_, interval, events, heard) => {
    const data = events.map((text) => ({ time: Number.parseFloat(text), event: text.split(" ")[1] }));
    const line = JSON.stringify({ episodeGUID: "two", data });
    const { charts } = await countSessions(line, new LineScanner(), 1_000, interval);
    const seconds = charts.get("two")?.flatMap(({ time, percentage }) => (percentage === 100 ? [time] : []));
    expect(seconds).toEqual(heard);
  });

  const good = '{"episodeGUID":"one","data":[{"time":1,"event":"play"}]}';
  it.each<[string, string, Code]>([
    ["a comma too many", '{"episodeGUID":"one","data":[{"time":1,"event":"play"},]}', "not-json"],
    ["no end", '{"episodeGUID":"one","data":[{"time":1,"event":"pl', "not-json"],
    ["an unknown event", '{"episodeGUID":"one","data":[{"time":1,"event":"plan"}]}', "not-a-session"],
    ["a negative time", '{"episodeGUID":"one","data":[{"time":-1,"event":"play"}]}', "not-a-session"],
    ["a time that is text", '{"episodeGUID":"one","data":[{"time":"1","event":"play"}]}', "text-numbers"],
    ["events that are no list", '{"episodeGUID":"one","data":{}}', "not-a-session"],
    ["no GUID", '{"data":[{"time":1,"event":"play"}]}', "not-a-session"],
    ["an empty GUID", '{"episodeGUID":"","data":[{"time":1,"event":"play"}]}', "not-a-session"],
    ["data twice", '{"episodeGUID":"one","data":[{"time":1,"event":"play"}],"data":7}', "member-twice"],
    [
      "brackets that are too deep",
      `{"episodeGUID":"one","data":[],"more":${"[".repeat(99_999)}${"]".repeat(99_999)}}`,
      "too-deep-session",
    ],
    ["NUL bytes", "\0\0\0", "nul-bytes"],
    ["a list", "[1]", "not-an-object"],
  ])("are refused one by one: %s", async (_, bad, code) => {
    const { charts, refusals } = await countSessions(`${good}\n${bad}\n${good}\n`, new LineScanner(), 1_000);
    expect(refusals).toEqual([fact(code, "", { line: 2 })]);
    expect(charts.get("one")).toContainEqual({ time: 1, percentage: 100 });
  });
});
