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
import { packChart } from "../../lib/episode/packed-chart.ts";
import type { Episode } from "../../report/episode.ts";
import { GENERATOR } from "../../report/make/page.ts";
import { runCommand, useFolder } from "../support/command.ts";
import { makeChart } from "../support/report.ts";
import { getShared } from "../support/shared.ts";
import { type Behaviour, startStandIn } from "../support/stand-in.ts";
import { useTable, writeChartItem } from "../support/tables.ts";

const service = { url: await getShared("service") };
const save = useFolder();
const file = save("report.html", `<!doctype html>${GENERATOR}as it was`);
const GUIDS = Array.from({ length: 8 }, (_, index) => `reported ${index}`);

beforeAll(async () => {
  for (const [index, guid] of GUIDS.entries()) {
    await writeChartItem(packChart(makeChart(guid, 100, 50 + index, 60, 600), new Date()));
  }
});

const report = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runCommand("charts", ["report", ...args], { env });

/** Packs a platform's curve, which falls within a minute. */
function packCurve(guid: string, listeners: number): object {
  const { guid: _, ...curve } = packChart(makeChart(guid, 100, 10, 60, 600), new Date());
  return { ...curve, listeners };
}

/** Reads the episodes in the report's data. */
function readEpisodes(): Episode[] {
  const [, json = ""] =
    /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(readFileSync(file, "utf8")) ?? [];
  return JSON.parse(json);
}

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
    const outcome = await report([...GUIDS, "reported 3", "--url", standIn.url, "--out", file]);
    await standIn.stop();
    expect(outcome).toMatchObject({ code: 0, stdout: "" });
    expect(outcome.stderr).toMatch(/^Wrote .*report\.html: 8 episodes, 0\.\d MB\n$/m);
    expect(asked.sort()).toEqual([...GUIDS.map(() => "/charts"), "/token"]);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(6);
    expect(readEpisodes().map(({ guid }) => guid)).toEqual(GUIDS);
  });

  it("has the same numbers as get", async () => {
    const svg = save("chart.svg", "");
    await runCommand("charts", ["get", "reported 2", "--draw", svg, "--url", service.url]);
    const [, average] = /Average: ([\d.]+)\u00a0%/.exec(readFileSync(svg, "utf8")) ?? [];
    expect(readEpisodes()[2]?.insights.figures.average.toFixed(0)).toBe(average);
  });

  it("writes to the file behind a symbolic link, and keeps the link", async () => {
    const [target, link] = [save("target.html", ""), join(dirname(file), "link.html")];
    symlinkSync(target, link);
    expect(await report(["reported 1", "--url", service.url, "--out", link])).toMatchObject({ code: 0 });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, "utf8")).toMatch(/^<!doctype html>/i);
  });

  it("names an episode without a chart, and leaves it out", async () => {
    const { code, stderr } = await report(["reported 1", "nobody's", "--url", service.url, "--out", file]);
    expect(code).toBe(1);
    expect(stderr).toMatch(`nobody's: ${service.url} has no chart of "nobody's". To see its charts, run "list" with `);
    expect(readEpisodes().map(({ guid }) => guid)).toEqual(["reported 1"]);
  });

  it("takes titles and dates from a feed, and sorts the latest first", async () => {
    const items = ["Ebb", "Flood"].map(
      (title, index) =>
        `<item><guid>reported ${index}</guid><title>${title}</title><pubDate>0${index + 1} Nov 2026 08:00:00 GMT</pubDate></item>`,
    );
    const feed = save("feed.xml", `<rss><channel><title>Ebb &amp; Co</title>${items.join("")}</channel></rss>`);
    const args = [...GUIDS.slice(0, 3), "--url", service.url, "--feed", feed, "--out", file];
    expect(await report(args)).toMatchObject({ code: 0 });
    expect(readFileSync(file, "utf8")).toMatch("<title>Ebb &amp; Co</title>");
    expect(await report([...args, "--title", "A & B"])).toMatchObject({ code: 0 });
    expect(readEpisodes().map(({ title, date }) => [title, date])).toEqual([
      ["Flood", "2026-11-02"],
      ["Ebb", "2026-11-01"],
      ["reported 2", undefined],
    ]);
    expect(readFileSync(file, "utf8")).toMatch("<title>A &amp; B</title>");
  });

  it("reports on a feed's episodes if it is given --feed alone, and leaves those without a chart out", async () => {
    const items = ["reported 1", "reported 3", "unheard".repeat(300)].map(
      (guid) => `<item><guid>${guid}</guid></item>`,
    );
    const feed = save("alone.xml", `<rss><channel><title>Alone</title>${items.join("")}</channel></rss>`);
    const outcome = await report(["--feed", feed, "--url", service.url, "--out", file]);
    expect(outcome).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Left out, because they have no chart: 1 of the feed's 3 episodes\.$/m),
    });
    expect(readEpisodes().map(({ guid }) => guid)).toEqual(["reported 1", "reported 3"]);
    const other = save(
      "other.xml",
      "<rss><channel><title>Other</title><item><guid>reported 2</guid></item></channel></rss>",
    );
    const both = ["--feed", feed, "--feed", other, "--url", service.url, "--out", file];
    expect(await report(both)).toMatchObject({ code: 0 });
    expect(readEpisodes()).toHaveLength(3);
    expect(readFileSync(file, "utf8")).toMatch("<title>Listener retention</title>");
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
    const outcome = await report([...GUIDS, "--url", standIn.url, "--out", file]);
    await standIn.stop();
    expect(outcome).toMatchObject({ code: 0 });
    expect({ refusals, tokens, count: readEpisodes().length }).toEqual({ refusals: [], tokens: 2, count: 8 });
  });

  it("stops if it can't get a token", async () => {
    const error = "Secret key not configured";
    const standIn = await startStandIn(service.url, async () => Response.json({ error }, { status: 500 }));
    const { code, stderr } = await report([...GUIDS, "--url", standIn.url, "--out", file]);
    await standIn.stop();
    expect(code).toBe(1);
    expect(stderr).toBe(`${standIn.url}/token answers 500: ${error}.\n`);
  });

  it.each([
    ["nothing answers", ["x", "--url", "http://127.0.0.1:9"], {}, /^Nothing answers at .*:9\/token/m],
    [
      "the key is wrong",
      ["x", "--public-key-file", "package.json"],
      {},
      /^http.* refuses the key in package\.json\. /m,
    ],
    ["no episode has a chart", ["nobody's"], {}, /^No chart was found, so .* was not written\.$/m],
    [
      "no episode is given",
      [],
      {},
      /^No episodes are given\. Pass their GUIDs, --feed, or --all for every chart in the table\.\n$/,
    ],
    [
      "--all and a GUID are given",
      ["x", "--all"],
      {},
      /^GUIDs and --all can't be combined\. Pass one or the other\.\n$/,
    ],
    [
      "the feed is not XML",
      ["x", "--feed", "package.json"],
      {},
      /^package\.json.*: It is not valid XML \(.*\)\. Correct the feed, or download it again\.\n$/,
    ],
  ])("leaves the existing file unchanged if %s", async (_, args, env, text) => {
    const before = readFileSync(file, "utf8");
    const url = args.includes("--url") || args.includes("--all") ? [] : ["--url", service.url];
    const { code, stderr } = await report([...args, ...url, "--out", file], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(text);
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(readdirSync(dirname(file)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("says before any request that the file's folder is missing", async () => {
    const out = join(dirname(file), "missing", "report.html");
    const { code, stderr } = await report(["x", "--url", "http://127.0.0.1:9", "--out", out]);
    const reason = `ENOENT: no such file or directory, access '${dirname(out)}'`;
    const text = `${out} can't be written: ${reason}. Its folder must exist and be writable.\n`;
    expect({ code, stderr }).toEqual({ code: 1, stderr: text });
  });

  it("refuses to replace a pipe", async () => {
    const pipe = join(dirname(file), "pipe");
    execFileSync("mkfifo", [pipe]);
    const { code, stderr } = await report(["reported 1", "--url", service.url, "--out", pipe]);
    const text = `${pipe} can't be replaced, because it is not a regular file. Choose another file.\n`;
    expect({ code, stderr }).toEqual({ code: 1, stderr: text });
    expect(statSync(pipe).isFIFO()).toBe(true);
  });

  it.each([
    ["a page of somebody else", "other.html", "<!doctype html><title>Mine</title>"],
    ["charts", "charts.jsonl", '{"guid":"x","duration":60,"data":[]}'],
    ["findings", "old-findings.json", '{"version":1,"madeAt":"2026-01-01T00:00:00.000Z"}'],
  ])("refuses to replace %s", async (_, name, content) => {
    const out = save(name, content);
    const text = `${out} is there already, and is no page of this command. Choose another file, or delete it first.\n`;
    const { code, stderr } = await report(["reported 1", "--url", service.url, "--out", out]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: text });
    for (const command of ["studio", "demo"])
      expect(await runCommand("charts", [command, "--out", out])).toMatchObject({ code: 1, stderr: text });
    expect(readFileSync(out, "utf8")).toBe(content);
  });

  it("refuses to replace what it reads, by any path, and for findings what are none", async () => {
    const folder = join(dirname(file), "feeds");
    mkdirSync(folder);
    const [feed, link] = [join(folder, "input.xml"), join(dirname(file), "link.xml")];
    writeFileSync(feed, "");
    symlinkSync(feed, link);
    for (const [option, given] of [
      ["--out", ["--feed", link]],
      ["--findings", ["--feed", folder, "--out", file]],
    ] as const) {
      const { code, stderr } = await report(["--url", service.url, option, feed, ...given]);
      const text = `${feed} is read by this command, and can't be replaced. Choose another file.\n`;
      expect({ code, stderr }).toEqual({ code: 1, stderr: text });
    }
    const charts = save("charts.jsonl", '{"guid":"x","duration":60,"data":[]}');
    expect(await report(["reported 1", "--url", service.url, "--out", file, "--findings", charts])).toMatchObject({
      code: 1,
      stderr: `${charts} is there already, and is no file of findings of this command. Choose another file, or delete it first.\n`,
    });
  });

  it("keeps the mode of a file that it replaces", async () => {
    const out = save("private.html", "");
    chmodSync(out, 0o600);
    for (let time = 0; time < 2; time++) {
      expect(await report(["reported 1", "--url", service.url, "--out", out])).toMatchObject({ code: 0 });
      expect((statSync(out).mode & 0o777).toString(8)).toBe("600");
    }
  });

  it("refuses to replace a folder, and leaves nothing beside it", async () => {
    const folder = join(dirname(file), "folder");
    mkdirSync(folder);
    const { code, stderr } = await report(["reported 1", "--url", service.url, "--out", folder]);
    const text = `${folder} can't be replaced, because it is not a regular file. Choose another file.\n`;
    expect({ code, stderr }).toEqual({ code: 1, stderr: text });
    expect(readdirSync(dirname(file)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});

describe("charts -- report --feed", () => {
  const table = useTable();

  it("reads the feed's own charts from the table, with listeners and sources", async () => {
    for (const guid of ["one", "two", "somebody else's"])
      await table.put({ guid, duration: 600, "curve:spotify": packCurve(guid, 420), sources: new Set(["spotify"]) });
    await table.put({ guid: "waits", duration: 600 });
    const guids = ["two", "waits", "one", "unheard", "x".repeat(3_000)];
    const items = guids.map((guid) => `<item><guid>${guid}</guid></item>`).join("");
    const feed = save("own.xml", `<rss><channel><title>Own</title>${items}</channel></rss>`);
    const outcome = await report(["--feed", feed, "--out", file], table.env);
    expect(outcome).toMatchObject({ code: 0 });
    expect(outcome.stderr).toMatch(/^Left out, because they have no chart: 3 of the feed's 5 episodes\.$/m);
    expect(readEpisodes().map(({ guid, listeners, source }) => [guid, listeners, source])).toEqual([
      ["one", 420, "Spotify"],
      ["two", 420, "Spotify"],
    ]);
    expect(readFileSync(file, "utf8")).toMatch("<title>Own</title>");
  });

  it("says what to do if the table has none of its charts", async () => {
    const feed = save("unheard.xml", "<rss><channel><item><guid>unheard</guid></item></channel></rss>");
    const { code, stderr } = await report(["--feed", feed, "--out", file], table.env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^No chart was found, so .* was not written\. Import charts, or select another table /m);
  });
});

describe("charts -- report --all", () => {
  const table = useTable();

  it("says what to do if the table is empty", async () => {
    const { code, stderr } = await report(["--all", "--out", file], table.env);
    const text = `No chart was found, so ${file} was not written. Import charts, or select another table with --stage and --region.\n`;
    expect({ code, stderr }).toEqual({ code: 1, stderr: text });
  });

  it("reports on the sample of a fresh installation", async () => {
    await table.put(packChart(makeChart("sample-episode", 100, 10, 60, 600), new Date()));
    expect(await report(["--all", "--out", file], table.env)).toMatchObject({ code: 0 });
    expect(readEpisodes().map(({ guid }) => guid)).toEqual(["sample-episode"]);
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
    const packed = packCurve("packed", 12);
    await table.put({ guid: "packed", duration: 600, "curve:youtube": packed });
    const counted = {
      listeners: 90,
      drawnListeners: 80,
      counts: new Uint8Array(1),
      countedUntil: "2026-11-20T00:00Z",
      source: "collector",
    };
    await table.put({ ...packChart(makeChart("a collected one", 100, 10, 60, 600), new Date()), ...counted });
    await table.put({ guid: "empty", duration: 5, data: [] });
    await table.put({ guid: "registered", duration: 5 });
    await table.put({ guid: "malformed", duration: 5, data: "?" });
    await table.put({ guid: "not gzip", duration: 5, points: 1, chart: new Uint8Array([1, 2, 3]) });
    const { code, stderr } = await report(["--all", "--out", file], table.env);
    expect(code).toBe(1);
    const lines = stderr.split("\n");
    expect(stderr).not.toMatch(/^(registered|empty):/m);
    expect(lines).toContain(
      'malformed: own: The chart item of "malformed" is malformed: data is not a list. Import the chart again, or delete it.',
    );
    expect(lines).toContain(
      'not gzip: own: The chart item of "not gzip" is malformed: chart is not gzip. Import the chart again, or delete it.',
    );
    const episodes = readEpisodes();
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
    await table.put(packChart(makeChart("sample-episode", 100, 10, 60, 600), new Date()));
    const write = (name: string, guid: string, enclosure = "") =>
      save(
        `${name}.xml`,
        `<rss><channel><title>${name}</title><item><guid>${guid}</guid>${enclosure}</item></channel></rss>`,
      );
    const tides = write(
      "Tides",
      "packed",
      '<enclosure url="https://example.com/a.mp3?b=1&amp;c=2#t=9" type="audio/mpeg"/>',
    );
    const fog = write("Fog", "a collected one", '<enclosure url="javascript:alert(1)"/>');
    await report(["--all", "--feed", tides, "--feed", fog, "--out", file], table.env);
    const episodes = readEpisodes();
    expect(episodes).toHaveLength(32);
    expect(episodes.map(({ guid }) => guid)).not.toContain("sample-episode");
    const find = (wanted: string) => episodes.find(({ guid }) => guid === wanted);
    expect(find("packed")).toMatchObject({ show: "Tides", audio: "https://example.com/a.mp3" });
    expect(find("a collected one")).toMatchObject({ show: "Fog" });
    expect(find("a collected one")).not.toHaveProperty("audio");
    expect(find("plain 1")).not.toHaveProperty("show");
    expect(readFileSync(file, "utf8")).toMatch("<title>Listener retention</title>");
  });

  it("writes the findings, too, if it is asked for them", async () => {
    const findings = save("findings.json", "");
    expect(await report(["--all", "--out", file, "--findings", findings], table.env)).toMatchObject({ code: 1 });
    const { version, title, episodes } = JSON.parse(readFileSync(findings, "utf8"));
    expect([version, title]).toEqual([1, "Listener retention"]);
    expect(episodes.map(({ guid }: Episode) => guid)).toEqual(readEpisodes().map(({ guid }) => guid));
  });

  it("refuses findings that can't be written before it does anything", async () => {
    const old = save("old.html", `<!doctype html>${GENERATOR}as it was`);
    const same = await report(["--all", "--out", old, "--findings", join(dirname(old), ".", "old.html")], table.env);
    expect(same).toMatchObject({ code: 1, stderr: expect.stringContaining("--findings and --out are the same file.") });
    const missing = await report(["--all", "--out", old, "--findings", "/nowhere/findings.json"], table.env);
    expect(missing).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("/nowhere/findings.json can't be written"),
    });
    expect(readFileSync(old, "utf8")).toMatch(/as it was$/);
  });

  it("says that a stage other than dev is in AWS", async () => {
    const variables = ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];
    const env = { ...Object.fromEntries(variables.map((name) => [name, ""])), AWS_EC2_METADATA_DISABLED: "true" };
    const { code, stderr } = await report(["--all", "--stage", "prod", "--region", "us-east-1", "--out", file], env);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^Can't use DynamoDB in us-east-1 /) });
  });
});
