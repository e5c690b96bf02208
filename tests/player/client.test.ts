import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Listening, Outbox } from "../../docs/examples/report-listening.js";
import { getFreshTokenId, readHeardSeconds } from "../support/collector.ts";
import { useLog } from "../support/log.ts";
import { type Routes, startRoutes } from "../support/routes.ts";
import { useConfiguredService } from "../support/service.ts";
import { range } from "../support/spans.ts";
import { serve } from "../support/stand-in.ts";
import { deleteRecord, writeChartItem } from "../support/tables.ts";

const HOUR = 3_600_000;

useConfiguredService();
useLog();

let route: Routes;
let guid: string;
let id: string;
/** What the app keeps on its disk. */
let disk: string;
let outbox: Outbox;

beforeAll(async () => {
  route = await startRoutes();
});
afterAll(() => route.stop());

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.stubEnv("EXPIRES_IN", "10d");
  route.requests.length = route.refusals.length = 0;
  guid = `app-${crypto.randomUUID()}`;
  id = await getFreshTokenId();
  await writeChartItem({ guid, duration: 3_600 });
  disk = "[]";
  restart();
});
afterEach(() => vi.useRealTimers());

function restart(): void {
  outbox = new Outbox(JSON.parse(disk), async (uploads) => {
    disk = JSON.stringify(uploads);
  });
}

const getEpisode = () => ({ url: `${route.url}/episodeperformance/${id}`, interval: 10, guid });

/** A host that refuses connections. */
const DEAD = "http://127.0.0.1:9/episodeperformance/dead";

function play(listening: Listening, from: number, to: number): void {
  for (let position = from; position < to; position++) {
    listening.position(position);
    vi.setSystemTime(Date.now() + 1_000);
  }
  listening.position(to);
}

/** Plays the first ten and a half seconds, and keeps that. */
async function hearSome(): Promise<void> {
  const listening = new Listening();
  play(listening, 0, 10.5);
  await outbox.add(listening.take(getEpisode()));
}

const readHeard = () => readHeardSeconds(guid);
const asked = () => route.requests.map(({ summary }) => summary);

