import { describe, expect, it } from "vitest";
import { composeFeedOf } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import type { Code } from "../../sources/base/codes.ts";
import { fact } from "../support/facts.ts";
import { composeSession, importFiles, readChart } from "../support/import.ts";
import { compose } from "./formats.ts";

const save = useFolder();

function rows(length: number, factor = 1): number[][] {
  return Array.from({ length }, (_, index) => [index * factor, length - index]);
}

function seconds(length: number, factor = 1): number[] {
  return Array.from({ length }, (_, second) => second * factor);
}

function table(guid: string, lines: readonly (readonly number[])[]): string {
  return ["guid,time,count", ...lines.map((line) => `${guid},${line.join()}`)].join("\n");
}

describe("charts -- import, of a curve that covers next to nothing of its episode", () => {
  it.each<[string, string, string, Code, string]>([
    [
      "a duration in milliseconds",
      "1",
      `${compose.table("time,count,duration", rows(60)).replaceAll(/\d$/gm, "$&,60000")}\n`,
      "milliseconds",
      "59 s; the episode has 60,000 s",
    ],
    [
      "Spotify's with a rate in seconds",
      "1",
      JSON.stringify({ samples: Array.from({ length: 60 }, () => 7), sampleRate: 1, seconds: 60 }),
      "milliseconds",
      "0.06 s; the episode has 60 s",
    ],
    ["positions in fractions", "60", compose.table("position,count", rows(101, 0.01)), "fractions", "1 %"],
  ])("is refused: %s", async (_, duration, content, code, has) => {
    const outcome = await importFiles("--duration", duration, "--guid", "short of", save("short", content));
    expect(outcome.refusals).toEqual([fact(code, has)]);
    expect(await readChart("short of")).toBeUndefined();
  });

  it("is doubted if its times may be minutes", async () => {
    const minutes = save("minutes.csv", compose.table("time,count", rows(45)));
    const outcome = await importFiles("--duration", "45:00", "--guid", "minutes", minutes);
    expect(outcome).toMatchObject({ code: 0, hints: [fact("other-unit", "44 s; the episode has 2,700 s")] });
  });

  it.each([
    ["Anchor's", compose.anchor(rows(1_200))],
    ["Spotify's", compose.graphql(rows(1_200))],
  ])("is doubted if it names no episode, and may be that of a shorter one: %s", async (_, document) => {
    const file = save("short.json", JSON.stringify(document));
    const outcome = await importFiles("--guid", "longer", "--duration", "1:00:00", file);
    expect(outcome).toMatchObject({ code: 0, hints: [fact("stops-early", "1,200 s; the episode has 3,600 s")] });
    expect((await importFiles("--guid", "as long", "--duration", "22:00", file)).hints).toEqual([]);
  });

  it("is neither refused nor doubted if it has few points, or zeros up to its end", async () => {
    const zeros = [...rows(45), ...rows(2_000).map(([time = 0]) => [45 + time, 0])];
    for (const content of [
      compose.table("time,count", rows(3)),
      compose.table("time,count", zeros),
      compose.table("position,count", rows(2)),
    ]) {
      const file = save("covered.csv", content);
      const outcome = await importFiles("--duration", "45:00", "--guid", "covered", file);
      expect(outcome.code).toBe(0);
      expect(outcome.hints).not.toContainEqual(fact("other-unit"));
    }
  });
});

