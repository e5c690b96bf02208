import { beforeEach, expect, it, vi } from "vitest";
import { deleteListenItems, update } from "../support/collector.ts";
import { describeWith } from "../support/describe-with.ts";
import { useLog } from "../support/log.ts";
import { DURATION } from "../support/player-site.ts";
import { type Players, usePlayers } from "../support/players.ts";
import type { Records } from "../support/recorder.ts";
import { callCharts, getAdminToken, readEvent, useConfiguredService } from "../support/service.ts";
import { useListensTable } from "../support/tables.ts";

const DAY = 86_400_000;

/** Lets tests say whether the page can be seen: a browser without a window shows all its pages. */
const VISIBILITY = `
  let visibility = "visible";
  Object.defineProperty(Document.prototype, "visibilityState", { get: () => visibility });
  window.show = (state) => {
    visibility = state;
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  };
`;

/** What Safari 15 does not have. `errors` is what a site's error tracker would get. */
const WITHOUT_APIS = `
  delete URL.canParse;
  delete AbortSignal.timeout;
  window.errors = [];
  for (const type of ["error", "unhandledrejection"]) addEventListener(type, ({ message }) => errors.push(message));
`;

useConfiguredService();
useListensTable();
const log = useLog();

describeWith("Chromium", "a web page that reports listening", () => {
  const getPlayers = usePlayers();
  let players: Players;
  beforeEach(async () => {
    players = getPlayers();
    await deleteListenItems();
  });

  const evaluate = <Result = void>(script: string) => players.page?.evaluate(script) as Promise<Result>;
  const play = async (seconds: number, speed = 1) => {
    const end = `audio.currentTime + ${seconds}`;
    await evaluate(`(async () => {
      const end = ${end};
      audio.playbackRate = ${speed};
      await audio.play();
      while (audio.currentTime < end) await new Promise((resolve) => audio.addEventListener("timeupdate", resolve));
    })()`);
  };
  const pause = async () => {
    await evaluate("new Promise((resolve) => { audio.addEventListener('pause', resolve); audio.pause(); })");
    return evaluate<Records>("records()");
  };
  const seek = (position: number) => evaluate(`audio.currentTime = ${position}`);
  const hide = () => evaluate("show('hidden')");
  /** For a page that has asked nothing by then. */
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const expectAsked = (...asked: readonly string[]) => expect.poll(() => players.asked).toEqual(asked);
  /** Also waits until the page has read the answer: a clock that is moved before would miss the timer that it sets then. */
  const expectAnswered = async (...asked: readonly string[]) => {
    await expectAsked(...asked);
    await wait(500);
  };

  it.each(["1h", "5h"])("reports what was heard until it was left, with the tag's duration=%j", async (expiresIn) => {
    vi.stubEnv("MIN_LISTENERS", "1");
    await players.openBare({ expiresIn });
    await play(3, 4);
    await seek(70);
    await play(3, 4);
    await seek(40);
    await play(2, 4);
    const records = await players.leave();
    await players.expectReported(records, { lag: 0.3, speed: 4 });
    await expectAsked("POST 202");
    expect(players.route.requests[0]?.headers).toMatchObject({
      "content-type": "text/plain;charset=UTF-8",
      origin: players.site?.url,
    });
    expect(await readChart(String(players.guids[0]))).toEqual(await players.readReported());
  });

  it("reports what was heard until it was closed", async () => {
    const open = async () => {
      await players.openBare();
      await play(2);
    };
    await players.expectReported(await players.readRecordsOfClosed(open, async () => players.page?.close()));
  });

  it("reports nothing before the second where a listen is resumed", async () => {
    await players.openBare({
      make: `
        window.audio = new Audio();
        window.stop = reportListening(audio, find);
        audio.src = "1.wav";
        audio.currentTime = 35;
      `,
    });
    await play(2);
    const records = await players.leave();
    await players.expectReported(records);
    expect((await players.readReported())[0]).toBe(35);
  });

  it("reports each of its elements, also those that play at once, for its own episode", async () => {
    await players.openBare({
      make: `
        reportListening(document, find);
        window.audio = document.body.appendChild(new Audio("1.wav"));
        window.other = document.body.appendChild(new Audio("2.wav"));
      `,
    });
    await evaluate("(other.currentTime = 60, other.play())");
    await play(3);
    await players.expectReported(await players.leave());
    await expectAsked("POST 202", "POST 202");
  });

  it("reports nothing of a source without an episode, and the next ones each for itself", async () => {
    await players.openBare();
    for (const source of ["advertisement.wav", "1.wav", "2.wav"]) {
      await evaluate(`audio.src = "${source}"`);
      await play(2);
    }
    await players.expectReported(await players.leave(), { lag: 0.3 });
    await expectAsked("POST 202", "POST 202");
  });

  it("reports only what could be heard", async () => {
    await players.openBare();
    await evaluate("audio.muted = true");
    for (const change of ["muted = false", "volume = 0", "volume = 1", "muted = true"]) {
      await play(2);
      await evaluate(`audio.${change}`);
    }
    await players.expectReported(await players.leave(), { lag: 0.3 });
  });

  it("reports the same, and throws nothing, without URL.canParse and AbortSignal.timeout", async () => {
    await players.openBare({ script: VISIBILITY + WITHOUT_APIS });
    await play(2);
    await pause();
    await hide();
    await expectAsked("POST 202");
    await play(2);
    const records = await pause();
    await expectAsked("POST 202", "POST 202");
    await players.expectReported(records);
    expect(await evaluate("[URL.canParse, AbortSignal.timeout, errors]")).toEqual([undefined, undefined, []]);
  });

  it("throws what its function throws once for each source, and reports the others", async () => {
    await players.openBare({
      script: WITHOUT_APIS,
      make: `
        window.audio = new Audio();
        reportListening(audio, (audio) => {
          if (audio.currentSrc.endsWith("advertisement.wav")) throw new Error("No such episode");
          return find(audio);
        });
      `,
    });
    for (const source of ["advertisement.wav", "1.wav"]) {
      await evaluate(`audio.src = "${source}"`);
      await play(2);
    }
    expect(await evaluate("errors")).toEqual(["Uncaught Error: No such episode"]);
    await players.expectReported(await players.leave(), { lag: 0.3 });
    await expectAsked("POST 202");
  });

  it("reports nothing if the listener objects", async () => {
    const objection = 'Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { value: true });';
    await players.openBare({ script: objection });
    await play(2);
    await players.leave();
    await wait(1_000);
    expect(players.asked).toEqual([]);
  });

  it("sends nothing when it is hidden for a moment, and the rest if it pauses while it is", async () => {
    await players.openBare({ script: VISIBILITY });
    for (let number = 0; number < 5; number++) {
      await play(0.5);
      await hide();
      await evaluate("show('visible')");
    }
    await hide();
    await play(1);
    expect(players.asked).toEqual([]);
    const records = await pause();
    await expectAsked("POST 202");
    await players.expectReported(records);
  });

  it("loses nothing if it has no network for a while", async () => {
    const page = await players.openBare({ script: VISIBILITY });
    await play(2);
    await page.context().setOffline(true);
    await pause();
    await hide();
    await play(2);
    const records = await pause();
    await wait(500);
    expect(players.asked).toEqual([]);
    await page.context().setOffline(false);
    await expectAsked("POST 202", "POST 202");
    await players.expectReported(records);
  });

  it("loses nothing if API Gateway throttles it, whose answer it may not even read", async () => {
    const page = await players.openBare({ script: VISIBILITY, hasClock: true });
    players.route.refusals.push(429, 429);
    await play(2);
    await pause();
    await hide();
    await expectAnswered("POST 429");
    await page.clock.fastForward(10_000);
    await expectAnswered("POST 429", "POST 429");
    await play(2);
    const records = await pause();
    expect(players.asked).toHaveLength(2);
    await page.clock.fastForward(20_000);
    await expectAsked("POST 429", "POST 429", "POST 202", "POST 202");
    await players.expectReported(records);
  });

  it("loses nothing while the service has faults, and comes back when it says", async () => {
    const page = await players.openBare({ script: VISIBILITY, hasClock: true });
    vi.stubEnv("LISTEN_WINDOW", "soon");
    await play(2);
    const records = await pause();
    await hide();
    await expectAnswered("POST 500");
    await page.clock.fastForward(27_000);
    await wait(500);
    expect(players.asked).toEqual(["POST 500"]);
    await page.clock.fastForward(3_500);
    await expectAnswered("POST 500", "POST 500");
    vi.stubEnv("LISTEN_WINDOW", undefined);
    await page.clock.fastForward(30_500);
    await expectAsked("POST 500", "POST 500", "POST 202");
    await players.expectReported(records);
    expect(log.errors).toHaveLength(2);
  });

  it("goes on when it comes back from the browser's memory, and sends again what was refused", async () => {
    const page = await players.openBare({
      script: `${VISIBILITY} addEventListener("pageshow", ({ persisted }) => Object.assign(window, { persisted }));`,
    });
    players.route.refusals.push(429);
    await play(2);
    await pause();
    await hide();
    await expectAsked("POST 429");
    await play(1);
    await page.goto(`${players.site?.url}/feed.xml`);
    await expectAsked("POST 429", "POST 202", "POST 202");
    await page.goBack({ waitUntil: "commit" });
    expect(await evaluate("persisted")).toBe(true);
    await evaluate("show('visible')");
    await play(2);
    await players.expectReported(await players.leave());
    expect(new Set(players.asked.slice(1))).toEqual(new Set(["POST 202"]));
  });

  it("may send with headers of its own, for which the browser asks first", async () => {
    await players.openBare();
    const answer = await evaluate(`(async () => {
      const { url, guid } = items[0].episode;
      const headers = { "Content-Type": "application/json", episodeGUID: guid, exp: "1795257600" };
      const body = JSON.stringify([{ time: 3, event: "play" }, { time: 4.5, event: "pause" }]);
      const response = await fetch(url, { method: "POST", headers, body });
      return [response.status, await response.json()];
    })()`);
    expect(answer).toEqual([202, { seconds: 2 }]);
    expect(players.asked).toEqual(["OPTIONS 204", "POST 202"]);
    expect(await players.readReported()).toEqual([3, 4]);
  });
});

/** The seconds that the chart shows as heard. The others must be 0. */
async function readChart(guid: string): Promise<number[]> {
  vi.setSystemTime(Date.now() + 2 * DAY);
  await update();
  const event = readEvent("charts", { adminToken: await getAdminToken(), body: JSON.stringify({ guid }) });
  const { body } = await callCharts(event);
  const data = body.data as { time: number; percentage: number }[];
  expect(data).toHaveLength(DURATION);
  expect(new Set(data.map(({ percentage }) => percentage))).toEqual(new Set([0, 100]));
  return data.filter(({ percentage }) => percentage > 0).map(({ time }) => time);
}
