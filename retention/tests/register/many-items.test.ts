import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { composeFeed } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { serve } from "../../../tests/support/stand-in.ts";
import { ItemParser } from "../../sources/feed/item-parser.ts";
import { runCommand } from "../support/command.ts";

const save = useFolder();

/** More than a function can take as arguments. */
const MANY = 130_000;

/** Nothing listens there, so that commands end with their first request. */
const CLOSED = "http://127.0.0.1:9";

describe("a feed of 130,000 items", () => {
  const items = Array.from({ length: MANY }, (_, index) => ({ guid: `urn:${index}` }));
  const feed = save("feed.xml", composeFeed(items));

  it.each([
    ["export", [], /^Can't use DynamoDB at http:\/\/127\.0\.0\.1:9 /m],
    [
      "report",
      ["--url", CLOSED, "--out", join(dirname(feed), "report.html")],
      /^Nothing answers at http:\/\/127\.0\.0\.1:9\/token /m,
    ],
  ])("is read by %s, which then asks for the charts", async (command, options, stderr) => {
    const env = { AWS_ENDPOINT_URL_DYNAMODB: CLOSED };
    expect(await runCommand("charts", [command, "--feed", feed, ...options], { env })).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(stderr),
    });
  });
});

function parse(xml: string) {
  const parser = new ItemParser();
  parser.write(xml);
  const { items, title } = parser.end();
  return { items, title };
}

describe("a hostile feed", () => {
  it("may declare many namespaces", () => {
    const declared = Array.from({ length: 20_000 }, (_, index) => `xmlns:n${index}="urn:${index}"`).join(" ");
    const xml = `<rss ${declared}><channel>${"<x:guid/>".repeat(200_000)}</channel></rss>`;
    expect(parse(xml)).toEqual({ items: [], title: undefined });
  });

  it("is read in time that grows with its length", () => {
    // If it grew with the square of the length, it would take hours.
    const xml = `<rss><channel>${"<title/>".repeat(2_000_000)}</channel></rss>`;
    expect(parse(xml)).toEqual({ items: [], title: undefined });
  });
});

describe("charts -- episodes, of a feed in many pages", () => {
  /** Serves pages without end, and lists their episodes. */
  async function list(more: string) {
    let asked = 0;
    const url = await serve(({ url: path }, response) => {
      const page = composeFeed(
        [{ guid: `${++asked}` }],
        "",
        `<atom:link rel="next" href="?page=${asked + 1}"/>${more}`,
      );
      response.end(asked === 1 || path === `/?page=${asked}` ? page : "");
    });
    return { ...(await runCommand("charts", ["episodes", url])), asked };
  }

  it.each([
    ["1,000 pages", "", 1_000],
    ["64 MB", " ".repeat(33_000_000), 2],
  ])("follows them over %s, and says where it stops", async (_, more, pages) => {
    const { code, stderr, asked } = await list(more);
    expect([code, asked]).toEqual([0, pages]);
    expect(stderr).toMatch(/, which was not read\. The limits are 1000 pages and 64 MB\. Pass its address, too\.\n$/);
  });
});
