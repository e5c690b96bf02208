import { readFileSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { ROOT } from "../../../../tests/support/checkout.ts";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { composeFeed } from "../../../../tests/support/feed.ts";
import { useFolder } from "../../../../tests/support/process.ts";
import { serve } from "../../../../tests/support/stand-in.ts";
import { writeChartItem } from "../../../../tests/support/tables.ts";
import { runInShell } from "../../support/command.ts";
import { makeItem } from "../../support/report.ts";

const save = useFolder();
const feed = save("feed.xml", "");

/** The lines of the page's crontab with what they run. */
const CRONTAB = /```crontab\n([\s\S]*?)```/.exec(readFileSync(`${ROOT}/retention/docs/reports.md`, "utf8"))?.[1] ?? "";
const [MAIL = "", SLACK = "", DISCORD = ""] = [...CRONTAB.matchAll(/^0 7 \* \* 1 {2}cd ~\/service && (.*)$/gm)].map(
  ([, line = ""]) => line,
);

const TITLES = ["<!channel> & <@U123>", '@everyone "quoted" `$(id)`', "Tides"];

function writeFeed(titles: readonly string[]): void {
  const items = titles.map((title) => ({ guid: `e${TITLES.indexOf(title)}`, title }));
  writeFileSync(feed, composeFeed(items, "Show"));
}

/** Runs a line as cron does, but on the tables of the tests, with the stand-in's address. */
function runLine(line: string, url = "") {
  const local = line
    .replaceAll("npm run --silent charts --", "charts")
    .replaceAll("feed.xml", feed)
    .replaceAll(/(\w+\.html)/g, save("pages", "").replace(/pages$/, "$1"));
  return runInShell(`export SLACK='${url}' DISCORD='${url}'\n${local}`);
}

/** Stands for Slack and Discord. */
async function startChat(status = 200) {
  const posted: { readonly type: string | undefined; readonly body: string }[] = [];
  const url = await serve(async (request, response) => {
    posted.push({ type: request.headers["content-type"], body: await text(request) });
    response.writeHead(status).end("ok");
  });
  return { url, posted };
}

beforeAll(async () => {
  for (const guid of ["e0", "e1", "e2"]) await writeChartItem(makeItem(guid));
});
beforeEach(() => writeFeed(TITLES.slice(2)));

/** Runs a line twice, with two more episodes the second time, and returns what was posted and printed then. */
async function runTwice(line: string) {
  const chat = await startChat();
  writeFeed(["Tides"]);
  const first = await runLine(line, chat.url);
  expect(first.code, first.stderr).toBe(0);
  writeFeed(["Tides", ...TITLES.slice(0, 2)]);
  const second = await runLine(line, chat.url);
  expect(second.code, second.stderr).toBe(0);
  return { first, second, posted: chat.posted };
}

describeWith("jq", "the crontab of docs/reports.md", () => {
  it("mails the digest", async () => {
    const { first, second } = await runTwice(MAIL);
    expect(first.stdout).toMatch(/^This is the first report: /);
    expect(second.stdout).toMatch(/^Since \d+ \w+, \d\d:\d\d UTC:\nNew: “@everyone .*; “<!channel> & <@U123>”/);
  });

  it("posts it to Slack, where no title mentions anybody", async () => {
    const { posted } = await runTwice(SLACK);
    expect(posted.map(({ type }) => type)).toEqual(["application/json", "application/json"]);
    const { text: said, ...rest } = JSON.parse(posted[1]?.body ?? "");
    expect(rest).toEqual({});
    expect(said).toContain("; “&lt;!channel&gt; &amp; &lt;@U123&gt;”");
    expect(said).toContain("New: “@everyone ‘quoted’ `$(id)`”");
    expect(said).not.toMatch(/[<>]/);
  });

  it("posts it to Discord, which mentions nobody", async () => {
    const { posted } = await runTwice(DISCORD);
    const { content, allowed_mentions } = JSON.parse(posted[1]?.body ?? "");
    expect(allowed_mentions).toEqual({ parse: [] });
    expect(content).toContain("; “<!channel> & <@U123>”");
    expect(content).toContain("New: “@everyone ‘quoted’ `$(id)`”");
    expect(content.length).toBeLessThanOrEqual(2_000);
  });

  it("says so if it is not taken", async () => {
    const { url } = await startChat(403);
    const { code, stderr } = await runLine(SLACK, url);
    expect(code).not.toBe(0);
    expect(stderr).toContain("403");
  });
});
