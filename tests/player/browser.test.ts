import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import jsonwebtoken, { type JwtPayload } from "jsonwebtoken";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { unpackSpans } from "../../lib/collector/packed-spans.ts";
import { findBrowser, launchBrowser } from "../support/browser.ts";
import { deleteListenItems, readListenItems, update } from "../support/collector.ts";
import { listSeconds } from "../support/fake-audio.ts";
import { type ListenRoute, startListenRoute } from "../support/listen-route.ts";
import { useLog } from "../support/log.ts";
import { DURATION, type PlayerSite, RECORDER, startPlayerSite } from "../support/player-site.ts";
import { callCharts, getAdminToken, getToken, readEvent, useConfiguredService } from "../support/service.ts";
import { useListensTable, writeChartItem } from "../support/tables.ts";

const DAY = 86_400_000;

useConfiguredService();
useListensTable();
useLog();

describe.skipIf(!findBrowser())("a web player", () => {
  let browser: Browser;
  let route: ListenRoute;
  let site: PlayerSite;
  let page: Page;
  let guid: string;

  beforeAll(async () => {
    browser = await launchBrowser("--autoplay-policy=no-user-gesture-required", "--mute-audio");
    route = await startListenRoute();
  });
  afterAll(async () => {
    await browser?.close();
    route?.stop();
  });
  beforeEach(async () => {
    // The clock stands still, so that a test at midnight has one window, too.
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.stubEnv("MIN_LISTENERS", "1");
    route.requests.length = 0;
    await deleteListenItems();
  });
  afterEach(async () => {
    vi.useRealTimers();
    site.stop();
  });

  /** Publishes an episode with a new tag in its feed, and opens the player. */
  async function open(expiresIn: string): Promise<void> {
    vi.stubEnv("EXPIRES_IN", expiresIn);
    guid = `player-${crypto.randomUUID()}`;
    await writeChartItem({ guid, duration: DURATION });
    const { s, d, exp } = jsonwebtoken.decode(await getToken()) as JwtPayload;
    const tag = `<podcast:performance url="${route.url}/episodeperformance/${s}" tokenExpires="${exp}" duration="${d}"/>`;
    site = await startPlayerSite(tag, guid);
    page = await browser.newPage();
    await page.addInitScript(RECORDER);
    await page.goto(site.url);
    await page.waitForFunction("document.querySelector('audio')?.readyState > 0");
    await page.evaluate("recordBehind()");
  }

  async function playUntil(position: number): Promise<void> {
    await page.evaluate("Object.assign(document.querySelector('audio'), { playbackRate: 16 }).play()");
    await page.waitForFunction(`document.querySelector('audio').currentTime >= ${position}`);
  }

  /** The seconds that the chart shows as heard. The others must be 0. */
  async function readChart(): Promise<number[]> {
    vi.setSystemTime(Date.now() + 2 * DAY);
    await update();
    const event = readEvent("charts", { adminToken: await getAdminToken(), body: JSON.stringify({ guid }) });
    const { body } = await callCharts(event);
    const data = body.data as { time: number; percentage: number }[];
    expect(data.map(({ time }) => time)).toEqual(listSeconds([{ from: 0, to: DURATION }]));
    expect(new Set(data.map(({ percentage }) => percentage))).toEqual(new Set([0, 100]));
    return data.filter(({ percentage }) => percentage > 0).map(({ time }) => time);
  }

  /** Waits for the first one, and until no other has come for a second. */
  async function waitForBeacons(): Promise<void> {
    await expect.poll(() => route.requests.length).toBeGreaterThan(0);
    const count = () => site.readRecords().length + route.requests.length;
    let before: number;
    do {
      before = count();
      await setTimeout(1_000);
    } while (count() > before);
  }

  it.each(["1h", "5h"])(
    "reports what was heard until the page closed, with the tag's duration=%j",
    // Chromium ends a page half a second after it tells it to close. On a busy machine, the page may not have heard of it.
    { retry: 4 },
    async (expiresIn) => {
      await open(expiresIn);
      await playUntil(21);
      await page.evaluate("seek(70)");
      await playUntil(81);
      await page.evaluate("seek(40)");
      await playUntil(44);
      await page.close();
      await waitForBeacons();
      const heard = await readHeard();
      // Playback goes on between the recorder's listeners: a second may begin there.
      const possible = site.readRecords().slice(-2).map(listSeconds);
      expect(heard).toSatisfy(() => possible.some((seconds) => isDeepStrictEqual(seconds, heard)));
      expect(heard).toEqual(expect.arrayContaining([0, 20, 40, 43, 70, 80]));
      expect(await readChart()).toEqual(heard);
      const { headers } = route.requests[0] ?? {};
      expect(headers).toMatchObject({ "content-type": "text/plain;charset=UTF-8", origin: site.url });
      expect(new Set(route.requests.map(({ summary }) => summary))).toEqual(new Set(["POST 202"]));
    },
  );

  it("reports the end of the episode while the page stays", async () => {
    await open("1h");
    await page.evaluate("seek(100)");
    await playUntil(DURATION);
    await expect.poll(readHeard).toEqual(listSeconds([{ from: 100, to: DURATION }]));
    expect(await readChart()).toEqual(listSeconds([{ from: 100, to: DURATION }]));
    await page.close();
    expect(route.requests.map(({ summary }) => summary)).toEqual(["POST 202"]);
  });

  it("may send with headers of its own, for which the browser asks first", async () => {
    await open("1h");
    const answer = await page.evaluate(`(async () => {
      const feed = new DOMParser().parseFromString(await (await fetch("feed.xml")).text(), "text/xml");
      const url = feed.getElementsByTagNameNS("*", "performance")[0].getAttribute("url");
      const headers = { "Content-Type": "application/json", episodeGUID: "${guid}", exp: "1795257600" };
      const body = JSON.stringify([{ time: 3, event: "play" }, { time: 4.5, event: "pause" }]);
      const response = await fetch(url, { method: "POST", headers, body });
      return [response.status, await response.json()];
    })()`);
    expect(answer).toEqual([202, { seconds: 2 }]);
    expect(route.requests.map(({ summary }) => summary)).toEqual(["OPTIONS 204", "POST 202"]);
    await page.close();
    expect(await readChart()).toEqual([3, 4]);
  });
});

/** Reads the seconds that the collector has of the only listener. */
async function readHeard(): Promise<number[]> {
  const listens = (await readListenItems()).filter(({ spans }) => spans);
  const spans = listens.flatMap(({ spans }) => unpackSpans(spans as Uint8Array));
  return listSeconds(spans.map(({ start, end }) => ({ from: start, to: end })));
}
