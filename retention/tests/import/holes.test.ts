import { describe, expect, it } from "vitest";
import { tryParseChart } from "../../../lib/chart.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { readChartItem } from "../../../tests/support/tables.ts";
import { formatTime } from "../../sources/base/times.ts";
import { summary } from "../support/command.ts";
import { fact } from "../support/facts.ts";
import { importFiles, readChart } from "../support/import.ts";
import { compose } from "./formats.ts";

const save = useFolder();

/** A value of each hundredth of an episode: null if it is blank, undefined if it is absent. */
type Values = readonly (number | null | undefined)[];

/** Seconds: an hour, so that 1 % is 36 seconds. */
const DURATION = 3_600;
const HOUR = { duration: DURATION };

/** The bins of an episode, which begin at each hundredth of it, or at every so many seconds. */
function toBins(values: Values, step = 1): [at: number, value: number | null][] {
  return values.flatMap((value, index) => (value === undefined ? [] : [[index * step, value]]));
}

const FORMATS: Readonly<Record<string, (values: Values) => unknown>> = {
  "YouTube Studio's table": (values) =>
    compose.table("Video position (%),Absolute audience retention (%)", toBins(values)),
  "YouTube's API": (values) =>
    compose.youtube(toBins(values).map(([at, value]) => [(at + 1) / 100, value && value / 100])),
  "Spotify's samples": (values) => ({ samples: values, sampleRate: 36_000, max: 100 }),
  "Spotify's GraphQL": (values) => compose.graphql(toBins(values, 36)),
  "Anchor's rows": (values) => compose.anchor(toBins(values, 36)),
  "Apple's bins": (values) => compose.apple(toBins(values, 36)),
  "HarborFM's buckets": (values) => compose.harborfm(toBins(values)),
  "PeerTube's positions": (values) => compose.peertube(toBins(values, 36)),
  "a table of percentages": (values) => compose.table("time,percentage", toBins(values, 36)),
};

/** A straight line that lacks values from 40 % on, and single ones before. */
function line(lack: null | undefined, missing: number, others: readonly number[] = []): Values {
  return Array.from({ length: 100 }, (_, index) =>
    (index >= 40 && index < 40 + missing) || others.includes(index) ? lack : 100 - index / 2,
  );
}

async function readPoints(guid: string) {
  return tryParseChart(await readChart(guid))?.data;
}

function importValues(write: (values: Values) => unknown, values: Values, ...options: string[]) {
  const content = write(values);
  const file = save("values", typeof content === "string" ? content : JSON.stringify(content));
  return importFiles("--guid", "lacking", "--duration", String(DURATION), ...options, file);
}

const LACKS = [["blank", null] as const, ["absent", undefined] as const];
const CASES = Object.entries(FORMATS).flatMap(([name, write]) =>
  LACKS.filter(([kind]) => kind === "blank" || name !== "Spotify's samples").map(
    ([kind, lack]) => [name, kind, write, lack] as const,
  ),
);

