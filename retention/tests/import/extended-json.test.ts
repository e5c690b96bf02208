import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { deleteChartItem, readChartItem } from "../../../tests/support/tables.ts";
import { composeSession, importFiles } from "../support/import.ts";

const save = useFolder();

const OBJECT_ID = "665a0b3c9d2f4e1a7b6c5d04";
const UUID = "c8edabc3-f738-4ca3-b68d-ab92a91478a3";

/** Writes a value as `mongoexport --jsonFormat=canonical` does: each number by its type. */
function toCanonical<Value>(value: Value): Value;
function toCanonical(value: unknown): unknown {
  if (typeof value === "number")
    return Number.isInteger(value) ? { $numberInt: String(value) } : { $numberDouble: String(value) };
  if (Array.isArray(value)) return value.map(toCanonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toCanonical(member)]));
}

/** The ways in which MongoDB's tools lay out documents. */
const LAYOUTS: readonly [string, (documents: readonly unknown[]) => string | Uint8Array][] = [
  ["line by line", (all) => all.map((one) => `${JSON.stringify(one)}\n`).join("")],
  ["as an array", (all) => JSON.stringify(all)],
  ["as a pretty array", (all) => JSON.stringify(all, null, 2)],
  ["pretty, one after another", (all) => all.map((one) => `${JSON.stringify(one, null, "\t")}\n`).join("")],
  ["gzipped", (all) => gzipSync(all.map((one) => `${JSON.stringify(one)}\n`).join(""))],
];

const EVENTS = [
  { time: 0, event: "play" },
  { time: 1.25, event: "play" },
  { time: 2, event: "pause" },
];

const toText = (number: number) => `${OBJECT_ID.slice(0, -1)}${number}`;
const toObjectId = (number: number) => ({ $oid: toText(number) });

/** Composes sessions as PodToo keeps them: in an older one, the GUID is among the headers of the request. */
function composeSessions(toId: (number: number) => unknown): object[] {
  return [1, 2, 3].map((number) => ({
    _id: toObjectId(number + 3),
    ...(number === 2 ? { headers: { Host: "example.com", EpisodeGUID: "mongo" } } : { episodeGUID: "mongo" }),
    session_id: toId(number),
    duration: number === 3 ? null : 4.5,
    data: EVENTS.slice(0, number),
    useragent: "ExamplePlayer/1.0 ($)",
    createdAt: { $date: "2026-03-01T06:00:00Z" },
    address: { $binary: { base64: "fwAAAQ==", subType: "00" } },
    weight: { $numberDouble: "NaN" },
  }));
}

const LINES = '{"guid":"mongo","duration":4,"source":"youtube","listeners":7,"data":[{"time":0,"percentage":101.5}]}';
const COUNTED = {
  guid: "mongo",
  duration: 3,
  source: "collector",
  listeners: 3,
  counts: [3, 3, 2],
  drawnListeners: 3,
  countedUntil: "2026-03-02T00:00:00Z",
  data: [{ time: 0, percentage: 100 }],
};
const CHART = { ...JSON.parse(LINES), updatedAt: "2026-03-01T06:00:00.000Z" };

/** Writes documents in the relaxed form, in which only the types that JSON lacks are named, and in the canonical one. */
const FORMS: readonly [string, plain: readonly object[], extended: readonly object[]][] = [
  ["sessions, relaxed", composeSessions(toText), composeSessions(toObjectId)],
  ["sessions, canonical", composeSessions(toText), composeSessions(toObjectId).map(toCanonical)],
  ["charts, relaxed", [CHART], [{ _id: toObjectId(1), ...CHART, updatedAt: { $date: "2026-03-01T06:00:00Z" } }]],
  ["counts, canonical", [COUNTED], [toCanonical(COUNTED)]],
  [
    "charts, canonical",
    [CHART],
    [{ ...toCanonical(CHART), updatedAt: { $date: { $numberLong: String(Date.parse(CHART.updatedAt)) } } }],
  ],
];

async function loadItem(): Promise<object> {
  const { updatedAt: _, ...item } = (await readChartItem("mongo")) ?? {};
  return item;
}

describe.each(FORMS)("charts -- import, of MongoDB Extended JSON: %s", (_, plain, extended) => {
  it.each(LAYOUTS)("stores what the plain form gives, byte for byte: %s", async (_, write) => {
    expect(await importFiles("--replace", save("plain.json", write(plain)))).toMatchObject({ code: 0 });
    const expected = await loadItem();
    await deleteChartItem("mongo");
    expect(await importFiles(save("extended.json", write(extended)))).toMatchObject({ code: 0 });
    expect(await loadItem()).toEqual(expected);
    await deleteChartItem("mongo");
  });
});

