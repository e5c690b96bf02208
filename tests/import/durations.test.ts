import { describe, expect, it } from "vitest";
import { summary, useFolder } from "../support/command.ts";
import { importFiles, readChart } from "../support/import.ts";

const save = useFolder();

const counts = (guid: string) => `${guid},0,9\n${guid},1,5\n`;

const session = (guid: string) => `${JSON.stringify({ episodeGUID: guid, data: [{ time: 0, event: "play" }] })}\n`;

const REFUSED =
  '--duration would be that of two episodes, "duration one" and "duration two". Pass --feed or files that have the durations, or --same-duration if all episodes are equally long. Nothing was written.\n';

describe("charts -- import, with one --duration", () => {
  it.each<[string, () => string[]]>([
    ["a table", () => [save("two.csv", `guid,time,count\n${counts("duration one")}${counts("duration two")}`)]],
    [
      "two tables",
      () => ["duration one", "duration two"].map((guid) => save(`${guid}.csv`, `guid,time,count\n${counts(guid)}`)),
    ],
    ["sessions", () => [save("two.jsonl", session("duration one") + session("duration two"))]],
    [
      "a table and sessions",
      () => [save("one.csv", `guid,time,count\n${counts("duration one")}`), save("two.jsonl", session("duration two"))],
    ],
  ])("refuses it for several episodes, and writes nothing, unless they have the same: %s", async (_, list) => {
    const files = list();
    const outcome = await importFiles("--duration", "60:00", ...files);
    expect(outcome).toMatchObject({ code: 1, stdout: "Nothing was written.\n" });
    expect(outcome.stderr).toContain(REFUSED);
    expect(await readChart("duration one")).toBeUndefined();

    const same = await importFiles("--duration", "2", "--same-duration", "--dry-run", ...files);
    expect(same).toMatchObject({ code: 0, stdout: summary("2 charts would be written, 0 refused") });
  });

  it("takes it for the one episode that has no other, with those of files and feeds beside it", async () => {
    const feed = save(
      "feed.xml",
      "<rss><channel><item><guid>duration of the feed</guid><itunes:duration>2</itunes:duration></item></channel></rss>",
    );
    const table = `guid,time,count,duration\n${counts("duration own").replaceAll("\n", ",2\n")}`;
    const files = [
      save("own.csv", table),
      save("others.csv", `guid,time,count\n${counts("duration of the feed")}${counts("duration only")}`),
    ];
    const outcome = await importFiles("--feed", feed, "--duration", "3", ...files);
    expect(outcome).toMatchObject({ code: 0, stdout: summary("3 charts written, 0 refused") });
    for (const [guid, duration] of Object.entries({ "duration own": 2, "duration of the feed": 2, "duration only": 3 }))
      expect(await readChart(guid)).toMatchObject({ duration });
  });

  it("refuses --same-duration alone", async () => {
    const outcome = await importFiles("--same-duration", save("one.csv", `guid,time,count\n${counts("duration one")}`));
    expect(outcome).toMatchObject({ code: 1, stderr: "--same-duration needs --duration.\n" });
  });

  it("refuses a fraction of two digits, which is probably MM:SS, but not in --step", async () => {
    const file = save("one.csv", `time,count\n0,9\n1,5\n`);
    const refused = await importFiles("--guid", "duration fraction", "--duration", "45.30", file);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("Write 45:30 for minutes and seconds, or 45.300 for seconds.");
    for (const duration of ["2.5", "2.300", "0:02.75"])
      expect(
        await importFiles("--guid", "duration fraction", "--duration", duration, "--step", "0.25", file),
      ).toMatchObject({
        code: 0,
      });
    expect(await readChart("duration fraction")).toMatchObject({ duration: 2.75 });
  });
});