describe("a curve that lacks values", () => {
  it.each(CASES)("keeps one or two in a row apart, and is refused for more: %s, %s", async (_, __, write, lack) => {
    for (const missing of [1, 2]) {
      expect(await importValues(write, line(lack, missing))).toMatchObject({ code: 0 });
      const data = await readPoints("lacking");
      expect(data?.map(({ time }) => Math.round(time / 36))).toEqual(
        Array.from({ length: 100 }, (_, index) => index).filter((index) => index < 40 || index >= 40 + missing),
      );
    }
    const stored = await readChart("lacking");
    for (const [missing, until] of Object.entries({ 3: "25:48", 40: "48:00" })) {
      const outcome = await importValues(write, line(lack, Number(missing)));
      expect(outcome.refusals).toEqual([fact("missing-values", ` from 24:00 to ${until}`)]);
    }
    expect(await readChart("lacking")).toEqual(stored);
  });

  it.each(CASES)("may lack five of a hundred in all: %s, %s", async (_, __, write, lack) => {
    const others = [10, 20, 60, 70];
    expect(await importValues(write, line(lack, 1, others), "--dry-run")).toMatchObject({ code: 0 });
    const { refusals } = await importValues(write, line(lack, 2, others), "--dry-run");
    const gaps = "from 6:00 to 6:36, from 12:00 to 12:36, from 24:00 to 25:12, in 2 other";
    expect(refusals).toEqual([fact("missing-values", gaps)]);
  });

  it.each(CASES)("is drawn without its start, and its end is named: %s, %s", async (name, kind, write, lack) => {
    const values = line(undefined, 0).map((value, index) => (index < 4 || index >= 96 ? lack : value));
    const { code, hints } = await importValues(write, values, "--dry-run");
    expect(code).toBe(0);
    // Platforms' tables and answers may show less: what is absent there is said from a tenth on.
    const isQuiet = kind === "absent" && /table|GraphQL|Anchor/.test(name);
    expect(hints).toContainEqual(fact("open-ends", isQuiet ? / 0:00 to 2:24\./ : / 0:00 to 2:24, .*57:36 to 1:00:00/));
  });

  it("has its end named with few points, too, from which nothing else is concluded", async () => {
    const write = (values: Values) => compose.table("time,percentage", toBins(values, 300));
    const { code, hints } = await importValues(write, [90, 80, 70, 60, 50, 40], "--dry-run");
    expect(code).toBe(0);
    expect(hints).toContainEqual(fact("open-ends", "30:00 to 1:00:00"));
    expect(hints).not.toContainEqual(fact("stops-early"));
  });

  it("is told nothing of if it has fewer than six positions", async () => {
    const write = (values: Values) => compose.table("time,percentage", toBins(values, 720));
    expect(await importValues(write, [90, 80, null, 70, 60], "--dry-run")).toMatchObject({ code: 0 });
  });

  it("is refused for blanks at positions of any distance, and its end is named from the first of them on", async () => {
    const times = [0, 7, 19, 40, 100, 170, 300, 590, 1_000, 2_000];
    const write = (blanks: readonly number[]) => () =>
      `time,percentage\n${times.map((time) => `${time},${blanks.includes(time) ? "" : 50}\n`).join("")}`;
    const { refusals } = await importValues(write([100, 170]), [], "--dry-run");
    expect(refusals).toEqual([fact("missing-values", "1:40 to 5:00")]);
    const { hints } = await importValues(write([1_000, 2_000]), [], "--dry-run");
    expect(hints).toContainEqual(fact("open-ends", "16:40 to 1:00:00"));
  });

  it.each([
    ["to two decimals", 300, 2, "position"],
    ["to one decimal", 150, 1, "position"],
    ["to three decimals", 70, 3, "position"],
    ["to whole seconds", 73, 0, "time"],
    ["to whole seconds, of two and a half", 1_440, 0, "time"],
    ["to a tenth of a minute", 70, 1, "minute"],
  ])("is refused if its positions are rounded, too, and is taken whole: %s", async (_, count, decimals, head) => {
    const end = { position: 100, time: DURATION, minute: DURATION / 60 }[head] ?? 0;
    const times = Array.from({ length: count }, (_, index) => ((index * end) / count).toFixed(decimals));
    const write = (from: number, missing: number) => () =>
      compose.table(
        `${head},percentage`,
        times.flatMap((time, index) => (index >= from && index < from + missing ? [] : [[time, 50]])),
      );
    const few = Math.max(2, Math.floor(0.02 * count));
    for (const missing of [0, few])
      expect(await importValues(write(20, missing), [], "--dry-run")).toMatchObject({ code: 0 });
    const { refusals } = await importValues(write(20, few + 1), [], "--dry-run");
    const until = formatTime((Number(times[20 + few + 1]) * DURATION) / end);
    expect(refusals).toEqual([fact("missing-values", new RegExp(`from \\d+:\\d\\d to ${until}\\.`))]);
  });

  it("keeps its small gaps through export and import", async () => {
    await importValues((values) => compose.table("time,percentage", toBins(values, 36)), line(null, 2));
    const data = await readPoints("lacking");
    const own = JSON.stringify({ guid: "own lacking", duration: DURATION, data });
    expect(await importFiles(save("own.json", own))).toMatchObject({ code: 0 });
    expect(await readPoints("own lacking")).toEqual(data);
  });
});

