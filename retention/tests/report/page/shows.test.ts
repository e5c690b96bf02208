import { expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { makeChart } from "../../support/report.ts";
import { useReport } from "./report-page.ts";

/** Eight episodes of each of two shows, whose listeners differ, and one that is in no feed. */
const SHOWS = ["Tides", "Fog"];
const EPISODES = Array.from({ length: 16 }, (_, index) => ({
  show: SHOWS[index % 2] ?? "",
  chart: makeChart(`urn:${index}`, 100, index % 2 ? 30 : 80, 900 + index, 1_800),
}));

const { open } = useReport(
  [...EPISODES.map(({ chart }) => chart), makeChart("alone", 100, 50, 900, 1_800)],
  EPISODES.map(({ show }, index) => ({ show, listeners: 500, date: `2026-01-${10 + index}` })),
);

describeWith("Chromium", "a report of several shows", () => {
  it("compares each episode with those of its own show alone", async () => {
    for (const [guid, usual] of [
      ["urn:3", 30],
      ["urn:4", 80],
    ] as const) {
      const page = await open({ hash: `#episode=${guid}` });
      const row = page.locator(".figures tbody tr", { hasText: "Reach the last" });
      await expect.poll(() => row.innerText()).toMatch(new RegExp(`${usual}\\s%\\s+${usual}\\s%$`));
      expect(await page.locator(".about-text").textContent()).toMatch(/the middle half of 7 other episodes/);
    }
  });

  it("says of the leading episode's show what is to be said, and draws it over time", async () => {
    const page = await open({ hash: "#episode=urn:3&episode=urn:4" });
    const shown = () => page.locator(".show:visible").getAttribute("data-show");
    await expect.poll(shown).toBe("Fog");
    // No rule below the page's head, also where the first show is hidden.
    const rule = () => page.evaluate("getComputedStyle(document.querySelector('.show:not([hidden])')).borderTopWidth");
    expect(await rule()).toBe("0px");
    expect(await page.locator(".date").getAttribute("min")).toBe("2026-01-11");
    await page.locator(".chosen").getByRole("button", { name: "urn:4", exact: true }).click();
    await expect.poll(shown).toBe("Tides");
    expect(await rule()).toBe("0px");
    expect(await page.locator(".date").getAttribute("min")).toBe("2026-01-10");
  });

  it("groups the table by show, with those in no feed last", async () => {
    const page = await open();
    const shows = await page.locator(".list tbody td[data-key=show]").allInnerTexts();
    expect(shows).toEqual([...new Array(8).fill("Fog"), ...new Array(8).fill("Tides"), "–"]);
    expect(await page.getByRole("columnheader", { name: "Show" }).getAttribute("aria-sort")).toBe("ascending");
  });
});
