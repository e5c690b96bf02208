import { describe, expect, it } from "vitest";
import { packChart } from "../../../lib/episode/packed-chart.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { readChartItem, writeChartItem } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";
import { fact } from "../support/facts.ts";
import { composeSession, importFiles, readChart } from "../support/import.ts";

const save = useFolder();

function chart(guid: string, percentage = 100, more: object = {}): string {
  return `${JSON.stringify({ guid, duration: 4, ...more, data: [{ time: 0, percentage }] })}\n`;
}

/** Matches what is refused at a place because another one has the same curve. */
function foundTwice(place: object, other: string, guid: string): unknown {
  const problem = expect.arrayContaining([other, { guid }]);
  return expect.objectContaining({ code: "found-twice", ...place, problem });
}

describe("charts -- import, of one curve from two places", () => {
  it.each([[false], [true]])("refuses an own chart and sessions, in either order (%s)", async (isReversed) => {
    const guid = `chart and sessions ${isReversed}`;
    const other = `untouched ${isReversed}`;
    const own = save("own.jsonl", chart(other) + chart(guid));
    const sessions = save("sessions.jsonl", `\n${composeSession(guid)}`);
    const files = isReversed ? [sessions, own] : [own, sessions];
    const outcome = await importFiles("--duration", "4", ...files);
    expect(outcome).toMatchObject({
      code: 1,
      stdout: "1 chart written (1 own): 1 new, 2 refused (2 found twice)\n",
    });
    expect(outcome.refusals).toHaveLength(2);
    expect(outcome.refusals).toContainEqual(foundTwice({ file: own, line: 2 }, `${sessions}:2 has `, guid));
    expect(outcome.refusals).toContainEqual(foundTwice({ episode: guid }, `${own}:2 has `, guid));
    expect(await readChart(guid)).toBeUndefined();
    expect(await readChart(other)).toBeDefined();
  });

  it("refuses two own charts of an episode, in one file and in several", async () => {
    const one = save("one.jsonl", chart("two charts") + chart("two charts", 50) + chart("in two files"));
    const two = save("two.json", `[\n${chart("in two files")}]`);
    const outcome = await importFiles(one, two);
    expect(outcome).toMatchObject({ code: 1, stdout: "0 charts written, 4 refused (4 found twice)\n" });
    for (const [file, line, other, guid] of [
      [one, 1, `${one}:2 has `, "two charts"],
      [one, 2, `${one}:1 has `, "two charts"],
      [one, 3, `${two}:2 has `, "in two files"],
      [two, 2, `${one}:3 has `, "in two files"],
    ] as const)
      expect(outcome.refusals).toContainEqual(foundTwice({ file, line }, other, guid));
    for (const guid of ["two charts", "in two files"]) expect(await readChart(guid)).toBeUndefined();
  });

  it("refuses two curves of a platform by its name, and writes that of another one", async () => {
    const guid = "two of youtube";
    const lines = ["youtube", "youtube", "apple"].map((source) => chart(guid, 100, { source })).join("");
    const outcome = await importFiles(save("platforms.jsonl", lines));
    expect(outcome.stdout).toBe("1 chart written (1 apple): 1 new, 2 refused (2 found twice)\n");
    expect(outcome.refusals[0]).toMatchObject({ code: "found-twice", problem: [{}, { guid }, " from youtube too."] });
  });

  it("refuses the good chart, too, if the other one is bad", async () => {
    const bad = JSON.stringify({ guid: "good and bad", duration: 4, data: [{ time: 5, percentage: 1 }] });
    const outcome = await importFiles(save("good.json", chart("good and bad")), save("bad.json", bad));
    expect(outcome.stdout).toBe("0 charts written, 2 refused (1 beyond its duration, 1 found twice)\n");
    expect(await readChart("good and bad")).toBeUndefined();
  });

  it("refuses an own chart of an episode whose sessions are incomplete", async () => {
    const files = [save("own.json", chart("and incomplete")), save("good.jsonl", composeSession("and incomplete"))];
    const outcome = await importFiles("--duration", "4", ...files, "/no/such/file");
    expect(outcome.stdout).toBe("0 charts written, 3 refused (1 unreadable, 1 incomplete, 1 found twice)\n");
    expect(await readChart("and incomplete")).toBeUndefined();
  });
});

