import { readFileSync } from "node:fs";
import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Chart } from "../../../lib/chart.ts";
import { packCounts } from "../../../lib/episode/counts.ts";
import { packChart } from "../../../lib/episode/packed-chart.ts";
import type { Item } from "../../../lib/item.ts";
import { update } from "../../../tests/support/collector.ts";
import { composeFeedOf } from "../../../tests/support/feed.ts";
import { writeListen } from "../../../tests/support/fold/listens.ts";
import { useOwnTables } from "../../../tests/support/fold/tables.ts";
import { useLog } from "../../../tests/support/log.ts";
import { useFolder } from "../../../tests/support/process.ts";
import {
  callCharts,
  getAdminToken,
  type Response,
  readEvent,
  useConfiguredService,
} from "../../../tests/support/service.ts";
import { deleteChartItem, readChartItem, writeChartItem } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";
import { readEpisodes } from "../support/report.ts";

useConfiguredService();
const log = useLog();
const save = useFolder();

const CLOSED = "2026-11-25T00:00:00Z";

useOwnTables(Date.parse(CLOSED) + 3_600_000);

beforeEach(() => {
  vi.stubEnv("LISTEN_WINDOW", "1d");
  vi.stubEnv("MIN_LISTENERS", "1");
});

const run = (...args: string[]) => runCommand("charts", args);
const parseLines = (text: string) => Array.from(text.trimEnd().split("\n").sort(), (line) => JSON.parse(line));
const toFile = (...lines: object[]) => save("lines.jsonl", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
const findFixture = (path: string) => new URL(`../../../tests/fixtures/${path}/0.1.0.jsonl`, import.meta.url).pathname;

async function ask(guid: string, source?: string): Promise<Response> {
  const body = JSON.stringify({ guid, source });
  return callCharts(readEvent("charts-source", { adminToken: await getAdminToken(), body }));
}

describe("what 0.1.0 wrote, an item of each state", () => {
  const EXPORT = findFixture("exports");
  const lines = parseLines(readFileSync(EXPORT, "utf8"));
  const curves = lines.filter(({ data }) => data);

  beforeEach(async () => {
    const client = new DynamoDBClient();
    const revive = (name: string, value: unknown) => (name === "B" ? Buffer.from(String(value), "base64") : value);
    const text = readFileSync(findFixture("items"), "utf8").trimEnd();
    for (const line of text.split("\n"))
      await client.send(new PutItemCommand({ TableName: process.env.CHARTS_TABLE, Item: JSON.parse(line, revive) }));
  });

  it("is answered, by POST /charts and by get", async () => {
    for (const { guid, duration, source, listeners, drawnListeners = listeners, data } of curves) {
      const answer = await ask(guid, source);
      expect(answer).toMatchObject({ status: 200, body: { guid, duration, data } });
      expect([answer.headers["Chart-Source"], answer.headers["Chart-Listeners"]]).toEqual([
        source,
        drawnListeners && String(drawnListeners),
      ]);
      const { code, stdout } = await run("get", guid, "--source", source);
      expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ guid, duration, data })]);
    }
    const selected = await Promise.all(["several", "platforms", "longer", "few"].map((guid) => ask(guid)));
    expect(selected.map(({ headers }) => headers["Chart-Source"])).toEqual(["collector", "spotify", "own", undefined]);
    expect(selected[0]?.headers).toMatchObject({ "Chart-Sources": "collector, apple" });
  });

  it("is listed, and in the report, with each of its curves", async () => {
    const listed = parseLines((await run("list", "--json")).stdout);
    const found = listed.flatMap(({ guid, curves }) => curves.map(({ source }: Item) => `${guid} ${source}`));
    expect(found.sort()).toEqual(curves.map(({ guid, source }) => `${guid} ${source}`).sort());
    expect(listed.find(({ guid }) => guid === "few")).toMatchObject({ duration: 6, listeners: 2, curves: [] });
    const file = save("report.html", "");
    expect(await run("report", "--all", "--out", file)).toMatchObject({ code: 0 });
    const reported = readEpisodes(file).map(({ guid, sources = [{}] }) => [guid, sources.length]);
    const guids = [...new Set(curves.map(({ guid }) => guid))];
    expect(Object.fromEntries(reported)).toEqual(
      Object.fromEntries(guids.map((guid) => [guid, curves.filter((curve) => curve.guid === guid).length])),
    );
  });

  it("is exported as it was, and taken back", async () => {
    expect(parseLines((await run("export", "--all")).stdout)).toEqual(lines);
    for (const { guid } of lines) await deleteChartItem(guid);
    expect(await run("import", EXPORT)).toMatchObject({ code: 0 });
    expect(parseLines((await run("export", "--all")).stdout)).toEqual(lines);
    expect(await run("import", "--replace", EXPORT)).toMatchObject({
      stdout: expect.stringContaining(`: ${curves.length + 1} unchanged, 1 episode without a chart, 0 refused`),
    });
  });

  it("is counted on, whatever platforms it has, unless its own curve was imported", async () => {
    const guids = [...new Set(lines.map(({ guid }) => guid))];
    for (const guid of guids) await writeListen(CLOSED, guid, 1, [{ start: 0, end: 3 }]);
    await update();
    expect(log.infos.at(-1)).toMatchObject({ code: "update-ended", counted: guids.length - 2, imported: 2 });
    for (const { guid, source, data } of curves)
      if (!["own", "sessions", "collector"].includes(source))
        expect((await ask(guid, source)).body).toMatchObject({ data });
  });
});

