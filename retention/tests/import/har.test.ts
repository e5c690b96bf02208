import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { DashboardAnswers } from "../../sources/har/dashboard-answers.ts";
import { runCommand, runScript } from "../support/command.ts";
import { fact } from "../support/facts.ts";
import { createHar, type HarEntry, SECRET, toSpotifyUrl } from "../support/har.ts";
import { importFiles, readChart } from "../support/import.ts";
import { compose } from "./formats.ts";

const save = useFolder();

const IDS = ["4rOoJ6Egrf8K2IrywzwOMa", "4rOoJ6Egrf8K2IrywzwOMb", "4rOoJ6Egrf8K2IrywzwOMc"] as const;
const [FIRST, SECOND] = IDS;

const MAP = ["--map", save("map.csv", IDS.map((id, index) => `${id},har-${index}\n`).join(""))];

/** Spotify's answer for an episode, with the listeners of its seconds. */
function spotify(id: string, samples: readonly number[] = [4, 3, 1]): HarEntry {
  return { url: toSpotifyUrl(id), content: { samples, max: 4, seconds: 3 } };
}

function graphql(variables: unknown, content: unknown): HarEntry {
  const body = { operationName: "getEpisodePerformanceAllTime", variables };
  return { url: "https://dashboard.example/graphql", method: "POST", body, content };
}

function toPoints(samples: readonly number[]) {
  const points = samples.map((sampleCount, second) => ({ second, sampleCount }));
  return { episodePerformanceTotalAllTime: { analyticsValue: { analyticsValue: { points } } } };
}

const LIST: HarEntry = {
  url: "https://dashboard.example/episodes",
  content: {
    episodes: [
      { id: FIRST, name: "On tides" },
      { uri: `spotify:episode:${SECOND}`, title: "The harbour" },
    ],
  },
};

const FEED = save(
  "feed.xml",
  `<rss><channel><title>Tides</title>
    <item><title>On Tides!</title><guid>urn:tides</guid></item>
    <item><title>The harbour</title><guid>urn:harbour</guid></item>
  </channel></rss>`,
);

function saveHar(...entries: readonly HarEntry[]): string {
  return save("spotify.har", createHar(...entries));
}

/** Imports a HAR file, and writes nothing. */
function check(...entries: readonly HarEntry[]) {
  return importFiles("--dry-run", ...MAP, "--duration", "3", "--same-duration", saveHar(...entries));
}

async function map(...entries: readonly HarEntry[]): Promise<string> {
  return (await runCommand("charts", ["map", "--feed", FEED, saveHar(...entries)])).stdout;
}

