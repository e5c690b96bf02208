import { describe, expect, it, vi } from "vitest";
import { computeSpans } from "../../lib/listening-events.ts";
import { type Episode, reportListening } from "../../player/listening.js";
import { listSeconds } from "../support/spans.ts";
import { FakeAudio } from "./fake-audio.ts";
import { type Outcome, usePage } from "./fake-page.ts";

const URL = "https://host.example/episodeperformance/6f3d2f0e-0000-4000-8000-000000000000";
const SECOND = 1_000;
const TEN_MINUTES = 600_000;

const page = usePage();

function report({ audio = new FakeAudio(), ...episode }: Partial<Episode> & { audio?: FakeAudio } = {}) {
  return { audio, stop: reportListening(audio, () => ({ url: URL, interval: 10, guid: "ep-1", ...episode })) };
}

const range = (start: number, end: number) => listSeconds([{ start, end }]);
const took = (...outcomes: readonly Outcome[]) => outcomes.map((outcome) => `fetch ${URL} ${outcome}`);
const BEACON = `beacon ${URL}`;

describe("what a player sends", () => {
  it("is what is new: ten minutes after the first second that was not sent", async () => {
    const { audio } = report();
    await page.wait(TEN_MINUTES);
    audio.play(17.25);
    await page.wait(TEN_MINUTES - 1);
    expect(page.log).toEqual([]);
    await page.wait(1);
    audio.play(29.5);
    await page.wait(TEN_MINUTES);
    expect(page.log).toEqual(took(202, 202));
    expect(page.events().join()).toBe("play 0,play 10,pause 17,play 17,play 27,play 37,pause 46");
    expect(page.count(10)).toEqual(range(0, 47));
    await page.wait(5 * TEN_MINUTES);
    expect(page.log).toHaveLength(2);
  });

  it("is sent with fetch and keepalive, as text, so that no browser asks first, and without cookies", async () => {
    const send = vi.fn(async (..._: unknown[]) => new Response(null, { status: 202 }));
    vi.stubGlobal("fetch", send);
    const { audio, stop } = report();
    audio.play(5);
    stop();
    const options = { method: "POST", keepalive: true, credentials: "omit" };
    expect(send.mock.calls).toEqual([[URL, { ...options, body: expect.any(String), signal: expect.any(AbortSignal) }]]);
  });

  it("outlives the page if it is the last of what is sent, or the page is hidden: a browser takes few such", async () => {
    const send = vi.spyOn(globalThis, "fetch");
    const flags = () => send.mock.calls.splice(0).map(([, options]) => options?.keepalive);
    const { audio, stop } = report({ interval: 1 });
    audio.leap(3_000);
    await page.wait(TEN_MINUTES);
    expect(flags()).toEqual([false, false, true]);
    audio.leap(3_000);
    await page.hide();
    expect(flags()).toEqual([true, true, true]);
    stop();
    expect(page.log).toEqual(took(202, 202, 202, 202, 202, 202));
  });

  it("is sent when the page is hidden and does not play, also if it pauses while it is hidden", async () => {
    const { audio } = report();
    audio.play(13);
    audio.pause();
    await page.hide();
    expect(page.log).toEqual(took(202));
    audio.play(20);
    page.show();
    await page.hide();
    expect(page.log).toHaveLength(1);
    audio.pause();
    await page.wait(0);
    expect(page.log).toEqual(took(202, 202));
    expect(page.count(10)).toEqual(range(0, 33));
  });

  it("is sent when the page is hidden while it plays, from 60 new seconds on", async () => {
    const { audio } = report({ interval: 1 });
    audio.play(59);
    for (let number = 0; number < 5; number++) {
      page.show();
      await page.hide();
    }
    expect(page.log).toEqual([]);
    audio.play(1);
    page.show();
    await page.hide();
    expect(page.log).toEqual(took(202));
    expect(page.count(1)).toEqual(range(0, 60));
  });

  it("is not sent at the end of the episode, but with the next reason to", async () => {
    const { audio } = report();
    audio.play(120);
    audio.finish();
    await page.wait(0);
    expect(page.log).toEqual([]);
    await page.hide();
    expect(page.log).toEqual(took(202));
  });

  it("is a beacon when the page goes, and goes on when the page comes back", () => {
    const { audio } = report();
    audio.play(5);
    page.leave();
    audio.pause();
    audio.play(5);
    page.leave();
    expect(page.log).toEqual([BEACON, BEACON]);
    expect(page.events()).toEqual(["play 0", "pause 4", "play 5", "pause 9"]);
  });

  it("is kept if the browser refuses a beacon, until the page comes back", async () => {
    const { audio } = report();
    page.takesBeacons = false;
    audio.play(5);
    page.leave();
    expect(page.log).toEqual([]);
    await page.wait(TEN_MINUTES);
    expect(page.log).toEqual(took(202));
    expect(page.count(10)).toEqual(range(0, 5));
  });

  it("has at most 500 passages and 60 KB, however much was heard", async () => {
    const guid = "\u0001".repeat(2_048);
    const { audio, stop } = report({ interval: 1, guid, listener: "x".repeat(64) });
    const expected = range(100_000, 110_800);
    audio.seek(100_000);
    audio.leap(3 * 3_600);
    for (let second = 0; second < 3_000; second += 2) {
      audio.seek(second);
      audio.play(1);
      expected.push(second);
    }
    stop();
    await page.wait(0);
    expect(page.bodies).toHaveLength(11);
    for (const body of page.bodies) {
      expect(Buffer.byteLength(body)).toBeLessThan(60_000);
      expect(computeSpans(JSON.parse(body).data, 1).length).toBeLessThanOrEqual(500);
    }
    expect(page.count(1)).toEqual(expected.sort((one, other) => one - other));
  });

  it("is the rest when the player stops it, and then nothing", async () => {
    const { audio, stop } = report();
    audio.play(5.2);
    stop();
    await page.wait(0);
    expect(page.count(10)).toEqual(range(0, 6));
    audio.play(20);
    audio.pause();
    audio.seek(70);
    await page.hide();
    stop();
    page.leave();
    await page.connect();
    expect(page.log).toEqual(took(202));
    expect(vi.getTimerCount()).toBe(0);
    expect(page.countListeners()).toBe(0);
  });

  it.each([
    [{ globalPrivacyControl: true }, 0],
    [{ doNotTrack: "1" }, 0],
    [{ globalPrivacyControl: false }, 2],
    [{ doNotTrack: "0" }, 2],
    [{ doNotTrack: "unspecified" }, 2],
    [{ doNotTrack: null }, 2],
  ])("is nothing if the listener objects: of %o, %i requests", async (members, count) => {
    page.setNavigator(members);
    const { audio, stop } = report();
    audio.play(5);
    page.leave();
    audio.play(5);
    stop();
    await page.wait(0);
    expect(page.log).toHaveLength(count);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(["", "/episodeperformance/1", "javascript:alert(1)", "ftp://host.example/1", "https://%%"])(
    "is nothing if the tag's URL is %j",
    async (url) => {
      const { audio, stop } = report({ url });
      audio.play(5);
      await page.hide();
      page.leave();
      stop();
      expect(page.log).toEqual([]);
    },
  );
});

describe("what was not taken", () => {
  /** Plays 5 seconds in a page that hides then, with random numbers of 0: the longest pauses. */
  async function playAndHide(...outcomes: readonly Outcome[]) {
    vi.spyOn(Math, "random").mockReturnValue(0);
    page.outcomes.push(...outcomes);
    const { audio, stop } = report();
    audio.play(5);
    audio.pause();
    await page.hide();
    return { audio, stop };
  }

  it.each([429, 500, 503, 599, "no network"] as const)(
    "is sent again, with what is new then, after growing pauses: %s",
    async (outcome) => {
      const { audio } = await playAndHide(...Array<Outcome>(8).fill(outcome));
      audio.play(5);
      audio.pause();
      for (const [index, pause] of [10, 20, 40, 80, 160, 320, 600, 600].entries()) {
        await page.wait(pause * SECOND - 1);
        expect(page.log).toHaveLength(index + 1);
        await page.wait(1);
        expect(page.log.slice(index + 1, index + 2)).toHaveLength(1);
      }
      expect(page.log.slice(-2)).toEqual(took(202, 202));
      expect(page.events()).toEqual(["play 0", "pause 4", "play 5", "pause 9"]);
      audio.play(5);
      audio.pause();
      await page.wait(0);
      expect(page.log).toHaveLength(11);
    },
  );

  it("is sent again after half of the pause at least, at random, so that not all players come at once", async () => {
    await playAndHide();
    vi.spyOn(Math, "random").mockReturnValue(0.999);
    page.outcomes.push(429);
    page.show();
    const { audio } = report();
    audio.play(5);
    audio.pause();
    await page.hide();
    await page.wait(5 * SECOND);
    expect(page.log).toEqual(took(202, 429));
    await page.wait(0.1 * SECOND);
    expect(page.log).toEqual(took(202, 429, 202));
  });

  it.each([
    ["30", 30],
    ["3", 10],
    ["86400", 3_600],
    ["Wed, 21 Oct 2026 07:28:00 GMT", 10],
    ["-30", 10],
  ])("is sent again when Retry-After has passed, after an hour at most: %s", async (retryAfter, seconds) => {
    await playAndHide([503, retryAfter]);
    await page.wait(seconds * SECOND - 1);
    expect(page.log).toHaveLength(1);
    await page.wait(1);
    expect(page.log).toHaveLength(2);
    expect(page.count(10)).toEqual(range(0, 5));
  });

  it("is sent again at once when the browser finds a network, and what is new is not", async () => {
    const { audio } = await playAndHide("no network");
    await page.connect();
    page.show();
    audio.play(5);
    await page.connect();
    expect(page.log).toEqual(took("no network", 202));
  });

  it("waits no longer than at first if something was taken before", async () => {
    const { audio } = await playAndHide(429, 429, 202, 429);
    await page.wait(30 * SECOND);
    expect(page.log).toEqual(took(429, 429, 202));
    audio.play(5);
    audio.pause();
    await page.wait(10 * SECOND);
    expect(page.log).toEqual(took(429, 429, 202, 429, 202));
  });

  it.each([400, 404, 413, 302])("is dropped if it is refused for good: %s", async (status) => {
    const { audio } = await playAndHide(status);
    await page.wait(10 * TEN_MINUTES);
    expect(page.log).toEqual(took(status));
    audio.play(5);
    audio.pause();
    await page.wait(0);
    expect(page.log).toEqual(took(status, 202));
  });

  it("is not sent sooner because the page is hidden again, or stops it", async () => {
    const { audio, stop } = await playAndHide(429);
    page.show();
    audio.play(5);
    audio.pause();
    await page.hide();
    stop();
    expect(page.log).toEqual(took(429));
    await page.wait(10 * SECOND);
    expect(page.log).toEqual(took(429, 202, 202));
    expect(page.count(10)).toEqual(range(0, 10));
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is a beacon when the page goes, with what is new. After that, nothing has to wait", async () => {
    const { audio } = await playAndHide(429);
    audio.play(5);
    page.leave();
    expect(page.log).toEqual([...took(429), BEACON, BEACON]);
    page.show();
    audio.play(5);
    audio.pause();
    await page.hide();
    expect(page.log.slice(3)).toEqual(took(202));
    expect(page.count(10)).toEqual(range(0, 15));
  });

  it("is given up after a minute without an answer, and sent again", async () => {
    const minute = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(minute.signal);
    vi.spyOn(globalThis, "fetch").mockImplementationOnce(
      (_, options) => new Promise((_, reject) => options?.signal?.addEventListener("abort", reject)),
    );
    await playAndHide();
    expect(timeout).toHaveBeenCalledWith(60 * SECOND);
    minute.abort();
    await page.wait(10 * SECOND);
    expect(page.log).toEqual(took(202));
  });

  it.each([
    [202, took(202)],
    [429, took(429, 202)],
  ])("is known by the status, though the answer breaks off: %s", async (status, log) => {
    const { fetch } = globalThis;
    vi.spyOn(globalThis, "fetch").mockImplementationOnce(async (...request) =>
      Object.assign(await fetch(...request), { text: () => Promise.reject(new TypeError("network error")) }),
    );
    await playAndHide(status);
    await page.wait(10 * SECOND);
    expect(page.log).toEqual(log);
  });

  it("is sent again where fetch throws at once, and where no signal ends it", async () => {
    vi.stubGlobal("AbortSignal", { timeout: undefined });
    vi.spyOn(globalThis, "fetch").mockImplementationOnce(() => {
      throw new TypeError("wrapped");
    });
    await playAndHide();
    expect(page.log).toEqual([]);
    await page.wait(10 * SECOND);
    expect(page.log).toEqual(took(202));
  });
});

describe("while a request is on its way", () => {
  /** Sends what takes five seconds for each request: one for half a minute of listening, and three for 50 minutes. */
  async function sendSlowly(seconds: 30 | 3_000) {
    page.latency = 5 * SECOND;
    const { audio, stop } = report({ interval: seconds === 30 ? 10 : 1 });
    audio.leap(seconds);
    await page.wait(TEN_MINUTES);
    return { audio, stop };
  }

  it("no other is sent, and what is heard meanwhile goes ten minutes later", async () => {
    const { audio } = await sendSlowly(30);
    audio.play(5);
    audio.pause();
    void page.hide();
    await page.wait(5 * SECOND);
    expect(page.log).toEqual(took(202));
    await page.wait(TEN_MINUTES + 5 * SECOND);
    expect(page.log).toEqual(took(202, 202));
    expect(page.count(10)).toEqual(range(0, 35));
  });

  it("a page that goes sends the rest", async () => {
    const { audio } = await sendSlowly(30);
    audio.play(5);
    page.leave();
    expect(page.log).toEqual([BEACON]);
    expect(page.events()).toEqual(["play 30", "pause 34"]);
    await page.wait(5 * SECOND);
    expect(page.log).toEqual([BEACON, ...took(202)]);
  });

  it("a page that goes sends it with a beacon, too, unless it outlives the page", async () => {
    const { audio } = await sendSlowly(3_000);
    page.leave();
    expect(page.log).toEqual([BEACON, BEACON, BEACON]);
    await page.wait(20 * SECOND);
    expect(page.log).toEqual([BEACON, BEACON, BEACON, `fetch ${URL} over`]);
    expect(page.count(1)).toEqual(range(0, 3_000));
    audio.play(2);
    await page.wait(TEN_MINUTES + 5 * SECOND);
    expect(page.log.slice(4)).toEqual(took(202));
  });

  it("a page that goes and comes back to its answer still sends what beacons did not take", async () => {
    page.setNavigator({ sendBeacon: vi.fn(() => false).mockReturnValueOnce(true) });
    await sendSlowly(3_000);
    page.leave({ isFrozen: true });
    await page.wait(20 * SECOND);
    expect(page.log).toEqual(took(202, 202, 202));
    expect(page.count(1)).toEqual(range(0, 3_000));
  });

  it("a page that goes keeps what a beacon does not take, for its return", async () => {
    page.takesBeacons = false;
    await sendSlowly(3_000);
    page.leave();
    await page.wait(TEN_MINUTES);
    expect(page.log).toEqual([`fetch ${URL} over`, ...took(202, 202, 202)]);
    expect(page.count(1)).toEqual(range(0, 3_000));
  });

  it("a player that stops sends the rest after it", async () => {
    const { audio, stop } = await sendSlowly(30);
    audio.play(5);
    stop();
    await page.wait(10 * SECOND);
    expect(page.log).toEqual(took(202, 202));
    expect(page.count(10)).toEqual(range(0, 35));
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("an hour of listening", () => {
  /** Plays in real time, by a clock that runs faster. Calls `each` at the end of every minute. */
  async function play(audio: FakeAudio, minutes: number, each = async () => {}): Promise<void> {
    for (let second = 1; second <= 60 * minutes; second++) {
      audio.play(audio.playbackRate);
      await page.wait(SECOND);
      if (second % 60 === 0) await each();
    }
  }

  it.each([
    [60, 1, "202 202 202 202 202 202"],
    [60, 2, "202 202 202 202 202 202"],
    [45, 1, "202 202 202 202 beacon"],
  ])(
    "takes six requests at most: %i minutes at %i times the speed in a page that is closed then",
    async (minutes, playbackRate, sent) => {
      const { audio } = report({ interval: 1, audio: Object.assign(new FakeAudio(), { playbackRate }) });
      await play(audio, minutes);
      page.leave();
      expect(page.log.map((line) => line.replace(/fetch | ?https:\S+ ?/g, "")).join(" ")).toBe(sent);
      expect(page.count(1)).toEqual(range(0, 60 * minutes * playbackRate));
      const bytes = page.bodies.map((body) => Buffer.byteLength(body));
      expect(Math.max(...bytes)).toBeLessThan(17_500 * playbackRate);
    },
  );

  it("takes a request a minute at most, however often its listener goes to another tab", async () => {
    const { audio, stop } = report({ interval: 1 });
    await play(audio, 60, async () => {
      for (let number = 0; number < 3; number++) {
        await page.hide();
        page.show();
      }
    });
    stop();
    await page.wait(0);
    expect(page.log.length).toBeGreaterThan(50);
    expect(page.log.length).toBeLessThanOrEqual(60);
    expect(page.count(1)).toEqual(range(0, 3_600));
  });
});
