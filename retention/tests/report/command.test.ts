import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { composeFeed } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { getService } from "../../../tests/support/shared.ts";
import { type Behaviour, startStandIn } from "../../../tests/support/stand-in.ts";
import { useTable, writeChartItem } from "../../../tests/support/tables.ts";
import type { Episode } from "../../report/episode/episode.ts";
import { GENERATOR } from "../../report/make/page.ts";
import { runCommand } from "../support/command.ts";
import { makeItem, readEpisodes } from "../support/report.ts";

const service = { url: await getService() };
const save = useFolder();
const file = save("report.html", `<!doctype html>${GENERATOR}as it was`);
const folder = dirname(file);
const GUIDS = Array.from({ length: 8 }, (_, index) => `reported ${index}`);

beforeAll(async () => {
  for (const [index, guid] of GUIDS.entries()) await writeChartItem(makeItem(guid, 50 + index));
});

/** Makes a report in the file, unless the arguments name another. */
const report = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runCommand("charts", ["report", "--out", file, ...args], { env });

/** Makes a report over HTTP. */
const reportOver = (url: string, ...args: string[]) => report([...args, "--url", url]);

/** Expects that no report is made, for a reason, and that nothing is left beside the files. */
async function expectRefused(args: readonly string[], stderr: unknown, env: NodeJS.ProcessEnv = {}): Promise<void> {
  expect(await report(args, env)).toEqual({ code: 1, stdout: "", stderr });
  expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
}

/** Packs a platform's curve, which falls within a minute. */
function packCurve(guid: string, listeners: number): object {
  const { guid: _, ...curve } = makeItem(guid, 10);
  return { ...curve, listeners };
}

const listGuids = () => readEpisodes(file).map(({ guid }) => guid);
const readTitle = () => /<title>(.*)<\/title>/.exec(readFileSync(file, "utf8"))?.[1];
const saveFeed = (name: string, ...feed: Parameters<typeof composeFeed>) => save(name, composeFeed(...feed));

