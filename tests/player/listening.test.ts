import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { reportListening } from "../../player/listening.js";
import { FakeAudio, listSeconds } from "../support/fake-audio.ts";
import { usePage } from "../support/fake-page.ts";

const URL = "https://host.example/episodeperformance/6f3d2f0e-0000-4000-8000-000000000000";
const TEN_MINUTES = 600_000;

const page = usePage();

function report({ interval = 10, guid = "ep-1", url = URL, audio = new FakeAudio() } = {}) {
  return { audio, stop: reportListening(audio, { url, interval, guid }) };
}

/** The whole seconds of half-open intervals. */
function range(...ends: readonly (readonly [number, number])[]): number[] {
  return listSeconds(ends.map(([from, to]) => ({ from, to })));
}

describe("what a player logs", () => {
  it("has an event each interval of the position, and where the listener paused", () => {
    const { audio } = report();
    audio.play(25.3);
    audio.pause();
    page.hide();
    expect(page.urls).toEqual([URL]);
    expect(JSON.parse(String(page.bodies[0]))).toEqual({
      episodeGUID: "ep-1",
      data: [
        { time: 0, event: "play" },
        { time: 10, event: "play" },
        { time: 20, event: "play" },
        { time: 25, event: "pause" },
      ],
    });
    expect(page.count(10)).toEqual(range([0, 26]));
  });

  it("begins where playback is, in the middle of a second", () => {
    const { audio } = report({ audio: Object.assign(new FakeAudio(), { currentTime: 41.7 }) });
    audio.play(0.2);
    page.hide();
    expect(page.events()).toEqual(["play 41", "pause 41"]);
  });

  it("has as many events at sixteen times the speed, when the page hears of every fourth second", () => {
    const { audio } = report({ interval: 1 });
    audio.changeRate(16);
    audio.play(30);
    audio.pause();
    page.hide();
    expect(page.events()).toHaveLength(30);
    expect(page.count(1)).toEqual(range([0, 30]));
  });

  it("does not count what a seek skips, and counts what was heard up to it", () => {
    const { audio } = report();
    audio.changeRate(16);
    audio.play(23.5);
    audio.changeRate(1);
    audio.seek(70);
    audio.play(5.2);
    audio.seek(40);
    audio.play(1);
    page.hide();
    expect(page.events()).toEqual([
      "play 0",
      "play 10",
      "play 20",
      "pause 23",
      "seek 70",
      "pause 75",
      "seek 40",
      "pause 40",
    ]);
    expect(page.count(10)).toEqual(range([0, 24], [40, 41], [70, 76]));
    expect(page.bodies).toHaveLength(1);
  });

  it("counts up to the seek where the listener joins what was heard before", () => {
    const { audio } = report();
    audio.seek(40);
    audio.play(60);
    audio.seek(2);
    audio.changeRate(16);
    audio.play(39.5);
    audio.seek(200);
    page.hide();
    expect(page.count(10)).toEqual(range([2, 100]));
  });

  it("takes the next second at most for heard where the listener leaves what was heard before", () => {
    const { audio } = report();
    audio.play(100);
    page.hide();
    page.bodies.length = 0;
    audio.seek(10);
    audio.play(5.1);
    audio.seek(200);
    page.hide();
    expect(page.events()).toEqual(["seek 10", "pause 15"]);
  });

  it("counts nothing of places where the listener only looked for another one", () => {
    const { audio } = report();
    audio.play(5);
    for (const position of [30, 60, 90]) audio.seek(position);
    audio.pause();
    for (const position of [110, 50]) audio.seek(position);
    audio.play(3);
    page.hide();
    expect(page.count(10)).toEqual(range([0, 5], [50, 53]));
  });

  it("counts up to a pause that comes with a seek", () => {
    const { audio } = report();
    audio.changeRate(16);
    audio.play(11);
    audio.pauseAndSeek(100);
    page.hide();
    expect(page.count(10)).toEqual(range([0, 11]));
  });

  it("counts from where a seek landed, if that is before its target", () => {
    const { audio } = report();
    audio.play(2);
    audio.seek(80, 77.5);
    audio.play(4);
    page.hide();
    expect(page.count(10)).toEqual(range([0, 2], [77, 82]));
  });

  it("counts once what a jitter of the position repeats", () => {
    const { audio } = report();
    audio.play(10.5);
    page.hide();
    audio.currentTime = 10.4;
    audio.dispatchEvent(new Event("timeupdate"));
    page.leave();
    expect(page.events()).toEqual(["play 0", "pause 10"]);
  });

  it("does not count playing backwards", () => {
    const { audio } = report({ audio: Object.assign(new FakeAudio(), { currentTime: 10 }) });
    audio.play(5);
    for (const position of [12, 8]) {
      audio.currentTime = position;
      audio.dispatchEvent(new Event("timeupdate"));
    }
    page.hide();
    expect(page.events()).toEqual(["play 10", "pause 14"]);
  });

  it("says that the episode ended, at its last second and at once", () => {
    const { audio } = report();
    audio.play(120);
    audio.finish();
    expect(page.events().slice(-2)).toEqual(["play 110", "ended 119"]);
    expect(page.bodies).toHaveLength(1);
  });

  it("repeats what is heard again, for a later window", () => {
    const { audio } = report();
    audio.play(15);
    page.hide();
    page.bodies.length = 0;
    audio.seek(0);
    audio.play(15);
    page.hide();
    expect(page.events()).toEqual(["seek 0", "play 10", "pause 14"]);
  });

  it("counts nothing while the element waits for data or for its listener", () => {
    const { audio } = report({ audio: Object.assign(new FakeAudio(), { readyState: 0 }) });
    Object.assign(audio, { currentTime: 30, paused: false });
    page.hide();
    audio.readyState = 4;
    audio.seek(30);
    page.hide();
    expect(page.bodies).toEqual([]);
    audio.play(2);
    page.hide();
    expect(page.count(10)).toEqual(range([30, 32]));
  });

  it("ends a stretch where the element loads anew", () => {
    const { audio } = report();
    audio.play(33);
    audio.load();
    audio.readyState = 4;
    audio.play(4);
    audio.seek(34);
    page.hide();
    expect(page.events()).toEqual(["play 0", "play 10", "play 20", "play 30", "pause 32", "play 0", "pause 3"]);
  });

  it.each([
    [Number.NaN, 1],
    [0, 1],
    [-3, 1],
    [2.9, 2],
    [Number.POSITIVE_INFINITY, 1_000],
  ])("takes an interval of %s for %s", (interval, seconds) => {
    const { audio } = report({ interval });
    audio.play(7);
    page.hide();
    expect(page.count(seconds)).toEqual(range([0, 7]));
  });
});

