import { describe, expect, it } from "vitest";
import { composeFeedOf } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { summary } from "../support/command.ts";
import { composeSession, importFiles, readChart } from "../support/import.ts";

const save = useFolder();

const GUIDS = ["duration one", "duration two"] as const;

const counts = (guid: string) => `${guid},0,9\n${guid},1,5\n`;
const table = (...guids: readonly string[]) => `guid,time,count\n${guids.map(counts).join("")}`;

const REFUSED =
  '--duration would be that of two episodes, "duration one" and "duration two". Pass --feed or files that have the durations, or --same-duration if all episodes are equally long. Nothing was written.\n';

describe("charts -- import, of positions in percent", () => {
  const YOUTUBE = `Video position (%),Absolute audience retention (%)\n${Array.from({ length: 100 }, (_, at) => `${at},${100 - at / 2}\n`).join("")}`;

  it.each([
    ["45", "45 s, less than a minute: minutes?"],
    ["0:59", "59 s, less than a minute: minutes?"],
    ["24:00:01", "86,401 s, more than 24 hours: minutes, or milliseconds?"],
    ["45:30:00", "163,800 s, more than 24 hours: minutes, or milliseconds?"],
  ])("doubts the feed's duration of %s, and says what to do", async (duration, doubt) => {
    const feed = save("feed.xml", composeFeedOf({ percent: duration }));
    const outcome = await importFiles("--dry-run", "--feed", feed, "--guid", "percent", save("percent.csv", YOUTUBE));
    expect(outcome).toMatchObject({ code: 0, stdout: summary("1 chart would be written, 0 refused") });
    const wayOut = "If so, correct the episode's duration: 45 is 45 seconds, 45:30 is MM:SS, and 1:45:30 is HH:MM:SS.";
    expect(outcome.stderr).toContain(`percent.csv: "percent": Its positions are percent of ${doubt} ${wayOut}\n`);
  });

  it.each(["60", "45:30", "24:00:00"])("does not doubt %s", async (duration) => {
    const file = save("percent.csv", YOUTUBE);
    const outcome = await importFiles("--dry-run", "--duration", duration, "--guid", "percent", file);
    expect(outcome).toMatchObject({ code: 0, stderr: expect.not.stringContaining("percent of") });
  });

  it.each([
    ["a table", (guid: string) => save(`${guid}.csv`, table(guid))],
    ["sessions", (guid: string) => save(`${guid}.jsonl`, composeSession(guid))],
  ])("names what the feed has in place of the duration of %s, and takes --duration", async (name, compose) => {
    const guid = `duration of ${name}`;
    const args = ["--feed", save("feed.xml", composeFeedOf({ [guid]: "45 min" })), compose(guid)];
    const refused = await importFiles(...args);
    expect(refused).toMatchObject({ code: 1, stdout: summary("0 charts written, 1 refused (1 without a duration)") });
    expect(refused.stderr).toContain(
      'The feed says "45 min", which is no duration. Write seconds, MM:SS or HH:MM:SS. Or pass --duration.\n',
    );
    expect(await importFiles("--duration", "2", ...args)).toMatchObject({ code: 0 });
  });
});

describe("charts -- import, with one --duration", () => {
  it.each<[string, () => string[]]>([
    ["a table", () => [save("two.csv", table(...GUIDS))]],
    ["two tables", () => GUIDS.map((guid) => save(`${guid}.csv`, table(guid)))],
    ["sessions", () => [save("two.jsonl", GUIDS.map((guid) => composeSession(guid)).join(""))]],
    ["a table and sessions", () => [save("one.csv", table(GUIDS[0])), save("two.jsonl", composeSession(GUIDS[1]))]],
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
    const feed = save("feed.xml", composeFeedOf({ "duration of the feed": 2 }));
    const own = `guid,time,count,duration\n${counts("duration own").replaceAll("\n", ",2\n")}`;
    const files = [save("own.csv", own), save("others.csv", table("duration of the feed", "duration only"))];
    const outcome = await importFiles("--feed", feed, "--duration", "3", ...files);
    expect(outcome).toMatchObject({ code: 0, stdout: summary("3 charts written, 0 refused") });
    for (const [guid, duration] of Object.entries({ "duration own": 2, "duration of the feed": 2, "duration only": 3 }))
      expect(await readChart(guid)).toMatchObject({ duration });
  });

  it("refuses --same-duration alone", async () => {
    const outcome = await importFiles("--same-duration", save("one.csv", table(GUIDS[0])));
    expect(outcome).toMatchObject({ code: 1, stderr: "--same-duration needs --duration.\n" });
  });

  it("refuses a fraction of two digits, which is probably MM:SS, but not in --step", async () => {
    const args = ["--guid", "duration fraction", save("one.csv", "time,count\n0,9\n1,5\n")];
    const refused = await importFiles("--duration", "45.30", ...args);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("Write 45:30 for minutes and seconds, or 45.300 for seconds.");
    for (const duration of ["2.5", "2.300", "0:02.75"])
      expect(await importFiles("--duration", duration, "--step", "0.25", ...args)).toMatchObject({ code: 0 });
    expect(await readChart("duration fraction")).toMatchObject({ duration: 2.75 });
  });
});
