import { describe, expect, it } from "vitest";
import { packChart } from "../../lib/episode/packed-chart.ts";
import { callCharts, getAdminToken, type Response, readEvent, useConfiguredService } from "../support/service.ts";
import { writeChartItem } from "../support/tables.ts";

useConfiguredService();

const GUID = "several curves";
const NO_DATA = { status: 404, body: { error: "No data found for the episode" } };

async function ask(source?: unknown, guid = GUID): Promise<Response> {
  const body = JSON.stringify({ guid, source });
  return callCharts(readEvent("charts-source", { adminToken: await getAdminToken(), body }));
}

/** A packed curve of one point, whose percentage tells it from others. */
function pack(percentage: number, updatedAt = "2026-11-01T00:00:00Z") {
  const { guid: _, ...curve } = packChart({ guid: GUID, duration: 2, data: [{ time: 0, percentage }] }, new Date(0));
  return { ...curve, updatedAt };
}

const OWN = { ...pack(100), source: "collector", listeners: 70, drawnListeners: 65 };
const YOUTUBE = { "curve:youtube": { ...pack(102, "2026-11-02T00:00:00Z"), listeners: 300 } };
const APPLE = { "curve:apple": pack(80, "2026-11-03T00:00:00Z") };

async function put(...parts: object[]): Promise<void> {
  await writeChartItem(Object.assign({ guid: GUID, duration: 2 }, ...parts));
}

/** The percentage of the only point. */
function read({ body }: Response): unknown {
  return (body.data as { percentage: number }[])[0]?.percentage;
}

