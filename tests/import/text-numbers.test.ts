import { expect, it } from "vitest";
import { summary, useFolder } from "../support/command.ts";
import { importFiles } from "../support/import.ts";

const save = useFolder();
const repeat = (line: object) => `${JSON.stringify(line)}\n`.repeat(300);

it.each([
  ["charts", { guid: "g", duration: 3, data: [{ time: "0", percentage: 100 }] }, 'such as "time":"0"'],
  ["durations", { guid: "g", duration: "2700", data: [{ time: 0, percentage: 100 }] }, 'such as "duration":"2700"'],
  ["rows of a table", { guid: "g", duration: "2700", time: "0", listeners: "12" }, 'such as "duration":"2700"'],
  ["sessions", { session_id: "s", episodeGUID: "g", data: [{ time: "1.5", event: "play" }] }, 'such as "time":"1.5"'],
])("numbers as text, as BigQuery writes them, are said once for all records: %s", async (_, line, example) => {
  const { code, stdout, stderr } = await importFiles(
    "--dry-run",
    "--duration",
    "9",
    save("numbers.jsonl", repeat(line)),
  );
  expect([code, stdout]).toEqual([1, expect.stringContaining("300 with numbers as text")]);
  expect(stderr.match(/numbers\.jsonl:/g)).toHaveLength(1);
  expect(stderr).toContain(
    `numbers.jsonl:1: Its numbers are text, ${example}, as BigQuery writes them in JSON. Export a table as CSV, or turn them into numbers: jq -c`,
  );
  expect(stderr).toMatch(/^… and 299 more$/m);
});

it("what else is wrong is said of each record", async () => {
  const lines = [
    { guid: "1", duration: 3, data: [{ time: 0, percentage: -1 }] },
    { guid: "2", duration: "long", data: [] },
  ];
  const outcome = await importFiles(
    "--dry-run",
    save("bad.jsonl", lines.map((line) => JSON.stringify(line)).join("\n")),
  );
  expect(outcome.stdout).toEqual(summary("0 charts would be written, 2 refused (2 not a chart)"));
});
