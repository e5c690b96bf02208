import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packCounts } from "../../../lib/episode/counts.ts";
import { packChart } from "../../../lib/episode/packed-chart.ts";
import { ROOT } from "../../../tests/support/checkout.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { useTable } from "../../../tests/support/tables.ts";
import { runInShell, THROUGH_NPM } from "../support/command.ts";

const live = useTable();
const restored = useTable();
const save = useFolder();

const LIVE = "performance-data-prod-charts";

/** Finds the lines of docs/operating.md from a heading on, up to the block that has a text. */
function findLines(heading: string, last: string): string {
  const page = readFileSync(join(ROOT, "docs/operating.md"), "utf8");
  const blocks = page.slice(page.indexOf(heading)).split(/^ *```(?:sh)?$/m);
  const end = blocks.findIndex((block, index) => index % 2 === 1 && block.includes(last));
  expect(end).toBeGreaterThan(0);
  return blocks.filter((_, index) => index % 2 === 1 && index <= end).join("\n");
}

/** Runs lines of the page in a folder, on the tables of the test, with an `aws` that says what it is asked for. */
async function run(lines: string, guid = "") {
  const folder = join(save("charts.jsonl", ""), "..");
  const own = lines
    .replaceAll(`${LIVE}-restored`, restored.env.CHARTS_TABLE)
    .replaceAll(LIVE, live.env.CHARTS_TABLE)
    .replaceAll(/\bGUID\b/g, guid)
    .replaceAll(/(?<=[ >])(charts|lost|now|sent)\.jsonl/g, `${folder}/$1.jsonl`);
  return runInShell(`${THROUGH_NPM}export CHARTS_TABLE=${live.env.CHARTS_TABLE}\naws() { echo "aws $2"; }\n${own}`);
}

const DATE = new Date("2026-01-01");
const FEEDS = new Set(["https://one.example/feed.xml"]);

/** Items of all kinds, as a restored table has them. Binaries are plain, as DynamoDB returns them. */
function makeItems(): Record<string, unknown>[] {
  const counts = Uint8Array.from(packCounts(Uint32Array.of(4, 3, 1, 1)));
  const pack = (guid: string, percentage = 75) => {
    const data = [100, percentage].map((each, time) => ({ time, percentage: each }));
    const { chart, ...item } = packChart({ guid, duration: 2, data }, DATE);
    return { ...item, chart: Uint8Array.from(chart) };
  };
  const drawn = (percentage: number) => {
    const { guid: _, ...curve } = pack("platforms", percentage);
    return curve;
  };
  const counted = { counts, listeners: 7, countedUntil: "2026-01-01T00:00:00Z", source: "collector", feeds: FEEDS };
  return [
    { ...pack("own"), source: "own" },
    { ...pack("sessions"), source: "sessions", counts, listeners: 4 },
    { ...pack("collected"), ...counted, drawnListeners: 5 },
    { guid: "not drawn yet", duration: 2, ...counted, drawnListeners: 0 },
    { guid: "registered", duration: 2, feeds: FEEDS },
    {
      ...pack("platforms"),
      source: "own",
      "curve:apple": drawn(60),
      "curve:spc-example": drawn(50),
      "curve:youtube": { ...drawn(70), listeners: 300 },
      sources: new Set(["apple", "spc-example", "youtube"]),
      shown: "apple",
    },
    { ...pack("caf\u00e9 'quoted' \"#7\""), source: "own" },
  ];
}

const sort = (items: readonly Record<string, unknown>[]) =>
  items.toSorted((one, other) => (String(one.guid) < String(other.guid) ? -1 : 1));

/** What puts back own curves of an episode, and, as the page says, all curves. */
const RESTORE_OWN = findLines("## Restoring charts", "comm -23 sent.jsonl now.jsonl");
const RESTORE = RESTORE_OWN.replaceAll("GUID", "--all").replace(/^grep .*$/m, "cp charts.jsonl lost.jsonl");

describe("the lines of docs/operating.md that restore charts", () => {
  it("put back items of all kinds with all that they have, also over others, and find both tables equal", async () => {
    for (const item of makeItems()) await restored.put(item);
    for (const item of makeItems().slice(0, 4))
      await live.put({ ...item, chart: undefined, counts: undefined, points: 9 });
    const { code, stdout } = await run(RESTORE);
    expect(stdout).toMatch(/^aws restore-table-to-point-in-time\naws wait\n9 charts written .*0 refused\n$/);
    expect(code).toBe(0);
    expect(sort(await live.readAll())).toEqual(sort(makeItems()));
  });

  it("put back what other tools wrote, and name what they wrote beside it", async () => {
    const data = [75, 100].map((percentage, index) => ({ time: 1 - index, percentage, label: "x" }));
    await restored.put({ guid: "plain", duration: 2, data, note: "mine" });
    await restored.put({ guid: "marked", duration: 2, countedUntil: "2026-01-01T00:00:00Z" });
    const { code, stdout, stderr } = await run(RESTORE);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/ written .*0 refused\n$/) });
    for (const name of ["note (episode plain)", "data[].label (episode plain)", "countedUntil (episode marked)"])
      expect(stderr).toContain(`Left out, because import takes no such attribute: ${name}\n`);
    const plain = (await live.readAll()).find(({ guid }) => guid === "plain");
    expect(plain).toEqual({ guid: "plain", duration: 2, points: 2, source: "own", chart: expect.any(Uint8Array) });
  });

  it("put back the own curve of one episode, and leave a curve that only the live table has", async () => {
    const [own] = makeItems();
    await restored.put({ ...own, duration: 2 });
    await live.remove("own");
    const youtube = { ...Object(makeItems()[5]?.["curve:youtube"]) };
    await live.put({
      guid: "own",
      duration: 2,
      "curve:youtube": youtube,
      sources: new Set(["youtube"]),
      shown: "youtube",
    });
    const { code, stdout } = await run(RESTORE_OWN, "own");
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n1 chart written .*0 refused\n$/);
    expect((await live.readAll()).find(({ guid }) => guid === "own")).toMatchObject({
      ...own,
      "curve:youtube": youtube,
    });
  });
});