describe("charts -- import, of percentages in another unit", () => {
  it.each<[name: string, values: readonly number[], doubt: Code, has?: string]>([
    ["fractions", [1, 0.9, 0.8], "low-percentages"],
    ["fractions with replays", [1.18, 4.99, 0.9], "low-percentages"],
    ["hundredths", [10_421, 10_368, 9_890], "high-percentages", "10,421"],
    ["some without a point", [99, 98.5, 1_001, 97], "high-percentages", "1,001"],
  ])("imports them, and says what they may be: %s", async (_, values, doubt, has) => {
    const data = values.map((percentage, time) => ({ time, percentage }));
    const own = save("own.json", JSON.stringify({ guid: "own in another unit", duration: 4, data }));
    const csv = save("unit.csv", compose.table("time,percentage", [...values.entries()]));
    for (const file of [own, csv]) {
      const outcome = await importFiles("--duration", "4", "--guid", "another unit", file);
      expect(outcome.code).toBe(0);
      expect(outcome.hints).toContainEqual(fact(doubt, has));
    }
    expect(await readChart("another unit")).toMatchObject({ data });
  });

  it.each([[[5, 4, 3]], [[137.42, 0.5, 0.4]], [[1_000, 100, 90]], [[1, 0.9]]])("is silent on %j", async (values) => {
    const file = save("usual.csv", compose.table("time,percentage", [...values.entries()]));
    expect((await importFiles("--duration", "3", "--guid", "usual", file)).hints).toEqual([]);
  });
});

describe("charts -- import, of own charts in another unit", () => {
  const own = (guid: string, duration: number, points: readonly (readonly number[])[]) => ({
    guid,
    duration,
    data: points.map(([time, percentage]) => ({ time, percentage })),
  });
  it("stores them as they are, and says so", async () => {
    const chart = own("own ms", 60_000, rows(60));
    const file = save("own.jsonl", `${JSON.stringify(chart)}\n`);
    const outcome = await importFiles(file);
    expect(outcome).toMatchObject({ code: 0, hints: [fact("milliseconds", "59 s; the episode has 60,000 s")] });
    expect(await readChart("own ms")).toEqual(chart);
  });

  it("has no doubts of an empty episode's chart, or of the usual one", async () => {
    const usual = own("own usual", 60, rows(60));
    const zero = own("own zero", 0, [[0, 100]]);
    const { hints } = await importFiles(save("usual.jsonl", `${JSON.stringify(usual)}\n${JSON.stringify(zero)}\n`));
    expect(hints).toEqual([]);
  });
});

describe("charts -- import, of a table whose counts are not whole", () => {
  it.each([
    ["listeners", "45.231", "time;listeners\n0;45.231\n1;44.643\n2;44.063"],
    ["Viewers", "1.000", "time,Viewers\n0,1.000\n1,980"],
    ["listeners", "45’231", "minute;listeners\n0;45’231"],
    ["count", "11.5", "position\tcount\n0\t12\n50\t11.5"],
    ["listeners", "28.345", "minute;percentage;listeners\n0;100.0;28.345\n1;98.7;28.062"],
  ])("is refused by the column's name: %s %s", async (column, cell, content) => {
    const file = save("counts.csv", content);
    const outcome = await importFiles("--duration", "180", "--guid", "not whole", file);
    expect(outcome).toMatchObject({ code: 1, refusals: [fact("not-a-count", new RegExp(`^${column} .* "${cell}"`))] });
    expect(await readChart("not whole")).toBeUndefined();
  });

  it("takes a whole number with decimals of zero, as some programs write it", async () => {
    const file = save("zeros.csv", "time,listeners\n0,19.0\n1,19\n2,9.00\n");
    expect(await importFiles("--duration", "3", "--guid", "whole", file)).toMatchObject({ code: 0 });
    expect(await readChart("whole")).toMatchObject({ data: [{ percentage: 100 }, {}, { percentage: 47.37 }] });
  });
});

