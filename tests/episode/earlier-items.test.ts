import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Item } from "../../lib/item.ts";
import { listen, update } from "../support/collector.ts";
import { type Outcome, runCommand, useFolder } from "../support/command.ts";
import { putEarlierItems, readEarlierItems, readTopChart, SOURCES, type Version } from "../support/earlier-items.ts";
import { writeListen } from "../support/fold/listens.ts";
import { createOwnTables, deleteChart, readRawItem } from "../support/fold/tables.ts";
import { useLog } from "../support/log.ts";
import { callCharts, getAdminToken, type Response, readEvent, useConfiguredService } from "../support/service.ts";

useConfiguredService();
const log = useLog();
const save = useFolder();

const OF_PLATFORMS = Object.keys(SOURCES).slice(0, 8);
const CLOSED = "2026-11-24T00:00:00Z";

const items = readEarlierItems("4d949cd");
const charts = new Map([...items].map(([guid, item]) => [guid, readTopChart(item)]));

let deleteTables: () => Promise<void>;

beforeEach(async () => {
  deleteTables = await createOwnTables();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(CLOSED) + 3_600_000 });
  vi.stubEnv("LISTEN_WINDOW", "1d");
  vi.stubEnv("MIN_LISTENERS", "3");
});

afterEach(async () => {
  vi.useRealTimers();
  await deleteTables();
});

const put = (version: Version) => putEarlierItems(readEarlierItems(version).values());

