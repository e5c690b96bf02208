import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeWith } from "../../../tests/support/describe-with.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { composeStudio } from "../../cli/report/studio-page.ts";
import { StudioSession } from "../../studio/session.ts";
import { useBrowser } from "../support/browser.ts";
import { drop, expectStatus, HARS, makeFeed, makeTable, openReport, readSteps, useStudio } from "./studio.ts";

const save = useFolder();
const open = useBrowser();
const openStudio = useStudio(save);

/** Makes a folder of 300 tables, and files that systems put there. */
function makeFolder(name: string): string {
  const folder = join(dirname(save("x", "")), name);
  mkdirSync(join(folder, "youtube"), { recursive: true });
  for (let video = 0; video < 299; video++)
    writeFileSync(join(folder, `youtube/video ${video}.csv`), makeTable(video % 90));
  writeFileSync(join(folder, "feed.xml"), makeFeed(Array.from({ length: 299 }, (_, index) => `Video ${index}`)));
  for (const other of [".DS_Store", "Thumbs.db", "desktop.ini", "youtube/._video 1.csv"])
    writeFileSync(join(folder, other), "x");
  return folder;
}

/** Drags paths over the page, as a file manager does, or other data, by its types. Returns what drops them. */
async function dragPaths(
  page: Page,
  files: readonly string[],
  texts: Readonly<Record<string, string>> = {},
): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const items = Object.entries(texts).map(([mimeType, data]) => ({ mimeType, data }));
  const data = { items, files: [...files], dragOperationsMask: 1 };
  const send = async (type: "dragEnter" | "dragOver" | "drop") => {
    await session.send("Input.dispatchDragEvent", { type, x: 200, y: 200, data });
  };
  await send("dragEnter");
  await send("dragOver");
  return () => send("drop");
}

async function dropPaths(page: Page, files: readonly string[]): Promise<void> {
  const drop = await dragPaths(page, files);
  await drop();
}