describe("charts -- import, of MongoDB Extended JSON", () => {
  it.each<[string | number, object]>([
    [OBJECT_ID, { $oid: OBJECT_ID }],
    [UUID, { $uuid: UUID }],
    [UUID, { $binary: { base64: "yO2rw/c4TKO2jauSqRR4ow==", subType: "04" } }],
    [7, { $numberInt: "7" }],
    [-7, { $numberLong: "-7" }],
    [7, { $numberLong: 7 }],
    ["9007199254740993", { $numberLong: "9007199254740993" }],
    [7.5, { $numberDouble: "7.5" }],
    [7.5, { $numberDecimal: "7.50" }],
    [100, { $numberDouble: "1.0E+2" }],
    ["2026-03-01T06:00:00.000Z", { $date: "2026-03-01T06:00:00Z" }],
    ["2026-03-01T06:00:00.125Z", { $date: "2026-03-01T08:00:00.125+0200" }],
    ["2026-03-01T06:00:00.125Z", { $date: "2026-03-01T00:30:00.125-05:30" }],
    ["1969-12-31T23:59:59.999Z", { $date: { $numberLong: "-1" } }],
    ["1970-01-01T00:00:00.000Z", { $date: 0 }],
  ])("takes one session for another: %j and %j", async (plain, extended) => {
    const lines = [plain, extended].map((id, index) => {
      return composeSession("one id", [0], { ...(index > 0 && { _id: toObjectId(1) }), session_id: id });
    });
    lines.push(composeSession("one id", [0], { session_id: extended }));
    const outcome = await importFiles("--dry-run", "--duration", "2", save("ids.jsonl", lines.join("")));
    expect(outcome.stdout).toMatch("0 refused, 2 repeated sessions counted once");
  });

  it.each<[RegExp, object]>([
    [
      /session_id must be a string or a number, not \{"\$binary":\{/,
      { session_id: { $binary: { base64: "fwAAAQ==", subType: "00" } } },
    ],
    [/session_id .*"\$binary"/, { session_id: { $binary: { base64: "(not base64, but long)==", subType: "04" } } }],
    [/session_id .* not \{"\$timestamp":\{/, { session_id: { $timestamp: { t: 1, i: 1 } } }],
    [/session_id .* not \{"\$oid":""\}/, { session_id: { $oid: "" } }],
    [/session_id .* not \{"\$oid":"1","id":2\}/, { session_id: { $oid: "1", id: 2 } }],
    [/session_id .* not \{"\$date":"yesterday"\}/, { session_id: { $date: "yesterday" } }],
    [/session_id .* not \{"\$date":"9{17}"\}/, { session_id: { $date: { $numberLong: "9".repeat(17) } } }],
    [
      /episodeGUID .* not \{"\$regularExpression":/,
      { episodeGUID: { $regularExpression: { pattern: ".", options: "" } } },
    ],
    [/duration .* not \{"\$numberDouble":"Infinity"\}/, { duration: { $numberDouble: "Infinity" } }],
    [
      /data\[0\]\.time .* not \{"\$numberDouble":"NaN"\}/,
      { data: [{ time: { $numberDouble: "NaN" }, event: "play" }] },
    ],
    [/data\[0\]\.time .* not \{"\$numberInt":"1 s"\}/, { data: [{ time: { $numberInt: "1 s" }, event: "play" }] }],
    [/data\[0\]\.time .* not \{"\$minKey":1\}/, { data: [{ time: { $minKey: 1 }, event: "play" }] }],
    [/data\[0\]\.event .* not \{"\$symbol":"play"\}/, { data: [{ time: 0, event: { $symbol: "play" } }] }],
    [/episodeGUID is missing/, { episodeGUID: undefined, headers: { host: "example.com" } }],
    [/episodeGUID .* not 7\./, { episodeGUID: undefined, headers: { episodeguid: 7 } }],
  ])("refuses a member that is read, and names its type: %s", async (message, members) => {
    const [good, event] = [composeSession("types", [0]), { time: 0, event: "play" }];
    const bad = JSON.stringify({ episodeGUID: "types", data: [event], ...members });
    const outcome = await importFiles("--dry-run", "--duration", "2", save("types.jsonl", `${good}${bad}\n`));
    expect(outcome).toMatchObject({ code: 1, stdout: expect.stringMatching(/1 refused \(1 not a session\)\n$/) });
    expect(outcome.stderr).toMatch(message);
    expect(outcome.stderr).toMatch("types.jsonl:2: ");
  });

  it("refuses a chart's members in the same way", async () => {
    const data = [{ time: 0, percentage: { $numberDouble: "-Infinity" } }];
    const outcome = await importFiles("--dry-run", save("chart.jsonl", JSON.stringify({ ...CHART, data })));
    expect(outcome.stderr).toMatch("data[0] must have a time and a percentage, both numbers of 0 or more, not {");
    expect(outcome.stderr).toMatch('"$numberDouble"');
  });

  it("takes it in a platform's answer that was kept in MongoDB", async () => {
    const answer = { samples: [12, 13, 11.5], sampleRate: 1000, seconds: 3 };
    const load = (document: object) =>
      importFiles("--dry-run", "--json", "--guid", "answer", save("answer.json", JSON.stringify(document)));
    const plain = await load(answer);
    expect(plain.stdout).toContain('"written":1');
    expect(await load({ _id: toObjectId(1), ...toCanonical(answer) })).toEqual(plain);
  });

  it("refuses a session among charts whose GUID is among the headers, and counts no sessions then", async () => {
    const [, session] = composeSessions(toObjectId);
    const file = save("mixed.jsonl", `${JSON.stringify({ _id: 1, ...CHART })}\n${JSON.stringify(session)}\n`);
    const outcome = await importFiles("--dry-run", "--duration", "2", file, save("s.jsonl", composeSession("s")));
    expect(outcome.stderr).toMatch(/mixed\.jsonl:2: It is a listening session in a file of charts\./);
    expect(outcome.stderr).toMatch(/may hold sessions that are not counted/);
  });
});
