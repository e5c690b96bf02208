import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { composeFeed } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { serve } from "../../../tests/support/stand-in.ts";
import { writeChartItem } from "../../../tests/support/tables.ts";
import type { FileKind } from "../../cli/feed/linked-file.ts";
import { addLinkedChapters, CHAPTERS_FILE } from "../../cli/report/linked-chapters.ts";
import { LinkedFiles } from "../../cli/report/linked-files.ts";
import { computeEpisode } from "../../report/make/measure-episode.ts";
import { runCommand } from "../support/command.ts";
import { useNames } from "../support/names.ts";
import { makeChart, makeItem, readEpisodes } from "../support/report.ts";

const save = useFolder();
const file = save("report.html", "");
const GUIDS = Array.from({ length: 8 }, (_, index) => `with chapters ${index}`);

const CHAPTERS = {
  version: "1.2.0",
  chapters: [
    { startTime: 60, endTime: 90, title: "Middle" },
    { startTime: 90, endTime: "", title: " " },
    { startTime: 0, title: "Start", img: "https://h.test/x.png" },
    { startTime: 90, title: "Not listed", toc: false },
    { startTime: "120.5", title: "Text" },
    { startTime: 30 },
    { startTime: -1, title: "Before the start" },
    { startTime: null, title: "Nowhere" },
    { startTime: 140, title: `${"x".repeat(199)}yz` },
    { startTime: 40, title: " " },
    null,
  ],
};
const TITLES = ["Start", "Middle", "Text", `${"x".repeat(199)}…`];

beforeAll(async () => {
  for (const guid of GUIDS) await writeChartItem(makeItem(guid));
});

/** A server of chapters, and what it was asked. */
interface Host {
  /** Its URL by a name whose addresses are not here. */
  readonly url: string;
  /** Its URL on this machine. */
  readonly ownUrl: string;
  readonly requests: readonly IncomingMessage[];
}

