import { beforeEach, describe, expect, it, vi } from "vitest";
import { startFaultyProxy } from "../../../tests/support/faulty-proxy.ts";
import { composeFeed } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { deleteChartItem, readChartItem, readChartItems, writeChartItem } from "../../../tests/support/tables.ts";
import { orderByGuid } from "../../cli/commands/list.ts";
import { runCommand, runInShell, runScript } from "../support/command.ts";

const save = useFolder();
const run = (...args: string[]) => runCommand("charts", args);

const CURVE = '{"source":"sessions","duration":60,"listeners":3}';
const CURVES = `"curves":[${CURVE}],"answered":${CURVE}`;

beforeEach(async () => {
  for (const { guid } of await readChartItems()) await deleteChartItem(String(guid));
  for (const guid of ["b", "a", "c"])
    await writeChartItem({ guid, duration: 60, listeners: 3, source: "sessions", data: [{ time: 0, percentage: 1 }] });
  await writeChartItem({ guid: "waiting\u202e", duration: 60 });
});

const guids = async () => (await readChartItems()).map(({ guid }) => guid).sort();

describe("charts -- list", () => {
  it("lists charts by GUID, as a table or as JSON Lines", async () => {
    const { stdout } = await run("list");
    expect(stdout.split("\n").map((line) => line.slice(82))).toEqual(["GUID", "a", "b", "c", "waiting\uFFFD", ""]);
    expect(stdout).toMatch(
      /^ DURATION {2}LISTENERS {3}POINTS {2}UPDATED {17} {2}SOURCES {16} {2}GUID\n {5}1:00 {10}3 {8}- {2}- {23} {2}sessions /,
    );
    expect(await run("list", "--json")).toEqual({
      code: 0,
      stdout: [
        ...["a", "b", "c"].map((guid) => `{"guid":"${guid}","duration":60,"listeners":3,${CURVES}}\n`),
        '{"guid":"waiting\\u202e","duration":60,"curves":[]}\n',
      ].join(""),
      stderr: "",
    });
  });

  it("marks what nobody knows with a dash", async () => {
    await writeChartItem({ guid: "d", points: 12, updatedAt: "now", chart: Buffer.of(1) });
    expect((await run("list")).stdout).toMatch(/^ {8}- {10}- {7}12 {2}now {21} {2}own {20} {2}d$/m);
  });

  it("reads one page if nobody reads the list", async () => {
    const filler = "x".repeat(350_000);
    for (let number = 0; number < 9; number++) await writeChartItem({ guid: `large ${number}`, duration: 60, filler });
    const proxy = await startFaultyProxy(String(process.env.AWS_ENDPOINT_URL_DYNAMODB));
    const list = `AWS_ENDPOINT_URL_DYNAMODB=${proxy.url} charts list`;
    const countPages = async (line: string) => {
      proxy.requests.length = 0;
      expect(await runInShell(line)).toMatchObject({ code: 0, stderr: "" });
      return proxy.requests.filter(({ operation }) => operation === "Scan").length;
    };
    expect(await countPages(list)).toBeGreaterThan(3);
    expect(await countPages(`${list} | true`)).toBe(1);
    await proxy.close();
  });
});

describe("charts -- list, of more charts than fit into memory", () => {
  it("lists them in the order of the table, and says so", async () => {
    const warn = vi.spyOn(console, "error").mockImplementation(() => {});
    const order = async (max: number) => {
      async function* scan() {
        for (const guid of ["b", "c", "a"]) yield { guid };
      }
      const ordered = [];
      for await (const { guid } of orderByGuid(scan(), max)) ordered.push(guid);
      return ordered.join("");
    };
    expect([await order(3), warn.mock.calls]).toEqual(["abc", []]);
    expect([await order(2), warn.mock.calls]).toEqual([
      "bca",
      [["The table has more than 2 charts, so they are listed in no order."]],
    ]);
    warn.mockRestore();
  });
});

