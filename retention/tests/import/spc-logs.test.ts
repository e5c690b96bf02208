import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import type { RequestListener } from "node:http";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { composeFeedOf } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { serve } from "../../../tests/support/stand-in.ts";
import { readChartItem } from "../../../tests/support/tables.ts";
import { nameSource } from "../../cli/spc/answer-files.ts";
import { runCommand, runScript } from "../support/command.ts";
import { serveApp, trustApp } from "../support/https-app.ts";
import { readEpisodes } from "../support/report.ts";

const save = useFolder();
const folder = dirname(save("x", ""));

const KEY = "5f71780061794eaa9e6c62fc967cb363";
const SPC = `SPC/https://api.examplecast.com/spc?p=${KEY}`;

/** A line of nginx or Apache, whose User-Agent is quoted as it is. */
function combined(userAgent: string, path = "/feed.xml?token=private", day = "09/Apr/2026"): string {
  return `192.0.2.1 - - [${day}:19:08:24 +0000] "GET ${path} HTTP/1.1" 200 512 "https://example.com/?q=1" "${userAgent}"\n`;
}

const list = (...logs: readonly string[]) => runCommand("charts", ["spc", ...logs]);

const LINE = "api.examplecast.com  /spc  ExampleCast  /feed.xml  2026-04-09\n";

