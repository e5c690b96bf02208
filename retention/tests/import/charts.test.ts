import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import type { Code } from "../../sources/base/codes.ts";
import { runInShell, summary } from "../support/command.ts";
import { fact } from "../support/facts.ts";

import { importFiles, readChart } from "../support/import.ts";

const save = useFolder();

function chart(guid: string, points = 3) {
  const data = Array.from({ length: points }, (_, time) => ({ time, percentage: ((time * 37) % 1_000) / 10 }));
  return { guid, duration: points, data };
}

describe("charts -- import, of charts", () => {
  it.each([
    ["one", (one: object) => JSON.stringify(one)],
    ["one, pretty", (one: object) => JSON.stringify(one, null, 2)],
    ["an array", (one: object) => JSON.stringify([one, chart("another")], null, 2)],
    ["JSON Lines", (one: object) => `${JSON.stringify(one)}\n${JSON.stringify(chart("another"))}\n`],
    ["gzip", (one: object) => gzipSync(JSON.stringify(one))],
    ["a byte order mark", (one: object) => `\uFEFF${JSON.stringify(one)}`],
  ])("writes %s with all values unchanged", async (layout, write) => {
    const data = [123.45678901234567, 1e307].map((percentage, index) => ({ time: index + 1e-7, percentage }));
    const one = { guid: `import ${layout} é🎧`, duration: 3.5, data };
    const outcome = await importFiles(save("charts.json", write(one)));
    expect(outcome.stdout).toMatch(/^[12] charts? written \(.+\): .+, 0 refused\n$/);
    expect(await readChart(one.guid)).toEqual(one);
  });

  it("reads the standard input", async () => {
    const input = save("input.json", JSON.stringify(chart("from input")));
    const outcome = await runInShell(`npm run --silent charts -- import - < ${input}`);
    expect(outcome).toMatchObject({ code: 0, stdout: summary("1 chart written, 0 refused") });
    expect(await readChart("from input")).toEqual(chart("from input"));
  });

  it.each([
    ["https://podcast.example/1", "https://podcast.example/1"],
    ["it's $HOME & `x`", "'it'\\''s $HOME & `x`'"],
  ])(
    "prints a command that shows a chart, quoted for a shell, and no progress if it is quick: %s",
    async (guid, word) => {
      const charts = ["\u0007", "-x", guid].map((name) => JSON.stringify(chart(name)));
      const file = save("charts.jsonl", charts.join("\n"));
      const { stderr } = await importFiles(file);
      expect(stderr).toMatch(/^Writing to .*\n.*\n$/);
      expect(stderr.endsWith(`\nTo look at a chart: npm run charts -- get ${word}\n`)).toBe(true);
      expect(execFileSync("sh", ["-c", `printf %s ${word}`], { encoding: "utf8" })).toBe(guid);
      expect(await importFiles("--dry-run", file)).toMatchObject({ stderr: "" });
    },
  );

  it("shows progress if it takes longer", async () => {
    const child = spawn(process.execPath, ["retention/cli/bin/charts.ts", "import", "--dry-run", "-"]);
    child.stdin.write(`${JSON.stringify(chart("slow"))}\n`);
    const shown = await new Promise((resolve) => child.stderr.once("data", resolve));
    child.stdin.end();
    expect(String(shown)).toMatch(/^\d+ bytes read$/m);
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("accepts durations of 0 and just above, and a point at the end", async () => {
    for (const duration of [0, 1e-130, Number.MAX_SAFE_INTEGER]) {
      const one = { guid: "durations", duration, data: [{ time: duration, percentage: 100 }] };
      expect(await importFiles(save("durations.json", JSON.stringify(one)))).toMatchObject({ code: 0 });
      expect(await readChart("durations")).toEqual(one);
    }
  });

  it("sorts points by time", async () => {
    const { data, ...rest } = chart("unsorted");
    await importFiles(save("unsorted.json", JSON.stringify({ ...rest, data: data.toReversed() })));
    expect(await readChart("unsorted")).toEqual(chart("unsorted"));
  });

  it("writes the records before one that is cut off, and refuses that one once", async () => {
    const text = [chart("before the end"), chart("broken off")].map((one) => JSON.stringify(one)).join("\n");
    for (const broken of [text.slice(0, -9), `[${text.replace("\n", ",").slice(0, -9)}`]) {
      const outcome = await importFiles("--format", "chart", save("broken-off", broken));
      expect(outcome).toMatchObject({ code: 1, stdout: summary("1 chart written, 1 refused (1 unreadable)") });
      expect(outcome.refusals).toEqual([fact("cut-off", "", { line: text.includes(broken) ? 2 : 1 })]);
    }
  });

  it("reports file, line and reason of each bad record, and writes the rest", async () => {
    const bad: readonly (readonly [line: string, code: Code, has?: string | RegExp])[] = [
      ["{", "not-json", "position 1"],
      ["7", "not-an-object", "7"],
      ['{"guid":"","duration":1,"data":[]}', "not-a-chart", /^guid .*""/],
      ['{"guid":"b","duration":"1","data":[]}', "text-numbers"],
      ['{"guid":"b","duration":1,"points":[]}', "not-a-chart", "data is missing"],
      [
        '{"guid":"b","duration":1,"data":[{"time":0,"percentage":1},{"time":1,"percentage":null}]}',
        "not-a-chart",
        /^data\[1\] .*\{"time":1,"percentage":null\}/,
      ],
      ['{"guid":"b","duration":1,"data":[{"time":-1,"percentage":1}]}', "not-a-chart", "data[0] "],
      ['{"guid":"b","duration":1,"data":[4]}', "not-a-chart", "data[0] "],
      [
        '{"guid":"b","duration":1e-131,"data":[{"time":0,"percentage":1}]}',
        "not-a-chart",
        "1e-130 to 9007199254740991",
      ],
      ['{"guid":"b","duration":1e16,"data":[{"time":0,"percentage":1}]}', "not-a-chart", "9007199254740991"],
      [
        '{"guid":"b","duration":120,"data":[{"time":500,"percentage":1},{"time":120,"percentage":1}]}',
        "record-beyond-duration",
        /^data\[0\].time is 500 s.* 120 s/,
      ],
      ['{"guid":"\\ud800","duration":1,"data":[]}', "not-a-chart", "guid "],
      ['{"guid":"b","duration":1,"data":[]}', "no-points"],
    ];
    const records = bad.map(([line]) => line);
    const lines = [JSON.stringify(chart("above bad records")), ...records, JSON.stringify(chart("below bad records"))];
    const file = save("bad.jsonl", lines.join("\n"));
    const outcome = await importFiles(file);
    expect(outcome).toMatchObject({
      code: 1,
      stdout:
        "2 charts written (2 own): 2 new, 13 refused (1 not JSON, 1 not an object, 8 not a chart, 1 with numbers as text, 1 beyond its duration, 1 without points)\n",
      refusals: bad.map(([, code, has], index) => fact(code, has, { file, line: index + 2 })),
    });
    expect(await readChart("below bad records")).toEqual(chart("below bad records"));
  });
});
