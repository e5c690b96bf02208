import { beforeAll, expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { useFolder } from "../../../../tests/support/process.ts";
import { useBrowser } from "../../support/browser.ts";
import { saveDemo } from "../../support/report.ts";

const open = useBrowser();
const file = useFolder()("demo.html", "");

beforeAll(() => saveDemo(file));

const toPlain = (text: string) => text.replace(/\s+/g, " ");

describeWith("Chromium", "the cards of a report", () => {
  it("begin with the episode that they are about, and lead to its place, by an address", async () => {
    const page = await open(file, { reducedMotion: "reduce" });
    await expect.poll(() => page.locator(".title").innerText()).toBe("Salt, and who paid for it");
    expect(toPlain(await page.locator(".headline").innerText())).toMatch(
      /^2\d % drop off at 27:\d\d, in “The answer”$/,
    );
    await page.getByRole("link", { name: /skip “Sponsor”/ }).click();
    await expect.poll(() => page.locator(".title").innerText()).toBe("The last foghorn");
    expect(new URL(page.url()).hash).toMatch(/^#episode=demo-12&at=\d+$/);
    expect(await page.locator(".moments .is-marked").count()).toBe(1);
    await page.getByRole("link", { name: /^Drop-off/ }).click();
    await expect.poll(() => page.locator(".title").innerText()).toBe("Salt, and who paid for it");
    await expect.poll(() => page.locator(".point").innerText()).toMatch(/^At 27:/);
    await page.goBack();
    await expect.poll(() => page.locator(".title").innerText()).toBe("The last foghorn");
  });

  it("keep their arrow on a line with its words", async () => {
    const page = await open(file, { viewport: { width: 320, height: 800 } });
    const texts = await page.locator(".answers .action").allTextContents();
    expect(texts.length).toBeGreaterThan(3);
    for (const text of texts) expect(text).toMatch(/\S\u00a0→$/);
  });

  it("set the date that was searched, of which the verdict claims no sudden change", async () => {
    const page = await open(file, { reducedMotion: "reduce" });
    await page.getByRole("link", { name: /Compare before and after/ }).click();
    await expect.poll(() => page.locator(".date").inputValue()).toBe("2026-02-19");
    expect(new URL(page.url()).hash).toContain("date=2026-02-19");
    const verdict = await page.locator(".verdict").innerText();
    expect(verdict).not.toMatch(/more than a steady change explains|better|worse|because/);
    expect(verdict).toMatch(/The report found this change by trying all dates, .* the ranges are wider\.$/);
    const near = await open(file, { hash: "#date=2026-02-12" });
    await expect.poll(() => near.locator(".verdict").innerText()).toMatch(/by trying all dates/);
  });

  it("are beside a comparison at any date, which the reader writes, or clicks at", async () => {
    const page = await open(file);
    const date = page.getByLabel("Before and after");
    await date.fill("2026-01-29");
    await expect.poll(() => page.locator(".groups thead").innerText()).toMatch(/Before \(3\)\s+After \(9\)/);
    const verdict = await page.locator(".verdict").innerText();
    expect(verdict).toMatch(/^After 1 min: .* Too few episodes to tell more\.$/);
    expect(verdict).not.toMatch(/by trying all dates/);
    await page.locator(".timeline").click({ position: { x: 600, y: 100 } });
    await expect.poll(() => date.inputValue()).toMatch(/^2026-0[23]-\d\d$/);
  });

  it("have the whole sentence with its reservations, on paper, too", async () => {
    const page = await open(file);
    const whole = page.locator(".why li").first();
    expect(await whole.isVisible()).toBe(false);
    await page.getByText("How sure is this?").click();
    expect(toPlain(await whole.innerText())).toMatch(
      /^Change: From 2026-02-19 on, more stay: .* may also be steady\.$/,
    );
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator(".why li:visible").count()).toBe(await page.locator(".answers > li").count());
    expect(await page.locator(".about-text").isVisible()).toBe(true);
  });
});
