import { type Browser, chromium } from "playwright-core";
import { bundlePage } from "../../cli/report/bundle.ts";
import { saveAtomically } from "../../cli/report/save.ts";
import { compareEpisodes, computeEpisode } from "../../report/make/data.ts";
import { drawPage } from "../../report/make/page.ts";
import { findBrowser } from "../measure/find-browser.ts";
import type { ShownEpisode } from "./show.ts";

/** Saves the report of a made-up show. Returns its size in bytes. */
export async function saveShow(file: string, show: readonly ShownEpisode[]): Promise<number> {
  const episodes = show.map(({ chart, listeners, source, ...name }) => {
    return computeEpisode({ guid: chart.guid, curves: [{ chart, listeners, source }] }, name);
  });
  const heading = { title: "Tides and harbours", madeAt: new Date("2026-11-21T00:00:00Z") };
  return saveAtomically(file, drawPage(heading, compareEpisodes(episodes), await bundlePage()));
}

/** Opens Chromium, which must be on PATH or in CHROME_PATH. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error("Chromium is not on PATH. Install it, or set CHROME_PATH to its executable.");
  // Chromium's sandbox does not work for root, the user of containers. Only files made here are opened.
  return chromium.launch({ executablePath, chromiumSandbox: false, args: ["--disable-gpu"] });
}
