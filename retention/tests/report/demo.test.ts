import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../../tests/support/checkout.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { readChartItems } from "../../../tests/support/tables.ts";
import { makeDemo } from "../../report/demo/demo-show.ts";
import type { Episode } from "../../report/episode/episode.ts";
import { runCommand } from "../support/command.ts";
import { requireXml } from "../support/xml.ts";

const save = useFolder();
const file = save("demo.html", "");
const feed = join(dirname(file), "demo.xml");

function readEpisodes(page = readFileSync(file, "utf8")): Episode[] {
  return JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? "");
}

it("charts -- demo writes a report that answers its three questions, without a database", async () => {
  const env = { AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:9" };
  const { code, stdout, stderr } = await runCommand("charts", ["demo", "--out", file], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [, title = "", date = ""] = /The second one: in "(.+)"[\s\S]+before and after (\S+)\./.exec(stdout) ?? [];
  const episodes = readEpisodes();
  expect(episodes).toHaveLength(12);
  expect(episodes.find((episode) => episode.title === title)?.headline).toMatch(
    /^2\d\u00a0% of those present drop off between 27:/,
  );
  const others = episodes.filter((episode) => episode.title !== title);
  expect(others.map(({ headline }) => headline).filter((text) => text.includes("present drop off"))).toEqual([]);
  const page = readFileSync(file, "utf8");
  expect(page).toContain("In most episodes, listeners skip “Sponsor”");
  expect(page).toContain("Skipped: “This episode is sponsored by a rope that does not shrink.”");
  expect(episodes.filter((episode) => String(episode.date) >= date)).toHaveLength(6);
  expect(episodes.every(({ sources }) => sources?.length === 3)).toBe(true);
  const sources = new Set(episodes.map(({ source, kind }) => `${source}: ${kind}`));
  expect([...sources]).toEqual(["your own listeners: peak"]);
  // All begin at the start, so that the peak is all of them.
  for (const { insights, duration, listeners } of episodes) {
    expect(insights.heard).toBeCloseTo((duration * insights.figures.average) / 100, -1);
    expect(listeners).toBeGreaterThanOrEqual(500);
  }
});

it("docs/demo.html is the report of this show as a release made it, whole and below 1 MB", () => {
  const page = readFileSync(join(ROOT, "retention/docs/demo.html"), "utf8");
  expect(page).toMatch(/^<!doctype html>[\s\S]*<\/html>\n?$/i);
  expect(page.length).toBeLessThan(1e6);
  const list = (episodes: readonly { readonly guid: string; readonly title: string; readonly date?: string }[]) =>
    episodes.map(({ guid, title, date }) => `${guid} ${date} ${title}`).sort();
  expect(list(readEpisodes(page))).toEqual(list(makeDemo()));
});

it("charts -- demo --keep also writes the show into the table, and its feed", async () => {
  const { code, stdout, stderr } = await runCommand("charts", ["demo", "--keep", "--out", file]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Writing to .+\n$/) });
  expect(stdout).toContain(`npm run charts -- report --feed ${feed} --out report.html\n`);
  requireXml(readFileSync(feed, "utf8"));
  const items = await readChartItems();
  expect(items.map(({ guid }) => guid).sort()).toEqual(
    makeDemo()
      .map(({ guid }) => guid)
      .sort(),
  );
  expect(items.every((item) => item.chart && item["curve:youtube"] && item["curve:apple"])).toBe(true);

  const before = readEpisodes();
  const report = await runCommand("charts", ["report", "--feed", feed, "--out", file]);
  expect(report).toMatchObject({ code: 0 });
  const select = ({ guid, title, headline, notes, sourcesText, listeners, insights }: Episode) => {
    return { guid, title, headline, notes, sourcesText, listeners, heard: insights.heard };
  };
  expect(readEpisodes().map(select)).toEqual(before.map(select));
});
