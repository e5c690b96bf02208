import { mkdtempSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { composeFeedOf } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { deleteChartItem } from "../../../tests/support/tables.ts";
import type { Code } from "../../sources/base/codes.ts";
import { summary } from "../support/command.ts";
import { fact } from "../support/facts.ts";
import { composeSession, importFiles, readChart } from "../support/import.ts";

const save = useFolder();

let sessions = 0;

const session = (guid: string, ...times: number[]) =>
  composeSession(guid, times, { session_id: `s${sessions++}`, useragent: "u" }).trim();

/** What comes of a file that can't be read to its end. */
const incomplete = (code: Code) => ({ code: 1, refusals: [fact(code), fact("uncounted-sessions")] });

describe("charts -- import, of sessions", () => {
  const FEED = `<?xml version="1.0"?><rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
    <item><guid isPermaLink="false">sessions &amp; feed</guid><itunes:duration>0:05</itunes:duration></item>
    <item><guid><![CDATA[hours]]></guid><itunes:duration>00:00:02</itunes:duration></item>
    <item><guid>seconds</guid><itunes:duration>3</itunes:duration></item>
    <item><guid>without</guid></item></channel></rss>`;

  it("counts the sessions of several files, with durations from a feed", async () => {
    const feed = save("feed.xml", FEED);
    const one = save("one.jsonl", `${session("sessions & feed", 0, 1, 2)}\n${session("hours", 0)}\n`);
    const other = save("other.json.gz", gzipSync(`[${session("sessions & feed", 1.5)},${session("seconds", 2)}]`));
    expect(await importFiles("--feed", feed, one, other)).toMatchObject({
      code: 0,
      stdout: summary("3 charts written, 0 refused"),
    });
    const data = [50, 100, 50, 0, 0].map((percentage, time) => ({ time, percentage }));
    expect(await readChart("sessions & feed")).toEqual({ guid: "sessions & feed", duration: 5, data });
    expect(await readChart("hours")).toMatchObject({ duration: 2 });
    expect(await readChart("seconds")).toMatchObject({ duration: 3 });
  });

  it.each<[string, (xml: string) => string | Uint8Array]>([
    ["UTF-8", (xml) => xml],
    ["UTF-8 with a byte order mark", (xml) => `\uFEFF${xml}`],
    ["UTF-16 little-endian", (xml) => Buffer.from(`\uFEFF${xml}`, "utf16le")],
    ["UTF-16 big-endian", (xml) => Buffer.from(`\uFEFF${xml}`, "utf16le").swap16()],
    ["Latin-1", (xml) => Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`, "latin1")],
    ["windows-1252", (xml) => Buffer.from(`<?xml version='1.0' encoding='windows-1252'?>${xml}`, "latin1")],
    ["UTF-8 that is declared as UTF-16", (xml) => `<?xml version="1.0" encoding="utf-16"?>${xml}`],
  ])("reads a feed in %s", async (encoding, write) => {
    const guid = `café in ${encoding}`;
    const feed = save("feed.xml", write(composeFeedOf({ [guid]: "0:04" })));
    const outcome = await importFiles("--feed", feed, save("café.jsonl", session(guid, 1)));
    expect(outcome).toMatchObject({ code: 0, stdout: summary("1 chart written, 0 refused") });
    expect(await readChart(guid)).toMatchObject({ duration: 4 });
  });

  it("refuses an episode without a duration in the feed, and writes the rest", async () => {
    const feed = save("feed.xml", FEED);
    const file = save("without.jsonl", [session("without", 1), session("seconds", 1)].join("\n"));
    const outcome = await importFiles("--feed", feed, file);
    expect(outcome).toMatchObject({ code: 1, stdout: summary("1 chart written, 1 refused (1 without a duration)") });
    const refusal = fact("session-without-feed-duration", "sessions: 1", { episode: "without" });
    expect(outcome.refusals).toEqual([refusal]);
    expect(await importFiles("--feed", feed, "--duration", "10", file)).toMatchObject({ code: 0 });
    expect(await readChart("without")).toMatchObject({ duration: 10 });
  });

  it("refuses an episode that nobody heard within its duration, and keeps its stored chart", async () => {
    const heard = save("heard.jsonl", session("unheard", 0));
    await importFiles("--duration", "1", heard);
    const unheard = save("unheard.jsonl", `${session("unheard")}\n${session("unheard")}\n`);
    const outcome = await importFiles("--duration", "1", unheard);
    const refusal = fact("nobody-in-duration", /1 s \(sessions: 2\)/, { episode: "unheard" });
    expect(outcome).toMatchObject({ code: 1, refusals: [refusal] });
    expect(await readChart("unheard")).toMatchObject({ data: [{ time: 0, percentage: 100 }] });
  });

  it("names the GUID of an episode that DynamoDB can't store, and writes the rest of its batch", async () => {
    const tiny = `0.${"0".repeat(140)}1`;
    await deleteChartItem("sessions & feed");
    const feed = save("feed.xml", FEED.replace("0:05", tiny));
    const all = ["hours", "sessions & feed", "seconds"].map((guid) => session(guid, 0)).join("\n");
    const outcome = await importFiles("--feed", feed, save("tiny.jsonl", all));
    expect(outcome).toMatchObject({ code: 1, stdout: summary("2 charts written, 1 refused (1 refused by DynamoDB)") });
    expect(outcome.refusals).toEqual([fact("refused-by-table", /[Uu]nderflow/, { episode: "sessions & feed" })]);
  });

  it("refuses an episode of three days, and accepts it with the step that the refusal suggests", async () => {
    const file = save("three-days.jsonl", session("three days", 0, 1, 259_000));
    const refused = await importFiles("--duration", "72:00:00", file);
    expect(refused.refusals).toEqual([fact("over-limit", "5 MB", { step: expect.any(Number) })]);
    const [{ step } = {}] = refused.refusals as readonly { step?: number }[];
    expect(await importFiles("--duration", "72:00:00", "--step", String(step), file)).toMatchObject({ code: 0 });
  });

  it("suggests another interval than a given one if no session is long enough to show its own", async () => {
    const file = save("short.jsonl", [session("too short", 0, 10), session("too short", 20, 30, 40)].join("\n"));
    const outcome = await importFiles("--duration", "45", "--interval", "5", file);
    expect(outcome.hints).toEqual([fact("wide-gaps", "5 s", { gap: 10 })]);
    expect((await importFiles("--duration", "45", "--interval", "10", file)).hints).toEqual([]);
  });

  it("writes no chart of sessions if a file ends in the middle, because the counts would be wrong", async () => {
    const whole = save("whole.jsonl", session("cut off", 1));
    const packed = gzipSync(`${session("cut off", 2)}\n`.repeat(2_000));
    const outcome = await importFiles("--duration", "3", whole, save("cut.jsonl.gz", packed.subarray(0, -20)));
    expect(outcome).toMatchObject({
      code: 1,
      refusals: [fact("cut-off"), fact("uncounted-sessions", /^\S*cut\.jsonl\.gz /)],
    });
    expect(await readChart("cut off")).toBeUndefined();
  });

  it.each([
    ["JSON Lines", (text: string) => text],
    ["gzip", (text: string) => gzipSync(text)],
    ["an array", (text: string) => `[${text.replaceAll("\n", ",")}`],
  ])("writes no chart of sessions if the last record is cut off: in %s", async (layout, write) => {
    const guid = `breaks off in ${layout}`;
    const text = [session(guid, 1), session(guid, 1), session(guid, 2)].join("\n");
    const cut = save("breaks-off", write(text.slice(0, -9)));
    const outcome = await importFiles("--duration", "3", cut);
    expect(outcome).toMatchObject(incomplete("cut-off"));
    expect(await readChart(guid)).toBeUndefined();
  });

  it.each<[string, (good: string) => string[], Code]>([
    ["missing", (good) => [good, "/no/such/file"], "unreadable"],
    ["missing, and named first", (good) => ["/no/such/file", good], "unreadable"],
    ["a folder without files", (good) => [good, mkdtempSync(join(dirname(good), "folder-"))], "unreadable"],
    [
      "cut so early that it shows nothing",
      (good) => [good, save("early.gz", gzipSync("x".repeat(999)).subarray(0, 12))],
      "cut-off",
    ],
  ])("writes no chart of sessions if a file that may have held some is %s", async (_, list, code) => {
    const outcome = await importFiles("--duration", "3", ...list(save("good.jsonl", session("not alone", 1))));
    expect(outcome).toMatchObject(incomplete(code));
    expect(await readChart("not alone")).toBeUndefined();
  });
});

const LINES = composeSession("other").repeat(3);

describe("charts -- import, of sessions beside a file that may hold sessions, too", () => {
  it.each<[string, string | Uint8Array]>([
    ["a zip", "PK\u0003\u0004sessions.jsonl"],
    ["an xz", Buffer.from("fd377a585a000004e6d6b446", "hex")],
    ["a gzip of a gzip", gzipSync(gzipSync(LINES))],
    ["UTF-16 without a byte order mark, little-endian", Buffer.from(LINES, "utf16le")],
    ["UTF-16 without a byte order mark, big-endian", Buffer.from(LINES, "utf16le").swap16()],
    ["an HTML error page", "<!doctype html><title>502 Bad Gateway</title>"],
    ["mongoexport's messages before its records", `connected to: mongodb://localhost/\n${LINES}`],
    ["the error of an API", '{"error":"Try again later"}'],
    ["JSON of something else", '{"name":1}'],
    ["an array of something else", "[1,2]"],
    ["a table of events", `session_id,guid,time,event\nb,g,1,play\n`],
    ["Latin-1", Buffer.from("caf\xe9,1\n", "latin1")],
  ])("writes no chart of sessions: %s", async (kind, content) => {
    const guid = `beside ${kind}`;
    const good = save("good.jsonl", composeSession(guid));
    expect(await importFiles("--duration", "4", good)).toMatchObject({ code: 0 });
    const stored = await readChart(guid);

    const fewer = save("fewer.jsonl", composeSession(guid, [2]));
    const outcome = await importFiles("--duration", "4", fewer, save("other", content));
    expect(outcome).toMatchObject({ code: 1, refusals: [{}, fact("uncounted-sessions", "other")] });
    expect(await readChart(guid)).toEqual(stored);
  });

  it("writes no chart of sessions if there are sessions among charts", async () => {
    const chart = { guid: "chart beside sessions", duration: 1, data: [{ time: 0, percentage: 1 }] };
    const mixed = save("mixed.jsonl", `${JSON.stringify(chart)}\n${composeSession("sessions among charts")}`);
    const outcome = await importFiles(
      "--duration",
      "4",
      save("good.jsonl", composeSession("sessions among charts")),
      mixed,
    );
    expect(outcome.stdout).toEqual(summary("1 chart written, 2 refused (1 not a chart, 1 incomplete)"));
    expect(outcome.refusals[0]).toEqual(fact("session-among-charts", "", { file: mixed, line: 2 }));
    expect(await readChart("sessions among charts")).toBeUndefined();
  });

  it("writes the charts of sessions beside a platform's data that it refuses, and beside a forced format", async () => {
    const good = save("good.jsonl", composeSession("beside a refusal"));
    const zeros = save("zeros.csv", "time,count\n0,0\n");
    expect((await importFiles("--duration", "4", good, zeros)).stdout).toEqual(
      summary("1 chart written, 1 refused (1 no data)"),
    );
    expect(await readChart("beside a refusal")).toBeDefined();
  });
});