describe("a HAR file", () => {
  it("gives the curves of its answers, as files of their own would, and says what else is in it", async () => {
    const apple = {
      content: { results: { 1: { podcastEpisodeGuid: "har-apple", offers: [{ assets: [{ duration: 30 }] }] } } },
      episodePlayHistogram: [{ 0: 2 }, { 15: 1 }],
    };
    const table = "guid,time,count\nhar-table,0,2\nhar-table,1,1\n";
    const file = saveHar(
      spotify(FIRST),
      spotify(SECOND, [0, 0]),
      { url: "https://apple.example/episodeDetails", content: apple },
      { url: "https://dashboard.example/table", content: table, mimeType: "text/csv" },
      { url: "https://dashboard.example/page", content: "<!doctype html>", mimeType: "text/html" },
    );
    const { stdout, stderr } = await importFiles(...MAP, "--duration", "3", "--same-duration", file);
    expect(stdout).toBe("3 charts written (1 apple, 1 csv, 1 spotify): 3 new, 1 refused (1 no data)\n");
    expect(stderr).toContain(`${file}: 3 curves, 1 episode without data, 1 other answer\n`);
    expect(stderr).toContain(
      `${file}: ${SECOND}: The answer of dashboard.example/podcasters/v0/episodes/${SECOND}/performance is spotify's, with samples, and has no data. There may be too few`,
    );
    expect(await readChart("har-0")).toMatchObject({
      data: [{ percentage: 100 }, { percentage: 75 }, { percentage: 25 }],
    });
  });

  it("may be gzipped, come on the standard input, and have a byte order mark and any order of members", async () => {
    const har = createHar(spotify(FIRST));
    const { log } = JSON.parse(har);
    const reversed = {
      comment: "saved",
      log: { pages: [{ entries: [1] }], entries: log.entries, "ent\\ries": [2], creator: {} },
      entries: [3],
    };
    const files = [save("a.har.gz", gzipSync(har)), save("b.har", `\uFEFF\n${JSON.stringify(reversed, null, 2)}`)];
    const stdout = "1 chart would be written (1 spotify), 0 refused\n";
    for (const file of files) expect(await importFiles("--dry-run", ...MAP, file)).toMatchObject({ stdout });
    const piped = await runScript("charts", ["import", "--dry-run", ...MAP, "-"], { input: har });
    expect(piped.stderr).toContain("-: 1 curve, 0 other answers\n");
  });

  it("takes the later one of two answers for an episode, whatever its interface, and says so", async () => {
    const later = graphql({ uri: `spotify:episode:${FIRST}` }, { data: { episodeByUri: toPoints([8, 2, 2]) } });
    const empty = spotify(FIRST, [0, 0]);
    const file = saveHar(spotify(FIRST), spotify(SECOND), later, empty);
    const { stdout, stderr } = await importFiles(...MAP, "--duration", "3", "--same-duration", file);
    expect(stdout).toMatch(/^2 charts written \(2 spotify\): .*0 refused\n$/);
    expect(stderr).toContain(`${file}: 2 curves, 1 answer replaced by fuller or later ones, 0 other answers\n`);
    expect(await readChart("har-0")).toMatchObject({
      data: [{ percentage: 100 }, { percentage: 25 }, { percentage: 25 }],
    });
  });

  const json = JSON.stringify({ samples: [2, 1], max: 2 });
  const toBase64 = (content: string | Uint8Array) => Buffer.from(content).toString("base64");
  it.each([
    ["base64", toBase64(json), "base64"],
    ["text that is called base64", json, "base64"],
    ["base64 that is not called so", toBase64(json)],
    [
      "base64 in lines, without padding",
      toBase64(`${json} `).replaceAll(/.{20}/g, "$&\r\n").replace(/=+$/, ""),
      "base64",
    ],
  ])("may have a content in %s", async (_, content, encoding?: string) => {
    const { code, stderr } = await check({ url: toSpotifyUrl(FIRST), content, ...(encoding && { encoding }) });
    expect([code, stderr]).toEqual([0, expect.stringContaining(": 1 curve, 0 other answers\n")]);
  });

  it.each([
    ["a gzip", toBase64(gzipSync(json))],
    ["JSON behind a guard", `)]}'\n${json}`],
  ])("is to be saved in a browser if a program left its content encoded: %s", async (_, content) => {
    const { code, stderr } = await check({ url: toSpotifyUrl(FIRST), content });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(" encoded. Load those episodes again, and save them in a"),
    ]);
  });

  it("counts answers without content, but for episodes that another answer has", async () => {
    const { code, stderr } = await check(
      spotify(FIRST),
      { url: toSpotifyUrl(FIRST) },
      { url: toSpotifyUrl(SECOND) },
      { url: toSpotifyUrl(SECOND), content: "" },
      { url: toSpotifyUrl(IDS[2]), method: "OPTIONS" },
      { url: toSpotifyUrl(SECOND), status: 401 },
      { url: "https://apple.example/episodeDetails?id=1" },
      { url: "https://dashboard.example/unknown.json" },
      { url: "https://dashboard.example/picture", mimeType: "image/png" },
      { url: "https://dashboard.example/empty.json", size: 0 },
    );
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /: 1 curve, 3 answers without content, 4 other answers\n.*: The browser did not save all contents\. /,
    );
  });

  it("says how many answers to requests for curves are of no known format", async () => {
    const { stderr } = await check(spotify(FIRST), { url: toSpotifyUrl(SECOND), content: { v2: true } });
    expect(stderr).toMatch(
      /: 1 curve, 1 answer of an unknown format, 0 other answers\n.*: The platform may have changed /,
    );
  });

  it("is refused without any curve, if it is cut off, and without entries", async () => {
    const har = createHar(spotify(FIRST));
    for (const [content = "", code, has] of [
      [createHar(LIST), "no-answers", "dashboard.example"],
      [har.slice(0, -200), "cut-off"],
      ['{"log":{"entries":[', "cut-off"],
      ['{"log":{"pages":[]}}', "damaged-har", "log.entries"],
      ['{"log":{"entries":{"a":[{}]}}}', "damaged-har", "log.entries"],
      ['{"log":{"entries":[{} {}]}}', "damaged-har", "between its entries"],
    ] as const) {
      const outcome = await importFiles("--dry-run", ...MAP, save("bad.har", content));
      expect(outcome).toMatchObject({ code: 1, refusals: [fact(code, has)] });
    }
  });

  it("gives the others where an entry is malformed, or larger than any answer with a curve", async () => {
    const entries = [
      null,
      7,
      {},
      { request: { url: "no url" } },
      { response: { content: { text: "x".repeat(17 << 20) } } },
    ];
    const { log } = JSON.parse(createHar(spotify(FIRST), spotify(SECOND)));
    const file = save("odd.har", JSON.stringify({ log: { entries: [log.entries[0], ...entries, log.entries[1]] } }));
    const { code, stderr } = await importFiles("--dry-run", ...MAP, file);
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`${file}: 2 curves, 5 other answers\n`),
    });
  });

  it.each([
    ["URL", '"url":"https://a.example/"', '"url":ODD'],
    ["type", '"mimeType":"application/json"', '"mimeType":ODD'],
    ["size", '"size":7', '"size":ODD'],
    ["query", '"query":7', '"query":ODD'],
    ["id", '"episodeid":7', '"episodeid":ODD'],
  ])("gives the others where a member is no text or number, and can't become any: %s", async (_name, member, odd) => {
    const request = { method: "POST", url: "https://a.example/", postData: { text: '{"query":7}' } };
    const answer = {
      episodePlayCountAllTime: { episodeid: 7 },
      episodePlayHistogram: [],
      content: { results: { 8: {} } },
    };
    const contents = [{ size: 7, mimeType: "application/json" }, { text: JSON.stringify(answer) }];
    const entries = contents.map((content) => JSON.stringify({ request, response: { status: 200, content } })).join();
    const har = createHar(spotify(FIRST)).replace('"entries":[', () => `"entries":[${entries},`);
    for (const value of ['{"toString":1}', `${"[".repeat(20_000)}${"]".repeat(20_000)}`]) {
      const text = [member, odd.replace("ODD", value)].map((part) => [part, JSON.stringify(part).slice(1, -1)]);
      const [[plain = "", quoted = ""] = [], [oddPlain = "", oddQuoted = ""] = []] = text;
      const file = save(
        "odd.har",
        har.replaceAll(plain, () => oddPlain).replaceAll(quoted, () => oddQuoted),
      );
      const { stdout } = await runCommand("charts", ["map", file]);
      expect(stdout).toContain(`${FIRST},`);
    }
  });

  it("uses --guid for its only curve, and for none of two", async () => {
    const alone = await importFiles("--dry-run", "--guid", "har-guid", saveHar(spotify(FIRST), LIST));
    expect(alone).toMatchObject({ code: 0, stdout: "1 chart would be written (1 spotify), 0 refused\n" });
    const two = await importFiles("--dry-run", "--guid", "har-guid", saveHar(spotify(FIRST), spotify(SECOND)));
    expect(two.stdout).toContain("2 refused (2 without a GUID)");
    const bad = saveHar(spotify(FIRST), spotify(SECOND, [0]));
    const withRefusal = await importFiles("--dry-run", "--guid", "har-guid", bad);
    expect(withRefusal.stdout).toContain("2 refused (1 without a GUID, 1 no data)");
  });

  it("gives only curves of the format that --format names", async () => {
    const file = saveHar(spotify(FIRST), { url: "https://x.example/t", content: "guid,time,count\na,0,2\na,1,1\n" });
    const { stdout } = await importFiles("--dry-run", "--format", "csv", "--duration", "3", file);
    expect(stdout).toBe("1 chart would be written (1 csv), 0 refused\n");
  });
});

