import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { describeWith } from "../../../tests/support/describe-with.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { findViolations, useBrowser } from "../support/browser.ts";
import {
  drop,
  expectStatus,
  HARS,
  makeFeed,
  makeTable,
  openReport,
  readSteps,
  saveReport,
  useStudio,
} from "./studio.ts";

const save = useFolder();
const openStudio = useStudio(save);
const openSaved = useBrowser();

describeWith("Chromium", "the page of charts -- studio", () => {
  it("lets one choose the episode of a curve that names none, by keys, and shows markup as text", async () => {
    const page = await openStudio();
    const title = "<img src=x onerror=alert(1)></script>";
    const feed = save("feed.xml", makeFeed([title, "Ebb"]));
    const table = save("final v2.csv.gz", gzipSync(makeTable()));
    await drop(page, [table, feed]);
    const next = page.locator(".next");
    expect(await next.innerText()).toBe("Choose 1 episode");
    const list = page.locator(".choices > .nameless");
    expect(await list.textContent()).toContain("final v2");
    const field = list.locator("input");
    await next.click();
    expect(await field.evaluate((element) => element.matches(":focus"))).toBe(true);
    await page.keyboard.type("nothing like it");
    await page.keyboard.press("Enter");
    expect(await list.locator(".note").textContent()).toBe("No episode of the feed has this in its title or date.");
    await page.keyboard.press("Backspace");
    expect(await list.locator(".note").textContent()).toBe("");
    await field.fill("");
    await page.keyboard.type("IMG");
    await page.keyboard.press("Enter");
    const report = page.frameLocator("iframe");
    await report.locator("html.is-drawn").waitFor({ state: "attached" });
    expect(await page.evaluate("document.activeElement.tagName")).toBe("IFRAME");
    await page.locator(".to-files").click();
    expect(await list.locator(".offer").textContent()).toContain(title);
    expect(await next.innerText()).toBe("See report");
    await page.getByRole("button", { name: "Change" }).click();
    await page.keyboard.type("Ebb");
    await page.keyboard.press("Escape");
    expect(await list.locator(".offer").textContent()).toContain(title);
    await openReport(page);
    expect(await report.locator("#title").innerText()).toBe(title);
    expect(await report.locator(".link").isVisible()).toBe(false);
  });

  it("greets with an example, which goes as soon as one's own files come", async () => {
    const page = await openStudio(390);
    await page.locator(".example").click();
    const report = page.frameLocator("iframe");
    expect(await report.locator("h1").innerText()).toBe("Tides and harbours");
    // Keys go to the report: it scrolls, and Tab goes from its one link to the next.
    await report.locator("html.is-drawn").waitFor({ state: "attached" });
    await page.keyboard.press("Tab");
    await report.locator("a:focus").first().waitFor();
    expect(await page.locator(".save").isVisible()).toBe(false);
    await page.locator(".next").click();
    expect(await page.locator("h1:visible").innerText()).toBe("See where listeners leave, minute by minute");
    await drop(page, [save("Ebb.csv", makeTable()), save("own.xml", makeFeed(["Ebb"]))]);
    expect(await readSteps(page)).toMatchObject({ Feed: "1 episode", YouTube: "1 matched" });
    // Nothing is left to choose.
    await report.locator("html.is-drawn").waitFor({ state: "attached" });
    expect(await report.locator("html").innerText()).not.toContain("Tides and harbours");
  });

  it("is used by keyboard: from the files to the report in 12 stops at most, past the choices, and Enter goes on to the next one", async () => {
    const page = await openStudio();
    const titles = Array.from({ length: 11 }, (_, index) => `Ep. ${index + 1} – The ${"abcdefghijk"[index]} tide`);
    const tables = titles.map((_, index) =>
      save(`#${index + 1} the ${"abcdefghijk"[index]} tide.csv`, makeTable(30 + index)),
    );
    const matched = save("Fog.csv", makeTable());
    await drop(page, [save("twelve.xml", makeFeed([...titles, "Fog"])), matched, ...tables]);
    // The bar has one line, so that nothing moves when the last choice is made.
    await page.setViewportSize({ width: 768, height: 900 });
    const [show, next] = await Promise.all([".group", ".next"].map((one) => page.locator(one).boundingBox()));
    expect(Math.abs((show?.y ?? 0) - (next?.y ?? 0))).toBeLessThan(10);
    await page.setViewportSize({ width: 1_280, height: 900 });
    const isAt = (selector: string) => page.locator(`${selector}:focus`).isVisible();
    await page.locator("body").evaluate((body) => {
      body.tabIndex = -1;
      body.focus();
    });
    await page.keyboard.press("Tab");
    expect(await isAt(".pass")).toBe(true);
    await page.keyboard.press("Enter");
    expect(await isAt("#drop")).toBe(true);
    await page.keyboard.press("Tab");
    expect(await isAt(".choose-files")).toBe(true);
    let tabs = 0;
    for (; tabs <= 12 && !(await isAt(".to-report")); tabs++) await page.keyboard.press("Tab");
    // The bar is in sight, wherever the page is.
    await page.evaluate("scrollTo(0, 0); document.querySelector('.to-files').focus()");
    expect(await page.evaluate("scrollY")).toBe(0);
    expect(tabs).toBeLessThanOrEqual(12);
    for (; tabs <= 20 && !(await isAt(".next")); tabs++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await isAt(".accept-all")).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(".next", { hasText: "Choose 10 episodes" }).waitFor();
    expect(await isAt(".is-open .yes")).toBe(true);
    for (const key of ["Tab", "Enter", "w", "a", "k", "e", "Escape"]) await page.keyboard.press(key);
    expect(await page.locator(".is-open:has(:focus) .offer").innerText()).toContain("Ep. 2 – The b tide");
    expect(await page.locator(":focus").innerText()).toBe("Other…");
    // What a screen reader says: the button's own text, and what it is about.
    expect(await page.locator(".choices > .nameless").ariaSnapshot()).toContain('button "Yes"');
    await expectStatus(page, "", () => page.locator(".accept-all").click());
    expect(await readSteps(page)).toMatchObject({ YouTube: "12 matched" });
    // Once its document has the focus, no element of this one matches :focus in Chromium.
    await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("IFRAME");
  });

  it("asks before one leaves while a report or a choice is not saved, and says beside the button whether it is", async () => {
    const page = await openStudio();
    let asked = 0;
    page.on("dialog", () => asked++);
    const countAsked = async () => {
      asked = 0;
      await page.reload();
      return asked;
    };
    const state = () => page.locator(".saved").innerText();
    const [feed, table] = [save("two.xml", makeFeed(["Ebb", "Flow"])), save("Ebb.csv", makeTable())];
    await page.locator(".example").click();
    expect(await countAsked()).toBe(0);
    await drop(page, [feed]);
    await page.locator(".how summary").first().click();
    expect([await state(), await countAsked()]).toEqual(["", 0]);
    await drop(page, [feed, table]);
    await openReport(page);
    const places = () => page.locator(".group").boundingBox();
    const before = await places();
    expect([await state(), await countAsked()]).toEqual(["Unsaved changes", 1]);
    await drop(page, [feed, table]);
    const saved = await saveReport(page, save("saved.html", ""));
    await page.locator(".saved", { hasText: /^Saved$/ }).waitFor();
    await openReport(page);
    expect(await places()).toEqual(before);
    await drop(page, [save("IMG_1.jpg", Buffer.from([0xff, 0xd8, 0xff, 0xe0]))]);
    await page.locator(".to-files").click();
    const beside = (await places())?.x;
    await page.evaluate("document.querySelector('.status').textContent = ''");
    expect((await places())?.x).toBe(beside);
    expect([await state(), await countAsked()]).toEqual(["Saved", 0]);
    await drop(page, [feed, table]);
    await saveReport(page, save("before.html", ""));
    // The page lists the same as before.
    await drop(page, [save("Ebb.csv", makeTable(20))]);
    expect([await state(), await countAsked()]).toEqual(["Unsaved changes", 1]);
    save("Ebb.csv", makeTable());
    await drop(page, [saved]);
    expect([await state(), await countAsked()]).toEqual(["", 0]);
    await drop(page, [saved, save("of a new episode.csv", makeTable())]);
    expect(await page.locator(".next").innerText()).toBe("Add today's feed");
    for (const width of [390, 768, 1_280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate("document.querySelector('.day').getClientRects().length")).toBe(1);
    }
    await page.reload();
    await drop(page, [feed, save("left out.csv", makeTable())]);
    await page.getByRole("button", { name: "Leave out" }).click();
    await page.locator(".saved", { hasText: "Unsaved changes" }).waitFor();
    expect(await countAsked()).toBe(1);
  });

  it.each([390, 450, 768, 1_280, 1_920])(
    "keeps Files and Report where they are, and what it says short, in a window of %i px",
    async (width) => {
      const page = await openStudio(width);
      await drop(page, [save("two.xml", makeFeed(["Ebb", "Flow"])), save("Ebb.csv", makeTable())]);
      const readPlaces = () => page.locator(".group").boundingBox();
      const readLines = () =>
        page.evaluate<number>(`(({ offsetHeight }) =>
          offsetHeight / parseFloat(getComputedStyle(document.querySelector(".status")).lineHeight))(document.querySelector(".status"))`);
      await openReport(page);
      const places = new Set([JSON.stringify(await readPlaces())]);
      const note = async () => places.add(JSON.stringify(await readPlaces()));
      await saveReport(page, save(`saved-${width}.html`, ""));
      await page.locator(".status", { hasText: "You can mail it." }).waitFor();
      await note();
      expect(await readLines()).toBeLessThan(4.5);
      await page.locator(".to-files").click();
      const below = (await readPlaces())?.y ?? 0;
      const readHeight = async () => (await page.locator(".bottom").boundingBox())?.height ?? 0;
      const height = await readHeight();
      // While it works, what it does is in sight in place of what it said.
      await page.evaluate("document.querySelector('.doing').hidden = false");
      expect(await readHeight()).toBeLessThanOrEqual(height);
      expect((await readPlaces())?.y).toBe(below);
      await page.evaluate("document.querySelector('.doing').hidden = true");
      // On a phone, the filled button has a line of its own, below the others.
      if (width > 480) await note();
      expect([...places]).toHaveLength(1);
      const [state, button] = await Promise.all([".saved", ".save"].map((one) => page.locator(one).boundingBox()));
      expect((button?.x ?? 0) - (state?.x ?? 0) - (state?.width ?? 0)).toBeLessThan(20);
      expect(Math.abs((button?.y ?? 0) - (state?.y ?? 0))).toBeLessThan(20);
    },
  );

  it("asks before files of another show are added", async () => {
    const page = await openStudio();
    await drop(page, [save("two.xml", makeFeed(["Ebb", "Flow"])), save("Ebb.csv", makeTable())]);
    const winds = save("winds.xml", makeFeed(["Gust"]).replace("On tides", "On winds").replaceAll("tides-", "winds-"));
    const add = () =>
      page
        .locator("input[type=file]")
        .first()
        .setInputFiles([winds, save("Gust.csv", makeTable())]);
    await add();
    await page.getByRole("heading", { name: "Mix “On tides” and “On winds”?" }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const [first, second] = await Promise.all([".leave-out", ".mix"].map((one) => page.locator(one).boundingBox()));
    expect((second?.y ?? 0) - (first?.y ?? 0) - (first?.height ?? 0)).toBeGreaterThan(5);
    const out = page.locator(".leave-out");
    expect(await out.evaluate((element) => element.matches(":focus"))).toBe(true);
    await out.click();
    await page.locator(".mixed").waitFor({ state: "hidden" });
    expect(await page.locator(".choose-files").evaluate((element) => element.matches(":focus"))).toBe(true);
    expect(await page.locator(".checklist").innerText()).toContain("2 episodes");
    await add();
    await page.locator(".mix").click();
    await page.locator(".checklist", { hasText: "3 episodes" }).waitFor({ state: "attached" });
    // Nothing is left to choose.
    await page.frameLocator("iframe").locator("html.is-drawn").waitFor({ state: "attached" });
    expect(await page.locator(".mixed").getAttribute("hidden")).toBe("");
  });

  it("saves the report without addresses of audio if one says so", async () => {
    const page = await openStudio();
    const feed = makeFeed(["Ebb"]).replace("</item>", '<enclosure url="https://user:x@example.com/1.mp3?key"/></item>');
    await drop(page, [save("audio.xml", feed), save("Ebb.csv", makeTable())]);
    const read = async (name: string) => readFileSync(await saveReport(page, save(name, "")), "utf8");
    expect(await findViolations(await openSaved(await saveReport(page, save("axe.html", ""))))).toEqual([]);
    expect(await read("with.html")).toContain('"audio":"https://example.com/1.mp3"');
    expect(await page.locator(".status").innerText()).toContain("audio addresses without query or password");
    await page.locator(".without-audio").click();
    expect(await read("without.html")).not.toContain("example.com");
    expect(await page.locator(".status").innerText()).not.toContain("audio");
  });

  it("says what a file is refused for", async () => {
    const page = await openStudio();
    const session = '{"session_id":"a","episodeGUID":"b","data":[{"time":0,"event":"play"}]}\n';
    await drop(page, [save("sessions.jsonl", session), save("cut.gz", gzipSync(session).subarray(0, -9))]);
    const [sessions, gzip] = await page.locator(".refused").allTextContents();
    expect(sessions).toBe(
      'It has listening sessions, which only the command counts, because their files can be larger than a page can hold. Import this file with "charts import", then run "charts export > export.jsonl". Drop export.jsonl here.',
    );
    expect(gzip).toContain("Its gzip ends in the middle.");
  });

  it("opens the report by itself, unless a file that has just come was refused, and says that something was", async () => {
    const page = await openStudio();
    const har = join(HARS, "chrome-spotify.har");
    const said = await drop(page, [save("tides.xml", makeFeed()), har]);
    expect(await page.locator(".refused").textContent()).toMatch(
      /: It has no data\. There may be too few listeners yet\./,
    );
    expect(await page.locator("iframe").isVisible()).toBe(true);
    expect(said).toBe("1 file could not be read in full: see Files.");
    await drop(page, [save("sign in.html", "<!doctype html><input type=password>")]);
    expect(await page.locator(".refused", { hasText: "It is a page to sign in" }).isVisible()).toBe(true);
    // The report had the focus, which the body never gets.
    expect(await page.locator(".choose-files").evaluate((element) => element.matches(":focus"))).toBe(true);
    const other =
      '{"log":{"entries":[{"startedDateTime":"2026-01-01","request":{"method":"GET","url":"https://a.example"},"response":{}}]}}';
    await drop(page, [save("shop.har", other)]);
    expect(await page.locator("iframe").isVisible()).toBe(false);
    await drop(page, [har]);
    expect(await page.locator("iframe").isVisible()).toBe(true);
  });

  it("folds what is not needed into one line, opens the report all the same, and removes all of it at once", async () => {
    const page = await openStudio();
    const [photo, sheet] = [
      save("IMG_1.jpg", Buffer.from([0xff, 0xd8, 0xff, 0xe0])),
      save("plays.csv", "Date,Plays\n1,2\n"),
    ];
    await drop(page, [save("feed.xml", makeFeed(["Ebb"])), save("Ebb.csv", makeTable()), photo, sheet]);
    await page.frameLocator("iframe").locator("html.is-drawn").waitFor({ state: "attached" });
    expect(await page.locator(".status").innerText()).toBe("2 files are not needed: see Files.");
    await page.locator(".to-files").click();
    expect(await page.locator(".problems").isVisible()).toBe(false);
    const line = page.locator(".unneeded summary");
    expect(await line.innerText()).toBe("2 files are not needed");
    await line.click();
    expect(await page.locator(".unneeded .name").allInnerTexts()).toEqual(["IMG_1.jpg", "plays.csv"]);
    const [button, rows] = await Promise.all(
      [".remove-all", ".unneeded ul"].map((one) => page.locator(one).boundingBox()),
    );
    expect((rows?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)).toBeGreaterThan(5);
    // What each is stands where it was dropped, too.
    const told = page.locator(".drop .refused");
    expect(await told.allInnerTexts()).toEqual([
      expect.stringMatching(/^IMG_1\.jpg: It is a picture\./),
      expect.stringMatching(/^plays\.csv: The table has no/),
    ]);
    await page.getByRole("button", { name: "Remove all" }).click();
    await line.waitFor({ state: "hidden" });
    expect(await told.count()).toBe(0);
    expect(await page.locator(".choose-files").evaluate((element) => element.matches(":focus"))).toBe(true);
    expect(await page.locator(".had-files .name").count()).toBe(2);
    expect(await page.locator(".work").isVisible()).toBe(true);
  });

  it("asks for the feed before episodes, then says yes to all that it suggests, and begins a report once for two clicks", async () => {
    const page = await openStudio();
    const tables = ["Ebb (full interview)", "Flow (1)", "Salt"].map((name) => save(`${name}.csv`, makeTable()));
    await drop(page, tables);
    expect(await page.locator(".no-feed").innerText()).toBe("3 curves read. Add your feed: most match by themselves.");
    expect([await page.locator(".choices").isVisible(), await page.locator(".next").innerText()]).toEqual([
      false,
      "Add your feed",
    ]);
    expect(await readSteps(page)).toMatchObject({ YouTube: "3 curves read" });
    await drop(page, [save("feed.xml", makeFeed(["Ebb", "Flow", "Salt"]))]);
    expect(await page.locator(".no-feed").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Yes to all 2" }).click();
    await page.locator("main[aria-busy=false]").waitFor({ state: "attached" });
    expect(await readSteps(page)).toMatchObject({ YouTube: "3 matched" });
    const asked = await page.evaluate(`{
      let asked = 0;
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (message, ...rest) {
        if (message.kind === "report") asked++;
        return postMessage.call(this, message, ...rest);
      };
      const button = document.querySelector(".to-report");
      button.click();
      button.click();
      asked;
    }`);
    expect(asked).toBe(1);
    await openReport(page);
  });

  it("asks each month whether the name of a file is still of the same episode", async () => {
    const page = await openStudio();
    const [feed, table] = [save("feed.xml", makeFeed(["Ebb", "Flow"])), save("Retention (3).csv", makeTable())];
    await drop(page, [feed, table]);
    const field = page.locator(".choices > .nameless input");
    await field.fill("Ebb");
    await openReport(page);
    const saved = await saveReport(page, save("saved.html", ""));
    const next = await openStudio();
    await drop(next, [saved, save("Retention (3).csv", makeTable(10))]);
    expect(await next.locator(".choices .note").innerText()).toBe("Last month this name was “Ebb”. Still?");
    await next.getByRole("button", { name: "Yes" }).click();
    await next.locator(".status", { hasText: "Replaced: the saved curve of “Ebb” (YouTube)." }).waitFor();
  });

  it("asks once whether the host reads sponsors' spots", async () => {
    const page = await openStudio();
    const list = save("spots.csv", "guid,from,to,name\nEbb,0:10,0:30,Lumen\n");
    const rows = Array.from({ length: 60 }, (_, time) => `${time},${100 - time}`);
    const tables = ["Ebb", "Flow"].map((title) => save(`${title}.csv`, ["time,percentage", ...rows].join("\n")));
    await drop(page, [save("feed.xml", makeFeed(["Ebb", "Flow"])), ...tables, list]);
    const spots = page.frameLocator("iframe").locator(".spots");
    await spots.locator("summary").click();
    await spots.locator("table").waitFor();
    await page.locator(".to-files").click();
    await openReport(page);
    await spots.locator("table").waitFor();
    const saved = await saveReport(page, save("saved.html", ""));
    const next = await openStudio();
    await drop(next, [saved]);
    const kept = next.frameLocator("iframe").locator(".spots");
    expect(await kept.locator("tbody tr").last().innerText()).toMatch(/^\s*Ebb\s+Lumen\s.*\s0:10\s/);
  });

  it("takes a length beside the curve that lacks one, and zeros where nobody listened", async () => {
    const page = await openStudio();
    const rows = [0, 1, 2, 3, 4, 7, 8, 9].map((second) => `urn:example:counts,${second * 60},${10 - second}`);
    const counts = save("counts.csv", `guid,time,count\n${rows.join("\n")}\n`);
    await drop(page, [counts]);
    expect(await page.locator(".refused").textContent()).toContain("The file does not have the episode's duration.");
    await page.locator(".refused input").fill("10:00");
    await expectStatus(page, "", () => page.keyboard.press("Enter"));
    expect(await page.locator(".refused").textContent()).toContain("2 rows of the table are missing");
    await expectStatus(page, "", () => page.locator(".refused button").click());
    expect(await page.locator(".refused").count()).toBe(0);
  });
});
