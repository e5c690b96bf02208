import { describe, expect, it, vi } from "vitest";
import { type Episode, Listen, reportListening } from "../../player/listening.js";
import { range } from "../support/spans.ts";
import { FakeAudio } from "./fake-audio.ts";
import { usePage } from "./fake-page.ts";

const EPISODE = { url: "https://host.example/episodeperformance/1", interval: 10, guid: "ep-1" };

const page = usePage();

function report({ audio = new FakeAudio(), ...episode }: Partial<Episode> & { audio?: FakeAudio } = {}) {
  return { audio, stop: reportListening(audio, () => ({ ...EPISODE, ...episode })) };
}

describe("what a player logs", () => {
  it("has an event each interval of the position, and where the listener paused", () => {
    const { audio } = report();
    audio.play(25.3);
    audio.pause();
    page.leave();
    const plays = [0, 10, 20].map((time) => ({ time, event: "play" }));
    const body = { episodeGUID: "ep-1", data: [...plays, { time: 25, event: "pause" }] };
    expect(page.bodies.map((text) => JSON.parse(text))).toEqual([body]);
    expect(page.count(10)).toEqual(range([0, 26]));
  });

  it("has the listener that the site names", () => {
    const { audio } = report({ listener: "Zk3-x_81LmQp07tv" });
    audio.play(1);
    page.leave();
    expect(JSON.parse(String(page.bodies[0]))).toMatchObject({ listener: "Zk3-x_81LmQp07tv" });
  });

  it("begins where playback is, in the middle of a second", () => {
    const { audio } = report({ audio: Object.assign(new FakeAudio(), { currentTime: 41.7 }) });
    audio.play(0.25);
    page.leave();
    expect(page.events()).toEqual(["play 41", "pause 41"]);
  });

  it("has as many events at sixteen times the speed, when the page hears of every fourth second", () => {
    const { audio } = report({ interval: 1 });
    audio.playbackRate = 16;
    audio.play(30);
    audio.pause();
    page.leave();
    expect(page.events()).toHaveLength(31);
    expect(page.count(1)).toEqual(range([0, 30]));
  });

  it("does not count what a seek skips", () => {
    const { audio } = report();
    audio.play(23.5);
    audio.seek(70);
    audio.play(5.25);
    audio.seek(40);
    audio.play(1);
    page.leave();
    expect(page.events().join()).toBe("play 0,play 10,play 20,pause 23,play 70,pause 75,play 40,pause 40");
    expect(page.count(10)).toEqual(range([0, 24], [40, 41], [70, 76]));
    expect(page.bodies).toHaveLength(1);
  });

  it("counts from where a seek landed, if that is before its target", () => {
    const { audio } = report();
    audio.play(2);
    audio.seek(80, 77.5);
    audio.play(4);
    page.leave();
    expect(page.count(10)).toEqual(range([0, 2], [77, 82]));
  });

  it("counts neither a jitter of the position nor playing backwards", () => {
    const { audio } = report({ audio: Object.assign(new FakeAudio(), { currentTime: 10 }) });
    audio.play(5.5);
    for (const position of [15.4, 12, 8]) {
      audio.currentTime = position;
      audio.dispatchEvent(new Event("timeupdate"));
    }
    page.leave();
    expect(page.events()).toEqual(["play 10", "pause 15"]);
  });

  it("has the last second of an episode that ended", () => {
    const { audio } = report();
    audio.play(119.9);
    audio.finish();
    page.leave();
    expect(page.events().slice(-2)).toEqual(["play 110", "pause 119"]);
  });

  it("repeats what is heard again, for a later window", () => {
    const { audio } = report();
    audio.play(15);
    page.leave();
    page.bodies.length = 0;
    audio.seek(0);
    audio.play(15);
    page.leave();
    expect(page.events()).toEqual(["play 0", "play 10", "pause 14"]);
  });

  it("has no second before the one where playback is resumed, though the element has no data yet", () => {
    const { audio } = report({ audio: Object.assign(new FakeAudio(), { readyState: 0, paused: false }) });
    for (const position of [0, 30]) {
      audio.currentTime = position;
      for (const type of ["timeupdate", "playing"]) audio.dispatchEvent(new Event(type));
    }
    audio.play(2);
    page.leave();
    expect(page.count(10)).toEqual(range([30, 32]));
  });

  it.each([
    [Number.NaN, 1],
    [0, 1],
    [-3, 1],
    [2.9, 2],
    [Number.POSITIVE_INFINITY, 86_400],
  ])("takes an interval of %s for %s", (interval, seconds) => {
    const { audio } = report({ interval });
    audio.play(7);
    page.leave();
    expect(page.count(seconds)).toEqual(range([0, 7]));
  });
});