describe("an app with the example", () => {
  it("reports what was heard, each time only what is new", async () => {
    const listening = new Listening();
    play(listening, 0.4, 25.3);
    listening.stop();
    play(listening, 70.9, 77);
    await outbox.add(listening.take(getEpisode()));
    expect(await outbox.send()).toBe(0);
    expect(await readHeard()).toEqual(range([0, 26], [70, 77]));
    play(listening, 77, 84.2);
    listening.stop();
    listening.position(300);
    await outbox.add(listening.take({ ...getEpisode(), listener: "Zk3-x_81LmQp07tv" }));
    expect(await outbox.send()).toBe(0);
    expect(await readHeard()).toEqual(range([0, 26], [70, 85]));
    expect(listening.take(getEpisode())).toEqual([]);
    expect(asked()).toEqual(["POST 202", "POST 202"]);
    expect(disk).toBe("[]");
  });

  it("leaves out what is no position, and takes for a seek what no speed explains", async () => {
    const listening = new Listening();
    for (const position of [-0.135, -1, Number.NaN, 30, 31, -1, 32, 1_200, 1_201]) {
      listening.position(position);
      vi.setSystemTime(Date.now() + 1_000);
    }
    await outbox.add(listening.take(getEpisode()));
    expect(await outbox.send()).toBe(0);
    expect(await readHeard()).toEqual(range([30, 32], [1_200, 1_201]));
  });

  it("sends as many passages at a time as the service takes", async () => {
    const listening = new Listening();
    for (let position = 0; position < 3_000; position += 5) {
      play(listening, position, position + 1);
      listening.stop();
    }
    const uploads = listening.take(getEpisode());
    expect(uploads.map(({ body }) => JSON.parse(body).data.length)).toEqual([1_000, 200]);
    await outbox.add(uploads);
    await outbox.send();
    expect(await readHeard()).toHaveLength(600);
  });

  it("keeps what was not taken, also while the app does not run", async () => {
    vi.stubEnv("LISTEN_WINDOW", "soon");
    await hearSome();
    expect(await outbox.send()).toBe(30_000);
    restart();
    vi.stubEnv("LISTEN_WINDOW", undefined);
    expect(await outbox.send()).toBe(0);
    expect(await readHeard()).toEqual(range([0, 11]));
    expect(disk).toBe("[]");
  });

  it("waits longer each time, up to an hour, and sends nothing else meanwhile", async () => {
    await hearSome();
    await hearSome();
    route.refusals.push(...Array<number>(11).fill(429));
    const waits: number[] = [];
    for (let count = 0; count < 11; count++) waits.push((await outbox.send()) / 1_000);
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600]);
    expect(asked()).toHaveLength(11);
    expect(await outbox.send()).toBe(0);
  });

  it("waits, too, if there is no network", async () => {
    await hearSome();
    outbox.uploads = outbox.uploads.map((upload) => ({ ...upload, url: DEAD }));
    expect(await outbox.send()).toBe(10_000);
    expect(outbox.uploads).toHaveLength(1);
  });

  it("lets no host wait for another, whether that is dead, hangs, or cuts its answer off", async () => {
    const hanging = await serve(() => {});
    const cutting = await serve((_, response) => {
      response
        .writeHead(404, { "Content-Length": 100 })
        .write("{", () => setTimeout(50).then(() => response.destroy()));
    });
    await outbox.add([DEAD, cutting, "no address"].map((url) => ({ url, body: "{}", since: Date.now() })));
    await hearSome();
    expect(await outbox.send()).toBe(10_000);
    expect(await readHeard()).toEqual(range([0, 11]));
    await outbox.add([{ url: hanging, body: "{}", since: Date.now() }]);
    const stalled = outbox.send();
    await hearSome();
    void outbox.send();
    await vi.waitFor(() => expect(asked()).toEqual(["POST 202", "POST 202"]));
    expect(await Promise.race([stalled, "stalled"])).toBe("stalled");
  });

  it("leaves a host alone that has to wait while another one is asked, unless all of them have to", async () => {
    const dead: string[] = [];
    const url = await serve(({ method = "" }, response) => {
      dead.push(method);
      response.writeHead(503, { "Retry-After": "1e12" }).end();
    });
    await outbox.add([{ url, body: "{}", since: Date.now() }]);
    route.refusals.push(429);
    await hearSome();
    expect(await outbox.send()).toBe(10_000);
    vi.setSystemTime(Date.now() + 10_000);
    expect(await outbox.send()).toBe(24 * HOUR - 10_000);
    expect([dead, asked()]).toEqual([["POST"], ["POST 429", "POST 202"]]);
    expect(await outbox.send()).toBe(24 * HOUR);
    expect(dead).toHaveLength(2);
  });

  it("drops what is kept when its tag expires, whether its host answers or not", async () => {
    const expires = Math.ceil(Date.now() / 1_000) + 30 * 86_400;
    const listening = new Listening();
    play(listening, 0, 10.5);
    await outbox.add(listening.take({ ...getEpisode(), url: DEAD, tokenExpires: expires }));
    vi.setSystemTime(expires * 1_000 - 1);
    expect(await outbox.send()).toBe(10_000);
    restart();
    expect(outbox.uploads).toMatchObject([{ expires: expires * 1_000 }]);
    vi.setSystemTime(expires * 1_000);
    expect(await outbox.send()).toBe(0);
    expect(disk).toBe("[]");
  });

  it("saves one state after another, however slow the disk is", async () => {
    const uploads = [DEAD, getEpisode().url].map((url) => ({ url, body: "{}", since: Date.now() }));
    let saving = 0;
    let mostSaving = 0;
    outbox = new Outbox([], async (kept) => {
      const state = JSON.stringify(kept);
      mostSaving = Math.max(mostSaving, ++saving);
      await setTimeout(20);
      saving--;
      disk = state;
    });
    await Promise.all([outbox.add(uploads), outbox.add([]), outbox.send()]);
    expect(mostSaving).toBe(1);
    expect(JSON.parse(disk)).toMatchObject([{ url: DEAD }]);
  });

  it("tries an episode that is not registered yet once an hour, for a day, and sends the others", async () => {
    const registered = guid;
    guid = `app-${crypto.randomUUID()}`;
    await hearSome();
    guid = registered;
    await hearSome();
    for (let hour = 0; hour < 24; hour++) {
      expect(await outbox.send()).toBe(HOUR);
      expect(outbox.uploads).toHaveLength(1);
      vi.setSystemTime(Date.now() + HOUR);
    }
    expect(await readHeard()).toEqual(range([0, 11]));
    expect(await outbox.send()).toBe(0);
    expect(outbox.uploads).toEqual([]);
  });

  it("drops what will never be taken: a token that has gone, and a body that is none", async () => {
    await hearSome();
    await deleteRecord(id);
    id = await getFreshTokenId();
    await outbox.add([{ ...getEpisode(), body: "{}", since: Date.now() }]);
    expect(await outbox.send()).toBe(0);
    expect(asked()).toEqual(["POST 404", "POST 400"]);
    expect(disk).toBe("[]");
  });
});
