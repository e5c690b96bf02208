import type { Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { describeWith } from "../support/describe-with.ts";
import { useLog } from "../support/log.ts";
import { type Players, usePlayers } from "../support/players.ts";
import { useConfiguredService } from "../support/service.ts";
import { useListensTable } from "../support/tables.ts";

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
useListensTable();
useLog();

describeWith("Chromium", "a page with a player", () => {
  const getPlayers = usePlayers();
  let players: Players;
  beforeEach(() => {
    players = getPlayers();
  });

  /** Opens a page, and waits for the feed. Returns what the browser complains of. */
  async function open(name: string, allowed?: string): Promise<{ page: Page; complaints: string[] }> {
    const page = await players.open(name, allowed ? { allowed } : {});
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(`${message.text()} ${message.location().url}`));
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.reload({ waitUntil: "networkidle" });
    await expect.poll(() => page.evaluate("document.querySelectorAll('button, audio').length")).toBeGreaterThan(1);
    return { page, complaints };
  }

  it.each(Object.entries(PAGES))(
    "reports each episode second by second, and nothing twice: %s",
    async (name, controls) => {
      const { page, complaints } = await open(name);
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
      const records = await players.leave();
      await players.expectReported(records, { lag: 0.3, speed: 2 });
      expect((await players.readReported(1)).length).toBeGreaterThan(7);
      expect((await players.readReported(2)).length).toBeGreaterThan(1);
      await expect.poll(() => players.asked).toEqual(["POST 202", "POST 202"]);
      expect(complaints).toEqual([]);
    },
  );

  it("reports nothing to a host that its Content-Security-Policy leaves out", async () => {
    const { page, complaints } = await open("elements.html", "https://elsewhere.example");
    await page.evaluate(
      "document.querySelector('audio').play().then(() => new Promise((resolve) => setTimeout(resolve, 1500)))",
    );
    await page.evaluate("document.querySelector('audio').src = '2.wav'");
    await expect.poll(() => complaints.join("\n")).toContain("Content Security Policy");
    expect(players.asked).toEqual([]);
  });
});