async function startHost(listener: RequestListener, names: Parameters<typeof useNames>[0] = {}): Promise<Host> {
  useNames({ "chapters.test": ["9.9.9.9"], ...names });
  const requests: IncomingMessage[] = [];
  const ownUrl = await serve((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  return { url: ownUrl.replace("127.0.0.1", "chapters.test"), ownUrl, requests };
}

const sendChapters: RequestListener = (_, response) => response.end(JSON.stringify(CHAPTERS));

/** Lets the test say when a limit of time has passed. Returns what ends all of these times. */
function holdTimeout(milliseconds: number): () => void {
  const { timeout } = AbortSignal;
  const held: AbortController[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((limit) => {
    if (limit !== milliseconds) return timeout.call(AbortSignal, limit);
    held.push(new AbortController());
    return held.at(-1)?.signal ?? AbortSignal.abort();
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return () => {
    for (const controller of held) controller.abort(new DOMException("It took too long.", "TimeoutError"));
  };
}

/** Writes a feed whose episodes link chapters, the first at `/0.json`. */
function formatFeed(url: string, guids: readonly string[] = GUIDS.slice(0, 1), inline = ""): string {
  const items = guids.map((guid, index) => {
    const link = `<podcast:chapters url="${url}/${index}.json?key=secret" type="application/json+chapters"/>`;
    return { guid, more: `${link}${inline}` };
  });
  return composeFeed(items, "Tides");
}

/** Makes a report of a feed. Returns what was said, the titles of each episode's chapters, and the ends of the first one's. */
async function report(feed: string, folder: string, ...options: readonly string[]) {
  const path = feed.startsWith("<") ? save("feed.xml", feed) : feed;
  const { code, stderr } = await runCommand("charts", ["report", "--feed", path, "--out", file, ...options], {
    env: { DYNAMODB_FOLDER: folder },
  });
  const rows = readEpisodes(file).map(({ chapters = [] }) => chapters);
  const ends = rows[0]?.map(({ end }) => end);
  return { code, stderr, ends, chapters: rows.map((chapters) => chapters.map(({ title }) => title)) };
}

const folderOf = (name: string) => join(save(`${name}.folder`, ""), "..", name);

/** Makes a report of a feed that links a host's chapters, and fetches them into a folder. */
const fetchChapters = ({ url }: Host, folder: string, guids?: readonly string[]) =>
  report(formatFeed(url, guids), folderOf(folder), "--chapters");

describe("charts -- report, of a feed that links chapters", () => {
  it("says that it could fetch them, and fetches none", async () => {
    const host = await startHost(sendChapters);
    expect(await report(formatFeed(host.url, GUIDS), folderOf("none"))).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("The feed links the chapters of 8 episodes. To fetch them: --chapters\n"),
      chapters: GUIDS.map(() => []),
    });
    expect(host.requests).toEqual([]);
  });

  it("fetches them with --chapters, without those that are not to be listed", async () => {
    const host = await startHost(sendChapters);
    const { code, stderr, chapters, ends } = await fetchChapters(host, "fetched");
    expect({ code, chapters, ends }).toEqual({ code: 0, chapters: [TITLES], ends: [30, 90, 140, 600] });
    expect(stderr).toMatch(/Of the 10 chapters of “.*”, 6 can't be read, or lie beyond its end, the first at 90\./);
    expect(stderr).not.toContain("could not");
    expect(host.requests.map(({ headers }) => [headers["if-none-match"], headers["if-modified-since"]])).toEqual([
      [undefined, undefined],
    ]);
  });

  it("asks again with the validators that the server gave, and keeps what has not changed", async () => {
    let [tag, isGone] = ['"one"', false];
    const host = await startHost((request, response) => {
      response.setHeader("ETag", tag).setHeader("Last-Modified", "Sun, 01 Nov 2026 00:00:00 GMT");
      if (request.headers["if-none-match"] === tag) response.writeHead(304).end();
      else if (isGone) response.writeHead(500).end();
      else response.end(JSON.stringify({ chapters: [{ startTime: 0, title: tag }] }));
    });
    const make = () => fetchChapters(host, "again");
    expect((await make()).chapters).toEqual([['"one"']]);
    expect((await make()).chapters).toEqual([['"one"']]);
    expect(host.requests.at(-1)?.headers).toMatchObject({
      "if-none-match": '"one"',
      "if-modified-since": "Sun, 01 Nov 2026 00:00:00 GMT",
    });
    tag = '"two"';
    expect((await make()).chapters).toEqual([['"two"']]);
    [tag, isGone] = ['"three"', true];
    expect(await make()).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(
        `1 file of chapters could not be fetched; of 1, an earlier copy is used. ${host.url}/0.json: It answers 500.\n`,
      ),
      chapters: [['"two"']],
    });
  });

  it("fetches again what is kept, but damaged", async () => {
    const host = await startHost((request, response) =>
      request.headers["if-none-match"]
        ? response.writeHead(304).end()
        : response.setHeader("ETag", "a").end(JSON.stringify(CHAPTERS)),
    );
    const folder = folderOf("damaged");
    await report(formatFeed(host.url), folder, "--chapters");
    const [name = ""] = readdirSync(join(folder, "linked-files"));
    expect(statSync(join(folder, "linked-files")).mode & 0o777).toBe(0o700);
    expect(name).toMatch(/^[0-9a-f]{64}\.json$/);
    for (const content of ["", "{", '{"etag":"a"}', '{"etag":"a","content":[1]}']) {
      writeFileSync(join(folder, "linked-files", name), content);
      const again = await report(formatFeed(host.url), folder, "--chapters");
      expect(again).toMatchObject({ code: 0, chapters: [TITLES] });
    }
  });

  it("fetches some at once, each URL once, and none of an episode without a chart", async () => {
    let [underWay, most] = [0, 0];
    const host = await startHost(async (_, response) => {
      most = Math.max(most, ++underWay);
      await setTimeout(20);
      underWay--;
      response.end(JSON.stringify(CHAPTERS));
    });
    const feed = formatFeed(host.url, [...GUIDS, "without a chart"]).replace("/1.json", "/0.json");
    expect((await report(feed, folderOf("many"), "--chapters")).chapters).toEqual(GUIDS.map(() => TITLES));
    const asked = host.requests.map(({ url }) => url?.split("?")[0]).sort();
    expect(asked).toEqual(["/0.json", "/2.json", "/3.json", "/4.json", "/5.json", "/6.json", "/7.json"]);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(6);
  });

  it("takes those in the feed itself, if it has both", async () => {
    const host = await startHost(sendChapters);
    const inline = '<psc:chapters><psc:chapter start="0" title="Inline"/></psc:chapters>';
    const { chapters } = await report(formatFeed(host.url, undefined, inline), folderOf("inline"), "--chapters");
    expect({ chapters, requests: host.requests }).toEqual({ chapters: [["Inline"]], requests: [] });
  });

  it.each<readonly [string, RequestListener, string]>([
    ["are not there", (_, response) => response.writeHead(404).end(), "It answers 404."],
    ["have more than 1 MB", (_, response) => response.end(Buffer.alloc(1_000_001, " ")), "It has more than 1 MB."],
    ["break off", (_, response) => response.socket?.destroy(), "It can't be fetched ("],
    [
      "redirect to this machine",
      (_, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
      "It leads to http://127.0.0.1:1/, on this machine",
    ],
  ])("goes on without those that %s, and says how many", async (name, fail, reason) => {
    const host = await startHost((request, response) =>
      request.url?.startsWith("/1") ? sendChapters(request, response) : fail(request, response),
    );
    const { code, stderr, chapters } = await fetchChapters(host, name, GUIDS.slice(0, 3));
    expect({ code, chapters }).toEqual({ code: 0, chapters: [[], TITLES, []] });
    const said = `2 files of chapters could not be fetched. ${host.url}/`;
    expect([`${said}0.json: ${reason}`, `${said}2.json: ${reason}`].some((line) => stderr.includes(line))).toBe(true);
    expect(stderr).not.toContain("secret");
  });

  it.each([
    ["<html>", "It is not a file of JSON chapters."],
    ['{"chapters":{}}', "It is not a file of JSON chapters."],
    ["[]", "It is not a file of JSON chapters."],
    ['{"chapters":[{"start":0,"name":"Tides"}]}', "None of its chapters has a startTime and a title."],
    ['{"chapters":[{"startTime":"soon","title":"Tides"}]}', "None of its chapters has a startTime and a title."],
  ])("names those that it fetched, and that are something else: %s", async (body, reason) => {
    const host = await startHost((request, response) =>
      request.url?.startsWith("/1") ? response.writeHead(404).end() : response.end(body),
    );
    const { code, stderr } = await fetchChapters(host, `else-${body.length}`, GUIDS.slice(0, 3));
    expect(code).toBe(0);
    for (const name of ["0", "2"]) expect(stderr).toContain(`${host.url}/${name}.json: ${reason}\n`);
    expect(stderr).toContain(`1 file of chapters could not be fetched. ${host.url}/1.json: It answers 404.\n`);
  });

  it("names ten of them, and counts the others", async () => {
    const host = await startHost((_, response) => response.end("<html>"));
    const transcripts = ["a", "b", "c"].map(
      (name) => `<podcast:transcript url="${host.url}/${name}.vtt" type="text/vtt"/>`,
    );
    const feed = formatFeed(host.url, GUIDS, transcripts.join(""));
    const { code, stderr } = await report(feed, folderOf("eleven"), "--chapters", "--transcripts");
    expect(code).toBe(0);
    expect(
      stderr.match(/\.(?:json: It is not a file of JSON chapters|vtt: It is no transcript with times)\./g),
    ).toHaveLength(10);
    expect(stderr).toContain("\n1 other linked file could not be read.\n");
  });

  it("goes on without those that are not complete in time", async () => {
    const timeOut = holdTimeout(10_000);
    const host = await startHost((_, response) => response.write("{", timeOut));
    const { stderr, chapters } = await fetchChapters(host, "slow");
    expect(chapters).toEqual([[]]);
    expect(stderr).toContain("1 file of chapters could not be fetched. ");
    expect(stderr).toContain("/0.json: It was not complete after 10 s.\n");
  });

  it("takes the first hundred of an episode", async () => {
    const many = Array.from({ length: 101 }, (_, second) => ({ startTime: second, title: `At ${second}` }));
    const host = await startHost((_, response) => response.end(JSON.stringify({ chapters: many })));
    const { chapters } = await fetchChapters(host, "hundred");
    expect(chapters).toEqual([many.slice(0, 100).map(({ title }) => title)]);
  });

  it("asks a host nothing more that was silent three times, and begins with it the next time", async () => {
    const timeOut = holdTimeout(10_000);
    let isSilent = true;
    const host = await startHost((request, response) => {
      if (!isSilent) sendChapters(request, response);
      else if (host.requests.length === 6) timeOut();
    });
    const silent = await fetchChapters(host, "silent", GUIDS);
    const asked = host.requests.map(({ url }) => url);
    expect(asked).toHaveLength(6);
    expect(silent.stderr).toContain(
      `2 files of chapters not fetched. A report fetches for a minute, 1,000 files at most, and none of a host that was silent 3 times. The next report begins with them.\n`,
    );
    isSilent = false;
    const { chapters } = await fetchChapters(host, "silent", GUIDS);
    expect(chapters).toEqual(GUIDS.map(() => TITLES));
    const first = host.requests.slice(6, 12).map(({ url }) => url);
    expect(first.filter((url) => !asked.includes(url))).toHaveLength(2);
  });

  it("ends after a minute, with what it has, and begins with the rest the next time", async () => {
    const timeOut = holdTimeout(60_000);
    const host = await startHost((request, response) => {
      if (request.url?.startsWith("/0")) sendChapters(request, response);
      // Six are fetched at once, so the seventh is asked for once the first one has been kept.
      if (host.requests.length === 7) timeOut();
    });
    const { code, stderr, chapters } = await fetchChapters(host, "minute", GUIDS);
    expect({ code, chapters }).toEqual({ code: 0, chapters: [TITLES, ...GUIDS.slice(1).map(() => [])] });
    expect(stderr).toContain("7 files of chapters not fetched. A report fetches for a minute,");
  });

  it("counts the time in which it reads files, while which no timer runs", async () => {
    const host = await startHost((_, response) => response.end("a file"));
    let clock = 0;
    vi.spyOn(performance, "now").mockImplementation(() => clock);
    const parse = vi.fn((text: string) => {
      clock += 40_000;
      return text;
    });
    const isContent = (value: unknown) => typeof value === "string";
    const kind = { ...CHAPTERS_FILE, parse, isContent } as FileKind<unknown>;
    const linked = new LinkedFiles(folderOf("reading"));
    const links = GUIDS.map((guid) => ({ url: new URL(`${host.url}/${encodeURI(guid)}`), mayReachOwn: false }));
    await linked.fetchAll(links.map((link) => ({ kind, link })));
    expect(parse).toHaveBeenCalledTimes(2);
    expect(linked.formatNotices()).toEqual([expect.stringMatching(/^6 files of chapters not fetched\./)]);
  });

  it("fetches a thousand files", async () => {
    const host = await startHost(sendChapters);
    vi.spyOn(console, "error").mockImplementation(() => {});
    const guids = Array.from({ length: 1_001 }, (_, index) => `many ${index}`);
    const names = new Map(
      guids.map((guid) => [guid, { chaptersLink: { url: new URL(`${host.url}/${guid}`), mayReachOwn: false } }]),
    );
    const episode = computeEpisode({ guid: "one", curves: [{ chart: makeChart("one", 100, 50, 60), source: "" }] });
    const episodes = guids.map((guid) => ({ ...episode, guid }));
    const linked = new LinkedFiles(folderOf("thousand"));
    await addLinkedChapters(episodes, names, linked);
    expect(host.requests).toHaveLength(1_000);
    expect(linked.formatNotices()).toEqual([expect.stringMatching(/^1 file of chapters not fetched\./)]);
  });

  it("goes on if they can't be kept, and says so once", async () => {
    const host = await startHost(sendChapters);
    const folder = folderOf("unkept");
    mkdirSync(folder);
    writeFileSync(join(folder, "linked-files"), "");
    const { code, stderr, chapters } = await report(formatFeed(host.url, GUIDS), folder, "--chapters");
    expect({ code, chapters }).toEqual({ code: 0, chapters: GUIDS.map(() => TITLES) });
    expect(stderr.match(/Linked files can't be kept, so the next report fetches them again: /g)).toHaveLength(1);
    expect(stderr).not.toContain("DynamoDB");
  });

  it("takes none from a folder in which others can write, and asks for none", async () => {
    const host = await startHost(sendChapters);
    const shared = folderOf("shared");
    mkdirSync(shared);
    chmodSync(shared, 0o777);
    const args = ["report", "--feed", save("feed.xml", formatFeed(host.url)), "--out", file, "--chapters"];
    expect(await runCommand("charts", args, { env: { DYNAMODB_FOLDER: shared } })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Other users can write in the folder ${shared}.`),
    });
    expect(host.requests).toEqual([]);
  });

  it("asks nobody on this machine or its network, unless the feed itself is from there", async () => {
    const host = await startHost((request, response) =>
      request.url === "/feed.xml" ? response.end(formatFeed(host.ownUrl)) : sendChapters(request, response),
    );
    const ofStranger = await report(formatFeed(host.ownUrl), folderOf("stranger"), "--chapters");
    expect(ofStranger.stderr).toContain(
      `/0.json: It leads to ${host.ownUrl}/0.json, on this machine or its network, and is not followed there.`,
    );
    const elsewhere = await report(`${host.url}/feed.xml`, folderOf("elsewhere"), "--chapters");
    expect(elsewhere.stderr).toContain("on this machine or its network, and is not followed there.");
    expect(host.requests.map(({ url }) => url)).toEqual(["/feed.xml"]);
    const own = await report(`${host.ownUrl}/feed.xml`, folderOf("own"), "--chapters");
    expect(own.chapters).toEqual([TITLES]);
    // What is kept for a feed of this network is not for a stranger's.
    expect((await report(formatFeed(host.ownUrl), folderOf("own"), "--chapters")).chapters).toEqual([[]]);
  });

  it("asks nobody on this machine for a feed that was elsewhere when it was connected to, wherever its name leads later", async () => {
    const names = { "feeds.test": { changing: [["9.9.9.9"], ["10.1.2.3"]] } };
    const host = await startHost((request, response) => {
      if (request.url === "/feed.xml") response.end(formatFeed(host.ownUrl));
      else sendChapters(request, response);
    }, names);
    const feed = `${host.ownUrl.replace("127.0.0.1", "feeds.test")}/feed.xml`;
    const { stderr, chapters } = await report(feed, folderOf("changing"), "--chapters");
    expect(stderr).toContain(`/0.json: It leads to ${host.ownUrl}/0.json, on this machine or its network`);
    expect([chapters, host.requests.map(({ url }) => url)]).toEqual([[[]], ["/feed.xml"]]);
  });

  it("says that a link has no host", async () => {
    const more = '<podcast:chapters url="chapters/1.json?key=secret" type="application/json+chapters"/>';
    const { stderr } = await report(composeFeed([{ guid: String(GUIDS[0]), more }]), folderOf("relative"));
    expect(stderr).toContain("of 1 episode without a host, such as chapters/1.json. Write whole addresses.\n");
  });

  it.each([
    ["of another type", 'url="https://h.test/c.xml" type="application/xml"'],
    ["that is no URL of http or https", 'url="file:///etc/passwd" type="application/json+chapters"'],
    ["with a password", 'url="https://user:password@h.test/c.json" type="application/json+chapters"'],
    ["without a URL", 'type="application/json+chapters"'],
  ])("takes no link %s", async (_, attributes) => {
    const feed = composeFeed([{ guid: String(GUIDS[0]), more: `<podcast:chapters ${attributes}/>` }]);
    const { stderr } = await report(feed, folderOf("links"));
    expect(stderr).not.toContain("chapters");
  });
});
