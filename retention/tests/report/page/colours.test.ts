import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { evaluatePicture } from "../../support/browser.ts";
import { makeChart } from "../../support/report.ts";
import { useReport } from "./report-page.ts";

const GUIDS = Array.from({ length: 6 }, (_, index) => `urn:${index}`);
const ALL = `#${GUIDS.map((guid) => `episode=${guid}`).join("&")}`;
const { open } = useReport(GUIDS.map((guid, index) => makeChart(guid, 100, 10 * index, 60, 600)));

/** Reads the colours of the dots on the curves with the emulated colour vision: red, green and blue from 0 to 255. */
async function readColours(page: Page): Promise<number[][]> {
  const boxes = await Promise.all((await page.locator(".dot").all()).map((dot) => dot.boundingBox()));
  const places = boxes.map((box) => [Math.round(box?.x ?? 0) + 2, Math.round(box?.y ?? 0) + 4]);
  const code = `return ${JSON.stringify(places)}.map(([x, y]) => [0, 1, 2].map((colour) => data[4 * (y * width + x) + colour]));`;
  return evaluatePicture(page, await page.screenshot(), code);
}

/**
 * Converts a colour to Oklab (https://bottosson.github.io/posts/oklab/), where equal distances look equally different.
 * The distance from black to white is 1.
 */
function toOklab(colour: readonly number[]): number[] {
  const [r = 0, g = 0, b = 0] = colour.map(toLinear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toLinear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Computes the contrast ratio of WCAG 2.2. */
function computeContrast(one: readonly number[], other: readonly number[]): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((colour) => colour.map(toLinear))
    .map(([r = 0, g = 0, b = 0]) => 0.2126 * r + 0.7152 * g + 0.0722 * b)
    .sort((first, second) => first - second);
  return (lighter + 0.05) / (darker + 0.05);
}

const GROUNDS = { light: [255, 255, 255], dark: [13, 17, 23] };

describeWith("Chromium", "the colours of six curves", () => {
  it.each(["light", "dark"] as const)("are distinct with every kind of colour vision, in %s", async (colorScheme) => {
    const page = await open({ colorScheme, hash: ALL });
    await page.getByRole("slider").fill("300");
    const client = await page.context().newCDPSession(page);
    for (const type of ["none", "protanopia", "deuteranopia", "tritanopia"] as const) {
      await client.send("Emulation.setEmulatedVisionDeficiency", { type });
      const colours = await readColours(page);
      expect(colours).toHaveLength(6);
      if (type === "none")
        for (const colour of colours) expect(computeContrast(colour, GROUNDS[colorScheme])).toBeGreaterThan(3);
      const labs = colours.map(toOklab);
      for (const [index, one] of labs.entries()) {
        for (const other of labs.slice(index + 1)) {
          const distance = Math.hypot(...one.map((value, axis) => value - (other[axis] ?? 0)));
          expect(distance, `${type}: ${colours.join(" ")}`).toBeGreaterThan(0.1);
        }
      }
    }
  });
});
