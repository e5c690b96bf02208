import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { summary } from "../support/command.ts";
import { compose } from "../support/formats.ts";
import { composeSession, importFiles, readChart } from "../support/import.ts";

const save = useFolder();

function seconds(length: number, factor = 1): number[] {
  return Array.from({ length }, (_, second) => second * factor);
}

function table(guid: string, rows: readonly (readonly number[])[]): string {
  return ["guid,time,count", ...rows.map((row) => `${guid},${row.join()}`)].join("\n");
}

describe("charts -- import, of a curve that goes beyond its episode's end", () => {
  it.each<[string, string, string, RegExp]>([
    [
      "a table in milliseconds",
      "60",
      `guid,time,count\n${seconds(60, 1_000)
        .map((time) => `beyond,${time},5\n`)
        .join("")}`,
      /It reaches 59,000 s; the episode has 60 s: milliseconds\? 98 % of it lies beyond the end\. Correct its times or/,
    ],
    [
      "YouTube's ratios in percent",
      "3600",
      JSON.stringify(compose.youtube(seconds(100).map((index) => [index + 1, 0.9]))),
      /It reaches 359,964 s; the episode has 3,600 s\. 99 % of it lies beyond the end\. Correct its times or/,
    ],
    [
      "sessions in milliseconds",
      "2700",
      composeSession("beyond", seconds(2_700, 1_000)).repeat(3),
      /It reaches 2,699,001 s; the episode has 2,700 s: milliseconds\?/,
    ],
  ])("is refused with both numbers: %s", async (_, duration, content, message) => {
    const outcome = await importFiles("--duration", duration, "--guid", "beyond", save("beyond", content));
    expect(outcome).toMatchObject({ code: 1, stdout: summary("0 charts written, 1 refused (1 beyond its duration)") });
    expect(outcome.stderr).toMatch(message);
    expect(outcome.stderr).not.toMatch("--interval");
    expect(await readChart("beyond")).toBeUndefined();
  });

  it("is accepted without its tail if no more than a tenth of it lies beyond, and what is zero does not count", async () => {
    const tail = [...seconds(9).map((time) => [time, 1]), [61, 1], ...seconds(50).map((time) => [100 + time, 0])];
    expect(await importFiles("--duration", "60", save("tail.csv", table("tail", tail)))).toMatchObject({ code: 0 });
    expect(await readChart("tail")).toMatchObject({ data: { length: 9 } });

    const more = save("more.csv", table("more", [...tail, [62, 0.01]]));
    expect((await importFiles("--duration", "60", more)).stderr).toMatch("It reaches 62 s; the episode has 60 s. 10 %");
  });

  it("is accepted without its last bin if that begins where the episode ends, or within a bin's length", async () => {
    const bins = "guid,time,count\nbins,0,9\nbins,15,8\nbins,30,6\n";
    const file = save("bins.csv", `${bins}bins,45,38\n`);
    for (const duration of ["40.5", "45"])
      expect(await importFiles("--duration", duration, file)).toMatchObject({ code: 0 });
    const far = save("far.csv", `${bins}bins,46,5\n`);
    expect((await importFiles("--duration", "45", far)).stderr).toMatch("It reaches 46 s; the episode has 45 s. 18 %");
  });

  it("is accepted if listeners end in the second at which the episode does", async () => {
    const data = '[{"time":0,"event":"play"},{"time":4,"event":"ended"}]';
    const file = save("ended.jsonl", `{"episodeGUID":"ended","data":${data}}\n`);
    expect(await importFiles("--duration", "4", file)).toMatchObject({ code: 0 });
    expect(await readChart("ended")).toMatchObject({ data: [{ percentage: 100 }, {}, {}, { percentage: 0 }] });
    expect((await importFiles("--duration", "3", file)).stderr).toMatch("It reaches 5 s; the episode has 3 s. 50 %");
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
    expect(outcome.stderr).toBe(
      'No session of episode "short 0" (and of 29 other episodes) is long enough to show at which interval it logs. The events of a session are about 1000 s apart, but each covers at most 1 s. If their times are in milliseconds, convert them to seconds.\n',
    );
  });
});
