import { beforeAll, expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { useFolder } from "../../../../tests/support/process.ts";
import { useBrowser } from "../../support/browser.ts";
import { saveDemo } from "../../support/report.ts";

const open = useBrowser();
const file = useFolder()("demo.html", "");

beforeAll(() => saveDemo(file));

const toPlain = (text: string) => text.replace(/\s+/g, " ");

describeWith("Chromium", "the findings of a report", () => {
  it("are three sentences, each with one link, which leads to its place and back", async () => {
    const page = await open(file);
    const told = (await page.locator(".findings h3").allInnerTexts()).map(toPlain);
    expect(told).toEqual([
      expect.stringMatching(/^\d\d % skip “Sponsor” in most episodes$/),
      expect.stringMatching(/^2\d % leave “Salt, and who paid for it” at 27:\d\d$/),
      expect.stringMatching(/^1\d more of 100 stay past the first minute in later episodes$/),
    ]);
    expect(await page.locator(".findings a").count()).toBe(3);
    const link = page.locator(".findings li:nth-child(2) a");
    await link.click();
    await expect.poll(() => page.locator(".title").innerText()).toBe("Salt, and who paid for it");
    expect(new URL(page.url()).hash).toMatch(/^#episode=demo-10&at=\d+$/);
    expect(await page.locator(".moments .is-marked").count()).toBe(1);
    expect(await page.locator(".list").isVisible()).toBe(false);
    await page.getByRole("link", { name: "All episodes" }).click();
    await expect.poll(() => page.locator(".list").isVisible()).toBe(true);
    await expect
      .poll(() => page.evaluate("document.activeElement.getAttribute('href')"))
      .toMatch(/^#episode=demo-10&at=/);
    await page.goBack();
    await expect.poll(() => page.locator(".title").isVisible()).toBe(true);
  });

  it("keep their arrow on a line with its words", async () => {
    const page = await open(file, { viewport: { width: 320, height: 800 } });
    const texts = await page.locator(".findings a").allTextContents();
    for (const text of texts) expect(text).toMatch(/\S\u00a0→$/);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
  });

  it("set the date that was searched, of which the verdict claims no sudden change", async () => {
    const page = await open(file);
    await page.locator(".findings li:nth-child(3) a").click();
    await expect.poll(() => page.locator(".date").inputValue()).toBe("2026-02-19");
    const verdict = await page.locator(".verdict").innerText();
    expect(verdict).not.toMatch(/more than a steady change explains|better|worse|because/);
    expect(verdict).toMatch(/The report found this change by trying all dates, .* the ranges are wider\.$/);
    await page.locator(".date").fill("2026-01-29");
    await expect.poll(() => page.locator(".groups thead").innerText()).toMatch(/Before \(3\)\s+After \(9\)/);
    await page.locator(".timeline").click({ position: { x: 600, y: 100 } });
    await expect.poll(() => page.locator(".date").inputValue()).toMatch(/^2026-0[23]-\d\d$/);
  });

  it("have the whole sentence with its reservations, on paper, too", async () => {
    const page = await open(file);
    const whole = page.locator(".why li").first();
    expect(await whole.isVisible()).toBe(false);
    await page.getByText("How sure is this?").click();
    expect(toPlain(await whole.innerText())).toMatch(
      /^From 2026-02-19 on, more stay: .* may also be steady\. What is usual for an episode is that of its own side\.$/,
    );
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator(".why li:visible").count()).toBe(4);
  });
});