describe("charts -- import, of several sources of an episode", () => {
  it("keeps one curve of each, and shows the platform's that came last", async () => {
    const guid = "side by side";
    const table = save("table.csv", `guid,time,count\n${guid},0,40\n${guid},1,20\n`);
    const platforms = ["spotify", "apple"].map((source) => chart(guid, 80, { source, listeners: 12 })).join("");
    const files = [table, save("platforms.jsonl", platforms), save("own.json", chart(guid))];
    const outcome = await importFiles("--duration", "4", ...files);
    expect(outcome).toMatchObject({
      code: 0,
      stdout: "4 charts written (1 apple, 1 csv, 1 own, 1 spotify): 4 new, 0 refused\n",
    });
    expect(await readChartItem(guid)).toMatchObject({
      duration: 4,
      points: 1,
      "curve:csv": { duration: 4, points: 2, listeners: 40, chart: expect.any(Uint8Array) },
      "curve:spotify": { duration: 4, points: 1, listeners: 12 },
      "curve:apple": { duration: 4, points: 1, listeners: 12 },
      shown: "apple",
      sources: new Set(["csv", "spotify", "apple"]),
    });
  });

  it("shows the last of many, however many are written at once", async () => {
    const sources = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const guids = Array.from({ length: 6 }, (_, index) => `in order ${index}`);
    const lines = guids.flatMap((guid) => sources.map((source) => chart(guid, 80, { source })));
    expect(await importFiles(save("many.jsonl", lines.join("")))).toMatchObject({ code: 0 });
    for (const guid of guids) expect(await readChartItem(guid)).toMatchObject({ shown: "h" });
  });

  it("refuses a ninth platform, and replaces one of eight", async () => {
    const guid = "eight platforms";
    const lines = Array.from({ length: 9 }, (_, index) => chart(guid, 80, { source: `platform-${index}` }));
    const outcome = await importFiles(save("nine.jsonl", lines.join("")));
    expect(outcome.stdout).toMatch(/^8 charts written \(.+\): 8 new, 1 refused \(1 with too many sources\)\n$/);
    expect(outcome.refusals).toEqual([fact("too-many-sources", " 8 platforms", { episode: guid })]);
    const again = await importFiles(save("again.jsonl", chart(guid, 70, { source: "platform-3" })));
    expect(again.stdout).toMatch(/^1 chart written \(1 platform-3\): 1 replaced \(of \S+\), 0 refused\n$/);
    expect(await readChartItem(guid)).not.toHaveProperty(["curve:platform-8"]);
  });

  it("takes the duration of a platform's curve only for an episode that has none", async () => {
    const lines = chart("registered alone", 80, { source: "youtube", duration: 9 });
    await writeChartItem({ guid: "registered alone", duration: 4 });
    await importFiles(save("longer.jsonl", lines));
    expect(await readChartItem("registered alone")).toMatchObject({ duration: 4, "curve:youtube": { duration: 9 } });
  });

  it("writes a platform's curve beside what the collector counts, and leaves that as it is", async () => {
    const own = { guid: "beside", duration: 4, data: [{ time: 0, percentage: 1 }] };
    const { chart: drawn, ...rest } = packChart(own, new Date(0));
    const counted = { ...rest, chart: new Uint8Array(drawn), source: "collector", listeners: 70, drawnListeners: 65 };
    await writeChartItem({ ...counted, countedUntil: "2026-11-20T00:00:00Z" });
    const outcome = await importFiles(save("beside.jsonl", chart("beside", 80, { source: "youtube" })));
    expect(outcome).toMatchObject({ code: 0, stdout: "1 chart written (1 youtube): 1 new, 0 refused\n" });
    expect(await readChartItem("beside")).toMatchObject({ ...counted, countedUntil: "2026-11-20T00:00:00Z" });
  });

  it("refuses a platform's curve that would take the room of what is counted here, with a step that makes it fit", async () => {
    const data = Array.from({ length: 12_000 }, (_, time) => ({ time, percentage: ((time * 7_919) % 10_007) / 100 }));
    const record = { guid: "large", duration: 12_000, data };
    const own = save("own.json", JSON.stringify(record));
    const large = save("large.json", JSON.stringify({ ...record, source: "apple" }));
    expect(await importFiles(own)).toMatchObject({ code: 0 });
    const { refusals } = await importFiles(large);
    expect(refusals).toEqual([fact("over-limit", "the limit is 40 KB", { step: expect.any(Number) })]);
    const [{ step } = {}] = refusals as readonly { step?: number }[];
    expect(await importFiles("--step", String(step), large)).toMatchObject({ code: 0 });
  });
});

describe("charts -- import, of a table with a column source", () => {
  it("takes back what get prints of a platform, unchanged, and leaves the own chart alone", async () => {
    const guid = "printed and imported";
    const data = [0, 1, 2, 3, 4].map((time) => ({ time, percentage: 104.27 / (time + 1) }));
    const line = JSON.stringify({ guid, duration: 4, source: "youtube", data });
    expect(await importFiles(save("both.jsonl", `${line}\n${chart(guid)}`))).toMatchObject({ code: 0 });
    const { stdout } = await runCommand("charts", ["get", guid, "--print", "csv", "--source", "youtube"]);
    const again = await importFiles(save("youtube.csv", stdout));
    expect(again.stdout).toBe("1 chart written (1 youtube): 1 unchanged, 0 refused\n");
    expect(Object.keys((await readChartItem(guid)) ?? {})).not.toContain("curve:csv");
  });

  it("reads it in any table, a curve for each source of an episode, as the member of a chart in JSON", async () => {
    const rows = ["guid,position,percentage,Source", "s,0,101,youtube", "s,50,80,youtube", "s,0,100,apple"];
    const others = ["s,0,100,", "s,50,70,", "t,0,100,own", "t,50,60,own", "u,0,100,You Tube"];
    const file = save("table.csv", `${[...rows, ...others].join("\n")}\n`);
    const outcome = await importFiles("--duration", "60", "--same-duration", file);
    expect(outcome.stdout).toMatch(/^4 charts written \(1 apple, 1 csv, 1 own, 1 youtube\).*, 1 refused/);
    expect(outcome.refusals).toEqual([fact("not-a-source", '"You Tube"', { line: 9 })]);
    expect(await readChartItem("s")).toMatchObject({ sources: new Set(["youtube", "apple", "csv"]) });
    expect(await readChartItem("t")).toMatchObject({ source: "own" });
  });

  it("refuses two such columns, and two curves of one source from two files", async () => {
    const twice = await importFiles("--dry-run", save("twice.csv", "time,percentage,source,source\n0,1,a,b\n"));
    expect(twice.refusals).toEqual([fact("column-twice", '"source"')]);
    const table = "time,percentage,guid,duration,source\n0,100,g,2,youtube\n1,50,g,2,youtube\n";
    const files = [save("one.csv", table), save("two.csv", table.replace("50", "60"))];
    expect((await importFiles("--dry-run", ...files)).stdout).toMatch(/2 refused \(2 found twice\)/);
  });
});