describe("an episode with several curves", () => {
  it("is answered with the own one, and the headers say what else there is", async () => {
    await put(OWN, YOUTUBE, APPLE, { shown: "apple", sources: new Set(["apple", "youtube"]) });
    const answer = await ask();
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        "Chart-Source": "collector",
        "Chart-Sources": "collector, apple, youtube",
        "Chart-Listeners": "65",
        "Last-Modified": "Sun, 01 Nov 2026 00:00:00 GMT",
      },
      body: { guid: GUID, duration: 2, data: [{ time: 0, percentage: 100 }] },
    });
  });

  it("is answered with the one that is asked for", async () => {
    await put(OWN, YOUTUBE, APPLE, { shown: "apple" });
    const youtube = await ask("youtube");
    expect(read(youtube)).toBe(102);
    expect(youtube.headers).toMatchObject({
      "Chart-Source": "youtube",
      "Chart-Sources": "collector, apple, youtube",
      "Chart-Listeners": "300",
      "Last-Modified": "Mon, 02 Nov 2026 00:00:00 GMT",
    });
    const apple = await ask("apple");
    expect(read(apple)).toBe(80);
    expect(apple.headers).not.toHaveProperty("Chart-Listeners");
    expect(await ask("spotify")).toMatchObject(NO_DATA);
  });

  it.each([0, "5", -1])("names no number of listeners that is none: %j", async (listeners) => {
    await put({ ...OWN, drawnListeners: listeners });
    expect((await ask()).headers).not.toHaveProperty("Chart-Listeners");
  });

  it.each(["own", "sessions", "collector"])("takes %s for the own curve, whatever it is from", async (source) => {
    await put(OWN, YOUTUBE);
    expect(read(await ask(source))).toBe(100);
    await put(YOUTUBE);
    expect(await ask(source)).toMatchObject(NO_DATA);
  });

  it("without an own one is answered with the platform's that was imported last; if that is gone, with the newest", async () => {
    await put(YOUTUBE, APPLE, { shown: "youtube" });
    expect(read(await ask())).toBe(102);
    await put(YOUTUBE, APPLE, { shown: "spotify" });
    expect(read(await ask())).toBe(80);
    const { updatedAt: _, ...undated } = pack(80);
    for (const older of [pack(80), undated]) {
      await put(YOUTUBE, { "curve:apple": older });
      expect(read(await ask())).toBe(102);
    }
    await put(YOUTUBE, { shown: "spotify" });
    expect((await ask()).headers).toMatchObject({ "Chart-Source": "youtube", "Chart-Sources": "youtube" });
  });

  it.each([
    ["an empty plain one", { data: [] }],
    ["an empty packed one", packChart({ guid: GUID, duration: 2, data: [] }, new Date())],
    ["only what is not drawn yet", { counts: Buffer.from("counts"), listeners: 2, source: "collector" }],
  ])("has no own one if that is %s", async (_, own) => {
    await put(own, YOUTUBE);
    expect((await ask()).headers).toMatchObject({ "Chart-Source": "youtube", "Chart-Sources": "youtube" });
    expect(await ask("own")).toMatchObject(NO_DATA);
  });

  it.each([
    ["own", pack(50), { source: "own" }],
    ["sessions", pack(50), { source: "sessions" }],
    ["own", { duration: 2, data: [{ time: 0, percentage: 50 }] }, {}],
  ])("calls the own curve %s, as its item does", async (name, curve, source) => {
    await put(curve, source);
    expect((await ask()).headers).toMatchObject({ "Chart-Source": name, "Chart-Sources": name });
  });

  it("takes what is not a curve for none", async () => {
    await put({ "curve:youtube": "text", "curve:apple": {}, curves: 7 });
    expect(await ask("youtube")).toMatchObject(NO_DATA);
    expect(await ask()).toMatchObject(NO_DATA);
  });

  it("names what its owner is noted by, whichever curve is asked for, and nothing if nobody is noted", async () => {
    await put(OWN, YOUTUBE, { feeds: new Set(["https://e.test/rss", "9b024349-ö", "https://e.test/"]) });
    const feeds = "9b024349-%C3%B6 https%3A%2F%2Fe.test%2F https%3A%2F%2Fe.test%2Frss";
    for (const source of [undefined, "youtube"])
      expect((await ask(source)).headers).toHaveProperty("Chart-Feeds", feeds);
    for (const none of [{}, { feeds: ["https://e.test/rss"] }, { feeds: "https://e.test/rss" }]) {
      await put(OWN, none);
      expect((await ask()).headers).not.toHaveProperty("Chart-Feeds");
    }
  });

  it.each([
    [
      "control characters and commas",
      new Set(["a\r\nSet-Cookie: b, \0\u007f"]),
      "a%0D%0ASet-Cookie%3A%20b%2C%20%00%7F",
    ],
    ["percent signs and plus signs", new Set(["%0D+%"]), "%250D%2B%25"],
    ["half a character", new Set(["\ud800"]), "%EF%BF%BD"],
    ["numbers", new Set([10, 9]), "9 10"],
    ["letters", new Set(["b", "c", "a"]), "a b c"],
    ["bytes", new Set([new Uint8Array([1, 2])]), "1%2C2"],
  ])("can be owned by what another tool has noted: %s", async (_, feeds, header) => {
    await put(OWN, { feeds });
    expect(await ask()).toMatchObject({ status: 200, headers: { "Chart-Feeds": header } });
  });

  it("names no query, password or user of its owner's addresses, but what tells them apart", async () => {
    const read = async (address: string) => {
      await put(OWN, { feeds: new Set([address]) });
      return String((await ask()).headers["Chart-Feeds"]);
    };
    const [one, other] = [await read("https://u:p@e.test/rss?key=1"), await read("https://u:p@e.test/rss?key=2")];
    expect(one).toMatch(/^https%3A%2F%2Fe\.test%2Frss%23sha256-[0-9a-f]{64}$/);
    expect(other).not.toBe(one);
    // Of 2,048 characters, which took 18 times as many before.
    expect((await read("https://e.test/".padEnd(2_048, "あ"))).length).toBeLessThan(2_000);
  });

  it("names as many of its owner's addresses as have room in a header", async () => {
    const read = async () => String((await ask()).headers["Chart-Feeds"]);
    await put(OWN, { feeds: new Set(["ü".repeat(9_000), "https://e.test/"]) });
    expect(await read()).toBe("https%3A%2F%2Fe.test%2F");
    await put(OWN, { feeds: new Set(["ü".repeat(9_000)]) });
    expect(await read()).toBe("%C3%BC".repeat(9_000).slice(0, 8_000));
    const feeds = Array.from({ length: 9_000 }, (_, index) => `feed${String(index).padStart(6, "0")}`);
    await put(OWN, { feeds: new Set(feeds) });
    expect((await read()).split(" ")).toEqual(feeds.slice(0, 727));
    await put(OWN, { feeds: new Set(["a".repeat(3_999), "b".repeat(4_000)]) });
    expect(await read()).toHaveLength(8_000);
  });

  it.each(["", "YouTube", "you tube", "x".repeat(41), 7, null, ["youtube"], "__proto__"])(
    "refuses the source %j",
    async (source) => {
      const error =
        "Invalid request body: source must be a string of 1 to 40 characters of a-z, 0-9 and - where it is present";
      expect(await ask(source)).toMatchObject({ status: 400, body: { error } });
    },
  );
});
