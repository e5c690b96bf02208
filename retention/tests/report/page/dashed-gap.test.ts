import { expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { useReport } from "./report-page.ts";

/** A point every 12 seconds of an hour, of which those at 180 and 192 are missing, where more than half of the listeners leave. */
const data = Array.from({ length: 300 }, (_, index) => ({
  time: 12 * index,
  percentage: index < 16 ? 100 : 40,
})).filter(({ time }) => time !== 180 && time !== 192);

const { open } = useReport([{ guid: "g", duration: 3_600, data }], [{ listeners: 500 }]);

describeWith("Chromium", "the plot of a curve that lacks points", () => {
  it("is dashed and straight there, as the legend says, and the crosshair reads the line", async () => {
    const page = await open();
    const position = page.getByRole("slider");
    const read = async (time: number) => {
      await position.fill(String(time));
      return position.getAttribute("aria-valuetext");
    };
    expect(await read(179)).toContain("100");
    expect(await read(192)).toContain("70");
    expect(await read(204)).toContain("40");
    expect(await page.locator(".legend").innerText()).toBe("Dashed: no values there.");
    const [, from, to] =
      /^M[\d.]+,([\d.]+)L[\d.]+,([\d.]+)$/.exec((await page.locator(".curve.gap").getAttribute("d")) ?? "") ?? [];
    expect(Number(to) - Number(from)).toBeGreaterThan(100);
  });
});
