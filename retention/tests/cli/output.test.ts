import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { readChartItem } from "../../../tests/support/tables.ts";
import { runInShell } from "../support/command.ts";

const save = useFolder();

const GOOD = '{"guid":"written","duration":5,"data":[{"time":0,"percentage":100}]}';
const mixed = save("mixed.jsonl", `{}\n${GOOD}\n`);

describe("a command whose standard output is closed", () => {
  it("finishes its work, with the exit code that it would have had", async () => {
    const outcome = await runInShell(`charts import ${mixed} | true`);
    expect(outcome).toEqual({ code: 1, stdout: "", stderr: expect.stringMatching(/mixed\.jsonl/) });
    expect(await readChartItem("written")).toMatchObject({ duration: 5 });
  });

  it("succeeds if its reader stops early", async () => {
    const outcome = await runInShell("charts list | head -n 1");
    expect(outcome).toEqual({ code: 0, stdout: expect.stringMatching(/^ DURATION .*\n$/), stderr: "" });
  });
});

describe("a command whose standard error is closed", () => {
  it("finishes its work, with the exit code that it would have had", async () => {
    const input = save("closed.jsonl", `{}\n${GOOD.replace("written", "in the dark")}\n`);
    const summary = save("summary", "");
    const outcome = await runInShell(`charts import ${input} 2>&1 >${summary} | true`);
    expect(outcome).toEqual({ code: 1, stdout: "", stderr: "" });
    expect(readFileSync(summary, "utf8")).toMatch(/^1 chart written \(1 own\): 1 new, 1 refused/);
    expect(await readChartItem("in the dark")).toMatchObject({ duration: 5 });
  });
});

describe("a command whose output can't be written", () => {
  it.each(["charts list", "tokens list", `charts import ${save("good.json", GOOD)}`])(
    "reports that once, and fails: %s",
    async (line) => {
      const { code, stderr } = await runInShell(`${line} >/dev/full`);
      const reports = ["Can't write to standard output (ENOSPC: no space left on device, write)."];
      expect([code, stderr.match(/^.*standard output.*$/gm)]).toEqual([1, reports]);
    },
  );
});