describe("the episode", () => {
  it("is asked for when a source begins to play, so that none is credited with another's listening", async () => {
    const audio = Object.assign(new FakeAudio(), { currentSrc: "advertisement.mp3" });
    const episodes: Record<string, Episode> = { "1.mp3": EPISODE, "2.mp3": { ...EPISODE, guid: "ep-2" } };
    const find = vi.fn(({ currentSrc }: { currentSrc: string }) => episodes[currentSrc]);
    reportListening(audio, find);
    expect(find).not.toHaveBeenCalled();
    for (const [source, position] of Object.entries({ "advertisement.mp3": 0, "1.mp3": 20, "2.mp3": 50 })) {
      audio.load();
      Object.assign(audio, { currentSrc: source, currentTime: position });
      audio.play(5);
      audio.seek(position + 100);
      audio.play(1);
    }
    page.leave();
    await page.wait(0);
    expect(find).toHaveBeenCalledTimes(3);
    expect(page.count(10, "ep-1")).toEqual(range([20, 25], [120, 121]));
    expect(page.count(10, "ep-2")).toEqual(range([50, 55], [150, 151]));
    expect(page.bodies).toHaveLength(2);
  });

  it("is found for each element below the one that is watched, whenever it was made", () => {
    const root = new EventTarget();
    reportListening(root, (audio) => ({ ...EPISODE, guid: audio.title }));
    for (const [title, seconds] of Object.entries({ one: 5, two: 8 }))
      Object.assign(new FakeAudio(), { parent: root, title }).play(seconds);
    root.dispatchEvent(Object.defineProperty(new Event("timeupdate"), "target", { value: new EventTarget() }));
    page.leave();
    expect(page.count(10, "one")).toEqual(range([0, 5]));
    expect(page.count(10, "two")).toEqual(range([0, 8]));
  });
});

/** Tells a position, a second after the last one. */
function tell(listen: Listen, position: number): void {
  vi.setSystemTime(Date.now() + 1_000);
  listen.position(position);
}

describe("an element that leaves the document while it plays", () => {
  /** Plays in two elements. The browser pauses the first one, and tells nobody at the document. */
  function leave() {
    const root = new EventTarget();
    reportListening(root, (audio) => ({ ...EPISODE, guid: audio.title }));
    const [one, two] = ["one", "two"].map((title) => Object.assign(new FakeAudio(), { parent: root, title }));
    one?.play(3);
    one?.beRead();
    Object.assign(one ?? {}, { paused: true });
    return two;
  }

  it("is reported when the page is hidden", async () => {
    leave();
    await page.hide();
    expect(page.count(10, "one")).toEqual(range([0, 3]));
  });

  it("is sent when another one plays, and kept no longer", async () => {
    leave()?.play(1);
    await page.wait(0);
    expect(page.count(10, "one")).toEqual(range([0, 3]));
    expect(page.countListeners()).toBe(5);
  });
});

describe("a player without an element", () => {
  it("tells positions, seeks and pauses itself", () => {
    const listen = new Listen(EPISODE);
    const play = (from: number, to: number) => {
      for (let position = from; position <= to; position += 0.5) tell(listen, position);
    };
    play(0, 12.5);
    listen.seek();
    play(100, 103);
    listen.pause();
    play(50, 52);
    page.leave();
    expect(page.count(10)).toEqual(range([0, 13], [50, 52], [100, 103]));
  });

  it("may give positions that are none, as howler does before it has loaded", () => {
    const listen = new Listen({ ...EPISODE, interval: 1 });
    for (const position of [Number.NaN, -1, 3, Number.NaN, 4.5, -0.5, 5.5]) tell(listen, position);
    page.leave();
    expect(page.events()).toEqual(["play 3", "play 4", "play 5", "pause 5"]);
  });

  it("need not tell a seek that no speed explains", () => {
    const listen = new Listen(EPISODE);
    for (const position of [90, 90.4, 1_200.2, 1_201.2, 1_202.2, 20, 21.5]) tell(listen, position);
    page.leave();
    expect(page.count(10)).toEqual(range([20, 22], [90, 91], [1_200, 1_203]));
  });

  it("may play as fast as browsers do, and tell a position late", () => {
    const listen = new Listen(EPISODE);
    for (const position of [0, 16, 34, 35, 50]) tell(listen, position);
    page.leave();
    expect(page.count(10)).toEqual(range([0, 50]));
  });

  it("says nothing more once it is closed", async () => {
    const listen = new Listen(EPISODE);
    for (const position of [0, 5]) tell(listen, position);
    listen.close();
    for (const position of [5, 9]) listen.position(position);
    await page.wait(0);
    page.leave();
    expect(page.count(10)).toEqual(range([0, 5]));
    expect(page.bodies).toHaveLength(1);
  });
});