describe("charts -- report", () => {
  it("gets episodes over HTTP with one admin token, a few at a time", async () => {
    const asked: string[] = [];
    let [underWay, most] = [0, 0];
    const behave: Behaviour = async (request, askService) => {
      asked.push(new URL(request.url).pathname);
      most = Math.max(most, ++underWay);
      const answer = await askService(request);
      underWay--;
      return answer;
    };
    const standIn = await startStandIn(service.url, behave);
    const outcome = await reportOver(standIn, ...GUIDS, "reported 3");
    expect(outcome).toMatchObject({ code: 0, stdout: "" });
    expect(outcome.stderr).toMatch(/^Wrote .*report\.html: 8 episodes, 0\.\d MB\n$/m);
    expect(asked.sort()).toEqual([...GUIDS.map(() => "/charts"), "/token"]);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(6);
    expect(listGuids()).toEqual(GUIDS);
  });

  it("has the same numbers as get", async () => {
    const svg = save("chart.svg", "");
    await runCommand("charts", ["get", "reported 2", "--draw", svg, "--url", service.url]);
    const [, average] = /Average: ([\d.]+)\u00a0%/.exec(readFileSync(svg, "utf8")) ?? [];
    expect(readEpisodes(file)[2]?.insights.figures.average.toFixed(0)).toBe(average);
  });

  it("writes to the file behind a symbolic link, and keeps the link, and the mode of the file", async () => {
    const [target, link] = [save("target.html", ""), join(folder, "link.html")];
    chmodSync(target, 0o600);
    symlinkSync(target, link);
    expect(await reportOver(service.url, "reported 1", "--out", link)).toMatchObject({ code: 0 });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, "utf8")).toMatch(/^<!doctype html>/i);
    expect((statSync(target).mode & 0o777).toString(8)).toBe("600");
  });

  it("names an episode without a chart, and leaves it out", async () => {
    const { code, stderr } = await reportOver(service.url, "reported 1", "nobody's");
    expect(code).toBe(1);
    expect(stderr).toMatch(`nobody's: ${service.url} has no chart of "nobody's". To see its charts, run "list" with `);
    expect(listGuids()).toEqual(["reported 1"]);
  });

  it("takes titles and dates from a feed, and sorts the latest first", async () => {
    const items = ["Ebb", "Flood"].map((title, index) => {
      return { guid: `reported ${index}`, title, pubDate: `0${index + 1} Nov 2026 08:00:00 GMT` };
    });
    const args = [...GUIDS.slice(0, 3), "--feed", saveFeed("feed.xml", items, "Ebb & Co")];
    const named = await reportOver(service.url, ...args);
    expect(named).toMatchObject({ code: 0, stderr: expect.not.stringContaining("owner") });
    expect(readTitle()).toBe("Ebb &amp; Co");
    expect(await reportOver(service.url, ...args, "--title", "A & B")).toMatchObject({ code: 0 });
    expect(readEpisodes(file).map(({ title, date }) => [title, date])).toEqual([
      ["Flood", "2026-11-02"],
      ["Ebb", "2026-11-01"],
      ["reported 2", undefined],
    ]);
    expect(readTitle()).toBe("A &amp; B");
  });

  it("reports on a feed's episodes if it is given --feed alone, and leaves those without a chart out", async () => {
    const guids = ["reported 1", "reported 3", "unheard".repeat(300)];
    const feed = saveFeed(
      "alone.xml",
      guids.map((guid) => ({ guid })),
      "Alone",
    );
    expect(await reportOver(service.url, "--feed", feed)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Left out, because they have no chart: 1 of the feed's 3 episodes\.$/m),
    });
    expect(listGuids()).toEqual(["reported 1", "reported 3"]);
    const other = saveFeed("other.xml", [{ guid: "reported 2" }], "Other");
    expect(await reportOver(service.url, "--feed", feed, "--feed", other)).toMatchObject({ code: 0 });
    expect(listGuids()).toHaveLength(3);
    expect(readTitle()).toBe("Listener retention");
  });

  it("retries when the service throttles, and gets a new token when its token has expired", async () => {
    const refusals = [
      { path: "/token", status: 429, body: { message: "Too Many Requests" } },
      { path: "/charts", status: 503, body: { message: "Service Unavailable" } },
      { path: "/charts", status: 401, body: { error: "Unauthorized" } },
    ];
    let tokens = 0;
    const standIn = await startStandIn(service.url, async (request, askService) => {
      const { pathname } = new URL(request.url);
      const index = refusals.findIndex(({ path }) => path === pathname);
      const [refusal] = index < 0 ? [] : refusals.splice(index, 1);
      if (refusal) return Response.json(refusal.body, refusal);
      if (pathname === "/token") tokens++;
      return askService(request);
    });
    const outcome = await reportOver(standIn, ...GUIDS);
    expect(outcome).toMatchObject({ code: 0 });
    expect({ refusals, tokens, guids: listGuids() }).toEqual({ refusals: [], tokens: 2, guids: GUIDS });
  });

  it("stops if it can't get a token", async () => {
    const error = "Secret key not configured";
    const standIn = await startStandIn(service.url, async () => Response.json({ error }, { status: 500 }));
    await expectRefused([...GUIDS, "--url", standIn], `${standIn}/token answers 500: ${error}.\n`);
  });

  it.each([
    ["nothing answers", ["x", "--url", "http://127.0.0.1:9"], /^Nothing answers at .*:9\/token/m],
    ["the key is wrong", ["x", "--public-key-file", "package.json"], /^http.* refuses the key in package\.json\. /m],
    ["no episode has a chart", ["nobody's"], /^No chart was found, so .* was not written\.$/m],
    [
      "no episode is given",
      [],
      /^No episodes are given\. Pass their GUIDs, --feed, or --all for every chart in the table\.\n$/,
    ],
    ["--all and a GUID are given", ["x", "--all"], /^GUIDs and --all can't be combined\. Pass one or the other\.\n$/],
    ["chapters are to be fetched without a feed", ["--all", "--chapters"], /^--chapters needs --feed/],
    [
      "the next report would have no file to read",
      ["--all", "--since", `${folder}/last.json`],
      /^--since needs --findings/,
    ],
    [
      "the findings are to be in the page",
      ["--all", "--findings", `${folder}/./report.html`],
      /^--findings and --out are the same file\./,
    ],
    [
      "the findings can't be written",
      ["--all", "--findings", `${folder}/missing/findings.json`],
      /missing\/findings\.json can't be written/,
    ],
    ["the feed is not XML", ["x", "--feed", "package.json"], /^package\.json.*: It is not valid XML \(/],
  ])("leaves the existing file unchanged if %s", async (_, args, text) => {
    const before = readFileSync(file, "utf8");
    const url = args.includes("--url") || args.includes("--all") ? [] : ["--url", service.url];
    await expectRefused([...args, ...url], expect.stringMatching(text));
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("says before any request that the file's folder is missing", async () => {
    const out = join(folder, "missing", "report.html");
    const reason = `ENOENT: no such file or directory, access '${dirname(out)}'`;
    const text = `${out} can't be written: ${reason}. Its folder must exist and be writable.\n`;
    await expectRefused(["x", "--url", "http://127.0.0.1:9", "--out", out], text);
  });

  it.each<[string, (path: string) => unknown]>([
    ["pipe", (path) => execFileSync("mkfifo", [path])],
    ["folder", mkdirSync],
  ])("refuses to replace a %s", async (kind, make) => {
    const out = join(folder, kind);
    make(out);
    const before = statSync(out).mode;
    const text = `${out} can't be replaced, because it is not a regular file. Choose another file.\n`;
    await expectRefused(["reported 1", "--url", service.url, "--out", out], text);
    expect(statSync(out).mode).toBe(before);
  });

  it.each([
    ["a page of somebody else", "other.html", "<!doctype html><title>Mine</title>"],
    ["charts", "charts.jsonl", '{"guid":"x","duration":60,"data":[]}'],
    ["findings", "old-findings.json", '{"version":1,"madeAt":"2026-01-01T00:00:00.000Z"}'],
  ])("refuses to replace %s", async (_, name, content) => {
    const out = save(name, content);
    const text = `${out} is there already, and is no page of this command. Choose another file, or delete it first.\n`;
    await expectRefused(["reported 1", "--url", service.url, "--out", out], text);
    for (const command of ["studio", "demo"])
      expect(await runCommand("charts", [command, "--out", out])).toMatchObject({ code: 1, stderr: text });
    expect(readFileSync(out, "utf8")).toBe(content);
  });

  it("refuses to replace what it reads, by any path, and for findings what are none", async () => {
    const feeds = join(folder, "feeds");
    mkdirSync(feeds);
    const [feed, link] = [join(feeds, "input.xml"), join(folder, "link.xml")];
    writeFileSync(feed, "");
    symlinkSync(feed, link);
    for (const args of [
      ["--out", feed, "--feed", link],
      ["--findings", feed, "--feed", feeds],
    ]) {
      const text = `${feed} is read by this command, and can't be replaced. Choose another file.\n`;
      await expectRefused([...args, "--url", service.url], text);
    }
    const charts = save("charts.jsonl", '{"guid":"x","duration":60,"data":[]}');
    await expectRefused(
      ["reported 1", "--url", service.url, "--findings", charts],
      `${charts} is there already, and is no file of findings of this command. Choose another file, or delete it first.\n`,
    );
  });
});

describe("charts -- report --feed", () => {
  const table = useTable();

  it("reads the feed's own charts from the table, with listeners and sources", async () => {
    for (const guid of ["one", "two", "somebody else's"])
      await table.put({ guid, duration: 600, "curve:spotify": packCurve(guid, 420), sources: new Set(["spotify"]) });
    await table.put({ guid: "waits", duration: 600 });
    const guids = ["two", "waits", "one", "unheard", "x".repeat(3_000)];
    const feed = saveFeed(
      "own.xml",
      guids.map((guid) => ({ guid })),
      "Own",
    );
    expect(await report(["--feed", feed], table.env)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Left out, because they have no chart: 3 of the feed's 5 episodes\.$/m),
    });
    expect(readEpisodes(file).map(({ guid, listeners, source }) => [guid, listeners, source])).toEqual([
      ["one", 420, "Spotify"],
      ["two", 420, "Spotify"],
    ]);
    expect(readTitle()).toBe("Own");
  });
});

describe("charts -- report --all", () => {
  const table = useTable();

  it("says what to do if the table is empty", async () => {
    const text = `No chart was found, so ${file} was not written. Import charts, or select another table with --stage and --region.\n`;
    await expectRefused(["--all"], text, table.env);
  });

  it("reports on the sample of a fresh installation", async () => {
    await table.put(makeItem("sample-episode"));
    expect(await report(["--all"], table.env)).toMatchObject({ code: 0 });
    expect(listGuids()).toEqual(["sample-episode"]);
    await table.remove("sample-episode");
  });

  it("reads every chart in the table, plain and packed, and names malformed ones", async () => {
    // An answer of Scan holds at most 1 MB of items.
    for (let index = 0; index < 30; index++) {
      const data = Array.from({ length: 2_000 }, (_, time) => ({
        time,
        percentage: (time * 7_919 * (index + 1)) % 101,
      }));
      await table.put({ guid: `plain ${index}`, duration: 2_000, data });
    }
    await table.put({ guid: "packed", duration: 600, "curve:youtube": packCurve("packed", 12) });
    const counts = { counts: new Uint8Array(1), countedUntil: "2026-11-20T00:00Z", listeners: 90, drawnListeners: 80 };
    await table.put({ ...makeItem("a collected one", 10), ...counts, source: "collector" });
    await table.put({ guid: "empty", duration: 5, data: [] });
    await table.put({ guid: "registered", duration: 5 });
    await table.put({ guid: "malformed", duration: 5, data: "?" });
    await table.put({ guid: "not gzip", duration: 5, points: 1, chart: new Uint8Array([1, 2, 3]) });
    const { code, stderr } = await report(["--all"], table.env);
    expect(code).toBe(1);
    const lines = stderr.split("\n");
    expect(stderr).not.toMatch(/^(registered|empty):/m);
    expect(lines).toContain(
      'malformed: own: The chart item of "malformed" is malformed: data is not a list. Import the chart again, or delete it.',
    );
    expect(lines).toContain(
      'not gzip: own: The chart item of "not gzip" is malformed: chart is not gzip. Import the chart again, or delete it.',
    );
    const episodes = readEpisodes(file);
    const [collected, plain] = episodes;
    expect(collected).toMatchObject({ listeners: 80, source: "your own listeners", kind: "peak" });
    expect(episodes.at(-1)).toMatchObject({ listeners: 12, source: "YouTube", kind: "views", doubt: "12 views" });
    expect(plain).toMatchObject({ kind: "unknown" });
    expect(plain).not.toHaveProperty("listeners");
    const guids = episodes.map(({ guid }) => guid);
    // Curves that prove little are last.
    expect(guids).toEqual(["a collected one", ...Array.from({ length: 30 }, (_, index) => `plain ${index}`), "packed"]);
  });

  it("says of each episode which show it is of, and leaves the samples out", async () => {
    await table.put(makeItem("sample-episode"));
    const enclose = (url: string) => `<enclosure url="${url}" type="audio/mpeg"/>`;
    const [address, code] = ["https://example.com/a.mp3?b=1&amp;c=2#t=9", "javascript:alert(1)"];
    const tides = saveFeed("tides.xml", [{ guid: "packed", more: enclose(address) }], "Tides");
    const fog = saveFeed("fog.xml", [{ guid: "a collected one", more: enclose(code) }], "Fog");
    await report(["--all", "--feed", tides, "--feed", fog], table.env);
    const episodes = readEpisodes(file);
    expect(episodes).toHaveLength(32);
    expect(listGuids()).not.toContain("sample-episode");
    const find = (wanted: string) => episodes.find(({ guid }) => guid === wanted);
    expect(find("packed")).toMatchObject({ show: "Tides", audio: "https://example.com/a.mp3" });
    expect(find("a collected one")).toMatchObject({ show: "Fog" });
    expect(find("a collected one")).not.toHaveProperty("audio");
    expect(find("plain 1")).not.toHaveProperty("show");
    expect(readTitle()).toBe("Listener retention");
  });

  it("writes the findings, too, if it is asked for them", async () => {
    const findings = save("findings.json", "");
    expect(await report(["--all", "--findings", findings], table.env)).toMatchObject({ code: 1 });
    const { version, title, episodes } = JSON.parse(readFileSync(findings, "utf8"));
    expect([version, title]).toEqual([1, "Listener retention"]);
    expect(episodes.map(({ guid }: Episode) => guid)).toEqual(listGuids());
  });

  it("says that a stage other than dev is in AWS", async () => {
    const variables = ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];
    const env = { ...Object.fromEntries(variables.map((name) => [name, ""])), AWS_EC2_METADATA_DISABLED: "true" };
    const args = ["--all", "--stage", "prod", "--region", "us-east-1"];
    await expectRefused(args, expect.stringMatching(/^Can't use DynamoDB in us-east-1 /), env);
  });
});
