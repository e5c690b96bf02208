import { describe, expect, it } from "vitest";
import { summary, useFolder } from "../support/command.ts";
import { importFiles, readChart } from "../support/import.ts";

const save = useFolder();

describe("charts -- import, of numbers that become infinite", () => {
  it.each<[string, string[], string]>([
    [
      "a ratio of YouTube's",
      ["--duration", "100", "--guid", "infinite"],
      JSON.stringify({
        columnHeaders: [{ name: "elapsedVideoTimeRatio" }, { name: "audienceWatchRatio" }],
        rows: [
          [0.01, 1e306],
          [0.02, 1],
        ],
      }),
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

  it("keeps large percentages that are finite", async () => {
    const chart = { guid: "large percentages", duration: 1, data: [{ time: 0, percentage: 1e307 }] };
    expect(await importFiles(save("large.json", JSON.stringify(chart)))).toMatchObject({ code: 0 });
    expect(await readChart("large percentages")).toEqual(chart);
  });
});