describe("charts -- import, of a curve that goes beyond its episode's end", () => {
  it.each<[string, string, string, RegExp]>([
    [
      "a table in milliseconds",
      "60",
      `guid,time,count\n${seconds(60, 1_000)
        .map((time) => `beyond,${time},5\n`)
        .join("")}`,
      /59,000 s; the episode has 60 s: milliseconds\? 98 %/,
    ],
    [
      "YouTube's ratios in percent",
      "3600",
      JSON.stringify(compose.youtube(seconds(100).map((index) => [index + 1, 0.9]))),
      /359,964 s; the episode has 3,600 s\. 99 %/,
    ],
    [
      "sessions in milliseconds",
      "2700",
      composeSession("beyond", seconds(2_700, 1_000)).repeat(3),
      /2,699,001 s; the episode has 2,700 s: milliseconds\?/,
    ],
  ])("is refused with both numbers: %s", async (_, duration, content, has) => {
    const outcome = await importFiles("--duration", duration, "--guid", "beyond", save("beyond", content));
    expect(outcome).toMatchObject({ code: 1, refusals: [fact("beyond-duration", has)] });
    expect(outcome.stderr).not.toMatch("--interval");
    expect(await readChart("beyond")).toBeUndefined();
  });

  it("is accepted without its tail if no more than a tenth of it lies beyond, and what is zero does not count", async () => {
    const tail = [...seconds(9).map((time) => [time, 100]), [61, 100], ...seconds(50).map((time) => [100 + time, 0])];
    expect(await importFiles("--duration", "60", save("tail.csv", table("tail", tail)))).toMatchObject({ code: 0 });
    expect(await readChart("tail")).toMatchObject({ data: { length: 9 } });

    const more = save("more.csv", table("more", [...tail, [62, 1]]));
    const { refusals } = await importFiles("--duration", "60", more);
    expect(refusals).toEqual([fact("beyond-duration", /62 s; the episode has 60 s\. 10 %/)]);
  });

  it("is accepted without its last bin if that begins where the episode ends, or within a bin's length", async () => {
    const bins = "guid,time,count\nbins,0,9\nbins,15,8\nbins,30,6\n";
    const file = save("bins.csv", `${bins}bins,45,38\n`);
    for (const duration of ["40.5", "45"])
      expect(await importFiles("--duration", duration, file)).toMatchObject({ code: 0 });
    const far = save("far.csv", `${bins}bins,46,5\n`);
    const { refusals } = await importFiles("--duration", "45", far);
    expect(refusals).toEqual([fact("beyond-duration", /46 s; the episode has 45 s\. 18 %/)]);
  });

  it("is accepted if listeners end in the second at which the episode does", async () => {
    const data = '[{"time":0,"event":"play"},{"time":4,"event":"ended"}]';
    const file = save("ended.jsonl", `{"episodeGUID":"ended","data":${data}}\n`);
    expect(await importFiles("--duration", "4", file)).toMatchObject({ code: 0 });
    expect(await readChart("ended")).toMatchObject({ data: [{ percentage: 100 }, {}, {}, { percentage: 0 }] });
    const { refusals } = await importFiles("--duration", "3", file);
    expect(refusals).toEqual([fact("beyond-duration", /5 s; the episode has 3 s\. 50 %/)]);
  });

  it("is accepted if few sessions go beyond, however far one of them goes", async () => {
    const sessions = composeSession("one goes far", seconds(10)).repeat(11);
    const file = save("far.jsonl", sessions + composeSession("one goes far", seconds(3_000)));
    expect(await importFiles("--duration", "10", file)).toMatchObject({ code: 0 });
    expect(await readChart("one goes far")).toMatchObject({ data: { length: 10 } });
  });

  it("does not lead to advice about an interval that could be milliseconds", async () => {
    const short = seconds(30).map((number) => composeSession(`short ${number}`, [0, 1_000, 2_000]));
    const file = save("short.jsonl", short.join(""));
    const outcome = await importFiles("--dry-run", "--duration", "3000", "--same-duration", file);
    expect(outcome.hints).toEqual([fact("wider-gaps", /"short 0" \(and of 29 other episodes\) .* 1000 s apart/)]);
  });
});

describe("charts -- import, of an episode that is longer than any", () => {
  const chart = (duration: number) =>
    save("long.jsonl", JSON.stringify({ guid: "long", duration, data: [{ time: 0, percentage: 100 }] }));

  it("is doubted: a chart, and sessions", async () => {
    const sessions = { episodeGUID: "long", duration: 172_801, data: [{ time: 172_800, event: "play" }] };
    for (const file of [chart(172_801), save("sessions.jsonl", JSON.stringify(sessions))])
      expect((await importFiles("--dry-run", file)).hints).toContainEqual(fact("long-duration", "172,801 s"));
    expect((await importFiles("--dry-run", chart(172_800))).hints).toEqual([]);
  });
});

