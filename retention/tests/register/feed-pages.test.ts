import type { RequestListener } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { composeFeed, composeFeedOf } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { serve } from "../../../tests/support/stand-in.ts";
import { deleteChartItem, readChartItem } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";

const save = useFolder();

const LINK = (rel: string, href: string) => `<atom:link rel="${rel}" href="${href}"/>`;
const NEXT = (number: number) => LINK("next", `?page=${number}`);

/** Composes a page of a feed with an episode for each GUID, and links behind them. */
function composePage(guids: readonly string[], links: string): string {
  const items = guids.map((guid) => ({ guid, title: guid, "itunes:duration": "60" }));
  return composeFeed(items, "Tides").replace("</channel>", `${links}</channel>`);
}

/** Serves pages, the first at `/feed`, and the others at `/feed?page=2` and so on. Returns what asks for it. */
async function servePages(pages: readonly string[]) {
  const asked: string[] = [];
  const answer: RequestListener = ({ url = "" }, response) => {
    asked.push(url);
    const page = pages[Number(new URL(url, "http://x").searchParams.get("page") ?? 1) - 1];
    response.writeHead(page === undefined ? 404 : 200).end(page);
  };
  const url = await serve(answer);
  const list = async (path = "/feed") => {
    const { code, stdout, stderr } = await runCommand("charts", ["episodes", `${url}${path}`]);
    return { code, guids: stdout.match(/(?<= {2})\S+(?= {2})/g) ?? [], said: stderr.replaceAll(url, "SERVER") };
  };
  return { url, asked, list };
}

describe("a feed in pages, by its address", () => {
  it.each([
    ["relative", NEXT(2), NEXT(3)],
    [
      "of any case, also as IANA's URI",
      LINK(" NEXT ", "?page=2"),
      LINK("http://www.iana.org/assignments/relation/Next", "?page=3"),
    ],
    [
      "of any prefix, and without one",
      '<a10:link xmlns:a10="http://www.w3.org/2005/Atom" href="?page=2" rel="next"/>',
      '<link xmlns="http://www.w3.org/2005/Atom" href="/feed?page=3#top" rel="next" type="application/rss+xml"/>',
    ],
    ["of an archive", LINK("prev-archive", "?page=2"), LINK("current", "/feed") + LINK("prev-archive", "?page=3")],
  ])("is read to its last page, with links that are %s", async (_, second, third) => {
    const pages = [
      composePage(["p1", "p2"], second),
      composePage(["p2", "p3"], LINK("prev", "/feed") + third),
      composePage(["p4"], LINK("prev", "?page=2")),
    ];
    const { asked, list } = await servePages(pages);
    expect(await list()).toEqual({
      code: 0,
      guids: ["p1", "p2", "p3", "p4"],
      said: expect.stringMatching(/^Fetched SERVER\/feed: [\d.]+ \w+ in 3 pages\.\n$/),
    });
    expect(asked).toEqual(["/feed", "/feed?page=2", "/feed?page=3"]);
  });

  it.each([
    ["leads to itself", [NEXT(1)], ["/feed", "/feed?page=1"]],
    ["leads to the first", [NEXT(2), LINK("next", "/feed")], ["/feed", "/feed?page=2"]],
    ["leads on and on to the same items", [NEXT(2), NEXT(3), NEXT(4)], ["/feed", "/feed?page=2", "/feed?page=3"]],
    ["is a web page", [`<atom:link rel="next" href="?page=2" type="text/html"/>`], ["/feed"]],
  ])("is read once if its next page %s", async (_, links, requests) => {
    const { asked, list } = await servePages(links.map((link, index) => composePage([`p${Math.min(index, 1)}`], link)));
    expect(await list()).toMatchObject({ code: 0, said: expect.not.stringContaining("goes on") });
    expect(asked).toEqual(requests);
  });

  it("is read as far as it can be, and the page is named that can't", async () => {
    const { list } = await servePages([composePage(["p1"], NEXT(2))]);
    const problem = "which was not read. SERVER/feed answers 404. Check the URL, or open it in a browser.";
    expect(await list()).toEqual({
      code: 1,
      guids: ["p1"],
      said: expect.stringContaining(`\nSERVER/feed: The feed goes on at SERVER/feed?…, ${problem}\n`),
    });
  });

  it.each([
    [
      "another host",
      LINK("next", "http://localhost:1/feed?key=secret"),
      "http://localhost:1/feed?…",
      "It is on another host.",
    ],
    [
      "no host",
      LINK("next", "file:///etc/passwd"),
      "file:///etc/passwd",
      "file:///etc/passwd is neither http nor https.",
    ],
    ["an earlier page", LINK("previous", "/feed?page=9"), "SERVER/feed?…", "It comes before the page that you named."],
  ])("is not followed to %s, which is said", async (_, link, place, problem) => {
    const { asked, list } = await servePages([composePage(["p1"], link)]);
    const { guids, said } = await list();
    expect(said).toContain(`SERVER/feed: The feed goes on at ${place}, which was not read. ${problem}`);
    expect(said).not.toContain("secret");
    expect([guids, asked]).toEqual([["p1"], ["/feed"]]);
  });

  it("is one feed: each page has the identity of the first", async () => {
    const guids = [crypto.randomUUID(), crypto.randomUUID()];
    onTestFinished(async () => void (await Promise.all(guids.map((guid) => deleteChartItem(guid)))));
    const [one = "", two = ""] = guids;
    const { url } = await servePages([composePage([one], NEXT(2)), composePage([two], "")]);
    const outcome = await runCommand("charts", ["register", `${url}/feed`]);
    expect(outcome.stdout).toBe("2 registered, 0 corrected, 0 unchanged, 0 refused\n");
    for (const guid of guids) expect((await readChartItem(guid))?.feeds).toEqual(new Set([`${url}/feed`]));
    const self = LINK("self", `${url}/feed?page=2`);
    const page = save("page-2.xml", composePage([two], self + LINK("prev", `${url}/feed`) + LINK("first", "/feed")));
    expect((await runCommand("charts", ["register", page])).stdout).toMatch(/, 1 unchanged, 0 refused\n$/);
  });
});

