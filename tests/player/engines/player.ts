import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Engine } from "../../support/engines/engine.ts";
import { startRoutes } from "../../support/routes.ts";
import { PublishedEpisodes } from "../published-episodes.ts";
import { composeListeningPage } from "./listening-page.ts";

const OTHER = "<!doctype html><title>Another page</title>";
const OBJECTION = `Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { get: () => true });`;
const HOURS = 3;

/** How many pages are opened until one must play, or left until the browser must have kept one. */
const LEFT_PAGES = 5;

/** What browsers say on the console of the refusals that a test gives, with and without CORS headers. */
const REFUSAL = /status of 429|Cross-Origin|CORS|access control|Access-Control|Failed to load resource|net::ERR_FAILED/;

/** What the page says of audio that never began, though it is not paused. */
const STALL = /did not happen.*"currentTime":0(?:\.00\d*)?,"paused":false/;

/** The headers of a refusal that its page may read. */
const READABLE = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After" };

/** Keeps what a site's error tracker would get, and lacks what Safari 15 does not have. */
const OLD_BROWSER = `
  delete URL.canParse;
  delete AbortSignal.timeout;
  window.errors = [];
  for (const type of ["error", "unhandledrejection"])
    addEventListener(type, (event) => { errors.push(event.message); event.preventDefault(); });
`;

/**
 * Compares what was heard of real audio with what the collector took.
 *
 * @param getEngine the engine, once it has started
 * @param beaconSeconds how much of what is unsent arrives at least when a page is left
 */