describe("charts -- spc finds an app", () => {
  const agent = `ExampleCast/1.0.1 ${SPC}`;
  const cloudfront = (fields: string, line: string) => `#Version: 1.0\n#Fields: ${fields}\n${line}\n`;
  const encoded = `ExampleCast/1.0.1%2520SPC/https://api.examplecast.com/spc%3Fp=${KEY}`;
  const request = "2026-04-09 19:08:24 FRA56 512 192.0.2.1 GET d1.cloudfront.net /feed.xml 200 -".split(" ");
  const standard = [...request, encoded, "token=private"];
  it.each<[format: string, log: string]>([
    ["Apache or nginx", combined(agent)],
    ["nginx with another column", combined(agent).replace(/\n$/, ' "203.0.113.9"\n')],
    [
      "S3",
      `79a5 feeds [09/Apr/2026:00:00:38 +0000] 192.0.2.3 79a5 3E57 REST.GET.OBJECT feed.xml ${combined(agent).split("] ")[1]?.trim()} -\n`,
    ],
    ["CloudFront", `${standard.join("\t")}\n`],
    [
      "CloudFront with other columns",
      cloudfront("date cs(User-Agent) cs-uri-stem", ["2026-04-09", encoded, "/feed.xml"].join("\t")),
    ],
    [
      "CloudFront as JSON",
      `${JSON.stringify({ date: "2026-04-09", time: "19:08:24", "cs-uri-stem": "/feed.xml", "cs(User-Agent)": encoded })}\n`,
    ],
    [
      "API Gateway",
      `${JSON.stringify({ requestTime: "09/Apr/2026:19:08:24 +0000", path: "/feed.xml", userAgent: agent })}\n`,
    ],
    [
      "API Gateway, exported by CloudWatch",
      `2026-04-09T19:08:24.000Z ${JSON.stringify({ requestTimeEpoch: 1_775_761_704_000, rawPath: "/feed.xml", user_agent: agent })}`,
    ],
    [
      "JSON that escapes slashes",
      `${JSON.stringify({ time: "2026-04-09T19:08:24Z", request: "GET /feed.xml?token=private HTTP/1.1", http_user_agent: agent }).replaceAll("/", "\\/")}\n`,
    ],
  ])("in a log of %s, gzipped or not", async (_, log) => {
    expect(await list(save("access.log", log))).toEqual({ code: 0, stdout: LINE, stderr: "" });
    expect(await list(save("access.log.gz", gzipSync(log)))).toMatchObject({ code: 0, stdout: LINE });
  });

  it("on the standard input", async () => {
    const outcome = await runScript("charts", ["spc", "-"], { input: combined(agent) });
    expect(outcome).toMatchObject({ code: 0, stdout: LINE });
  });

  it("by its last visit, whatever is around it and between the reads of a file", async () => {
    const others = combined("AntennaPod/3.3.2 (+https://antennapod.org)").repeat(5_000);
    const log = [
      combined(agent, "/old.xml", "31/Dec/2025"),
      others,
      combined(agent, "/new.xml", "10/Apr/2026"),
      others,
      combined(`B/1 SPC/https://b.example.com/?p=1`),
      combined(agent, "/old.xml", "01/Apr/2026").trim(),
    ].join("");
    expect((await list(save("long.log", log))).stdout).toBe(
      "api.examplecast.com  /spc  ExampleCast  /new.xml  2026-04-10\nb.example.com  /  B  /feed.xml  2026-04-09\n",
    );
  });

  it("by the last of its lines that can be read, and counts lines if none can", async () => {
    const unknown = `no known format ${SPC}\n`;
    const log = [combined("A/1"), combined(agent), unknown, combined(`${"x".repeat(70_000)} ${SPC}`)];
    expect(await list(save("mixed.log", log.join("")))).toEqual({ code: 0, stdout: LINE, stderr: "" });
    const { stderr } = await list(save("unknown.log", unknown.repeat(3)));
    expect(stderr).toContain("3 lines with an address of SPC can't be read: the format is unknown.\n");
    const tabs = ["2026-04-09T19:08:24+00:00", "192.0.2.1", "GET /feed.xml HTTP/1.1", agent].join("\t");
    expect((await list(save("tabs.log", `${tabs}\n`))).stderr).toContain("1 line with an address of SPC can't be read");
    expect((await list(save("both.log", `${combined(`Cast\t${agent}`)}${tabs}\n`))).stdout).toBe(LINE);
  });

  it("by the name in its User-Agent that is no browser's, and says why it is not asked", async () => {
    const log = [
      `Mozilla/5.0 (compatible; Cast/2; spc/http://one.example.com/a?p=1)`,
      "SPC/https://10.0.0.1/?p=1 Cast (iOS)",
      "Cast/1 SPC/https://printer/?p=1",
      "Cast/1 SPC/https://[::1]:8443/?p=1",
      "Cast/1 SPC/https://db.internal/?p=1",
    ];
    const { stdout } = await list(save("bars.log", log.map((each) => combined(each)).join("")));
    expect(stdout.split("\n").sort()).toEqual([
      "",
      "10.0.0.1  /  Cast  /feed.xml  2026-04-09  private",
      "[::1]:8443  /  Cast  /feed.xml  2026-04-09  private",
      "db.internal  /  Cast  /feed.xml  2026-04-09  private",
      "one.example.com  /a  Cast  /feed.xml  2026-04-09  not https",
      "printer  /  Cast  /feed.xml  2026-04-09  private",
    ]);
  });

  it.each([
    ["in the path of a request", combined("Cast/1", `/${SPC}`)],
    ["in a referrer", combined("Cast/1").replace("https://example.com/", SPC)],
    ["behind a quote that a referrer has", combined("Cast/1").replace("https://example.com/", `x\\" \\"${SPC}`)],
    ["within a word", combined(`Cast/1 x${SPC}`)],
    ["with a user", combined("Cast/1 SPC/https://me:secret@api.example.com/?p=1")],
    ["in a line of 64 KB", combined(`${"x".repeat(70_000)} ${SPC}`)],
  ])("not by an address %s", async (_, log) => {
    expect(await list(save("none.log", log))).toEqual({
      code: 0,
      stdout: "",
      stderr: "No User-Agent in the logs has an address of SPC. As far as we know, no app sends one yet.\n",
    });
  });

  it.each([
    ["a referrer", combined("Cast/1").replace("https://example.com/?q=1", SPC)],
    ["the path of a request", combined("Cast/1", `/${SPC}`)],
  ])("also if later lines have its address in %s", async (_, other) => {
    const log = save("elsewhere.log", `of no format\n${combined(agent)}${other}${other}`);
    expect(await list(log)).toEqual({ code: 0, stdout: LINE, stderr: "" });
  });

  it("and prints nothing that a terminal obeys, and neither queries nor keys", async () => {
    const hostile = `\u001b[2J\u202eCast\u0007/1 SPC/https://api.example.com/\u001b]0;?p=${KEY} SPC/https://b.example.com/?p=${KEY}`;
    const log = combined(hostile, "/\u001b[31mfeed.xml?token=private#x");
    const { stdout, stderr } = await list(save("hostile.log", log), save("other.log", `no known format ${SPC}\n`));
    expect(stdout).toContain("  /\uFFFD[31mfeed.xml  2026-04-09\n");
    expect(stderr).toBe("1 line with an address of SPC can't be read: the format is unknown.\n");
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
    expect(stdout).not.toMatch(new RegExp(`${KEY}|private|[?=]`));
  });

  it("also if a thousand others come before it, but does not list those", async () => {
    const others = Array.from({ length: 1_001 }, (_, index) => combined(`A/1 SPC/https://a${index}.example.com/?p=1`));
    const { stdout, stderr } = await list(save("many.log", others.join("")));
    expect(stdout.split("\n")).toHaveLength(1_001);
    expect(stderr).toBe("The logs have more apps or keys than can be kept. The others are left out.\n");
  });

  it("names a log that can't be read, and reads the others", async () => {
    const cut = save("cut.log.gz", gzipSync(combined("A/1").repeat(99)).subarray(0, 60));
    expect(await list(cut, save("good.log", combined(agent)))).toMatchObject({
      code: 1,
      stdout: LINE,
      stderr: expect.stringContaining("cut.log.gz: Its gzip ends in the middle."),
    });
  });
});