const run = (...args: string[]) => runCommand("charts", args);
const readLines = ({ stdout }: Outcome) =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const toFile = (...lines: object[]) => save("lines.jsonl", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

async function ask(guid: string, source?: string): Promise<Response> {
  const body = JSON.stringify({ guid, source });
  return callCharts(readEvent("charts-source", { adminToken: await getAdminToken(), body }));
}

/** Checks that each curve is answered as the older version stored it, whether its source is asked for or not. */
async function expectSamePoints(guids = Object.keys(SOURCES), isShown = true): Promise<void> {
  for (const guid of guids) {
    const source = SOURCES[guid];
    const answer = await ask(guid, source);
    expect([guid, answer.headers["Chart-Source"], answer.body]).toEqual([guid, source, charts.get(guid)]);
    if (isShown) expect((await ask(guid)).body).toEqual(answer.body);
  }
}

describe("items that 4d949cd wrote, with a platform's curve where the own one belongs", () => {
  beforeEach(() => put("4d949cd"));

  it("are answered with the platform's name", async () => {
    await expectSamePoints();
    expect((await ask("spotify")).headers).toMatchObject({ "Chart-Sources": "spotify", "Chart-Listeners": "13" });
    expect(await ask("apple", "own")).toMatchObject({ status: 404 });
  });

  it("are listed with it, and with its listeners", async () => {
    const listed = readLines(await run("list", "--json"));
    const named = listed.map(({ guid, curves }) => [guid, curves.map((curve: Item) => curve.source)]);
    expect(Object.fromEntries(named)).toEqual({
      ...Object.fromEntries(Object.entries(SOURCES).map(([guid, source]) => [guid, [source]])),
      few: [],
      registered: [],
    });
    expect(listed.find(({ guid }) => guid === "spotify")).toMatchObject({
      answered: { source: "spotify", listeners: 13, points: 6, duration: 6 },
    });
  });

  it("are in the report with it", async () => {
    const file = save("report.html", "");
    expect(await run("report", "--all", "--out", file)).toMatchObject({ code: 0 });
    const [, json = ""] = /id="data">(.*?)<\/script>/s.exec(readFileSync(file, "utf8")) ?? [];
    const sources = new Map(JSON.parse(json).map((episode: Item) => [episode.guid, episode.source]));
    expect(["apple", "spotify", "own"].map((guid) => sources.get(guid))).toEqual([
      "Apple Podcasts",
      "Spotify",
      "your own listeners",
    ]);
  });

  it("make an export that can be verified, deleted and imported", async () => {
    const exported = await run("export", "--all");
    const file = save("export.jsonl", exported.stdout);
    const lines = readLines(exported);
    expect(
      lines
        .filter(({ data }) => data)
        .map(({ guid, source }) => [guid, source])
        .sort(),
    ).toEqual(Object.entries(SOURCES).sort());
    expect(await run("verify", file)).toMatchObject({
      code: 0,
      stdout: "14 equal, 0 restated, 0 missing, 0 older, 0 different\n",
    });
    for (const guid of items.keys()) await deleteChart(guid);
    expect(await run("import", file)).toMatchObject({ code: 0 });
    expect(await run("verify", file)).toMatchObject({
      code: 0,
      stdout: "14 equal, 0 restated, 0 missing, 0 older, 0 different\n",
    });
    await expectSamePoints();
  });

  it("are moved by an import from another platform, which is shown", async () => {
    const lines = OF_PLATFORMS.map((guid) => ({ ...charts.get("own"), guid, source: "other" }));
    expect(await run("import", toFile(...lines))).toMatchObject({
      code: 0,
      stdout: "8 charts written (8 other): 8 new, 0 refused\n",
    });
    await expectSamePoints(OF_PLATFORMS, false);
    expect((await ask("apple")).headers).toMatchObject({ "Chart-Source": "other", "Chart-Sources": "apple, other" });
    expect(await readRawItem("spotify")).toEqual({
      guid: "spotify",
      duration: 6,
      "curve:spotify": {
        ...{ duration: 6, points: 6, listeners: 13, updatedAt: items.get("spotify")?.updatedAt?.S },
        chart: new Uint8Array(items.get("spotify")?.chart?.B ?? []),
      },
      "curve:other": expect.anything(),
      sources: new Set(["spotify", "other"]),
      shown: "other",
    });
  });

  it("are moved by an import of their own numbers, and by one of sessions", async () => {
    const own = { duration: 4, data: [{ time: 0, percentage: 7 }] };
    expect(await run("import", toFile({ guid: "apple", ...own }, { guid: "named", ...own }))).toMatchObject({
      stdout: "2 charts written (2 own): 2 new, 0 refused\n",
    });
    const session = { episodeGUID: "spotify", data: [{ time: 0, event: "pause" }] };
    expect(await run("import", "--duration", "6", toFile(session))).toMatchObject({ code: 0 });
    await expectSamePoints(["apple", "named", "spotify"], false);
    expect((await ask("apple")).headers).toMatchObject({ "Chart-Source": "own", "Chart-Sources": "own, apple" });
    expect((await ask("spotify")).headers).toMatchObject({ "Chart-Source": "sessions", "Chart-Listeners": "1" });
  });

  it("are replaced by an import from the same platform", async () => {
    const data = [{ time: 0, percentage: 50 }];
    expect(await run("import", toFile({ guid: "apple", duration: 45, source: "apple", data }))).toMatchObject({
      stdout: "1 chart written (1 apple): 1 replaced (of 2026-11-23), 0 refused\n",
    });
    expect(await ask("apple")).toMatchObject({
      headers: { "Chart-Source": "apple", "Chart-Sources": "apple" },
      body: { data },
    });
  });

  it("stay replaceable if their source can't name a platform", async () => {
    await run("import", toFile({ guid: "titled", duration: 4, source: "apple", data: [{ time: 0, percentage: 50 }] }));
    await expectSamePoints(["titled"]);
    expect(await run("import", toFile({ ...charts.get("own"), guid: "titled" }))).toMatchObject({
      stdout: "1 chart written (1 own): 1 replaced (of 2026-11-23), 0 refused\n",
    });
  });

  it("are moved by a registration, whether it corrects the duration or not, and draws nothing over them", async () => {
    const feed = OF_PLATFORMS.map((guid) => {
      const seconds = guid === "apple" ? 45 : 77;
      return `<item><guid>${guid}</guid><itunes:duration>${seconds}</itunes:duration></item>`;
    });
    const file = save("feed.xml", `<rss><channel><title>T</title>${feed.join("")}</channel></rss>`);
    expect(await run("register", file)).toMatchObject({ stdout: expect.stringContaining("7 corrected, 1 unchanged") });
    await expectSamePoints(OF_PLATFORMS);
    expect(await readRawItem("spotify")).toMatchObject({
      duration: 77,
      "curve:spotify": { duration: 6, listeners: 13 },
    });
    expect(await readRawItem("apple")).not.toHaveProperty("source");
  });

  it.each([
    ["drawn", 4],
    ["not drawn", 2],
  ])("are counted, and moved by the fold, where the listeners are %s", async (state, listeners) => {
    expect(await listen({ guid: "spotify" })).toMatchObject({ status: 202 });
    for (const guid of OF_PLATFORMS)
      for (let listener = 1; listener <= listeners; listener++)
        await writeListen(CLOSED, guid, listener, [{ start: 0, end: 3 }]);
    await update();
    expect(log.infos.at(-1)).toMatchObject({ message: "Update ended", counted: OF_PLATFORMS.length });
    await expectSamePoints(OF_PLATFORMS, state === "not drawn");
    for (const guid of OF_PLATFORMS)
      expect(await readRawItem(guid)).toMatchObject({
        ...{ source: "collector", listeners, countedUntil: CLOSED, drawnListeners: state === "drawn" ? listeners : 0 },
        sources: new Set([SOURCES[guid]]),
      });
    const { headers } = await ask("spotify", "spotify");
    expect(headers).toMatchObject({ "Chart-Listeners": "13" });
  });

  it("lose the platform's curve by its name alone", async () => {
    const own = await run("delete", "--source", "own", "apple");
    expect(own).toMatchObject({ code: 1, stdout: "0 charts deleted, 1 not in the table\n" });
    await expectSamePoints(["apple"]);
    const dry = await run("delete", "--dry-run", "--source", "spotify", "spotify", "named");
    expect(dry).toMatchObject({ stdout: "spotify\n1 chart would be deleted, 1 not in the table\n" });
    const { stdout } = await run("delete", "--source", "spotify", "spotify");
    expect(stdout).toBe("1 chart deleted\n");
    expect(await ask("spotify")).toMatchObject({ status: 404, body: { error: "No data found for the episode" } });
    await run("delete", "youtube");
    expect(await ask("youtube")).toMatchObject({ status: 404, body: { error: "Episode not found" } });
  });

  it("are restored from an export that 4d949cd made itself", async () => {
    const file = new URL("../fixtures/exports/4d949cd.jsonl", import.meta.url).pathname;
    for (const guid of items.keys()) await deleteChart(guid);
    expect(await run("import", file)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^12 charts written .*, 1 refused \(1 not a chart\)\n$/),
      stderr: expect.stringContaining(
        'source must be a string of 1 to 40 characters of a-z, 0-9 and -, not "Radio App".',
      ),
    });
    await expectSamePoints(Object.keys(SOURCES).filter((guid) => guid !== "titled"));
  });
});