describe("the key of an answer in a HAR file", () => {
  it("is the id in the request, and its title the one that another answer gives to that id", async () => {
    const file = saveHar();
    expect((await map(LIST, spotify(FIRST), spotify(SECOND))).split("\n")).toEqual([
      "key,guid",
      `# ${file}, id in the request: On tides`,
      `${FIRST},urn:tides`,
      `# ${file}, id in the request: The harbour`,
      `${SECOND},urn:harbour`,
      "",
    ]);
  });

  it.each([
    ["by POST", graphql({ episodeUri: `spotify:episode:${FIRST}` }, { data: { e: toPoints([2, 1]) } })],
    ["by the id alone", graphql({ id: FIRST }, { data: { e: toPoints([2, 1]) } })],
    [
      "by GET",
      {
        url: `https://dashboard.example/graphql?operationName=getEpisodePerformanceAllTime&variables=${encodeURIComponent(JSON.stringify({ uri: `spotify:episode:${FIRST}` }))}`,
        content: { data: { e: toPoints([2, 1]) } },
      },
    ],
  ])("is in the variables of a GraphQL request %s", async (_, entry) => {
    expect(await map(entry)).toContain(`, id in the request\n${FIRST},\n`);
  });

  it.each([
    "video==dQw4w9WgXcQ",
    "video==dQw4w9WgXcQ;audienceType==ORGANIC",
    "audienceType==ORGANIC;video==dQw4w9WgXcQ",
    "audienceType%3D%3DORGANIC%3Bvideo%3D%3DdQw4w9WgXcQ",
    "country==SE; video==dQw4w9WgXcQ",
    "audienceType==ORGANIC&filters=video==dQw4w9WgXcQ",
  ])("is the video in a request to YouTube's API: %s", async (filters) => {
    const url = `https://youtubeanalytics.googleapis.com/v2/reports?dimensions=elapsedVideoTimeRatio&filters=${filters}`;
    expect(await map({ url, content: compose.youtube([[0.01, 1]]) })).toContain("\ndQw4w9WgXcQ,\n");
  });

  it("has no title if it is given two, and none of an answer whose ids look like no episode's", async () => {
    const other = {
      url: "https://dashboard.example/other",
      content: [
        { id: FIRST, title: "Another" },
        { id: "u1", name: "On tides" },
      ],
    };
    expect(await map(LIST, other, spotify(FIRST))).toContain(`, id in the request\n${FIRST},\n`);
  });

  it("is all that is kept of an answer without a curve, with its title", () => {
    const answers = new DashboardAnswers();
    const request = { url: new URL("https://dashboard.example/list"), body: undefined };
    const tooLarge = { id: SECOND, title: "Far too large", padding: "x".repeat(5 << 20) };
    for (const answer of [{ id: FIRST, title: "On tides" }, { id: "u1", name: SECRET }, tooLarge])
      answers.add(request, Buffer.from(JSON.stringify(answer)));
    expect([FIRST, "u1", SECOND].map((id) => answers.findTitle([id]))).toEqual(["On tides", undefined, undefined]);
  });

  it("is said to lack a title if the list of episodes was not loaded", async () => {
    const { stderr } = await runCommand("charts", ["map", "--feed", FEED, saveHar(spotify(FIRST), spotify(SECOND))]);
    expect(stderr).toContain(
      "GUIDs found by title: 0, to be completed: 2\nNo answer has the title of 2 episodes of HAR files. Open the panel, reload the dashboard's list of episodes, and save again with it.\n",
    );
    const listed = await runCommand("charts", ["map", "--feed", FEED, saveHar(LIST, spotify(FIRST))]);
    expect(listed.stderr).not.toContain("No answer has");
  });

  it("is never the name of the HAR file, which has many episodes", async () => {
    const file = saveHar(graphql({ uri: `spotify:episode:${FIRST}`, id: SECOND }, { data: { e: toPoints([2, 1]) } }));
    const spotifyMap = ["--map", save("names.csv", "spotify,urn:tides\n")];
    const { refusals } = await importFiles("--dry-run", ...spotifyMap, "--duration", "3", file);
    expect(refusals).toEqual([fact("answer-without-guid")]);
    expect(await map(spotify(FIRST))).not.toContain("spotify,");
  });
});