describe("charts -- delete", () => {
  it("deletes several charts, given as GUIDs or on the standard input", async () => {
    expect(await run("delete", "a")).toEqual({
      code: 0,
      stdout: "1 chart deleted\n",
      stderr: expect.stringMatching(`^Deleting from ${process.env.CHARTS_TABLE} in DynamoDB at http://.+\\.\n$`),
    });
    const input = "c\nwaiting\u202e\n";
    expect(await runScript("charts", ["delete", "b", "-"], { input })).toMatchObject({
      code: 0,
      stdout: "2 charts and 1 registration deleted\n",
    });
    expect(await guids()).toEqual([]);
  });

  it("deletes the charts of a feed's episodes, whether or not all have one", async () => {
    const items = ["a", "b", "z".repeat(2_049)].map((guid) => ({ guid }));
    const feed = save("feed.xml", composeFeed(items, "", "<podcast:guid>one</podcast:guid>"));
    for (const guid of ["a", "b"]) await writeChartItem({ ...(await readChartItem(guid)), feeds: new Set(["one"]) });
    expect(await run("delete", "--dry-run", "--feed", feed)).toEqual({
      code: 0,
      stdout: "a\nb\n2 charts would be deleted, 1 not in the table\n",
      stderr: "",
    });
    expect(await guids()).toHaveLength(4);
    const deleted = { code: 0, stdout: "2 charts deleted, 1 not in the table\n" };
    expect(await run("delete", "--feed", feed)).toMatchObject(deleted);
    expect(await guids()).toEqual(["c", "waiting\u202e"]);
  });

  it("counts registrations apart from charts", async () => {
    await writeChartItem({ guid: "also waiting", duration: 60 });
    const all = ["waiting\u202e", "also waiting"];
    expect((await run("delete", "--dry-run", ...all)).stdout).toMatch(/^2 registrations would be deleted$/m);
    expect((await run("delete", ...all)).stdout).toBe("2 registrations deleted\n");
    expect((await run("delete", ...all)).stdout).toBe("0 charts deleted, 2 not in the table\n");
  });

  it("names a GUID that is not in the table, and deletes the others", async () => {
    const { code, stdout, stderr } = await run("delete", "a", "nobody's");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "1 chart deleted, 1 not in the table\n" });
    expect(stderr).toContain(
      `The table ${process.env.CHARTS_TABLE} has no chart of "nobody's".\nTo see its charts: npm run charts -- list\n`,
    );
    expect(await run("delete")).toMatchObject({ code: 1, stderr: expect.stringMatching(/^No episodes are given\./) });
  });
});

describe("charts -- list and delete, of several curves", () => {
  const curve = { points: 4, updatedAt: "2026-11-01T00:00:00Z", chart: Buffer.of(1), duration: 55, listeners: 9 };
  const item = { guid: "a", ...curve, source: "collector", "curve:youtube": curve, "curve:apple": curve };

  beforeEach(() => writeChartItem({ ...item, duration: 60, sources: new Set(["youtube", "apple"]), shown: "apple" }));

  it("lists the sources of an episode in one column, and all curves in JSON", async () => {
    expect((await run("list")).stdout).toMatch(
      /^ {5}1:00 {10}9 {8}4 {2}2026-11-01T00:00:00Z {6}collector,apple,youtube {2}a$/m,
    );
    const [first = ""] = (await run("list", "--json")).stdout.split("\n");
    const { answered, curves } = JSON.parse(first);
    expect(curves).toMatchObject([
      { source: "collector" },
      { source: "apple", points: 4, duration: 55 },
      { source: "youtube" },
    ]);
    expect(answered).toEqual(curves[0]);
  });

  it("deletes the curve of one source, and leaves the others", async () => {
    const dry = await run("delete", "--dry-run", "--source", "apple", "a");
    expect(dry.stdout).toBe("a\n1 chart would be deleted\n");
    expect(await run("delete", "--source", "apple", "a")).toMatchObject({ code: 0, stdout: "1 chart deleted\n" });
    const found = (await readChartItems()).find(({ guid }) => guid === "a");
    expect(found).toMatchObject({ sources: new Set(["youtube"]), points: 4, "curve:youtube": { points: 4 } });
    expect(found).not.toHaveProperty(["curve:apple"]);
  });

  it.each(["own", "collector"])("deletes the own curve, named %s, and what was counted for it", async (source) => {
    expect(await run("delete", "--source", source, "a")).toMatchObject({ code: 0 });
    const found = (await readChartItems()).find(({ guid }) => guid === "a");
    const left = ["curve:apple", "curve:youtube", "duration", "guid", "shown", "sources"];
    expect(Object.keys(found ?? {}).sort()).toEqual(left);
  });

  it("says so if an episode has none of the source, and creates no item", async () => {
    for (const dry of [[], ["--dry-run"]]) {
      const { code, stderr } = await run("delete", ...dry, "--source", "spotify", "a", "nobody's");
      expect(code).toBe(1);
      expect(stderr).toMatch('has no chart of "a" from spotify.');
      expect(stderr).toMatch('has no chart of "nobody\'s" from spotify.');
    }
    expect(await guids()).not.toContain("nobody's");
  });
});