/** A table of counts as a database's client writes it: rows at some times of an episode. */
function table(
  guid: string,
  times: readonly number[],
  { duration = 600, head = "guid,duration,time,listeners" } = {},
): string {
  return [head, ...times.map((time) => `${guid},${duration},${time},40`), ""].join("\n");
}

const steps = (end: number, step = 1) => Array.from({ length: Math.ceil(end / step) }, (_, index) => index * step);
const seconds = steps(600);
const without = (missing: number) => seconds.filter((time) => time !== missing);
/** 80 rows of 7.5 seconds. */
const rounded = steps(600, 7.5).map(Math.round);
/** 4, 2, 3 and 2 seconds apart, over and over. */
const apart = steps(60).map((index) => 11 * Math.floor(index / 4) + ([0, 4, 6, 9][index % 4] ?? 0));
const isHeard = (time: number) => time < 120 || time >= 170;

describe("a table of counts without rows where nobody listened", () => {
  it("is refused", async () => {
    const outcome = await importFiles(save("gaps.csv", table("gaps", seconds.filter(isHeard))));
    expect(outcome).toMatchObject({ code: 1, refusals: [fact("missing-rows", /^50 rows .* missing, .* 120 s/)] });
    expect(await readChart("gaps")).toBeUndefined();
  });

  it("is refused for rows without a value, too, and has zeros in both with --missing zero", async () => {
    const blanks = seconds.filter((time) => time >= 120 && time < 150).map((time) => `zeros,600,${time},\n`);
    const file = save("zeros.csv", table("zeros", seconds.filter(isHeard)) + blanks.join(""));
    expect((await importFiles(file)).refusals).toEqual([
      fact("missing-rows", /^50 rows .* blank or missing, .* 120 s/),
    ]);
    expect(await importFiles("--missing", "zero", file)).toMatchObject({ code: 0 });
    const data = seconds.map((time) => ({ time, percentage: isHeard(time) ? 100 : 0 }));
    expect(await readChart("zeros")).toMatchObject({ data });
  });

  it("has its zeros at the times of blank rows, if these have any distance", async () => {
    const times = [0, 7, 19, 40, 100, 170, 300, 590];
    const content = table("any zeros", times).replaceAll(/(?<=,(?:40|100),)40/g, "");
    expect(await importFiles("--missing", "zero", save("any.csv", content))).toMatchObject({ code: 0 });
    const data = times.map((time) => ({ time, percentage: time === 40 || time === 100 ? 0 : 100 }));
    expect(await readChart("any zeros")).toMatchObject({ data });
  });

  it.each([
    ["a single row", "time", without(300), /^1 row .* 300 s/],
    ["rows of ten seconds", "time", without(50).filter((time) => time % 10 === 0), /^1 row .* 50 s/],
    ["minutes", "minute", [0, 1, 2, 3, 4, 7, 8, 9], /^2 rows .* 300 s/],
    ["percents", "position", without(7).slice(0, 99), /^1 row .* 7 %/],
    ["decimals", "time", without(3).map((time) => time * 0.1 + 400), /^1 row .* 400.3 s/],
    ["rounded seconds", "time", rounded.filter((time) => time !== 30), /^1 row .* 30.5 s/],
    [
      "seconds that were rounded up",
      "time",
      steps(600, 600 / 73)
        .map(Math.ceil)
        .filter((time) => time !== 33),
      /^1 row .* 33.5 s/,
    ],
  ])("is refused for %s", async (_, head, times, has) => {
    const file = save("one.csv", table("one", times, { head: `guid,duration,${head},viewers` }));
    expect((await importFiles("--dry-run", file)).refusals).toEqual([fact("missing-rows", has)]);
  });

  it.each([
    ["has all rows, with zeros", table("whole", seconds).replaceAll(/(?<=,1[2-6]\d,)40/g, "0")],
    ["has rows at any times", table("whole", [0, 7, 19, 40, 100, 170, 300, 590])],
    ["has few rows, a little apart", table("whole", [0, 3, 5, 7, 9, 11], { duration: 13 })],
    ["has rows two to four seconds apart", table("whole", apart, { duration: 170 })],
    ["has rows at rounded times", table("whole", rounded)],
    [
      "has rows at any times within ten minutes",
      table(
        "whole",
        steps(60).map((index) => (index * 7919) % 599),
      ),
    ],
    ["has rows at times that were rounded up", table("whole", steps(600, 600 / 244).map(Math.ceil))],
    [
      "has rows at the rounded centers of steps",
      table(
        "whole",
        steps(600, 10 / 3).map((start) => Math.round(start + 5 / 3)),
      ),
    ],
    ["has too few rows to show a step", table("whole", [0, 1, 2, 590])],
  ])("is taken if it %s", async (_, content) => {
    expect(await importFiles("--dry-run", save("whole.csv", content))).toMatchObject({ code: 0 });
  });

  it("is refused with --missing zero, too, if it would have more rows than a curve can", async () => {
    const content = table("long", [0, 1e-6, 2e-6, 3e-6, 4e-6, 5e-6, 590]);
    const { refusals } = await importFiles("--dry-run", "--missing", "zero", save("long.csv", content));
    expect(refusals).toEqual([fact("too-many-rows", "1,000,000 points")]);
  });
});

