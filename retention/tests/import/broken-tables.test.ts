import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { summary } from "../support/command.ts";
import { importFiles, readChart } from "../support/import.ts";

const save = useFolder();

/** A table as a database's client writes it. */
function table(guid: string, duration: number, { step = 1, end = duration } = {}): string {
  const rows = Array.from({ length: Math.ceil(end / step) }, (_, index) => `${guid},${duration},${index * step},775\n`);
  return `guid,duration,time,listeners\n${rows.join("")}`;
}

const REFUSED = /^0 charts written, 1 refused/;

describe("charts -- import, of a table that breaks off", () => {
  it("is refused if its last line has no line break, and the good chart stays", async () => {
    const good = table("breaks off", 3_600);
    expect(await importFiles(save("good.csv", good))).toMatchObject({ code: 0 });
    const stored = await readChart("breaks off");

    const row = "\nbreaks off,3600,900,7";
    const cut = good.slice(0, good.indexOf(row) + row.length);
    const outcome = await importFiles(save("cut.csv", cut));
    expect(outcome).toMatchObject({ code: 1, stdout: "0 charts written, 1 refused (1 cut off)\n" });
    expect(outcome.stderr).toContain(
      "cut.csv: The last line has no line break, as every line of a table with durations must have. Its export or transfer may have been cut off. Export or transfer it again.\n",
    );
    expect(await readChart("breaks off")).toEqual(stored);
  });

  it.each([
    ["of percentages", "guid,duration,time,percentage\na,2,0,100\na,2,1,50"],
    ["of get --print csv", "time,percentage,guid,duration\n0,100,a,2\n1,50,a,2"],
    ["with a last cell in quotes", 'guid,duration,time,listeners\na,2,0,100\na,2,1,"50"'],
  ])("is refused without its last line break: %s", async (_, content) => {
    expect((await importFiles(save("cut.csv", content))).stdout).toBe("0 charts written, 1 refused (1 cut off)\n");
    for (const end of ["\n", "\r\n", "\r"])
      expect(await importFiles(save("whole.csv", content + end))).toMatchObject({ code: 0 });
  });

  it("is refused by episode if rows stop more than a tenth short of the duration", async () => {
    const whole = table("whole table", 3_600);
    const [, ...rows] = table("stops short", 3_600, { end: 3_230 }).split("\n");
    const outcome = await importFiles(save("short.csv", whole + rows.join("\n")));
    expect(outcome).toMatchObject({ code: 1, stdout: summary("1 chart written, 1 refused (1 short of its duration)") });
    expect(outcome.stderr).toContain(
      `short.csv:3602: "stops short": It stops at 3,230 s; the episode has 3,600 s. If it is cut off, export it again. If it is another episode's, correct its GUID. Otherwise, add rows up to the end, with 0 where nobody listens.\n`,
    );
    expect(await readChart("stops short")).toBeUndefined();
  });

  it.each([
    ["in seconds, to just before the end", table("to the end", 3_600, { end: 3_245 })],
    ["in bins of ten minutes", table("to the end", 3_600, { step: 600 })],
    ["in one bin of a minute", "guid,duration,minute,viewers\nto the end,60,0,9\n"],
    ["with blank values", table("to the end", 100, { end: 96 }).replaceAll(/(?<=,[6-9]\d,)775/g, "")],
    ["in percent", "guid,duration,position,count\nto the end,3600,0,9\nto the end,3600,50,3\n"],
    ["of get --print csv, which may stop anywhere", "time,percentage,guid,duration\n0,100,to the end,3600\n"],
  ])("accepts rows that reach the end: %s", async (_, content) => {
    expect(await importFiles(save("reaches.csv", content))).toMatchObject({ code: 0 });
  });

  it("is doubted if it has percentages, which others may have left out", async () => {
    const rows = Array.from({ length: 10 }, (_, time) => `doubted,100,${time},${90 - time}\n`).join("");
    const outcome = await importFiles(save("shares.csv", `guid,duration,time,percentage\n${rows}`));
    expect(outcome).toMatchObject({ code: 0 });
    expect(outcome.stderr).toContain('"doubted": It stops at 10 s; the episode has 100 s. If it is cut off,');
  });

  it("refuses rows in percent that stop short", async () => {
    const rows = Array.from({ length: 45 }, (_, position) => `in percent,3600,${position},9\n`);
    const outcome = await importFiles(save("percent.csv", `guid,duration,position,count\n${rows.join("")}`));
    expect(outcome).toMatchObject({ code: 1, stdout: expect.stringMatching(REFUSED) });
    expect(outcome.stderr).toContain("It stops at 45 % of the episode.");
  });

  it("refuses a table that breaks off after its first row", async () => {
    const outcome = await importFiles(save("first.csv", "guid,duration,time,listeners\nfirst row,3600,0,9\n"));
    expect(outcome).toMatchObject({ code: 1, stdout: expect.stringMatching(REFUSED) });
  });

  it("says so, but imports it, if the duration is not the table's own: a platform may show less", async () => {
    const counts = table("platform's", 3_600, { end: 900 }).trimEnd();
    const file = save("platform.csv", counts.replaceAll(/,3600|,duration/g, ""));
    const outcome = await importFiles("--duration", "3600", file);
    expect(outcome).toMatchObject({ code: 0, stdout: summary("1 chart written, 0 refused") });
    expect(outcome.stderr).toContain(
      `${file}: "platform's": It stops at 900 s; the episode has 3,600 s. If it is cut off, export it again. If it is another episode's, correct its GUID.\n`,
    );
  });

  it("does not doubt YouTube Studio's table, which ends without a line break", async () => {
    const rows = Array.from({ length: 100 }, (_, position) => `${position},${position > 80 ? "" : 104 - position}`);
    const studio = `Video position (%),Absolute audience retention (%)\n${rows.join("\n")}`;
    const outcome = await importFiles("--guid", "studio", "--duration", "45:30", save("All.csv", studio));
    expect(outcome).toMatchObject({ code: 0 });
    expect(outcome.stderr).not.toContain("It stops");
  });
});
