import { expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { useReport } from "./report-page.ts";

/** A point every 12 seconds of an hour, of which those at 180 and 192 are missing, where more than half of the listeners leave. */
const data = Array.from({ length: 300 }, (_, index) => ({
  time: 12 * index,
  percentage: index < 16 ? 100 : 40,
})).filter(({ time }) => time !== 180 && time !== 192);

const { open } = useReport([{ guid: "g", duration: 3_600, data }], [{ listeners: 500 }]);

/** Tells of each column of pixels in which the zoomed plot is dashed whether it has ink: of the gap without its edges. */
const READ_INK = `(() => {
  const canvas = document.querySelector(".plot canvas");
  const over = document.querySelector(".plot .u-over").getBoundingClientRect();
  const scale = canvas.width / canvas.getBoundingClientRect().width;
  const left = over.left - canvas.getBoundingClientRect().left;
  const [from, to] = [181, 203].map((time) => Math.round((left + (time / 300) * over.width) * scale));
  const { data, width, height } = canvas.getContext("2d").getImageData(from, 0, to - from, canvas.height);
  const colour = canvas.getContext("2d");
  colour.fillStyle = getComputedStyle(document.querySelector(".plot")).getPropertyValue("--curve-0");
  const [red, green, blue] = colour.fillStyle.match(/[0-9a-f]{2}/g).map((hex) => parseInt(hex, 16));
  const isInk = (at) => Math.abs(data[at] - red) + Math.abs(data[at + 1] - green) + Math.abs(data[at + 2] - blue) < 90;
  return Array.from({ length: width }, (_, x) => Array.from({ length: height }, (_, y) => y).filter((y) => isInk(4 * (y * width + x))));
})()`;

describeWith("Chromium", "the plot of a curve that lacks points", () => {
  it("is dashed and straight there, as the legend says, and the crosshair reads the line", async () => {
    const page = await open();
    const position = page.locator(".position");
    const read = async (time: number) => {
      await position.fill(String(time));
      return position.getAttribute("aria-valuetext");
    };
    expect(await read(179)).toContain("100");
    expect(await read(192)).toContain("70");
    expect(await read(204)).toContain("40");
    expect(await page.locator(".legend-gaps").innerText()).toBe("Dashed: no values there");
    await page.locator(".first-minutes").click();
    const columns = await page.evaluate<number[][]>(READ_INK);
    const rows = [...new Set(columns.flat())].sort((one, other) => one - other);
    const [first = 0, last = 0] = [rows[0], rows.at(-1)];
    expect(last - first).toBeGreaterThan(100);
    expect(rows.length).toBeGreaterThan(0.3 * (last - first));
    expect(rows.length).toBeLessThan(0.9 * (last - first));
    // The left half is above the right half.
    const [left = [], right = []] = [columns.slice(0, 20).flat(), columns.slice(-20).flat()];
    expect(Math.max(...left)).toBeLessThan(Math.min(...right));
  });
});