describe("charts -- import, of positions in percent", () => {
  const YOUTUBE = `Video position (%),Absolute audience retention (%)\n${Array.from({ length: 100 }, (_, at) => `${at},${100 - at / 2}\n`).join("")}`;

  it.each([
    ["45", /45 s, less than a minute/],
    ["0:59", /59 s, less than a minute/],
    ["24:00:01", /86,401 s, more than 24 hours/],
    ["45:30:00", /163,800 s, more than 24 hours/],
  ])("doubts the feed's duration of %s", async (duration, has) => {
    const feed = save("feed.xml", composeFeedOf({ percent: duration }));
    const outcome = await importFiles("--dry-run", "--feed", feed, "--guid", "percent", save("percent.csv", YOUTUBE));
    expect(outcome.code).toBe(0);
    expect(outcome.hints).toContainEqual(fact("unlikely-duration", has));
  });

  it.each(["60", "45:30", "24:00:00"])("does not doubt %s", async (duration) => {
    const file = save("percent.csv", YOUTUBE);
    const outcome = await importFiles("--dry-run", "--duration", duration, "--guid", "percent", file);
    expect(outcome).toMatchObject({ code: 0, hints: [] });
  });
});

describe("charts -- import, of numbers that become infinite", () => {
  it.each<[string, string[], string]>([
    [
      "a ratio of YouTube's",
      ["--duration", "100", "--guid", "infinite"],
      JSON.stringify(compose.youtube([[0.01, 1e306]])),
    ],
    [
      "the mean of a step",
      ["--step", "100"],
      JSON.stringify({
        guid: "infinite",
        duration: 100,
        data: Array.from({ length: 40 }, (_, time) => ({ time, percentage: 1e307 })),
      }),
    ],
  ])("refuses the curve: %s", async (_, args, content) => {
    const outcome = await importFiles(...args, save("infinite.json", content));
    expect(outcome.refusals).toEqual([fact("not-finite", " 0 s ")]);
    expect(await readChart("infinite")).toBeUndefined();
  });
});

describe("charts -- import, of numbers that are text, as BigQuery writes them", () => {
  it.each([
    ["charts", { guid: "g", duration: 3, data: [{ time: "0", percentage: 100 }] }, ' "time":"0"'],
    ["durations", { guid: "g", duration: "2700", data: [{ time: 0, percentage: 100 }] }, ' "duration":"2700"'],
    ["rows of a table", { guid: "g", duration: "2700", time: "0", listeners: "12" }, ' "duration":"2700"'],
    ["sessions", { session_id: "s", episodeGUID: "g", data: [{ time: "1.5", event: "play" }] }, ' "time":"1.5"'],
  ])("says so once for all records: %s", async (_, line, example) => {
    const file = save("numbers.jsonl", `${JSON.stringify(line)}\n`.repeat(300));
    const { code, stdout, stderr, refusals } = await importFiles("--dry-run", "--duration", "9", file);
    expect([code, stdout]).toEqual([1, expect.stringContaining("300 with numbers as text")]);
    expect(stderr.match(/numbers\.jsonl:/g)).toHaveLength(1);
    expect(refusals[0]).toEqual(fact("text-numbers", example, { line: 1 }));
    expect(stderr).toMatch(/^… and 299 more$/m);
  });

  it("says what else is wrong of each record", async () => {
    const lines =
      '{"guid":"1","duration":3,"data":[{"time":0,"percentage":-1}]}\n{"guid":"2","duration":"long","data":[]}';
    const outcome = await importFiles("--dry-run", save("bad.jsonl", lines));
    expect(outcome.refusals).toEqual([fact("not-a-chart"), fact("not-a-chart")]);
  });
});