describe("the secrets in a HAR file", () => {
  /** Each way in which an answer can fail, with a secret in all that is around it. */
  const entries: readonly HarEntry[] = [
    spotify(FIRST),
    spotify(FIRST, [2, 1]),
    spotify(SECOND, [0]),
    { url: toSpotifyUrl(SECOND) },
    { url: toSpotifyUrl(SECOND), content: { error: SECRET, [SECRET]: SECRET } },
    { url: toSpotifyUrl(SECOND), content: `{"samples":[${SECRET}` },
    { url: `https://dashboard.example/${SECRET}`, content: { message: SECRET, title: SECRET, id: SECRET } },
    { url: `https://dashboard.example/${SECRET}`, content: `${SECRET},${SECRET}\n`, mimeType: "text/csv" },
    { url: `https://dashboard.example/${SECRET}`, content: `<html>${SECRET}`, mimeType: SECRET, encoding: SECRET },
    graphql({ uri: SECRET }, { data: { e: toPoints([2, 1]) } }),
    graphql({ uri: SECRET }, { data: null, errors: [{ message: SECRET }] }),
    { url: "https://dashboard.example/list", content: { id: IDS[2], title: SECRET } },
    ...[
      { samples: [1, SECRET], max: 2 },
      { samples: [1], sampleRate: SECRET },
      { samples: [1], max: 1, error: SECRET, message: SECRET, [SECRET]: { [SECRET]: 1 } },
      { kind: "performance", data: { rows: [[SECRET, 1]] }, episodeId: 7 },
      { kind: "performance", data: { rows: [[0, 1], SECRET] } },
      { [SECRET]: toPoints([2, 1]), data: { [SECRET]: { ...toPoints([]), uri: 7 } } },
      { data: { [SECRET]: { episodePerformanceTotalAllTime: SECRET } }, errors: [{ message: SECRET }] },
      { columnHeaders: [{ name: "elapsedVideoTimeRatio" }, { name: SECRET }], rows: [[SECRET, SECRET]] },
      compose.youtube([[0.5, SECRET]]),
      { retentionByEpisode: [{ buckets: [{ bucket: SECRET, pct: 1 }] }, SECRET] },
      { showUuid: SECRET, episodeListens: { [SECRET]: { minuteMaps: [SECRET] } } },
      { showUuid: SECRET, episodeListens: SECRET },
      { episodePlayHistogram: [{ [SECRET]: 1 }, { 15: SECRET }] },
      { episodePlayHistogram: [{ 0: 1 }, { 15: 1 }], content: { results: { [SECRET]: 1, other: 2 } } },
      {
        episodePlayHistogram: [{ 0: 1 }, { 15: 1 }],
        content: { results: { 1: { offers: [{ assets: [{ duration: SECRET }] }] } } },
      },
      {
        content: { results: { 1: { podcastEpisodeGuid: SECRET.repeat(200) } } },
        episodePlayHistogram: [{ 0: 1 }, { 15: 1 }],
      },
      { provider: SECRET, meta: { [SECRET]: SECRET }, data: { samples: [SECRET], max: 1 } },
      `{"samples":[2,1],"max":2,"${SECRET}":1,"${SECRET}":2}`,
      `time,count\n0,${SECRET}\n`,
      `time,count,time,count,${SECRET}\n0,1\n`,
      `time,count\n0,1\n1,"${SECRET}"x\n`,
      `guid,time,count\n${SECRET},5,${SECRET}\n`,
      `${SECRET} (%),b (%)\n${Array.from({ length: 100 }, (_, at) => `${at},50\n`).join("")}`,
    ].map((content) => ({ url: `https://dashboard.example/known?token=${SECRET}`, content })),
  ];
  const har = createHar(...entries);
  const files = {
    "whole.har": har,
    "malformed.har": har.replaceAll('"connection":', '"connection" '),
    "cut.har": har.slice(0, -200),
    "damaged.har": har.replace('{"pageref"', `${SECRET} {"pageref"`),
    "no-entries.har": har.replace('"entries"', `"${SECRET}"`),
    "not-utf8.har": Buffer.from(har.replaceAll(SECRET, `${SECRET}\u00ff`), "latin1"),
  };

  it.each(Object.entries(files))("are in nothing that a command prints or writes: %s", async (name, content) => {
    const file = save(name, content);
    const outcomes = [
      await runCommand("charts", ["map", "--feed", FEED, file]),
      await importFiles("--dry-run", ...MAP, file),
      await importFiles("--dry-run", "--json", "--format", "spotify", file),
      await importFiles(...MAP, "--duration", "3", "--same-duration", file),
      await runCommand("charts", ["export", "--all"]),
    ];
    expect(outcomes.map(({ stdout, stderr }) => stdout + stderr).join("")).not.toContain(SECRET);
  });
});