describe("an item that neither a release nor another tool's plain chart explains", () => {
  const data = [{ time: 0, percentage: 50 }];
  const { guid: _, ...packed } = packChart({ guid: "", duration: 4, data }, new Date(0));
  const REFUSED: Readonly<Record<string, Item>> = {
    "of a platform": { ...packed, source: "apple" },
    "of no source": { ...packed, source: undefined },
    counted: { duration: 4, counts: packCounts(Uint32Array.of(2)), listeners: 2, source: undefined },
    plain: { duration: 4, data, source: "Radio App" },
    numbered: { duration: 4, source: 7 },
  };
  const FOUND = ['"apple"', "missing", "missing", '"Radio App"', "7"];
  const guids = Object.keys(REFUSED);
  /** What the log says. Commands say what to do, too. */
  const facts = guids.map(
    (guid, index) =>
      `The chart item of "${guid}" is malformed: its source must be own, sessions or collector, and is ${FOUND[index]}.`,
  );
  const problems = facts.map((fact) => `${fact} Delete the item, and import its curves again.`);
  const good: Chart = { guid: "of another tool", duration: 4, data };
  const readAll = () => Promise.all(guids.map(readChartItem));
  let before: unknown;

  beforeEach(async () => {
    for (const guid of guids) await writeChartItem({ guid, ...REFUSED[guid] });
    await writeChartItem(good);
    before = await readAll();
  });

  it("is named, and not answered, listed, exported or in a report; others are", async () => {
    for (const [index, guid] of guids.entries()) {
      expect(await ask(guid)).toMatchObject({ status: 500, body: { error: "Internal server error" } });
      expect(log.errors.splice(0)).toMatchObject([{ error: { message: facts[index] } }]);
      expect(await run("get", guid)).toMatchObject({ code: 1, stderr: expect.stringContaining(`${problems[index]}`) });
    }
    for (const args of [
      ["list", "--json"],
      ["export", "--all"],
      ["export", ...guids, good.guid],
    ]) {
      const { code, stdout, stderr } = await run(...args);
      expect([code, parseLines(stdout)]).toEqual([1, [expect.objectContaining({ guid: good.guid })]]);
      for (const problem of problems) expect(stderr).toContain(problem);
    }
    const file = save("report.html", "");
    const { stderr } = await run("report", "--all", "--out", file);
    for (const problem of problems) expect(stderr).toContain(problem);
    expect(readEpisodes(file).map(({ guid }) => guid)).toEqual([good.guid]);
  });

  it("is named, and not written, by imports, registrations and removals of a curve; others are", async () => {
    for (const source of ["own", "youtube"]) {
      const lines = [...guids, good.guid].map((guid) => ({ ...good, guid, source }));
      const { code, stdout, stderr } = await run("import", "--replace", toFile(...lines));
      expect(code).toBe(1);
      expect(stdout).toMatch(/^1 chart written .* 5 refused \(5 with a malformed item\)/);
      for (const problem of problems) expect(stderr).toContain(problem);
    }
    const feed = save("feed.xml", composeFeedOf(Object.fromEntries([...guids, "new"].map((guid) => [guid, 9]))));
    const { code, stderr } = await run("register", feed);
    expect(code).toBe(1);
    for (const problem of problems) expect(stderr).toContain(problem);
    for (const [index, guid] of guids.entries())
      expect(await run("delete", "--source", "apple", guid)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`${problems[index]}`),
      });
    expect(await readAll()).toEqual(before);
    expect(await readChartItem("new")).toMatchObject({ duration: 9 });
  });

  it("is named, and not counted, by the fold, which goes on", async () => {
    await writeChartItem({ guid: "registered", duration: 4 });
    for (const guid of [...guids, "registered"]) await writeListen(CLOSED, guid, 1, [{ start: 0, end: 3 }]);
    await update();
    expect(log.infos.at(-1)).toMatchObject({ code: "update-ended", counted: 1, refused: 5, behind: 0 });
    expect(log.errors.map((line) => (line as { error: Error }).error.message).sort()).toEqual([...facts].sort());
    expect(await readAll()).toEqual(before);
  });

  it("is deleted whole", async () => {
    expect(await run("delete", ...guids)).toMatchObject({ code: 0, stdout: "3 charts and 2 registrations deleted\n" });
    expect(await readAll()).toEqual(guids.map(() => undefined));
  });
});
