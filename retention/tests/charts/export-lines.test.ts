import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { packCounts } from "../../../lib/episode/counts.ts";
import { packChart } from "../../../lib/episode/packed-chart.ts";
import { ROOT } from "../../../tests/support/checkout.ts";
import { type Outcome, useFolder } from "../../../tests/support/process.ts";
import { deleteChartItem, readChartItems, writeChartItem } from "../../../tests/support/tables.ts";
import { runCommand, runInShell } from "../support/command.ts";

const save = useFolder();
const run = (...args: string[]) => runCommand("charts", args);

function pack(guid: string, percentage = 100) {
  const { chart, ...item } = packChart({ guid, duration: 4, data: [{ time: 0, percentage }] }, new Date(0));
  return { ...item, chart: Uint8Array.from(chart) };
}

const counts = Uint8Array.from(packCounts(Uint32Array.of(4)));
const COUNTED = { counts, listeners: 4, drawnListeners: 4, source: "collector" };

let file: string;

beforeEach(async () => {
  for (const { guid } of await readChartItems()) await deleteChartItem(String(guid));
  await writeChartItem({ ...pack("collected"), ...COUNTED, countedUntil: "2026-01-01T00:00:00Z" });
  const youtube = { "curve:youtube": pack("own", 102), shown: "youtube", sources: new Set(["youtube"]) };
  await writeChartItem({ ...pack("own"), ...youtube });
  await writeChartItem({ guid: "registered", duration: 9, feeds: new Set(["https://example.com/feed"]) });
  file = save("lost.jsonl", (await run("export", "--all")).stdout);
});

/** The lines of docs/operating.md that compare an export, lost.jsonl, with the table: here, with all of it. */
const [COMPARISON = ""] =
  /^npm run .* > now\.jsonl\n.*$/m.exec(readFileSync(join(ROOT, "docs/operating.md"), "utf8")) ?? [];

/** Pastes the comparison into a shell, in the folder of an export. */
function compare(): Promise<Outcome> {
  const npm = `npm() { shift 4; (cd "${ROOT}" && charts "$@"); }`;
  return runInShell(`${npm}\ncd "${dirname(file)}"\n${COMPARISON.replace("GUID", "--all")}`);
}

describe("the comparison of an export with the table", () => {
  it("prints nothing where the table has what was exported, whatever the order", async () => {
    save("lost.jsonl", `${readFileSync(file, "utf8").trimEnd().split("\n").reverse().join("\n")}\n`);
    expect(await compare()).toMatchObject({ code: 0, stdout: "" });
    for (const { guid } of await readChartItems()) await deleteChartItem(String(guid));
    expect(await run("import", file)).toMatchObject({ code: 0 });
    expect(await compare()).toMatchObject({ code: 0, stdout: "" });
  });

  it("prints the lines of a curve that has changed, and of an episode that is gone", async () => {
    await writeChartItem(pack("own", 50));
    await deleteChartItem("registered");
    const { stdout } = await compare();
    const lines = Array.from(stdout.trimEnd().split("\n"), (line) => JSON.parse(line));
    expect(lines.map(({ guid, source = "" }) => `${guid} ${source}`).sort()).toEqual([
      "own own",
      "own youtube",
      "registered ",
    ]);
  });
});

describe("charts -- export", () => {
  it("leaves out counts, and what is not drawn, with --curves", async () => {
    await writeChartItem({ guid: "not drawn", duration: 4, ...COUNTED, drawnListeners: 0 });
    await writeChartItem({ ...pack("collected"), ...COUNTED, drawnListeners: 3, countedUntil: "2026-01-01T00:00:00Z" });
    const { stdout } = await run("export", "--all", "--curves");
    const lines = Array.from(stdout.trimEnd().split("\n"), (line) => JSON.parse(line));
    expect(lines.map(({ guid }) => guid).sort()).toEqual(["collected", "own", "own"]);
    expect(lines.find(({ guid }) => guid === "collected")).toEqual({
      version: 1,
      updatedAt: new Date(0).toISOString(),
      guid: "collected",
      duration: 4,
      source: "collector",
      listeners: 3,
      data: [{ time: 0, percentage: 100 }],
    });
  });

  it("names an item without a duration", async () => {
    await writeChartItem({ guid: "without", feeds: new Set(["x"]) });
    const reason = /^The chart item of "without" is malformed: duration is not a number of seconds\./;
    expect(await run("export", "without")).toMatchObject({ code: 1, stderr: expect.stringMatching(reason) });
  });
});
