import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { describeWith } from "../support/describe-with.ts";
import { launchBrowser } from "../support/launch.ts";
import { useLog } from "../support/log.ts";
import { startRoutes } from "../support/routes.ts";
import { useConfiguredService } from "../support/service.ts";
import { composeListeningPage } from "./engines/listening-page.ts";
import { PublishedEpisodes } from "./published-episodes.ts";
import { RECORDER } from "./recorder.ts";

/** How a test uses the player of a page in docs/examples/web, as JavaScript. */
interface Controls {
  /** Begins the first or the second episode. */
  readonly choose: (number: number) => string;
  readonly position: string;
  readonly seek: (position: number) => string;
  readonly speedUp: string;
}

const clickButton = (number: number) =>
  `[...document.querySelectorAll("button")].find((button) => button.textContent === "Episode ${number}").click()`;

const ofElement = (element: string, choose = clickButton): Controls => ({
  choose,
  position: `${element}?.currentTime ?? 0`,
  seek: (position) => `${element}.currentTime = ${position}`,
  speedUp: `${element}.playbackRate = 2`,
});

const PAGES: Readonly<Record<string, Controls>> = {
  "elements.html": ofElement("document.querySelector('audio.chosen')", (number) => {
    const audio = `document.querySelectorAll("audio")[${number - 1}]`;
    return `(() => {
      const chosen = document.querySelector(".chosen");
      chosen?.pause();
      chosen?.classList.remove("chosen");
      ${audio}.classList.add("chosen");
      ${audio}.play();
    })()`;
  }),
  "plyr.html": ofElement("document.querySelector('.plyr audio')"),
  "video-js.html": ofElement("document.querySelector('.video-js audio')"),
  "howler.html": {
    // The recorder knows elements. Of Web Audio, howler says what it plays.
    choose: (number) => `
      ${clickButton(number)};
      watch(${number}, ((sound) => () => ["${number}.wav", sound.seek(), sound.playing(), sound._rate])(Howler._howls.at(-1)))`,
    position: "Howler._howls.at(-1)?.seek() ?? 0",
    seek: (position) => `(() => {
      const range = document.querySelector("input");
      range.value = ${position} / 120;
      range.dispatchEvent(new Event("input"));
    })()`,
    speedUp: "Howler._howls.at(-1).rate(2)",
  },
};

useConfiguredService();
useLog();

describeWith("Chromium", "a page with a player", () => {
  let browser: Browser;
  let page: Page;
  let episodes: PublishedEpisodes;
  beforeAll(async () => {
    browser = await launchBrowser("--autoplay-policy=no-user-gesture-required", "--mute-audio");
    episodes = new PublishedEpisodes(await startRoutes());
  });
  afterAll(async () => {
    await browser?.close();
    episodes?.route.stop();
  });
  beforeEach(async () => {
    // The clock stands still, so that a test at midnight has one window, too.
    vi.useFakeTimers({ toFake: ["Date"] });
    episodes.route.requests.length = 0;
    page = await browser.newPage();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await page.close();
    episodes.site?.stop();
  });

  /** Opens a page of the examples, and waits for the feed. Returns what the browser complains of. */
  async function open(name: string, allowed?: string): Promise<string[]> {
    const { url } = await episodes.publish(allowed ? { allowed } : {});
    await page.addInitScript(RECORDER);
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(`${message.text()} ${message.location().url}`));
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(`${url}/${name}`, { waitUntil: "networkidle" });
    await expect.poll(() => page.evaluate("document.querySelectorAll('button, audio').length")).toBeGreaterThan(1);
    return complaints;
  }
  const leave = () => episodes.readRecords(() => page.goto("about:blank"));

  it.each(Object.entries(PAGES))(
    "reports each episode second by second, and nothing twice: %s",
    async (name, controls) => {
      const complaints = await open(name);
      const playTo = async (position: number) => {
        const read = async () => Number(await page.evaluate(controls.position));
        await expect.poll(read, { interval: 50 }).toBeGreaterThan(position);
      };
      await page.evaluate(controls.choose(1));
      await playTo(2);
      await page.evaluate(controls.seek(40));
      await playTo(41.5);
      await page.evaluate(controls.speedUp);
      await playTo(44);
      await page.evaluate(controls.seek(20));
      await playTo(21.5);
      await page.evaluate(controls.choose(2));
      await expect.poll(() => page.evaluate(controls.position)).toBeLessThan(2);
      await playTo(2);
      const records = await leave();
      await episodes.expectReported(records, { lag: 0.3, speed: 2 });
      expect((await episodes.readReported(1)).length).toBeGreaterThan(7);
      expect((await episodes.readReported(2)).length).toBeGreaterThan(1);
      await expect.poll(() => episodes.asked).toEqual(["POST 202", "POST 202"]);
      expect(complaints).toEqual([]);
    },
  );

  describe("with an element of its own", () => {
    beforeEach(async () => {
      const { url } = await episodes.publish({ pages: { "listening.html": composeListeningPage() } });
      await page.goto(`${url}/listening.html`);
      await page.waitForFunction("window.isReady");
    });

    it("reports nothing before the second where a listen is resumed", async () => {
      // In WebKitGTK, such an element does not play.
      await page.evaluate("Object.assign(audio, { src: '1.wav', currentTime: 35 }) && play(2)");
      await episodes.expectReported(await leave());
      expect((await episodes.readReported())[0]).toBe(35);
    });

    it("loses nothing if it has no network for a while", async () => {
      await page.evaluate("play(2)");
      await page.context().setOffline(true);
      await page.evaluate("pause().then(hide).then(() => play(2)).then(pause)");
      expect(episodes.asked).toEqual([]);
      await page.context().setOffline(false);
      await expect.poll(() => episodes.asked).toEqual(["POST 202", "POST 202"]);
      await episodes.expectReported(await leave());
    });
  });

  it("reports nothing to a host that its Content-Security-Policy leaves out", async () => {
    const complaints = await open("elements.html", "https://elsewhere.example");
    await page.evaluate(
      "document.querySelector('audio').play().then(() => new Promise((resolve) => setTimeout(resolve, 1500)))",
    );
    await page.evaluate("document.querySelector('audio').src = '2.wav'");
    await expect.poll(() => complaints.join("\n")).toContain("Content Security Policy");
    expect(episodes.asked).toEqual([]);
  });
});