describe("what a player sends", () => {
  it("is what is new: when the page is hidden or left, and every ten minutes", () => {
    const { audio } = report();
    audio.play(13.5);
    page.hide();
    audio.play(4);
    page.show();
    expect(page.bodies).toHaveLength(1);
    vi.advanceTimersByTime(TEN_MINUTES - 1);
    expect(page.bodies).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(page.bodies).toHaveLength(2);
    audio.play(30);
    page.leave();
    expect(page.events()).toEqual([
      ...["play 0", "play 10", "pause 13"],
      ...["play 13", "pause 17"],
      ...["play 17", "play 27", "play 37", "pause 47"],
    ]);
    expect(page.count(10)).toEqual(range([0, 48]));
  });

  it("is nothing if nothing was heard since", () => {
    const { audio } = report();
    page.hide();
    audio.play(13.5);
    page.hide();
    audio.play(0.1);
    page.leave();
    audio.pause();
    vi.advanceTimersByTime(5 * TEN_MINUTES);
    expect(page.bodies).toHaveLength(1);
  });

  it("goes on when the page comes back", () => {
    const { audio } = report();
    audio.seek(50);
    audio.play(5);
    page.leave();
    audio.pause();
    audio.play(5);
    page.leave();
    expect(page.events()).toEqual(["seek 50", "pause 54", "play 55", "pause 59"]);
  });

  it("waits if the browser refuses it", () => {
    const { audio } = report();
    page.takesBeacons = false;
    audio.play(5);
    page.hide();
    audio.seek(50);
    audio.play(5);
    page.hide();
    expect(page.bodies).toEqual([]);
    page.takesBeacons = true;
    vi.advanceTimersByTime(TEN_MINUTES);
    page.leave();
    expect(page.events()).toEqual(["play 0", "pause 4", "seek 50", "pause 54"]);
  });

  it("is less than 60 KB, however much was heard while the page did not hear of it", () => {
    const guid = "\u0001".repeat(2_048);
    const { audio } = report({ interval: 1, guid });
    audio.seek(100_000);
    audio.leap(3 * 3_600);
    for (let second = 0; second < 3_000; second += 2) {
      audio.seek(second);
      audio.play(1);
    }
    page.leave();
    expect(page.bodies.length).toBeGreaterThan(10);
    for (const body of page.bodies) expect(Buffer.byteLength(body)).toBeLessThan(60_000);
    const seconds = Array.from({ length: 1_500 }, (_, index) => 2 * index);
    expect(page.count(1)).toEqual([...seconds, ...range([100_000, 110_800])]);
  });

  it("is the rest when the player stops it, and then nothing", () => {
    const { audio, stop } = report();
    audio.play(5);
    stop();
    expect(page.count(10)).toEqual(range([0, 5]));
    audio.play(20);
    audio.pause();
    audio.seek(70);
    page.hide();
    stop();
    expect(page.bodies).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is tried again after the player stopped it, until the browser takes it", () => {
    const { audio, stop } = report();
    page.takesBeacons = false;
    audio.play(5);
    stop();
    page.takesBeacons = true;
    audio.play(5);
    vi.advanceTimersByTime(TEN_MINUTES);
    expect(page.count(10)).toEqual(range([0, 5]));
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([{ globalPrivacyControl: true }, { doNotTrack: "1" }])(
    "is nothing if the listener objects: %o",
    (members) => {
      page.setNavigator(members);
      const { audio, stop } = report();
      audio.play(5);
      page.hide();
      stop();
      expect(page.bodies).toEqual([]);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it.each([{ globalPrivacyControl: false }, { doNotTrack: "0" }, { doNotTrack: "unspecified" }, { doNotTrack: null }])(
    "is something if the listener does not object: %o",
    (members) => {
      page.setNavigator(members);
      const { audio } = report();
      audio.play(5);
      page.hide();
      expect(page.bodies).toHaveLength(1);
    },
  );

  it.each(["", "/episodeperformance/1", "javascript:alert(1)", "ftp://host.example/1", "https://%%"])(
    "is nothing if the tag's URL is %j",
    (url) => {
      const { audio, stop } = report({ url });
      audio.play(5);
      page.hide();
      stop();
      expect(page.bodies).toEqual([]);
    },
  );
});

/** What listeners and browsers do, with an amount. */
const ACTIONS = {
  play: (audio: FakeAudio, tenths: number) => audio.play(tenths / 10),
  leap: (audio: FakeAudio, tenths: number) => audio.leap(tenths / 10),
  seek: (audio: FakeAudio, tenths: number) => audio.seek(tenths / 10),
  pauseAndSeek: (audio: FakeAudio, tenths: number) => audio.pauseAndSeek(tenths / 10),
  pause: (audio: FakeAudio) => audio.pause(),
  changeRate: (audio: FakeAudio, tenths: number) => audio.changeRate(2 ** (tenths % 5)),
  hide: () => page.hide(),
  leave: () => page.leave(),
  wait: () => vi.advanceTimersByTime(TEN_MINUTES),
  refuseBeacons: () => Object.assign(page, { takesBeacons: false }),
  takeBeacons: () => Object.assign(page, { takesBeacons: true }),
};

it("counts exactly what was heard, whatever listener and browser do", () => {
  const name = fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]));
  const actions = fc.array(fc.tuple(fc.oneof(fc.constant("play" as const), name), fc.nat(1_500)), { maxLength: 30 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 15 }), actions, (interval, actions) => {
      page.bodies.length = 0;
      const { audio, stop } = report({ interval });
      for (const [name, amount] of actions) ACTIONS[name](audio, amount);
      page.takesBeacons = true;
      stop();
      expect(page.count(interval)).toEqual(listSeconds(audio.stretches));
    }),
    { numRuns: 500 },
  );
});