export function describePlayer(getEngine: () => Engine, beaconSeconds: number): void {
  describe("player/listening.js", () => {
    let episodes: PublishedEpisodes;
    let engine: Engine;
    beforeAll(async () => {
      episodes = new PublishedEpisodes(await startRoutes());
    });
    afterAll(() => episodes.route.stop());
    beforeEach(() => {
      // The clock stands still, so that a test at midnight has one window, too.
      vi.useFakeTimers({ toFake: ["Date"] });
      engine = getEngine();
      episodes.route.requests.length = episodes.route.refusals.length = 0;
    });
    afterEach(async () => {
      vi.useRealTimers();
      await engine.goto("about:blank");
      episodes.site?.stop();
      expect(engine.complaints.splice(0).filter((text) => !REFUSAL.test(text))).toEqual([]);
    });

    /** Publishes two episodes, and opens a page that plays. */
    async function open(script = "", expiresIn = "1h"): Promise<void> {
      const pages = { "listening.html": composeListeningPage(script), "other.html": OTHER };
      const { url } = await episodes.publish({ pages, expiresIn });
      await engine.goto(`${url}/listening.html`);
      await engine.run("await waitFor('loading the page', () => window.isReady);");
    }
    /**
     * Opens a page, and runs what plays in it from the start. Now and then, on a busy machine, WebKitGTK opens one whose audio
     * stands still although it is not paused: nothing is heard of it, and another one is taken.
     */
    async function hear(play: string, ...opening: Parameters<typeof open>): Promise<void> {
      for (let page = 1; ; page++) {
        await open(...opening);
        const stall = await engine.run(play).then(
          () => undefined,
          (error: Error) => error,
        );
        if (!stall) return;
        if (page === LEFT_PAGES || !STALL.test(stall.message)) throw stall;
        await engine.goto("about:blank");
        episodes.route.requests.length = 0;
      }
    }
    const goOn = () => engine.goto(`${episodes.site?.url}/other.html`);
    const leave = () => episodes.readRecords(goOn);
    /**
     * Leaves a page, and comes back to one that plays on. Now and then, Firefox keeps no page that was left, above all on a
     * busy machine, and WebKitGTK keeps one whose audio stands still although it is not paused.
     */
    async function comeBack(): Promise<void> {
      for (let page = 0; page < LEFT_PAGES; page++) {
        await open();
        await engine.run("await play(1.5); await pause();");
        await leave();
        await engine.back();
        await expect.poll(() => engine.run("return window.shown")).toMatch(/again|anew/);
        const isKept = (await engine.run("return window.shown")) === "again";
        if (isKept && (await playsOn())) return;
      }
      throw new Error(`The browser kept none of ${LEFT_PAGES} pages that were left, or played none of them on.`);
    }
    const playsOn = () =>
      engine.run("await play(0.2);").then(
        () => true,
        () => false,
      );
    const expectAsked = (...asked: readonly string[]) => expect.poll(() => episodes.asked).toEqual(asked);

    it("reports what was heard before and after a pause", async () => {
      await hear("await play(1.4); await pause(); await play(1.2);");
      await episodes.expectReported(await leave());
      await expectAsked("POST 202");
      expect(episodes.route.requests[0]?.headers).toMatchObject({
        "content-type": "text/plain;charset=UTF-8",
        origin: episodes.site?.url,
      });
    });

    it.each(["1h", "5h"])("reports nothing that a seek skips, with the tag's duration=%j", async (expiresIn) => {
      await hear("await play(1.5); await seek(60); await play(1.5); await seek(30); await play(1.5);", "", expiresIn);
      await episodes.expectReported(await leave(), { lag: 0.3 });
    });

    it("reports what was heard at twice the speed", async () => {
      await hear("await play(3.4, 2); await seek(50); await play(3.4, 2);");
      await episodes.expectReported(await leave(), { lag: 0.3, speed: 2 });
    });

    it("reports each episode for itself: elements that play at once, and one source after another", async () => {
      await open();
      await engine.run(`
        const other = document.body.appendChild(new Audio("2.wav"));
        other.muted = false;
        await new Promise((resolve) => other.addEventListener("canplay", resolve, { once: true }));
        other.currentTime = 60;
        other.play();
        await play(1.5);
        await waitFor("playing the other one", () => other.currentTime > 61);
        other.pause();
        for (const source of ["advertisement.wav", "2.wav"]) {
          audio.src = source;
          await play(1.5);
        }
      `);
      await episodes.expectReported(await leave(), { lag: 0.3 });
      await expectAsked("POST 202", "POST 202", "POST 202");
    });

    it.each(["audio", "frame"])("reports an element of a frame until the %s is removed", async (removed) => {
      await open();
      await engine.run(`
        const frame = document.createElement("iframe");
        const loading = new Promise((resolve) => (frame.onload = resolve));
        document.body.append(Object.assign(frame, { src: "other.html" }));
        await loading;
        audio = frame.contentDocument.body.appendChild(frame.contentDocument.createElement("audio"));
        Object.assign(audio, { src: items[0].source, play: HTMLMediaElement.prototype.play });
        reportListening(frame.contentDocument, () => items[0].episode);
        await play(1.5);
        ${removed}.remove();
        await waitFor("a pause", () => audio.paused || !frame.isConnected);
        hide();
      `);
      await expectAsked("POST 202");
      await episodes.expectReported(await leave(), { lag: 0.3 });
    });

    it("reports only what can be heard", async () => {
      await open();
      await engine.run(`
        for (const members of [{ muted: true }, { muted: false }, { volume: 0 }, { volume: 1 }]) {
          Object.assign(audio, members);
          await play(1.2);
        }
      `);
      await episodes.expectReported(await leave(), { lag: 0.3 });
    });

    it("throws once what the page's function throws, and reports all else, also in an old browser", async () => {
      await open(OLD_BROWSER);
      const found = await engine.run(`
        const nameless = new Audio("advertisement.wav");
        reportListening(nameless, () => { throw new Error("No such episode"); });
        nameless.play();
        await play(1.5);
        await pause();
        nameless.pause();
        hide();
        return [errors.length, errors[0].includes("No such episode"), typeof URL.canParse, typeof AbortSignal.timeout];
      `);
      expect(found).toEqual([1, true, "undefined", "undefined"]);
      await expectAsked("POST 202");
      await episodes.expectReported(await leave());
    });

    it("reports what was heard until its tab was closed", async () => {
      const play = async () => {
        await hear("await play(2.4);");
      };
      await episodes.expectReported(await episodes.readRecordsOfClosed(play, () => engine.closeTab()));
    });

    it("goes on when it comes back from the browser's memory", async () => {
      await comeBack();
      await engine.run("await play(1.2);");
      await episodes.expectReported(await leave());
    });

    it("sends the rest when it pauses while it is hidden", async () => {
      await hear("await play(1); hide(); await play(1.4);");
      expect(episodes.asked).toEqual([]);
      await engine.run("await pause();");
      await expectAsked("POST 202");
      await episodes.expectReported(await leave());
    });

    it.each([
      ["not before Retry-After", { ...READABLE, "Retry-After": "21" }, 21_000, 21_000],
      ["also if the page may not read the answer", {}, 5_000, 10_000],
    ])("sends again what was throttled, %s", async (_, headers, shortest, longest) => {
      await open();
      episodes.route.refusals.push([429, headers]);
      await engine.run("await play(1.5); await pause(); hide();");
      await expectAsked("POST 429", "POST 202");
      const [pause, ...others] = await engine.run<number[]>("return pauses");
      expect(others).toEqual([]);
      expect(pause).toBeGreaterThanOrEqual(shortest);
      expect(pause).toBeLessThanOrEqual(longest);
      await episodes.expectReported(await leave());
    });

    it("may send with headers of its own, for which the browser asks first", async () => {
      await open();
      const answer = await engine.run(`
        const { url, guid } = items[0].episode;
        const headers = { "Content-Type": "application/json", episodeGUID: guid, exp: "1795257600" };
        const body = JSON.stringify([{ time: 3, event: "play" }, { time: 4.5, event: "pause" }]);
        const response = await fetch(url, { method: "POST", headers, body });
        return [response.status, await response.json()];
      `);
      expect(answer).toEqual([202, { seconds: 2 }]);
      await expectAsked("OPTIONS 204", "POST 202");
    });

    it(`sends ${HOURS} unsent hours at once, without a pause between`, async () => {
      await open();
      await engine.run(`
        const listen = new Listen(items[0].episode);
        for (let second = 0; second < ${HOURS * 3_600}; second++) listen.position(second + 0.5);
        listen.close();
      `);
      await expectAsked(...Array<string>(8).fill("POST 202"));
      expect(await engine.run("return pauses")).toEqual([]);
      expect(await episodes.readReported()).toHaveLength(HOURS * 3_600);
    });

    it(`tells ${beaconSeconds / 60} minutes of ${HOURS} unsent hours, or more, when it is left`, async () => {
      await open();
      await engine.run(`
        const listen = new Listen(items[0].episode);
        for (let second = 0; second < ${HOURS * 3_600}; second++) listen.position(second + 0.5);
      `);
      await leave();
      await expect.poll(async () => (await episodes.readReported()).length).toBeGreaterThanOrEqual(beaconSeconds);
    });

    it("reports nothing of a listener who objects", async () => {
      await hear("await play(1.5);", OBJECTION);
      await leave();
      expect(episodes.asked).toEqual([]);
    });
  });
}