describe("a page of a feed in a file", () => {
  const page = (number: number, links: string) =>
    save(`page-${number}.xml`, composePage([`p${number}`], LINK("self", `https://a.test/feed?page=${number}`) + links));
  const savePages = () => [
    page(1, NEXT(2)),
    page(2, LINK("prev", "?page=1") + NEXT(3)),
    page(3, LINK("prev", "?page=2")),
  ];
  const said = (file: string) =>
    `${file}: The feed goes on at https://a.test/feed?…, which was not read. A file is one page. Pass the feed's address, or the files of all its pages.\n`;

  it.each([
    ["episodes", ["episodes"], []],
    ["register", ["register"], []],
    ["map", ["map", "--feed"], [save("curve.csv", "time,count\n0,1\n1,1\n")]],
    [
      "import",
      ["import", "--dry-run", "--duration", "2", "--guid", "p1", "--feed"],
      [save("curve.csv", "time,count\n0,1\n1,1\n")],
    ],
    ["export", ["export", "--feed"], []],
    ["report", ["report", "--out", save("report.html", ""), "--feed"], []],
  ])("is one of several, which %s says", async (_, args, rest) => {
    onTestFinished(() => deleteChartItem("p1"));
    const [first = ""] = savePages();
    const { stderr } = await runCommand("charts", [...args, first, ...rest]);
    expect(stderr).toContain(said(first));
  });

  it("is not one of several if it has no others, or if all are given", async () => {
    const single = save("single.xml", composeFeedOf({ p1: 60 }));
    for (const files of [savePages(), [single]])
      expect(await runCommand("charts", ["episodes", ...files])).toMatchObject({ code: 0, stderr: "" });
  });

  it("deletes nothing unless that is what --partial-feed says, or all are given", async () => {
    const pages = savePages();
    const remove = (...args: string[]) => runCommand("charts", ["delete", "--dry-run", ...args]);
    for (const file of pages) {
      const { code, stdout, stderr } = await remove("--feed", file);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain(said(file));
      expect(stderr).toMatch(/\nNothing is deleted, because the feed is not whole\. .* pass --partial-feed\.\n$/);
    }
    const [first = ""] = pages;
    expect(await remove("--feed", first, "--partial-feed")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 not in the table"),
    });
    expect(await remove(...pages.flatMap((file) => ["--feed", file]))).toMatchObject({ code: 0, stderr: "" });
  });
});