describe("a table of percentages and listeners", () => {
  it("keeps the listeners, so that --min-listeners goes by them", async () => {
    const rows = ["0,100,2", "1,50,1", "2,50,", "3,50,1"].map((row) => `rows-of-two,4,${row}\n`);
    const file = save("two.csv", `guid,duration,time,percentage,listeners\n${rows.join("")}`);
    expect((await importFiles("--min-listeners", "10", file)).stdout).toContain("1 left out with too few listeners");
    await importFiles(file);
    expect(await readChartItem("rows-of-two")).toMatchObject({ "curve:csv": { listeners: 2, points: 4 } });
  });

  it("is refused with several columns of counts, by their names", async () => {
    const file = save("several.csv", "time,listeners,Viewers\n0,2,3\n");
    const { refusals } = await importFiles("--guid", "several", "--duration", "4", file);
    expect(refusals).toEqual([fact("several-counts", '"listeners" and "Viewers"')]);
  });
});

describe("charts -- import, of a table that breaks off", () => {
  it("is refused if its last line has no line break, and the good chart stays", async () => {
    const good = table("breaks off", steps(DURATION), HOUR);
    expect(await importFiles(save("good.csv", good))).toMatchObject({ code: 0 });
    const stored = await readChart("breaks off");

    const row = "\nbreaks off,3600,900,4";
    const cut = good.slice(0, good.indexOf(row) + row.length);
    const outcome = await importFiles(save("cut.csv", cut));
    expect(outcome).toMatchObject({ code: 1, refusals: [fact("cut-off-table")] });
    expect(await readChart("breaks off")).toEqual(stored);
  });

  it.each([
    ["of percentages", "guid,duration,time,percentage\na,2,0,100\na,2,1,50"],
    ["of get --print csv", "time,percentage,guid,duration\n0,100,a,2\n1,50,a,2"],
    ["with a last cell in quotes", 'guid,duration,time,listeners\na,2,0,100\na,2,1,"50"'],
  ])("is refused without its last line break: %s", async (_, content) => {
    expect((await importFiles(save("cut.csv", content))).refusals).toEqual([fact("cut-off-table")]);
    for (const end of ["\n", "\r\n", "\r"])
      expect(await importFiles(save("whole.csv", content + end))).toMatchObject({ code: 0 });
  });

  it("is refused by episode if rows stop more than a tenth short of the duration", async () => {
    const whole = table("whole table", steps(DURATION), HOUR);
    const [, ...rows] = table("stops short", steps(3_230), HOUR).split("\n");
    const outcome = await importFiles(save("short.csv", whole + rows.join("\n")));
    expect(outcome).toMatchObject({ code: 1, stdout: summary("1 chart written, 1 refused (1 short of its duration)") });
    expect(outcome.refusals).toEqual([fact("missing-end", "3,230 s; the episode has 3,600 s", { line: 3_602 })]);
    expect(await readChart("stops short")).toBeUndefined();
  });

  it.each([
    ["in seconds, to just before the end", table("to the end", steps(3_245), HOUR)],
    ["in bins of ten minutes", table("to the end", steps(DURATION, 600), HOUR)],
    ["in one bin of a minute", "guid,duration,minute,viewers\nto the end,60,0,9\n"],
    ["with blank values", table("to the end", steps(96), { duration: 100 }).replaceAll(/(?<=,[6-9]\d,)40/g, "")],
    ["in percent", "guid,duration,position,count\nto the end,3600,0,9\nto the end,3600,50,3\n"],
    ["of get --print csv, which may stop anywhere", "time,percentage,guid,duration\n0,100,to the end,3600\n"],
  ])("accepts rows that reach the end: %s", async (_, content) => {
    expect(await importFiles(save("reaches.csv", content))).toMatchObject({ code: 0 });
  });

  it("is doubted if it has percentages, which others may have left out", async () => {
    const rows = Array.from({ length: 10 }, (_, time) => `doubted,100,${time},${90 - time}\n`).join("");
    const outcome = await importFiles(save("shares.csv", `guid,duration,time,percentage\n${rows}`));
    expect(outcome).toMatchObject({ code: 0, hints: [fact("stops-early", "10 s; the episode has 100 s")] });
  });

  it("refuses rows in percent that stop short", async () => {
    const rows = Array.from({ length: 45 }, (_, position) => `in percent,3600,${position},9\n`);
    const outcome = await importFiles(save("percent.csv", `guid,duration,position,count\n${rows.join("")}`));
    expect(outcome).toMatchObject({ code: 1, refusals: [fact("missing-end", "45 %")] });
  });

  it("refuses a table that breaks off after its first row", async () => {
    const outcome = await importFiles(save("first.csv", "guid,duration,time,listeners\nfirst row,3600,0,9\n"));
    expect(outcome).toMatchObject({ code: 1, refusals: [fact("missing-end")] });
  });

  it("says so, but imports it, if the duration is not the table's own: a platform may show less", async () => {
    const counts = table("platform's", steps(900), HOUR).trimEnd();
    const file = save("platform.csv", counts.replaceAll(/,3600|,duration/g, ""));
    const outcome = await importFiles("--duration", "3600", file);
    expect(outcome).toMatchObject({ code: 0, hints: [fact("stops-early", "900 s; the episode has 3,600 s")] });
  });

  it("does not doubt YouTube Studio's table, which ends without a line break", async () => {
    const rows = Array.from({ length: 100 }, (_, position) => `${position},${position > 80 ? "" : 104 - position}`);
    const studio = `Video position (%),Absolute audience retention (%)\n${rows.join("\n")}`;
    const outcome = await importFiles("--guid", "studio", "--duration", "45:30", save("All.csv", studio));
    expect(outcome).toMatchObject({ code: 0, hints: [fact("open-ends")] });
  });
});
