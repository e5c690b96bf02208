import { beforeEach, describe, expect, it } from "vitest";
import { packCounts } from "../../lib/episode/counts.ts";
import { packChart } from "../../lib/episode/packed-chart.ts";
import { runCommand, useFolder } from "../support/command.ts";
import { useTable } from "../support/tables.ts";

const save = useFolder();
const table = useTable();
const run = (...args: string[]) => runCommand("charts", args, { env: table.env });

function pack(guid: string, percentage = 100) {
  const { chart, ...item } = packChart({ guid, duration: 4, data: [{ time: 0, percentage }] }, new Date(0));
  return { ...item, chart: Uint8Array.from(chart) };
}

const COUNTED = {
  counts: Uint8Array.from(packCounts(Uint32Array.of(4))),
  listeners: 4,
  drawnListeners: 4,
  source: "collector",
};

let file: string;

beforeEach(async () => {
  for (const { guid } of await table.readAll()) await table.remove(String(guid));
  await table.put({ ...pack("collected"), ...COUNTED, countedUntil: "2026-01-01T00:00:00Z" });
  await table.put({
    ...pack("own"),
    "curve:youtube": pack("own", 102),
    shown: "youtube",
    sources: new Set(["youtube"]),
  });
  await table.put({ guid: "registered", duration: 9, feeds: new Set(["https://example.com/feed"]) });
  file = save("export.jsonl", (await run("export", "--all")).stdout);
});

describe("charts -- verify", () => {
  it("says that the table has what was exported", async () => {
    expect(await run("verify", file)).toEqual({
      code: 0,
      stdout: "4 equal, 0 missing, 0 older, 0 different\n",
      stderr: "",
    });
  });

  it("tells what is missing, what is older than the table, and what is different", async () => {
    await table.put({ ...pack("collected"), ...COUNTED, listeners: 5, countedUntil: "2026-01-02T00:00:00Z" });
    await table.put(pack("own", 50));
    const { code, stdout, stderr } = await run("verify", file);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "1 equal, 1 missing, 1 older, 1 different\n" });
    expect(stderr).toMatch(/export\.jsonl:\d: older: collected, collector\n/);
    expect(stderr).toMatch(/export\.jsonl:\d: different: own, own\n/);
    expect(stderr).toMatch(/export\.jsonl:\d: missing: own, youtube\n/);
  });

  it("misses an episode that is gone, and one that is registered no longer without a curve", async () => {
    await table.remove("collected");
    await table.put({ ...pack("registered") });
    expect((await run("verify", file)).stdout).toBe("2 equal, 2 missing, 0 older, 0 different\n");
  });

  it("names at most a hundred lines", async () => {
    const lines = Array.from({ length: 102 }, (_, index) => `{"guid":"gone ${index}","duration":1}\n`).join("");
    const { stdout, stderr } = await run("verify", save("many.jsonl", lines));
    expect(stdout).toBe("0 equal, 102 missing, 0 older, 0 different\n");
    expect(stderr.trimEnd().split("\n")).toHaveLength(101);
    expect(stderr).toMatch(/… and 2 more\n$/);
  });

  it.each([
    ["7\n", /bad\.jsonl: .*neither JSON nor JSON Lines/],
    ['{"guid":"a"}\n{"gu', /bad\.jsonl:2: The last line is not a whole record/],
    ['{"guid":"a"}\n{a}\n', /bad\.jsonl:2: It can't be parsed as JSON/],
  ])("refuses %j", async (content, message) => {
    const { code, stderr } = await run("verify", save("bad.jsonl", content));
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
  });
});
