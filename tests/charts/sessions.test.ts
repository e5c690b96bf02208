import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Scanner, takeRecords } from "../../scripts/charts/import/records/batch.ts";
import { Memory, readBatches } from "../../scripts/charts/import/records/batches.ts";
import { LineScanner } from "../../scripts/charts/import/records/lines.ts";
import type { Refusal } from "../../scripts/charts/import/records/refusals.ts";
import { ValueScanner } from "../../scripts/charts/import/records/values.ts";
import { computeChart, SessionCounts } from "../../scripts/charts/import/sessions/counts.ts";
import { parseSession } from "../../scripts/charts/import/sessions/record.ts";

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

/** The curves, computed with everything in memory and as the issue words it. */
function computeReference(sessions: readonly Session[]): Map<string, readonly object[]> {
  const charts = new Map<string, readonly object[]>();
  for (const guid of new Set(sessions.map(({ episodeGUID }) => episodeGUID))) {
    const heard = sessions
      .filter(({ episodeGUID }) => episodeGUID === guid)
      .map(({ data }) => new Set(data.map(({ time }) => Math.floor(time))));
    const seconds = Array.from({ length: Math.ceil(DURATIONS.get(guid) ?? 0) }, (_, second) => second);
    const counts = seconds.map((second) => heard.filter((set) => set.has(second)).length);
    const peak = Math.max(...counts);
    const points = counts.map((count, time) => ({ time, percentage: Math.round((count * 1e4) / peak) / 100 }));
    charts.set(guid, peak === 0 ? [] : points);
  }
  return charts;
}

async function* cut(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** The importer's way, without its threads. */
async function countSessions(text: string, scanner: Scanner, pieceLength: number) {
  const counts = new SessionCounts({ byGuid: DURATIONS });
  const refusals: Refusal[] = [];
  const refuse = (refusal: Refusal) => refusals.push(refusal);
  const pieces = cut(Buffer.from(text), pieceLength);
  for await (const batch of readBatches(pieces, scanner, new Memory(), refuse)) {
    const refused = takeRecords(batch, (record) => counts.add(parseSession(record)));
    refused.forEach(refuse);
  }
  const charts = new Map(
    [...counts.episodes].map(([guid, { duration = 0, listeners }]) => [
      guid,
      computeChart(guid, duration, listeners).data,
    ]),
  );
  return { charts, refusals };
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
    useragent: fc.string({ unit: "binary" }),
    data: fc.array(event, { maxLength: 60 }),
  },
  { noNullPrototype: true },
);
const sessions = fc.array(session, { minLength: 1, maxLength: 12 });

/** Ways to write the same sessions. */
const LAYOUTS: readonly [string, () => Scanner, (sessions: readonly Session[]) => string][] = [
  ["JSON Lines", () => new LineScanner(), (all) => all.map((one) => JSON.stringify(one)).join("\n")],
  ["lines with spaces", () => new LineScanner(), (all) => all.map((one) => ` ${spaced(one)}\r\n\n`).join("")],
  ["an array", () => new ValueScanner(true), (all) => JSON.stringify(all)],
  ["a pretty array", () => new ValueScanner(true), (all) => JSON.stringify(all, null, 2)],
  ["pretty objects", () => new ValueScanner(false), (all) => all.map((one) => JSON.stringify(one, null, 2)).join("\n")],
];

function spaced(session: Session): string {
  return JSON.stringify(session, null, 1).replace(/\n */g, " ");
}

describe("listening sessions", () => {
  it.each(LAYOUTS)("make the curves of the reference, written as %s", async (_, scan, write) => {
    await fc.assert(
      fc.asyncProperty(sessions, fc.integer({ min: 1, max: 500 }), async (all, pieceLength) => {
        const { charts, refusals } = await countSessions(write(all), scan(), pieceLength);
        expect(refusals).toEqual([]);
        expect(charts).toEqual(computeReference(all));
      }),
    );
  });

  it.each(LAYOUTS)("make them over many batches, and keep count of lines, written as %s", async (_, scan, write) => {
    const data = Array.from({ length: 4_000 }, (_, index) => ({ time: index / 100, event: "play" }));
    const all = Array.from({ length: 40 }, (_, index) => ({
      session_id: "s",
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
    expect(charts).toEqual(computeReference(all.slice(0, -1)));
    expect(refusals).toEqual([{ line, kind: "not a session", detail: expect.any(String) }]);
  });

  it("count a session once in a second, and each of two sessions", async () => {
    const data = [0.1, 0.9, 3, 0, 3.5, 41].map((time) => ({ time, event: "seek" }));
    const lines = [
      { episodeGUID: "two", data },
      { episodeGUID: "two", data: data.slice(0, 1) },
    ].map((one) => JSON.stringify(one));
    const { charts } = await countSessions(lines.join("\n"), new LineScanner(), 1_000);
    expect(charts.get("two")?.map(({ percentage }) => percentage)).toEqual([100, 0, 0, 50, 0, 0, 0, 0]);
  });

  const good = '{"episodeGUID":"one","data":[{"time":1,"event":"play"}]}';
  it.each([
    ["a comma too many", '{"episodeGUID":"one","data":[{"time":1,"event":"play"},]}', "not JSON"],
    ["no end", '{"episodeGUID":"one","data":[{"time":1,"event":"pl', "not JSON"],
    ["an unknown event", '{"episodeGUID":"one","data":[{"time":1,"event":"plan"}]}', "not a session"],
    ["a negative time", '{"episodeGUID":"one","data":[{"time":-1,"event":"play"}]}', "not a session"],
    ["a time that is text", '{"episodeGUID":"one","data":[{"time":"1","event":"play"}]}', "not a session"],
    ["no GUID", '{"data":[{"time":1,"event":"play"}]}', "not a session"],
    ["an empty GUID", '{"episodeGUID":"","data":[{"time":1,"event":"play"}]}', "not a session"],
    ["data twice", '{"episodeGUID":"one","data":[{"time":1,"event":"play"}],"data":7}', "not a session"],
    ["NUL bytes", "\0\0\0", "not JSON"],
    ["a list", "[1]", "not an object"],
  ])("are refused one by one: %s", async (_, bad, kind) => {
    const { charts, refusals } = await countSessions(`${good}\n${bad}\n${good}\n`, new LineScanner(), 1_000);
    expect(refusals).toEqual([{ line: 2, kind, detail: expect.any(String) }]);
    expect(charts).toEqual(computeReference([JSON.parse(good)]));
  });
});
