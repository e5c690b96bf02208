import { describe, expect, it } from "vitest";
import { useFolder } from "../support/command.ts";
import { importFiles, readChart } from "../support/import.ts";

const save = useFolder();

function chart(guid: string, percentage = 100): string {
  return `${JSON.stringify({ guid, duration: 4, data: [{ time: 0, percentage }] })}\n`;
}

function session(guid: string): string {
  return `${JSON.stringify({ session_id: "s", episodeGUID: guid, data: [{ time: 0, event: "play" }] })}\n`;
}

function table(guid: string): string {
  return `guid,time,count\n${guid},0,1\n`;
}

describe("charts -- import, of two sources of one episode", () => {
  it.each([[false], [true]])("refuses an own chart and sessions, in either order (%s)", async (isReversed) => {
    const guid = `chart and sessions ${isReversed}`;
    const other = `untouched ${isReversed}`;
    const own = save("own.jsonl", chart(other) + chart(guid));
    const sessions = save("sessions.jsonl", `\n${session(guid)}`);
    const files = isReversed ? [sessions, own] : [own, sessions];
    const outcome = await importFiles("--duration", "4", ...files);
    expect(outcome).toMatchObject({ code: 1, stdout: "1 chart written, 2 refused (2 with two sources)\n" });
    expect(outcome.stderr).toMatch(new RegExp(`own\\.jsonl:2: \\S*sessions\\.jsonl:2 has "${guid}" too\\.`));
    expect(outcome.stderr).toMatch(new RegExp(`episode ${guid}: \\S*own\\.jsonl:2 has "${guid}" too\\.`));
    expect(await readChart(guid)).toBeUndefined();
    expect(await readChart(other)).toBeDefined();
  });

  it("refuses two own charts of an episode, in one file and in several", async () => {
    const one = save("one.jsonl", chart("two charts") + chart("two charts", 50) + chart("in two files"));
    const outcome = await importFiles(one, save("two.json", `[\n${chart("in two files")}]`));
    expect(outcome).toMatchObject({ code: 1, stdout: "0 charts written, 4 refused (4 with two sources)\n" });
    expect(outcome.stderr).toMatch(/one\.jsonl:1: \S*one\.jsonl:2 has "two charts" too\. Import only one of them\.\n/);
    expect(outcome.stderr).toMatch(/one\.jsonl:2: \S*one\.jsonl:1 has "two charts" too/);
    expect(outcome.stderr).toMatch(/one\.jsonl:3: \S*two\.json:2 has "in two files" too/);
    expect(outcome.stderr).toMatch(/two\.json:2: \S*one\.jsonl:3 has "in two files" too/);
    for (const guid of ["two charts", "in two files"]) expect(await readChart(guid)).toBeUndefined();
  });

  it("refuses an own chart and a platform's curve", async () => {
    const files = [save("platform.csv", table("chart and curve")), save("own.json", chart("chart and curve"))];
    const outcome = await importFiles("--duration", "4", ...files);
    expect(outcome.stdout).toBe("0 charts written, 2 refused (2 with two sources)\n");
    expect(outcome.stderr).toMatch(/platform\.csv:2: "chart and curve": \S*own\.json:1 has "chart and curve" too/);
    expect(outcome.stderr).toMatch(/own\.json:1: \S*platform\.csv:2 has "chart and curve" too/);
  });

  it("refuses the good source, too, if the other one is bad", async () => {
    const bad = JSON.stringify({ guid: "good and bad", duration: 4, data: [{ time: 5, percentage: 1 }] });
    const outcome = await importFiles(save("good.json", chart("good and bad")), save("bad.json", bad));
    expect(outcome.stdout).toBe("0 charts written, 2 refused (1 beyond its duration, 1 with two sources)\n");
    expect(await readChart("good and bad")).toBeUndefined();
  });

  it("refuses an own chart of an episode whose sessions are incomplete", async () => {
    const files = [save("own.json", chart("and incomplete")), save("good.jsonl", session("and incomplete"))];
    const outcome = await importFiles("--duration", "4", ...files, "/no/such/file");
    expect(outcome.stdout).toBe("0 charts written, 3 refused (1 unreadable, 1 incomplete, 1 with two sources)\n");
    expect(await readChart("and incomplete")).toBeUndefined();
  });
});
