import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { useFolder } from "../../../../tests/support/process.ts";
import { type Opening, useBrowser } from "../../support/browser.ts";

const FILE = fileURLToPath(new URL("../../../../docs/examples/episode-curve.js", import.meta.url));

const CHART = {
  guid: "urn:example:ep-7",
  duration: 600,
  data: Array.from({ length: 600 }, (_, time) => ({ time, percentage: time < 300 ? 100 : 60 })),
};

/** The ground of the curve, in a page. */
const PAPER = `document.querySelector("episode-curve").shadowRoot.querySelector(".paper")`;

const save = useFolder();
const open = useBrowser();

/** Opens a page with the element. By default, its policy forbids style elements and scripts of others. */
async function openPage(
  attributes: string,
  { policy = "default-src 'none'; script-src 'nonce-x'", ...opening }: Opening & { readonly policy?: string } = {},
): Promise<Page> {
  const script = (await readFile(FILE, "utf8")).replaceAll("</script", "<\\/script");
  const html = `<!doctype html><html lang="en"><meta charset="windows-1252"><title>A show</title>
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <h1>A show</h1><episode-curve ${attributes}></episode-curve><script nonce="x">${script}</script></html>`;
  return open(save("page.html", html), opening);
}

const attribute = (name: string, value: unknown) => `${name}='${JSON.stringify(value).replaceAll("'", "&#39;")}'`;

describeWith("Chromium", "<episode-curve>", () => {
  it("draws the chart in its attribute, with a caption, which is text, and says what it shows", async () => {
    const caption = "Tides & <img src=x onerror=alert(1)>";
    const page = await openPage(`${attribute("chart", CHART)} caption="${caption}"`);
    const slider = page.getByRole("slider");
    expect(await slider.getAttribute("aria-label")).toContain(`Listeners of ${caption}. Length: 10:00. `);
    expect(await slider.locator("svg .title").textContent()).toBe(caption);
    expect((await slider.locator("svg .curve").boundingBox())?.width).toBeGreaterThan(500);
  });

  it("draws the chart in its property, and the next one in place of it", async () => {
    const page = await openPage("");
    const show = (chart: unknown) =>
      page.evaluate(`document.querySelector("episode-curve").chart = ${JSON.stringify(chart)}`);
    expect(await page.locator("episode-curve").textContent()).toBe("");
    await show(CHART);
    await show({ ...CHART, guid: "the next one" });
    expect(await page.locator("episode-curve svg").count()).toBe(1);
    expect(await page.getByRole("slider").getAttribute("aria-label")).toMatch(/^Listeners of the next one\./);
  });

  it("reads the curve with the keys of a slider, at most to its ends", async () => {
    const page = await openPage(attribute("chart", CHART));
    const slider = page.getByRole("slider");
    await slider.focus();
    for (const [key, text] of [
      ["ArrowRight", "0:05: 100 %"],
      ["Shift+ArrowRight", "1:05: 100 %"],
      ["ArrowLeft", "1:00: 100 %"],
      ["End", "10:00: 60 %"],
      ["ArrowUp", "10:00: 60 %"],
      ["PageDown", "9:00: 60 %"],
      ["Home", "0:00: 100 %"],
      ["ArrowLeft", "0:00: 100 %"],
    ] as const) {
      await slider.press(key);
      expect(await slider.getAttribute("aria-valuetext"), key).toBe(text.replace(" %", "\u00a0%"));
    }
    expect(await page.locator("episode-curve output").textContent()).toBe("0:00: 100\u00a0%");
  });

  it("reads the curve at the pointer", async () => {
    const page = await openPage(attribute("chart", CHART));
    const box = await page.locator("episode-curve svg .curve").boundingBox();
    if (!box) throw new Error("The curve is not drawn.");
    await page.mouse.move(box.x + box.width * 0.75, box.y + 20);
    expect(await page.locator("episode-curve output").textContent()).toMatch(/^7:(29|30|31): 60\u00a0%$/);
  });

  it("draws without style sheets made by a script, and without reflected ARIA properties, as older browsers", async () => {
    const script = `
      delete ShadowRoot.prototype.adoptedStyleSheets;
      window.CSSStyleSheet = undefined;
      delete Intl.Segmenter;
      const refuse = (_, [source, flags = ""]) => {
        if (flags.includes("v")) throw new SyntaxError("Invalid flags: " + flags);
        return new Expression(source, flags);
      };
      const Expression = RegExp;
      RegExp = new Proxy(RegExp, { construct: refuse });
      for (const name of Object.getOwnPropertyNames(Element.prototype))
        if (name === "role" || name.startsWith("aria")) delete Element.prototype[name];
    `;
    const page = await openPage(attribute("chart", CHART), { script, policy: "" });
    const slider = page.getByRole("slider");
    await slider.press("End");
    expect(await slider.getAttribute("aria-valuetext")).toBe("10:00: 60\u00a0%");
    expect(await slider.getAttribute("aria-label")).toMatch(/^Listeners of urn:example:ep-7\. Length: 10:00\. /);
    const read = `[getComputedStyle(${PAPER}).fill, "ariaValueText" in ${PAPER}]`;
    expect(await page.evaluate(read)).toEqual(["rgb(255, 255, 255)", false]);
  });

  it.each([
    ["light", "rgb(255, 255, 255)"],
    ["dark", "rgb(13, 17, 23)"],
  ] as const)("follows the %s mode of the page's reader", async (colorScheme, colour) => {
    const page = await openPage(attribute("chart", CHART), { colorScheme });
    expect(await page.evaluate(`getComputedStyle(${PAPER}).fill`)).toBe(colour);
  });

  it.each([
    ["no JSON", "chart='not JSON'"],
    ["an error of the service", attribute("chart", { error: "Episode not found" })],
    ["no points", attribute("chart", { ...CHART, data: [] })],
    ["no duration", attribute("chart", { ...CHART, duration: 0 })],
    ["a point that is none", attribute("chart", { ...CHART, data: [{ time: "0", percentage: 1 }] })],
  ])("says that there is no data yet if it gets %s", async (_, attributes) => {
    const page = await openPage(attributes);
    expect(await page.locator("episode-curve figure").textContent()).toBe("No data yet.");
    expect(await page.getByRole("slider").count()).toBe(0);
  });
});
