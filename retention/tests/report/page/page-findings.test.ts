import { beforeAll, expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { useFolder } from "../../../../tests/support/process.ts";
import { useBrowser } from "../../support/browser.ts";
import { makePlantedShow, PLANTED, reportPlantedShow } from "../../support/planted-show.ts";
import { saveDemo, savePage } from "../../support/report.ts";

const open = useBrowser();
const save = useFolder();
const file = save("demo.html", "");
const [planted, few] = ["planted", "few"].map((name) => save(`${name}.html`, ""));

beforeAll(async () => {
  await saveDemo(file);
  await savePage(planted ?? "", await reportPlantedShow());
  await savePage(few ?? "", await reportPlantedShow(makePlantedShow().slice(-7, -2)));
});

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
    expect(await page.locator(".episodes").isVisible()).toBe(false);
    await page.getByRole("link", { name: "All episodes" }).click();
    await expect.poll(() => page.locator(".episodes").isVisible()).toBe(true);
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

describeWith("Chromium", "of a planted show, the page of a report", () => {
  it.each([1_366, 390])("tells on its first screen what is planted, and no trailer, at %i px", async (width) => {
    const page = await open(planted ?? "", { viewport: { width, height: width === 390 ? 1_300 : 768 } });
    const seen = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.findings li')].filter((item) => item.getBoundingClientRect().bottom < innerHeight).map(({ textContent }) => textContent)",
    );
    expect(seen.map(toPlain)).toEqual([
      expect.stringMatching(/\d\d % skip .*lumen.*See it on the curve/i),
      expect.stringMatching(
        new RegExp(`% leave “${PLANTED.loss.title}” at 25:00 .* They leave as this begins: ${PLANTED.loss.reason}`),
      ),
      expect.stringMatching(/more of 100 stay past the first minute since 25 Aug 2026.*Before and after/),
    ]);
    expect(await page.locator(".latest").innerText()).toMatch(
      /^Latest: “The first train”, 24\sNov\s2026: 672\slisteners/,
    );
  });

  it("sorts episodes by what is told of them, whatever it is", async () => {
    const page = await open(planted ?? "");
    await page.getByRole("button", { name: "Moment" }).click();
    const told = (await page.locator(".episodes td:has(.moment)").all()).map(async (cell) => {
      return Math.max(...(await cell.locator(".lead").allInnerTexts()).map(Number.parseFloat));
    });
    const shares = await Promise.all(told);
    // The drop-off and the replay: what most episodes skip is told in no row.
    expect(shares).toHaveLength(2);
    expect(shares).toEqual(shares.toSorted((one, other) => other - one));
  });

  it("says at its foot with what episodes are compared, and names the months of its timeline", async () => {
    const page = await open(planted ?? "");
    const foot = toPlain(await page.locator("footer").innerText());
    expect(foot).toMatch(/changed on 25 Aug 2026: episodes before are compared with those before/);
    expect(foot).toMatch(/Trailers, bonus episodes and those that are far shorter .* are in no finding/);
    await page.getByRole("link", { name: "Before and after", exact: false }).first().click();
    const texts = await page.locator(".timeline text").allTextContents();
    expect(texts).toEqual(expect.arrayContaining(["Jun", "Jul", "Aug", "Sept", "Oct", "Nov"]));
    expect(await page.locator(".hint").innerText()).toMatch(
      /^Each dot is one of 28 episodes; the other 2 can't be compared: no full/,
    );
  });

  it("says of few episodes what six would bring", async () => {
    const page = await open(few ?? "");
    expect(await page.locator(".show h2").innerText()).toBe("Your first episodes");
    expect(await page.locator(".latest").allInnerTexts()).toEqual([
      expect.stringMatching(/^Latest: “The first train”.*after 1 min\.$/),
      expect.stringMatching(/^From 6 full episodes on, the report also says what is usual/),
    ]);
  });
});