describe("charts -- spc --fetch", () => {
  const podcast = { asOf: "2026-04-09T00:00:00Z", followerCount: 3, episodes: {} };
  let folders = 0;

  /** Fetches from the stand-in with keys that a log has of it. */
  async function fetchFrom(
    host: string,
    keys: readonly string[],
    app = `${host}/spc`,
    into = join(folder, `${++folders}`),
  ) {
    const log = keys
      .map((key) => combined(`Cast/1 SPC/https://${host}/spc?p=${key}`, `/${key.slice(0, 3)}.xml`))
      .join("");
    const args = ["spc", "--fetch", into, "--app", app, save("fetch.log", log)];
    const outcome = await runCommand("charts", args, { env: { DYNAMODB_FOLDER: `${into}.data` } });
    const read = (name: string) => JSON.parse(readFileSync(join(into, name), "utf8"));
    return { ...outcome, into, read, files: readdirSync(into) };
  }

  /** Answers each key with the same, or with what is given for it. Keeps the keys of each request. */
  function answerAll(special: Readonly<Record<string, object>> = {}) {
    const asked: string[][] = [];
    const listener: RequestListener = ({ url = "" }, response) => {
      const keys = new URL(url, "https://x.test").searchParams.getAll("p");
      asked.push(keys);
      response.end(JSON.stringify({ results: Object.fromEntries(keys.map((key) => [key, special[key] ?? podcast])) }));
    };
    return { listener, asked };
  }

  it("saves the answers of the app that is named, without keys, for their owner alone", async () => {
    trustApp();
    const { listener, asked } = answerAll({ [`${KEY}3`]: { error: `No ${KEY}3` } });
    const host = await serveApp(listener);
    const keys = [1, 2, 3, 1].map((number) => KEY + number);
    const { code, stdout, stderr, into, files, read } = await fetchFrom(host, keys);
    const source = nameSource(host);
    expect({ code, stderr, asked }).toEqual({
      code: 1,
      stderr: `${host}/spc, /5f7.xml: "No …"\n`,
      asked: [[`${KEY}1`, `${KEY}2`, `${KEY}3`]],
    });
    expect(stdout).toBe(`${host}/spc: 2 of 3 podcasts saved in ${join(into, `${source}-1.json`)}\n`);
    expect(files).toEqual([`${source}-1.json`]);
    const { asOf, episodes } = podcast;
    const results = { 1: { asOf, episodes }, 2: { asOf, episodes } };
    expect(read(`${source}-1.json`)).toEqual({ app: host, source, results });
    expect([statSync(into).mode & 0o777, statSync(join(into, `${source}-1.json`)).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
  });

  it("asks for at most 50 podcasts at once, one request after the other, and removes what is left of an earlier time", async () => {
    trustApp();
    const { listener, asked } = answerAll();
    const host = await serveApp(listener);
    const keys = Array.from({ length: 120 }, (_, index) => `key${index}`);
    const { code, into, files } = await fetchFrom(host, keys);
    expect({ code, sizes: asked.map(({ length }) => length), files }).toEqual({
      code: 0,
      sizes: [50, 50, 20],
      files: [`${nameSource(host)}-1.json`],
    });
    for (const number of [2, 3, 5]) writeFileSync(join(into, `${nameSource(host)}-${number}.json`), "");
    const log = save("again.log", combined(`Cast/1 SPC/https://${host}/spc?p=1`));
    await runCommand("charts", ["spc", "--fetch", into, "--app", host, log]);
    expect(readdirSync(into)).toEqual([1, 5].map((number) => `${nameSource(host)}-${number}.json`));
  });

  /** Answers one key, and refuses each request with another. Keeps the number of keys in each request. */
  function answerOnly(known: string, answer: object = podcast) {
    const sizes: number[] = [];
    const listener: RequestListener = ({ url = "" }, response) => {
      const keys = new URL(url, "https://x.test").searchParams.getAll("p");
      sizes.push(keys.length);
      if (keys.every((key) => key === known)) response.end(JSON.stringify({ results: { [known]: answer } }));
      else response.writeHead(400).end('{"error":"Unknown key"}');
    };
    return { listener, sizes };
  }

  it("asks a thousand times at most, and first for the keys that are seen most often, however many are made up", async () => {
    trustApp();
    const { listener, sizes } = answerOnly(KEY);
    const host = await serveApp(listener);
    const madeUp = Array.from({ length: 10_001 }, (_, index) => `made${index}up`);
    const { code, stdout, stderr } = await fetchFrom(host, [KEY, ...madeUp, KEY]);
    expect([code, sizes.length]).toEqual([1, 1_000]);
    expect(stdout).toContain(": 1 of ");
    expect(stderr).toMatch(
      /spc: Of its keys, [\d,]+ were not asked for\. A run asks an app for five minutes and 1,000 times at most/,
    );
    expect(stderr.match(/made/g)).toBe(null);
    expect(stderr.split("\n").length).toBeLessThan(30);
  });

  it("comes to the true key also if all that a run asks for are made up, and the app never answered before", async () => {
    trustApp();
    const host = await serveApp(answerOnly(KEY).listener);
    const madeUp = Array.from({ length: 700 }, (_, index) => `made${index}up`);
    const into = join(folder, `${++folders}`);
    const run = () => fetchFrom(host, [...madeUp, ...madeUp, KEY], undefined, into);
    expect(await run()).toMatchObject({ stdout: "", files: [] });
    expect((await run()).stdout).toContain(": 1 of 701 podcasts");
  });

  it("keeps a thousand paths of a host at most, and the one that is named", async () => {
    const madeUp = Array.from({ length: 2_001 }, (_, index) => `m${index}`);
    const log = [...madeUp, "spc"].map((path) => combined(`A/1 SPC/https://api.example.com/${path}?p=-`));
    const fetch = (app: string) =>
      runCommand("charts", ["spc", "--fetch", join(folder, "paths"), "--app", app, save("paths.log", log.join(""))]);
    const more = "The logs have more apps or keys than can be kept. The others are left out.\n";
    expect((await fetch("api.example.com")).stderr).toMatch(
      new RegExp(`^${more}api.example.com: It has several paths`),
    );
    expect((await fetch("api.example.com/spc")).stderr).toBe(
      `${more}api.example.com/spc: It has no key in the logs, and is not asked.\n`,
    );
  });

  it("counts a key once a line, however often the line has it", async () => {
    trustApp();
    const { listener, asked } = answerAll();
    const host = await serveApp(listener);
    const twice = `twice SPC/https://${host}/spc?p=twice SPC/https://${host}/spc?p=other`;
    await fetchFrom(host, [twice, twice, "often", "often", "often"]);
    expect(asked).toEqual([["often", "twice", "other"]]);
  });

  it("asks for five minutes at most", async () => {
    trustApp();
    const { listener, sizes } = answerOnly(KEY);
    const now = performance.now.bind(performance);
    const host = await serveApp((request, response) => {
      vi.spyOn(performance, "now").mockImplementation(() => now() + 300_000);
      listener(request, response);
    });
    const { code, stderr } = await fetchFrom(host, ["one", "two", KEY]);
    expect({ code, sizes }).toEqual({ code: 1, sizes: [3] });
    expect(stderr).toContain("Of its keys, 3 were not asked for.");
  });

  it("asks again for no key that the app refused in the last seven days, unless it has ever answered it", async () => {
    trustApp();
    const { listener, sizes } = answerOnly(KEY);
    let fail: RequestListener | undefined;
    const host = await serveApp((request, response) => (fail ?? listener)(request, response));
    const keys = ["one", "two", KEY];
    const into = join(folder, `${++folders}`);
    const run = async (more: readonly string[] = []) => {
      sizes.length = 0;
      const { stderr, stdout } = await fetchFrom(host, [...keys, ...more], undefined, into);
      return { stderr, stdout: stdout.replace(/ saved.*/s, ""), sizes: [...sizes] };
    };
    expect(await run()).toMatchObject({ stdout: `${host}/spc: 1 of 3 podcasts`, sizes: [3, 2, 1, 1, 1] });
    const again = {
      stderr: `${host}/spc: 2 keys not asked for, which it refused in the last seven days.\n`,
      stdout: `${host}/spc: 1 of 3 podcasts`,
      sizes: [1],
    };
    expect(await run()).toEqual(again);
    const kept = join(`${into}.data`, "spc");
    const [file = ""] = readdirSync(kept).map((name) => join(kept, name));
    expect(readFileSync(file, "utf8")).not.toMatch(new RegExp(`${KEY}|one|two`));
    expect([kept, file].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
    // An outage says nothing of a key, whether of all or of one that was answered before.
    fail = (_, response) => response.writeHead(400).end('{"error":"Busy"}');
    expect((await run()).stdout).toBe("");
    fail = answerOnly("three").listener;
    expect((await run(["three"])).stdout).toBe(`${host}/spc: 1 of 4 podcasts`);
    fail = undefined;
    expect(await run()).toEqual(again);
    const now = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => now + 7 * 86_400_000);
    expect((await run()).sizes).toEqual([3, 2, 1, 1, 1]);
  });

  it("goes on with what is known of keys if it is damaged", async () => {
    trustApp();
    const { listener, sizes } = answerOnly(KEY);
    const host = await serveApp(listener);
    const { into } = await fetchFrom(host, [KEY]);
    const [kept = ""] = readdirSync(join(`${into}.data`, "spc"));
    for (const content of ["", "[]", '{"answered":1,"refused":{"x":"y"}}']) {
      writeFileSync(join(`${into}.data`, "spc", kept), content);
      expect(await fetchFrom(host, [KEY], undefined, into)).toMatchObject({ code: 0, stderr: "" });
    }
    expect(sizes).toEqual([1, 1, 1, 1]);
  });

  it("saves the answers also where it can't keep what is known of keys", async () => {
    trustApp();
    const host = await serveApp(answerAll().listener);
    const into = join(folder, `${++folders}`);
    writeFileSync(`${into}.data`, "");
    expect(await fetchFrom(host, [KEY], undefined, into)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^What \S+ refused can't be kept, so the next run asks for it again: .*\n$/),
      files: [`${nameSource(host)}-1.json`],
    });
  });

  it("asks nothing if others can write in the data folder, where they could say what an app refused", async () => {
    trustApp();
    const { listener, sizes } = answerOnly(KEY);
    const host = await serveApp(listener);
    const into = join(folder, `${++folders}`);
    mkdirSync(into);
    mkdirSync(`${into}.data`);
    chmodSync(`${into}.data`, 0o777);
    expect(await fetchFrom(host, [KEY], undefined, into)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Other users can write in the folder ${into}.data.`),
    });
    expect(sizes).toEqual([]);
  });

  it("saves no key that an app quotes, and no GUID otherwise for a key that is made up", async () => {
    trustApp();
    const guid = "urn:example:2026";
    const episode = { totalListeners: 4, listenerHistogramResolutionSeconds: 60, listenerHistogram: [100, 50] };
    const quoting = {
      asOf: "2026-04-09T00:00:00Z",
      note: `for ${KEY}`,
      episodes: {
        [guid]: { ...episode, title: KEY },
        [`x${KEY}y`]: { ...episode, totalListeners: `p=${KEY.toUpperCase()}`, listenerHistogram: [{ [KEY]: [KEY] }] },
      },
    };
    const { listener } = answerAll({
      [KEY]: quoting,
      urn: { error: 1 },
      2026: { error: 1 },
      totalListeners: { error: 1 },
    });
    const host = await serveApp(listener);
    const { into, files, read } = await fetchFrom(host, [KEY, "urn", "2026", "totalListeners"]);
    expect(readFileSync(join(into, String(files[0])), "utf8").toLowerCase()).not.toContain(KEY);
    const { results } = read(String(files[0]));
    expect(results[1]).toMatchObject({ asOf: quoting.asOf, episodes: { [guid]: episode } });
    expect(Object.keys(results[1].episodes)).toEqual([guid, "x…y"]);
  });

  it("follows no link that somebody put into the folder, and replaces no file but its own", async () => {
    trustApp();
    const { listener, asked } = answerAll();
    const host = await serveApp(listener);
    const { into, files, read } = await fetchFrom(host, [KEY]);
    const [file, victim] = [join(into, String(files[0])), save("victim", '{"app":"mine"}')];
    const mine = read(String(files[0]));
    for (const link of [`${file}.part`, `${file}.tmp`]) symlinkSync(victim, link);
    // Who can write to the folder could read what a link leads to.
    const open = save("open.json", JSON.stringify(mine));
    chmodSync(open, 0o666);
    rmSync(file);
    symlinkSync(open, file);
    expect(await fetchFrom(host, [KEY, "other"], undefined, into)).toMatchObject({ code: 0 });
    expect([
      lstatSync(file).isFile(),
      statSync(file).mode & 0o077,
      Object.keys(read(String(files[0])).results),
    ]).toEqual([true, 0, ["1", "2"]]);
    expect([JSON.parse(readFileSync(open, "utf8")), readFileSync(victim, "utf8")]).toEqual([mine, '{"app":"mine"}']);

    rmSync(file);
    symlinkSync(victim, file);
    expect(await fetchFrom(host, [KEY], undefined, into)).toMatchObject({
      code: 1,
      stderr: `${file} is there already, and is no answer of this command. Choose another file, or delete it first.\n`,
    });
    expect([asked.length, readFileSync(victim, "utf8")]).toEqual([2, '{"app":"mine"}']);
  });

  it.each([
    ["refuses all for one key", 400, '{"error":"Unknown key bad"}'],
    ["answers too much", 200, " ".repeat(17_000_000)],
  ])("asks an app that %s for fewer podcasts", async (_, status, body) => {
    trustApp();
    const { listener, asked } = answerAll();
    const host = await serveApp((request, response) => {
      if (request.url?.includes("p=bad")) response.writeHead(status).end(body);
      else listener(request, response);
    });
    const { code, stdout, stderr } = await fetchFrom(host, ["a", "b", "bad", "c"]);
    expect({ code, stdout: stdout.slice(0, stdout.indexOf(" saved")), asked }).toEqual({
      code: 1,
      stdout: `${host}/spc: 3 of 4 podcasts`,
      asked: [["a", "b"], ["c"]],
    });
    expect(stderr).toBe(`${host}/spc, /bad.xml: ${status === 400 ? '"Unknown key …"' : '"It has more than 16 MB."'}\n`);
  });

  const UNREADABLE = "It answers 200 without results that can be read.";
  it.each<[string, RequestListener, string]>([
    [
      "redirects",
      (_, response) => response.writeHead(302, { location: "https://example.com/" }).end(),
      "It redirects, and is not followed. If it has moved, its next visits say so.",
    ],
    ["is a web page", (_, response) => response.end("<!doctype html><p>Sign in</p>"), UNREADABLE],
    ["has no results", (_, response) => response.end('{"asOf":1}'), UNREADABLE],
    [
      "fails, and quotes a key",
      (_, response) => response.writeHead(503).end(`{"error":"Busy with ${KEY}"}`),
      'It answers 503 with "Busy with …".',
    ],
    [
      "is a gzip that is cut",
      (_, response) =>
        response
          .writeHead(200, { "content-encoding": "gzip" })
          .end(gzipSync(JSON.stringify({ results: { [KEY]: podcast } })).subarray(0, 60)),
      UNREADABLE,
    ],
    ["lacks the podcast", (_, response) => response.end('{"results":{}}'), '"The answer does not have it."'],
  ])("says in a sentence that an answer %s, and saves nothing", async (_, listener, problem) => {
    trustApp();
    const { code, stdout, stderr, files } = await fetchFrom(await serveApp(listener), [KEY]);
    expect({ code, stdout, files }).toEqual({ code: 1, stdout: "", files: [] });
    expect(stderr).toContain(problem);
    expect(stderr).not.toContain(KEY);
  });

  it("gives an app ten seconds", async () => {
    trustApp();
    const { timeout } = AbortSignal;
    vi.spyOn(AbortSignal, "timeout").mockImplementation((limit) =>
      timeout.call(AbortSignal, limit === 10_000 ? 100 : limit),
    );
    const { stderr } = await fetchFrom(await serveApp((_, response) => response.write("{")), [KEY]);
    expect(stderr).toContain("It was not complete after 10 s. Try again later.");
  });

  it("asks no app whose certificate nobody trusts", async () => {
    const { listener, asked } = answerAll();
    const { stderr } = await fetchFrom(await serveApp(listener), [KEY]);
    expect({ stderr, asked }).toEqual({ stderr: expect.stringContaining("SELF_SIGNED_CERT"), asked: [] });
  });

  it("asks no app whose name leads to this machine or its network", async () => {
    trustApp();
    const { listener, asked } = answerAll();
    const { stderr } = await fetchFrom(await serveApp(listener, "169.254.169.254"), [KEY]);
    expect({ stderr, asked }).toEqual({
      stderr: expect.stringContaining("It is on this machine or its network, and is not asked."),
      asked: [],
    });
  });

  it.each([
    ["api.example.com", "It is not in the logs."],
    ["a.example.com", "It is not https, and is not asked."],
    ["10.0.0.1", "It is private, and is not asked."],
    ["b.example.com", "It has several paths in the logs. Name the app's own: --app HOST/PATH, as it is listed."],
    ["c.example.com", "It has no key in the logs, and is not asked."],
  ])("does not ask %s", async (app, problem) => {
    const paths = ["10.0.0.1/?p=1", "b.example.com/1?p=1", "b.example.com/2?p=1", "c.example.com/?p=a-b"];
    const addresses = ["http://a.example.com/?p=1", ...paths.map((path) => `https://${path}`)];
    const log = save("not.log", addresses.map((address) => combined(`Cast/1 SPC/${address}`)).join(""));
    const outcome = await runCommand("charts", ["spc", "--fetch", join(folder, "not"), "--app", app, log]);
    expect(outcome).toEqual({ code: 1, stdout: "", stderr: expect.stringContaining(`${app}: ${problem}`) });
  });

  it.each([
    ["--fetch", "spc"],
    ["--app", "api.example.com"],
  ])("is refused with %s alone", async (...args) => {
    const stderr = "Pass --fetch and --app together, or neither to list the apps.\n";
    expect(await list(...args, save("alone.log", combined("Cast/1")))).toEqual({ code: 1, stdout: "", stderr });
  });
});

it("the source of an app is its host, and a long one is told from others that begin like it", () => {
  expect(nameSource("api.examplecast.com:8443")).toBe("spc-api-examplecast-com-8443");
  const [one = "", other = ""] = ["one", "other"].map((end) =>
    nameSource(`a-very-long-name-of-an-app.example.com.${end}`),
  );
  for (const name of [one, other]) expect(name).toMatch(/^spc-a-very-long-name-of-an-app--?[a-z0-9-]*-[0-9a-f]{8}$/);
  expect([one.length <= 40, one === other]).toEqual([true, false]);
});

it("an app that fetches a feed with SPC is found in the log, asked, imported, and in the report beside the own curve", async () => {
  trustApp();
  const guid = "spc circle";
  const histogram = Array.from({ length: 10 }, (_, minute) => 100 - 8 * minute);
  const host = await serveApp(({ url = "" }, response) => {
    const key = new URL(url, "https://x.test").searchParams.get("p") ?? "";
    const episodes = { [guid]: { totalListeners: 4_000, listenerHistogram: histogram } };
    response.end(JSON.stringify({ results: { [key]: { asOf: "2026-04-09T17:46:29.476Z", episodes } } }));
  });
  const feed = composeFeedOf({ [guid]: 600 });
  let log = "";
  const site = await serve(({ url = "", headers }, response) => {
    log += combined(String(headers["user-agent"]), url);
    response.end(feed);
  });
  await fetch(`${site}/feed.xml`, {
    headers: { "user-agent": `ExampleCast/1.0.1 SPC/https://${host}/spc?p=${KEY}` },
  });

  const access = save("circle.log", log);
  expect((await list(access)).stdout).toBe(`${host}  /spc  ExampleCast  /feed.xml  2026-04-09\n`);
  const into = join(folder, "circle");
  expect((await runCommand("charts", ["spc", "--fetch", into, "--app", host, access])).code).toBe(0);
  const own = save(
    "own.json",
    JSON.stringify({
      guid,
      duration: 600,
      data: histogram.map((percentage, minute) => ({ time: 60 * minute, percentage })),
    }),
  );
  const imported = await runCommand("charts", ["import", "--feed", save("feed.xml", feed), own, into]);
  expect(imported).toMatchObject({
    code: 0,
    stdout: `2 charts written (1 own, 1 ${nameSource(host)}): 2 new, 0 refused\n`,
  });
  expect(await readChartItem(guid)).toMatchObject({ [`curve:${nameSource(host)}`]: { listeners: 4_000, points: 10 } });

  const out = join(folder, "report.html");
  await runCommand("charts", ["report", "--feed", save("feed.xml", feed), "--out", out]);
  const [episode] = readEpisodes(out);
  expect(episode?.sources?.map(({ name, kind }) => [name, kind])).toEqual([
    ["your own listeners", "unknown"],
    [`SPC ${nameSource(host).slice(4)}`, "starters"],
  ]);
});