describeWith("Chromium", "the page of charts -- studio, at its limits", () => {
  it("reads a folder of 300 files by dialog and by drop, and is silent on what systems put there", async () => {
    const page = await openStudio();
    const folder = makeFolder("show");
    const dialog = page.locator("input[webkitdirectory]");
    await expectStatus(page, "", () => dialog.setInputFiles(folder));
    const steps = await readSteps(page);
    expect(steps).toMatchObject({ Feed: "299 episodes", YouTube: "299 matched" });
    expect(await page.locator(".files > li").count()).toBe(300);
    await page.reload();
    await expectStatus(page, "", () => dropPaths(page, [folder]));
    expect(await readSteps(page)).toEqual(steps);
    expect(await page.locator(".files > li").count()).toBe(300);
  });

  it.each(["at once", "when the page says that they can be dropped"])(
    "takes files that are dropped on the report, %s",
    async (when) => {
      const page = await openStudio();
      await drop(page, [save("feed.xml", makeFeed(["Ebb", "Flow"])), save("Ebb.csv", makeTable())]);
      await openReport(page);
      const path = save("Flow.csv", makeTable());
      const overlay = page.locator("html.is-dragged");
      await expectStatus(page, "", async () => {
        const drop = await dragPaths(page, [path]);
        if (when !== "at once") await overlay.waitFor();
        await drop();
      });
      expect(await readSteps(page)).toMatchObject({ YouTube: "2 matched" });
      expect(page.context().pages()).toHaveLength(1);
      await openReport(page);
      await dropPaths(page, [makeFolder("show on the report")]);
      await page.locator(".unread", { hasText: "can't read the folder show on the report from a drop" }).waitFor();
      // As browsers do, which tell each half second what is dragged.
      const isShown = async () => {
        await dragPaths(page, [path]);
        return overlay.isVisible();
      };
      await expect.poll(isShown).toBe(true);
      await overlay.waitFor({ state: "detached" });
    },
  );

  it("stays where a link is dropped, and says so if it is of a file, as WebKitGTK shows files", async () => {
    const page = await openStudio();
    const status = page.locator(".status");
    const dropLink = async (url: string) => {
      await (await dragPaths(page, [], { "text/uri-list": url, "text/html": `<a>${url}</a>` }))();
    };
    await dropLink("https://example.com/");
    expect(await status.innerText()).toBe("");
    await dropLink("file:///tmp/feed.xml");
    await status.filter({ hasText: "No file came with it." }).waitFor();
    await page.locator(".example").click();
    await page.frameLocator("iframe").locator("html.is-drawn").waitFor({ state: "attached" });
    await dropLink("file:///tmp/feed.xml");
    await status.filter({ hasText: "No file came with it." }).waitFor();
    await dropLink("https://example.com/");
    await page.evaluate("new Promise((resolve) => setTimeout(resolve, 500))");
    expect(page.url()).toMatch(/studio\.html$/);
    expect(await page.locator("iframe").isVisible()).toBe(true);
  });

  it("answers while it reads, shows how far it is in a narrow window, and stops", async () => {
    const page = await openStudio(390);
    const note = "x".repeat(50_000);
    const rows = Array.from({ length: 600 }, (_, at) => `urn:example:tides-${1 + (at % 3)},${at},5,600,${note}\n`);
    const large = save("large.csv", `guid,time,count,duration,note\n${rows.join("")}`);
    await drop(page, [save("feed.xml", makeFeed())]);
    await page.evaluate(`
      window.parts = new Set();
      setInterval(() => parts.add(document.querySelector(".doing span").textContent), 10);
    `);
    const stopped = await expectStatus(page, "Stopped.", async () => {
      await page.locator("input[type=file]").first().setInputFiles(large);
      await page.locator(".stop").click();
    });
    expect(stopped).toBe("Stopped. All is as it was before.");
    expect(await page.locator(".files > li").count()).toBe(1);
    await drop(page, [large]);
    expect((await page.locator(".checklist").textContent())?.match(/\d+ matched/g)).toEqual(["3 matched"]);
    expect(await page.evaluate<string[]>("[...parts]")).toContain("Reading large.csv (1 of 1)");
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  });

  it("has a worker that the page's policy keeps from connecting, and that has no WebRTC", async () => {
    const page = await openStudio();
    const worker = page.workers()[0] ?? (await page.waitForEvent("worker"));
    // Without a policy, it answers from itself.
    const asking = 'fetch("data:text/plain,x").then(() => "answered", () => "refused")';
    expect(await worker.evaluate(asking)).toBe("refused");
    expect(await worker.evaluate("Object.getOwnPropertyNames(self).filter((name) => name.includes('RTC'))")).toEqual(
      [],
    );
  });

  it("runs nothing if a byte of its script is another", async () => {
    const whole = await composeStudio();
    const at = whole.indexOf("dragover");
    const changed = `${whole.slice(0, at)}dragOver${whole.slice(at + 8)}`;
    const page = await open(save("changed.html", changed), { complaints: [] });
    const choose = () => page.locator("input[type=file]").first().setInputFiles(join(HARS, "chrome-spotify.har"));
    await choose();
    await page.waitForTimeout(500);
    expect(await page.locator(".checklist li").count()).toBe(0);
    await page.goto(`file://${save("whole.html", whole)}`);
    await choose();
    await page.locator(".checklist li").first().waitFor();
  });
});

it.each([
  [1, []],
  [16, [expect.stringMatching(/damaged/)]],
])("a saved report is refused if it unpacks to more than 256 MB: %i times 16 MB", async (times, refusals) => {
  const head = gzipSync(`{}\n${JSON.stringify({ guid: "g", duration: 60, data: [{ time: 0, percentage: 100 }] })}\n`);
  const blank = gzipSync(`${" ".repeat(1_023)}\n`.repeat(2 ** 14), { level: 1 });
  const gzip = Buffer.concat([head, ...Array(times).fill(blank)]).toString("base64");
  const page = `<!doctype html><script type="application/json" id="studio">{"version":1,"gzip":"${gzip}"}</script>`;
  const { files } = await new StudioSession().add([{ name: "bomb.html", file: new Blob([page]) }]);
  expect(files.flatMap((file) => file.refusals.map(({ text }) => text))).toEqual(refusals);
});
