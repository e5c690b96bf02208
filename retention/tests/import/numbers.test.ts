import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { summary } from "../support/command.ts";
import { compose } from "../support/formats.ts";
import { importFiles, readChart } from "../support/import.ts";

const save = useFolder();

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
    expect(outcome.stdout).toEqual(summary("0 charts written, 1 refused (1 not finite)"));
    expect(outcome.stderr).toMatch(/The percentage at 0 s is not finite\. Correct the values, which are too large\.\n/);
    expect(await readChart("infinite")).toBeUndefined();
  });
});

describe("charts -- import, of numbers that are text, as BigQuery writes them", () => {
  it.each([
    ["charts", { guid: "g", duration: 3, data: [{ time: "0", percentage: 100 }] }, 'such as "time":"0"'],
    ["durations", { guid: "g", duration: "2700", data: [{ time: 0, percentage: 100 }] }, 'such as "duration":"2700"'],
    ["rows of a table", { guid: "g", duration: "2700", time: "0", listeners: "12" }, 'such as "duration":"2700"'],
    ["sessions", { session_id: "s", episodeGUID: "g", data: [{ time: "1.5", event: "play" }] }, 'such as "time":"1.5"'],
  ])("says so once for all records: %s", async (_, line, example) => {
    const file = save("numbers.jsonl", `${JSON.stringify(line)}\n`.repeat(300));
    const { code, stdout, stderr } = await importFiles("--dry-run", "--duration", "9", file);
    expect([code, stdout]).toEqual([1, expect.stringContaining("300 with numbers as text")]);
    expect(stderr.match(/numbers\.jsonl:/g)).toHaveLength(1);
    expect(stderr).toContain(
      `numbers.jsonl:1: Its numbers are text, ${example}, as BigQuery writes them in JSON. Export a table as CSV, or turn them into numbers: jq -c`,
    );
    expect(stderr).toMatch(/^… and 299 more$/m);
  });

  it("says what else is wrong of each record", async () => {
    const lines =
      '{"guid":"1","duration":3,"data":[{"time":0,"percentage":-1}]}\n{"guid":"2","duration":"long","data":[]}';
    const outcome = await importFiles("--dry-run", save("bad.jsonl", lines));
    expect(outcome.stdout).toEqual(summary("0 charts would be written, 2 refused (2 not a chart)"));
  });
});
