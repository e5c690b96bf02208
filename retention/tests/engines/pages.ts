import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import axe from "axe-core";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Engine } from "../../../tests/support/engines/engine.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { makeChapters } from "../report/exact.ts";
import { makeChart, OVERLAPPING, saveDemo, saveReport } from "../support/report.ts";

const ELEMENT = readFileSync(new URL("../../../docs/examples/episode-curve.js", import.meta.url), "utf8");

const TITLES = ["Ebb", "Flood", "Neap", "Fog"];
/** The sponsors of two of them. */
const SPONSORS: Readonly<Record<string, string>> = { Ebb: "Lumen", Fog: "Kelp & Co" };
const CHARTS = TITLES.map((_, index) => makeChart(`urn:${index}`, 100, 20 * index, 600, index % 2 ? 1_800 : 3_600));

/** Keeps what the page offers to save, in place of saving it. */
const KEEP_SAVED = `
  window.saved = [];
  URL.createObjectURL = (blob) => { saved.push(blob); return "data:,"; };
  HTMLAnchorElement.prototype.click = () => {};
`;

const LISTED = `[...document.querySelectorAll(".episodes tbody tr")].filter((row) => row.offsetParent).map((row) => row.querySelector(".name").textContent)`;

/** Uses the report and the element as a reader does. @param getEngine the engine, once it has started */
export function describePages(getEngine: () => Engine): void {
  const save = useFolder();
  const report = save("report.html", "");
  const demo = save("demo.html", "");
  let engine: Engine;
  beforeAll(() =>
    saveReport(
      report,
      CHARTS,
      TITLES.map((title, index) => {
        const sponsor = SPONSORS[title];
        const chapters = sponsor ? makeChapters({ Opening: 0, [`Sponsor: ${sponsor}`]: 300, Story: 360 }) : [];
        const audio = "https://audio.example/1.mp3?key=1";
        return { title, listeners: 500, date: `2026-0${index + 1}-01`, chapters, audio };
      }),
    ),
  );
  beforeAll(() => saveDemo(demo));
  beforeEach(async () => {
    engine = getEngine();
    engine.complaints.length = 0;
    await engine.resize(1_280, 900);
    await engine.goto("about:blank");
  });
  afterEach(() => expect(engine.complaints).toEqual([]));

  const read = <Value>(expression: string) => engine.run<Value>(`return ${expression};`);
  const expectValue = (expression: string) => expect.poll(() => read(expression), { message: expression });
  /** The middle of an element in the window, once the page has stopped moving it. */
  async function find(element: string): Promise<readonly [x: number, y: number]> {
    let middle: readonly [x: number, y: number] = [0, 0];
    await expect
      .poll(async () => {
        const before = middle;
        middle = await engine.run(`
          const element = ${element};
          element.scrollIntoView({ block: "center" });
          const { left, top, width, height } = element.getBoundingClientRect();
          return [left + width / 2, top + height / 2];
        `);
        return isDeepStrictEqual(middle, before);
      })
      .toBe(true);
    return middle;
  }
  const click = async (element: string) => engine.click(...(await find(element)));
  const select = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`;

  describe("the report", () => {
    const open = async (hash: string) => {
      await engine.goto(`${pathToFileURL(report).href}${hash}`);
      await expectValue("document.documentElement.className").toMatch(/is-drawn/);
    };

    it("opens without a complaint, searches, sorts and compares", async () => {
      await open("");
      await click(select(".search input"));
      for (const key of ["n", "e", "a"]) await engine.press(key);
      await expectValue(LISTED).toEqual(["Neap"]);
      for (const _ of "nea") await engine.press("Backspace");
      await expectValue(LISTED).toEqual(["Fog", "Neap", "Flood", "Ebb"]);
      await click(select(".episodes thead th button"));
      await expectValue(LISTED).toEqual(["Ebb", "Flood", "Fog", "Neap"]);
      for (const place of [0, 1]) await click(`document.querySelectorAll(".episodes tbody input")[${place}]`);
      await click(select(".tray .compare"));
      await expectValue(`${select(".title")}.textContent`).toBe("2 episodes compared");
      await expectValue("document.querySelectorAll('.chart .curve').length").toBe(2);
    });

    it("shows the opening, and reads the curve by pointer and keys", async () => {
      await open("#episode=urn:1");
      await click(select(".tabs button:last-child"));
      await expectValue("location.hash").toMatch(/&view=opening$/);
      // If the pointer came before the curve of the opening, it would have to move again for the curve to follow it.
      await expectValue(`${select(".slider")}.max`).toBe("300");
      await click(select(".slider"));
      await expectValue(`${select(".point")}.textContent`).toMatch(/^At 2:(29|3\d): /);
      await click(select(".tabs button"));
      await expectValue("document.activeElement.textContent").not.toBe("First 5 minutes");
      await expectValue(`${select(".slider")}.max`).toBe("1800");
      await engine.run("document.querySelector('.slider').focus()");
      await engine.press("Home");
      await expectValue(`${select(".slider")}.getAttribute("aria-valuetext")`).toMatch(/^At 0:00: 100\s%$/);
    });

    it("saves its picture and its table", async () => {
      await open("#episode=urn:1");
      await engine.run(KEEP_SAVED);
      await click(select(".picture-button"));
      await expectValue("saved.length").toBe(1);
      await click(select(".back a"));
      await click(select(".table-button"));
      await expectValue("saved.length").toBe(2);
      const [picture, table] = await engine.run<string[]>(`
        const [picture, table] = saved;
        return [await picture.slice(1, 4).text(), (await table.text()).split("\\r\\n")[1]];
      `);
      expect(picture).toBe("PNG");
      expect(table).toMatch(/^Fog,urn:3,/);
    });

    it("shows sponsors' spots once somebody says that the host reads them, and saves those of one alone", async () => {
      await open("");
      await engine.run(KEEP_SAVED);
      const isShown = `${select(".spots table")}.checkVisibility()`;
      expect(await read(isShown)).toBe(false);
      await click(select(".spots summary"));
      await expectValue(isShown).toBe(true);
      expect(await read("[...document.querySelectorAll('.spots tbody')].map(({ rows }) => rows.length)")).toEqual([
        2, 2,
      ]);
      for (const kind of ["csv", "html"]) await click(select(`.spots [data-name="Lumen"] .as-${kind}`));
      await expectValue("saved.length").toBe(2);
      const [csv = "", page = ""] = await engine.run<string[]>(
        "return [await saved[0].text(), await saved[1].text()];",
      );
      for (const text of [csv, page]) {
        expect(text).toMatch(
          /(?:^"|<p>)An estimate from .* not audited, as of 21.{1,6}Nov.{1,6}2026\. .* the host reads/,
        );
        expect(text).toMatch(/Ebb.*Lumen/);
        expect(text).not.toMatch(/Flood|Neap|Fog|Kelp|urn:|https?:|mp3|<script|<button/);
      }
      expect(csv.split("\r\n")).toHaveLength(4);
      expect(page).toContain("<h1>Lumen</h1>");
      await click(select('.spots [data-name^="Kelp"] .as-html'));
      await expectValue("saved.length").toBe(3);
      expect(await engine.run("return saved[2].text();")).toMatch(
        /<title>Kelp &amp; Co<.*<td[^>]*>Kelp &amp; Co<\/td>/s,
      );
    });

    it("has no violation that axe finds in any view", async () => {
      for (const hash of ["", "#episode=urn:1", "#episode=urn:1&episode=urn:2", "#date=2026-03-01"]) {
        await engine.goto("about:blank");
        await open(hash);
        await engine.run(axe.source);
        const found = "return (await axe.run()).violations.map(({ id, nodes }) => [id, nodes[0].html]);";
        expect(await engine.run(found), hash).toEqual([]);
      }
    });
  });

  it("the report leads from a finding to its place by keys, and back, with nothing over anything else", async () => {
    for (const width of [390, 1_366]) {
      await engine.resize(width, 844);
      await engine.goto("about:blank");
      await engine.goto(pathToFileURL(demo).href);
      await expectValue("document.documentElement.className").toMatch(/is-drawn/);
      await engine.run("document.querySelector('.findings li:nth-child(2) a').focus()");
      await engine.press("Enter");
      await expectValue(`${select(".title")}.textContent`).toBe("Salt, and who paid for it");
      await expectValue("document.activeElement.id").toBe("title");
      expect(await read("location.hash")).toMatch(/^#episode=demo-10&at=\d+$/);
      expect(await read("document.querySelectorAll('.label:not([hidden])').length")).toBe(2);
      expect(await read(OVERLAPPING)).toEqual([]);
      expect(await read("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
      await engine.back();
      await expectValue(`${select(".episodes")}.checkVisibility()`).toBe(true);
      expect(await read("document.activeElement.hash")).toMatch(/^#episode=demo-10&at=/);
    }
  });

  it("<episode-curve> draws, and is read by keys", async () => {
    const chart = makeChart("urn:example:ep-7", 100, 60, 300, 600);
    const page = `<!doctype html><meta charset="utf-8"><title>A show</title><episode-curve></episode-curve><script>${ELEMENT}</script>
      <script>document.querySelector("episode-curve").chart = ${JSON.stringify(chart)};</script>`;
    await engine.goto(pathToFileURL(save("element.html", page)).href);
    const inside = (selector: string) => `${select("episode-curve")}.shadowRoot.querySelector("${selector}")`;
    expect(await read(`${inside("figure")}.getAttribute("aria-label")`)).toMatch(
      /^Listeners of urn:example:ep-7\. Length: 10:00\./,
    );
    expect(await read(`${inside(".curve")}.getBoundingClientRect().width`)).toBeGreaterThan(300);
    expect(await read(`getComputedStyle(${inside(".paper")}).fill`)).toBe("rgb(255, 255, 255)");
    await engine.run(`${inside("figure")}.focus()`);
    await engine.press("ArrowRight");
    await expectValue(`${inside("figure")}.getAttribute("aria-valuetext")`).toBe("0:05: 100\u00a0%");
    await engine.press("End");
    await expectValue(`${inside("output")}.textContent`).toBe("10:00: 60\u00a0%");
  });
}
