import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { computeSpans } from "../../lib/listening-events.ts";
import { reportListening } from "../../player/listening.js";
import { countRuns } from "../support/parts.ts";
import { listSeconds } from "../support/spans.ts";
import { FakeAudio } from "./fake-audio.ts";
import { type Outcome, usePage } from "./fake-page.ts";

const RUNS = countRuns(3_000);

const page = usePage();

/** A player with one element, which may go from episode to episode, and what was heard of each of them. */
class Player {
  readonly audio = Object.assign(new FakeAudio(), { title: "0" });
  readonly heard = new Map<string, Set<number>>();

  /** The next episode, or the same again. */
  load(number: number): void {
    const heard = this.heard.get(this.audio.title) ?? new Set();
    for (const second of listSeconds(this.audio.load())) heard.add(second);
    this.heard.set(this.audio.title, heard);
    this.audio.title = String(number % 3);
  }
}

const OUTCOMES: readonly Outcome[] = [429, 500, 503, "no network", "answer lost", [503, "700"], [429, "x"]];

/** What listeners, browsers, networks and servers do, with an amount. */
const ACTIONS = {
  load: (player: Player, number: number) => player.load(number),
  play: ({ audio }: Player, tenths: number) => audio.play(tenths / 10),
  leap: ({ audio }: Player, tenths: number) => audio.leap(tenths),
  seek: ({ audio }: Player, tenths: number) => audio.seek(tenths / 10),
  scrub: ({ audio }: Player, count: number) => {
    for (let second = 0; second < count; second++) {
      audio.seek(2 * second);
      audio.play(0.3);
    }
  },
  pauseAndSeek: ({ audio }: Player, tenths: number) => audio.pauseAndSeek(tenths / 10),
  pause: ({ audio }: Player) => audio.pause(),
  changeRate: ({ audio }: Player, number: number) => Object.assign(audio, { playbackRate: 2 ** (number % 5) }),
  changeVolume: ({ audio }: Player, number: number) =>
    audio.changeVolume({ muted: number % 3 === 0, volume: number % 2 }),
  hide: ({ audio }: Player) => {
    audio.beRead();
    return page.hide();
  },
  show: ({ audio }: Player) => {
    audio.beRead();
    page.show();
  },
  leave: ({ audio }: Player) => {
    audio.beRead();
    page.leave();
  },
  connect: () => page.connect(),
  waitForAnswer: (_: Player, tenths: number) => page.wait(100 * tenths),
  waitForTimer: (_: Player, tenths: number) => page.wait(1_000 * tenths),
  refuse: (_: Player, number: number) => page.outcomes.push(OUTCOMES[number % OUTCOMES.length] ?? 429),
  refuseBeacons: () => Object.assign(page, { takesBeacons: false }),
  takeBeacons: () => Object.assign(page, { takesBeacons: true }),
  slowDown: (_: Player, tenths: number) => Object.assign(page, { latency: 100 * tenths }),
};

const anyName = fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]));
const anyAction = fc.tuple(fc.oneof(fc.constant("play" as const), anyName), fc.nat(1_500));

it(`reports exactly what was heard in ${RUNS} random runs, whatever listener, browser and server do`, async () => {
  const run = async (interval: number, actions: readonly (readonly [keyof typeof ACTIONS, number])[]) => {
    const player = new Player();
    Object.assign(page, { takesBeacons: true, latency: 0 });
    page.bodies.length = page.outcomes.length = page.log.length = 0;
    const find = ({ title }: { title: string }) => ({ url: "https://host.example/1", interval, guid: title });
    const stop = reportListening(player.audio, find);
    for (const [name, amount] of actions) {
      await ACTIONS[name](player, amount);
    }
    player.audio.beRead();
    stop();
    player.load(0);
    await page.wait(0);
    for (let hours = 0; vi.getTimerCount() > 0 && hours < 100; hours++) await page.wait(3_600_000);
    expect(vi.getTimerCount()).toBe(0);
    for (const [guid, heard] of player.heard)
      expect(page.count(interval, guid)).toEqual([...heard].sort((one, other) => one - other));
    for (const body of page.bodies) {
      expect(body.length).toBeLessThan(60_000);
      expect(computeSpans(JSON.parse(body).data, interval).length).toBeLessThanOrEqual(500);
    }
  };
  const property = fc.asyncProperty(fc.integer({ min: 1, max: 15 }), fc.array(anyAction, { maxLength: 30 }), run);
  await fc.assert(property, { numRuns: RUNS });
}, 300_000);
