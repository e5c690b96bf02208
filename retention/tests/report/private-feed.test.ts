import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { composeFeed } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { serve } from "../../../tests/support/stand-in.ts";
import { writeChartItem } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";
import { makeItem } from "../support/report.ts";

const save = useFolder();
const KEY = "key-of-a-listener";

beforeAll(() => writeChartItem(makeItem("of a private feed")));

/** Serves a feed, and reports on it. Returns all that is said and written. */
async function report(status: number, feed: string): Promise<{ readonly said: string; readonly written: string }> {
  const url = await serve((_, response) => response.writeHead(status).end(feed));
  const [page, findings] = [save("private.html", ""), save("findings.json", "")];
  const address = `${url}/feed.xml?auth=${KEY}#${KEY}`;
  const { stdout, stderr } = await runCommand("charts", [
    ...["report", "--feed", address, "--out", page, "--findings", findings],
  ]);
  const written = readFileSync(page, "utf8") + readFileSync(findings, "utf8");
  return { said: (stdout + stderr).replaceAll(url, "SERVER"), written: written.replaceAll(url, "SERVER") };
}

it("the key of a private feed is in no title, no link, and no findings: the name of a feed without one is its host", async () => {
  const more = `<enclosure url="https://media.test/1.mp3?auth=${KEY}#${KEY}" type="audio/mpeg"/>`;
  const { said, written } = await report(200, composeFeed([{ guid: "of a private feed", more }]));
  expect(said).toContain("Fetched SERVER/feed.xml:");
  expect(written).toMatch(/<h1><bdi>127\.0\.0\.1:\d+<\/bdi><\/h1>/);
  expect(written).toContain("https://media.test/1.mp3");
  expect(said + written).not.toContain(KEY);
});

it.each([
  ["is not found", 404, ""],
  ["is no feed", 200, "<html>"],
  ["has no episode", 200, composeFeed([])],
  ["has episodes without a GUID", 200, composeFeed([{}])],
])("the key of a private feed is in no refusal of one that %s", async (_, status, feed) => {
  const { said } = await report(status, feed);
  expect(said).toMatch(/SERVER\/feed\.xml|No episode|No chart/);
  expect(said).not.toContain(KEY);
});
