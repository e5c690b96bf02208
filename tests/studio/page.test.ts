import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { loadStudio } from "../../cli/report/studio.ts";
import { connectBrowser } from "../support/browser.ts";
import { ROOT } from "../support/checkout.ts";
import { useFolder } from "../support/command.ts";
import { describeWith } from "../support/describe-with.ts";

const save = useFolder();

const HARS = join(ROOT, "tests/import/har");

const TITLES = [1, 2, 3].map((number) => `Tide ${number}: the “harbour” & its clocks`);

/** The feed of the recorded dashboards. */
function makeFeed(titles: readonly string[]): string {
  const items = titles.map((title, index) => {
    const text = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return `<item><guid>urn:example:tides-${index + 1}</guid><title>${text}</title><itunes:duration>60</itunes:duration></item>`;
  });
  return `<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>On tides</title>${items.join("")}</channel></rss>`;
}

/** Opens the page from disk, and closes it after use. Fails if it requests anything but itself and the report that it makes. */
async function withStudio(use: (page: Page) => Promise<void>): Promise<void> {
  const file = save("studio.html", (await loadStudio()).page);
  const browser = await connectBrowser();
  const complaints: string[] = [];
  try {
    const page = await (await browser.newContext({ acceptDownloads: true })).newPage();
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("dialog", (dialog) => complaints.push(dialog.message()));
    page.on("request", (request) => {
      if (!/^(?:file:.*studio\.html|blob:null\/.*)$/.test(request.url())) complaints.push(request.url());
    });
    await page.goto(`file://${file}`);
    await use(page);
  } finally {
    await browser.close();
  }
  expect(complaints).toEqual([]);
}

async function drop(page: Page, files: readonly string[]): Promise<string> {
  await page.locator(".status").evaluate((status) => {
    status.textContent = "";
  });
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles([...files]);
  await page.locator(".status", { hasText: "in the report" }).waitFor();
  return page.locator(".status").innerText();
}

async function saveReport(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".save").click()]);
  const file = save(name, "");
  await download.saveAs(file);
  return file;
}

function readData(file: string): unknown {
  const [, json = ""] =
    /<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(readFileSync(file, "utf8")) ?? [];
  return JSON.parse(json);
}

describeWith("Chromium", "the page of charts -- studio", () => {
  it("makes a report of HAR files and a feed, and continues from the saved one", () =>
    withStudio(async (page) => {
      const feed = save("feed.xml", makeFeed(TITLES));
      const hars = ["chrome-spotify.har", "firefox-apple.har"].map((name) => join(HARS, name));
      expect(await drop(page, [...hars, feed])).toMatch(/^\d curves read \(\d new\)\. [23] episodes in the report/);
      await page.locator(".to-report").click();
      const frame = page.frameLocator("iframe");
      await frame.locator("html.is-drawn").waitFor({ state: "attached" });
      expect(await frame.locator("h1").innerText()).toBe("On tides");
      const saved = await saveReport(page, "saved.html");
      expect(readFileSync(saved, "utf8")).not.toContain("planted-secret");
      await page.reload();
      expect(await drop(page, [saved])).toMatch(/^0 curves read\. [23] episodes in the report/);
      const again = await saveReport(page, "again.html");
      expect(readData(again)).toEqual(readData(saved));
    }));

  it("lets one choose the episode of a curve that names none, and shows markup as text", () =>
    withStudio(async (page) => {
      const title = "<img src=x onerror=alert(1)></script>";
      const feed = save("feed.xml", makeFeed([title, "Ebb"]));
      const rows = Array.from({ length: 101 }, (_, position) => `${position},${100 - position / 2},`);
      const head = "Video position (%),Absolute audience retention (%),Compared to other videos (%)";
      const table = save("final v2.csv.gz", gzipSync([head, ...rows].join("\n")));
      expect(await drop(page, [table, feed])).toContain("Choose the episode of 1 below");
      expect(await page.locator(".choices > .nameless").innerText()).toContain("final v2.csv.gz, name of the file");
      await page.locator(".choices > .nameless select").selectOption({ value: "guid:urn:example:tides-1" });
      await page.locator(".status", { hasText: "1 episode in the report" }).waitFor();
      await page.locator(".to-report").click();
      await page.frameLocator("iframe").locator("html.is-drawn").waitFor({ state: "attached" });
      expect(await page.frameLocator("iframe").locator("#title").innerText()).toBe(title);
    }));

  it("says what a file is refused for, in the words of the command", () =>
    withStudio(async (page) => {
      const har = readFileSync(join(HARS, "chrome-spotify.har"));
      const files = [
        save("cut.har", har.subarray(0, har.length / 2)),
        save("sessions.jsonl", '{"session_id":"a","episodeGUID":"b","data":[{"time":0,"event":"play"}]}\n'),
        save("cut.gz", gzipSync(har).subarray(0, 2_000)),
      ];
      await drop(page, files);
      const [cut, sessions, gzip] = await page.locator(".refused").allInnerTexts();
      expect(cut).toBe(
        "It ends in the middle. Its export or transfer may have been cut off. Export or transfer it again.",
      );
      expect(sessions).toContain("It has listening sessions, which only the command counts");
      expect(gzip).toContain("Its gzip ends in the middle.");
    }));
});
