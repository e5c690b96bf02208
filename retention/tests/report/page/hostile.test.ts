import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { composeFeed } from "../../../../tests/support/feed.ts";
import { useFolder } from "../../../../tests/support/process.ts";
import { writeChartItem } from "../../../../tests/support/tables.ts";
import { markup } from "../../../report/curve/markup.ts";
import { useBrowser } from "../../support/browser.ts";
import { runCommand } from "../../support/command.ts";

const open = useBrowser();
const save = useFolder();

/** If these were not shown as text, each would run code, end an element, or change the direction of writing. */
const HOSTILE = [
  `<script>window.ran = "a script"</script>`,
  `</script><script>window.ran = "the end of data"</script><!--<script>`,
  `<img src=x onerror='window.ran = "a picture"'>`,
  `"><svg onload="window.ran = 'an attribute'">`,
  "`;window.ran = 'a template';` &lt;b&gt; &#x3c;",
  "safe\u202etxt.exe\u2066\u200f",
  "null\u0000 and \u001b[31m and \u2028 lines\n\n  and \ud800",
  `${"long ".repeat(1_000)}\u202e${"long ".repeat(1_000)}`,
  "שלום עולם",
  "z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘",
];

const CONTROLS = /[^\P{Cc}\n\t]|\p{Bidi_Control}/u;

/** Leaves out what XML can't have. */
const toXmlText = (text: string) => text.replace(/[^\P{Cc}\s]|\p{Cs}/gu, "");

const file = save("report.html", "");

beforeAll(async () => {
  const data = [
    { time: 0, percentage: 100 },
    { time: 30, percentage: 40 },
  ];
  for (const [index, text] of HOSTILE.entries()) {
    await writeChartItem({ guid: `guid ${index} ${text}`.slice(0, 2_000).toWellFormed(), duration: 60, data });
    await writeChartItem({ guid: `titled ${index}`, duration: 60, data });
  }
  const items = HOSTILE.map(toXmlText).map((title, index) => {
    const chapter = markup`<psc:chapter start="0:01" title="${title}"/>`;
    const more = `<psc:chapters>${chapter}</psc:chapters><pubDate>${index ? "<b/>" : "x"}</pubDate>`;
    return { guid: `titled ${index}`, title, more };
  });
  const feed = save("feed.xml", composeFeed(items));
  const args = ["report", "--all", "--feed", feed, "--title", `</title>${HOSTILE[1]}`, "--out", file];
  expect(await runCommand("charts", args)).toMatchObject({ code: 0 });
});

describeWith("Chromium", "a hostile feed gives a page that", () => {
  it("shows it as text, and runs nothing of it", async () => {
    const page = await open(file);
    const boxes = page.locator(".episodes tbody").getByRole("checkbox");
    expect(await boxes.count()).toBe(2 * HOSTILE.length);
    for (let first = 0; first < 2 * HOSTILE.length; first += 6) {
      const six = Array.from({ length: Math.min(6, 2 * HOSTILE.length - first) }, (_, index) =>
        boxes.nth(first + index),
      );
      for (const box of six) await box.check();
      await page.getByRole("link", { name: /^Compare \d episodes$/ }).click();
      await page.getByRole("link", { name: "All episodes" }).click();
      for (const box of six) await box.uncheck();
    }
    await page.getByRole("button", { name: "Episode", exact: true }).click();
    expect(await page.evaluate("window.ran")).toBeUndefined();
    expect(await page.evaluate("document.scripts.length")).toBe(4);
    expect(await page.locator("img, svg[onload], b").count()).toBe(0);
    const text = await page.locator("body").innerText();
    for (const shown of HOSTILE.slice(0, 5)) expect(text).toContain(shown);
    expect(await page.title()).toBe(`</title>${HOSTILE[1]}`);
  });

  it("has no character that changes the direction of writing", async () => {
    const withoutCode = readFileSync(file, "utf8").replace(/<script>.*?<\/script>/gs, "");
    expect(withoutCode).toContain('<script type="application/json"');
    expect(withoutCode).not.toMatch(CONTROLS);
    const page = await open(file);
    const turned = page.locator(".episodes tbody .name", { hasText: "safe" }).first();
    expect(await turned.innerText()).toMatch(/safe\uFFFDtxt\.exe\uFFFD\uFFFD$/);
  });

  it("shortens a title of 10,000 characters, and shows no more than its first 500 on focus", async () => {
    const page = await open(file, { viewport: { width: 360, height: 800 } });
    const link = page.locator(".episodes tbody tr", { hasText: "long" }).first().locator(".name a");
    expect((await link.innerText()).length).toBeLessThanOrEqual(120);
    await link.click();
    await expect.poll(() => page.locator(".title").textContent()).toMatch(/^long /);
    expect((await page.locator(".title").textContent())?.length).toBeLessThanOrEqual(500);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  });

  it("finds a hostile GUID again by its link", async () => {
    const page = await open(file);
    await page.getByRole("link", { name: "guid 1 </script>" }).click();
    const hash = new URL(page.url()).hash;
    const again = await open(file, { hash });
    await expect.poll(() => again.locator(".title").innerText()).toMatch(/^guid 1 <\/script>/);
  });
});