describe("items that a version between wrote, with another curve beside the one at the top", () => {
  beforeEach(() => put("07b86c5"));

  it("have the newer of two curves of one platform", async () => {
    const newer = { body: { data: [{ percentage: 100 }, { percentage: 88.89 }, { percentage: 55.56 }] } };
    expect(await ask("apple")).toMatchObject(newer);
    expect(readLines(await run("export", "apple"))).toHaveLength(1);
    await run("import", toFile({ ...charts.get("own"), guid: "apple" }));
    expect(await ask("apple", "apple")).toMatchObject(newer);
  });

  it("are answered with what was imported last", async () => {
    expect((await ask("spotify")).headers).toMatchObject({
      "Chart-Source": "youtube",
      "Chart-Sources": "spotify, youtube",
    });
    await expectSamePoints(["spotify"], false);
  });
});

describe("items that bc3e72f wrote, which do not say where their curves are from", () => {
  beforeEach(() => put("bc3e72f"));

  it("are own charts, and stay as they are beside a platform's", async () => {
    const old = new Map([...readEarlierItems("bc3e72f")].map(([guid, item]) => [guid, readTopChart(item)]));
    const file = save("export.jsonl", (await run("export", "--all")).stdout);
    for (const guid of old.keys()) await deleteChart(guid);
    await run("import", file);
    expect(await run("verify", file)).toMatchObject({
      code: 0,
      stdout: "11 equal, 0 restated, 0 missing, 0 older, 0 different\n",
    });
    await run("import", toFile(...OF_PLATFORMS.map((guid) => ({ ...charts.get("own"), guid, source: "apple" }))));
    for (const [guid, chart] of old) {
      const { headers, body } = await ask(guid);
      expect([headers["Chart-Source"], body]).toEqual(["own", chart]);
    }
    await writeListen(CLOSED, "apple", 1, [{ start: 0, end: 3 }]);
    await update();
    expect(log.infos.at(-1)).toMatchObject({ imported: 1 });
  });

  it("are doubted by an import from the platform that they may be from, until they are deleted", async () => {
    const newer = { ...charts.get("apple"), source: "apple" };
    const { code, stderr } = await run(
      "import",
      toFile(newer, { ...charts.get("own"), guid: "spotify", source: "spotify" }),
    );
    expect([code, stderr.match(/points at the same times as that of \w+/g)]).toEqual([
      0,
      ["points at the same times as that of apple"],
    ]);
    expect(stderr).toContain("npm run charts -- delete --source own apple\n");
    await run("delete", "--source", "own", "apple");
    expect((await ask("apple")).headers).toMatchObject({ "Chart-Source": "apple", "Chart-Sources": "apple" });
    expect((await run("import", toFile(newer))).stderr).not.toContain("same times");
  });

  it("are not doubted once they say that they are own charts", async () => {
    await run("import", toFile({ ...charts.get("apple") }));
    expect((await run("import", toFile({ ...charts.get("apple"), source: "apple" }))).stderr).not.toContain(
      "same times",
    );
  });
});
