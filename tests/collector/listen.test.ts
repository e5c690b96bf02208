import { gzipSync } from "node:zlib";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { verifyListeningToken } from "../../lib/collector/listening-token.ts";
import { getFreshTokenId, listen, makeListenEvent, send } from "../support/collector.ts";
import { CONTROLS, HOSTILE } from "../support/hostile-text.ts";
import { useLog } from "../support/log.ts";
import { getAdminToken, getToken, useConfiguredService } from "../support/service.ts";
import { unpackSpans } from "../support/spans.ts";
import {
  deleteChartItem,
  deleteListenItems,
  deleteRecord,
  readListenItems,
  readRecord,
  writeChartItem,
  writeRecord,
} from "../support/tables.ts";
import { idOf } from "../support/tokens.ts";

useConfiguredService();
const log = useLog();

const play = (...times: number[]) => times.map((time) => ({ time, event: "play" }));
const readListens = async () => (await readListenItems()).filter(({ spans }) => spans);
/** The hashes of address and listener of each listen. */
const readPseudonyms = async () => (await readListens()).map(({ id }) => String(id).split("#").slice(2, 4));
const invalid = (error: string | RegExp) => ({
  status: 400,
  body: { error: typeof error === "string" ? `Invalid request body: ${error}` : expect.stringMatching(error) },
});
const TOKEN_NOT_FOUND = { status: 404, body: { error: "Token not found" } };
const EPISODE_NOT_FOUND = { status: 404, body: { error: "Episode not found" } };

beforeAll(async () => {
  await writeChartItem({ guid: "sample-listen", duration: 120 });
  await writeChartItem({ guid: "café 🎧", duration: 9.5 });
});

beforeEach(deleteListenItems);

describe("POST /episodeperformance/{id}", () => {
  it("answers 202 with the different seconds that were heard, and keeps them as one item", async () => {
    const data = [...play(0, 1, 2), { time: 2.9, event: "pause" }, { time: 60, event: "seek" }, ...play(60, 61.5)];
    expect(await listen({ data })).toMatchObject({ status: 202, body: { seconds: 5 } });
    const [item, ...others] = await readListens();
    expect(others).toEqual([]);
    expect(item).toEqual({
      partition: expect.stringMatching(/^[\da-f]$/),
      id: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z(#[\da-f]{32}){4}$/),
      guid: "sample-listen",
      spans: expect.any(Uint8Array),
      expiresAt: Date.parse(String(item?.id).slice(0, 20)) / 1_000 + 10 * 86_400,
    });
    expect(unpackSpans(item?.spans)).toEqual([
      { start: 0, end: 3 },
      { start: 60, end: 62 },
    ]);
  });

  it("takes an array of events with the episode in a header, as players of PodToo send it", async () => {
    const headers = { "content-type": "application/json", episodeguid: "sample-listen", exp: "1795257600" };
    expect(await listen({ headers, body: JSON.stringify(play(0, 1)) })).toMatchObject({ body: { seconds: 2 } });
  });

  it.each([
    ["JSON's", ["application/json", "application/json; charset=utf-8", "application/x.events+json"]],
    ["plain text's", ["text/plain", "Text/Plain;charset=UTF-8", "text/plain ; charset=utf-8"]],
  ])("takes the Content-Type %s", async (_, types) => {
    for (const type of types)
      expect(await listen({ headers: { "content-type": type } }), type).toMatchObject({ status: 202 });
  });

  it("takes an episode of two sources if both say the same", async () => {
    expect(await listen({ headers: { episodeguid: "sample-listen" } })).toMatchObject({ status: 202 });
  });

  it("counts what lies after the end of the episode, too: its length is nobody's business before it is published", async () => {
    expect(await listen({ guid: "café 🎧", data: play(8, 9, 10, 11) })).toMatchObject({ body: { seconds: 4 } });
    const [item] = await readListens();
    expect(unpackSpans(item?.spans)).toEqual([{ start: 8, end: 12 }]);
  });

  it("answers 202 to an empty listen, and stores nothing", async () => {
    expect(await listen({ data: [] })).toMatchObject({ status: 202, body: { seconds: 0 } });
    expect(await readListenItems()).toEqual([]);
  });

  it("lets a retry replace itself, but keeps what the same listener sends in parts", async () => {
    await listen({ data: play(0, 1) });
    await listen({ data: play(0, 1) });
    expect(await readListens()).toHaveLength(1);
    await listen({ data: play(2) });
    expect(await readListens()).toHaveLength(2);
  });

  it.each([
    ["10h", 10],
    ["90m", 90],
    ["0.5h", 1],
  ])("covers the interval of the token's d, which its record keeps as players read it: %s", async (d, interval) => {
    vi.stubEnv("EXPIRES_IN", d);
    const id = await getFreshTokenId();
    expect(await readRecord(id)).toMatchObject({ interval });
    vi.stubEnv("EXPIRES_IN", "1h");
    const data = play(0, interval, 2 * interval);
    expect(await listen({ id, data })).toMatchObject({ body: { seconds: 3 * interval } });
  });
});

describe("an id in the path", () => {
  it("of an unknown, expired, revoked or admin token, or in another form, gets the same 404", async () => {
    const expired = await getFreshTokenId();
    await writeRecord({ ...(await readRecord(expired)), expiresAt: Math.floor(Date.now() / 1_000) });
    const revoked = await getFreshTokenId();
    await deleteRecord(revoked);
    const admin = String(idOf(await getAdminToken()));
    const uuid = crypto.randomUUID();
    const malformed = ["", "x", `${uuid}x`, uuid.toUpperCase(), "../token", await getToken()];
    for (const id of [uuid, expired, revoked, admin, ...malformed])
      expect(await listen({ id }), id).toMatchObject(TOKEN_NOT_FOUND);
    const { pathParameters: _, ...withoutId } = await makeListenEvent({});
    expect(await send(withoutId)).toMatchObject(TOKEN_NOT_FOUND);
  });

  it("is of a token that is taken until the second in which it expires, and that has an interval", () => {
    const expiresAt = Date.UTC(2026, 2, 1) / 1_000;
    const verify = (record: object) => verifyListeningToken({ admin: false, expiresAt, ...record });
    vi.useFakeTimers({ toFake: ["Date"], now: expiresAt * 1_000 - 1 });
    expect(verify({ interval: 5 })).toBe(5);
    expect(() => verify({})).toThrow("Token not found");
    vi.setSystemTime(expiresAt * 1_000);
    expect(() => verify({ interval: 5 })).toThrow("Token not found");
    vi.useRealTimers();
  });

  it("that is unknown does not tell whether an episode is known, and no body is parsed for it", async () => {
    const id = crypto.randomUUID();
    for (const changes of [{ guid: "unknown" }, { body: "{" }, { headers: { "content-type": "text/html" } }])
      expect(await listen({ id, ...changes })).toMatchObject(TOKEN_NOT_FOUND);
    expect(log.warnings).toEqual([]);
  });
});

describe("an episode", () => {
  let clock = Date.now();
  /** Sets a time at which the function has forgotten what other tests asked for, whichever they were. */
  const outlastMemory = () => {
    clock += 7 * 86_400_000;
    vi.useFakeTimers({ toFake: ["Date"], now: clock });
  };
  afterEach(() => vi.useRealTimers());

  it("that is not in the charts table gets 404, until it is registered, and is then remembered for a minute", async () => {
    outlastMemory();
    const guid = crypto.randomUUID();
    const id = await getFreshTokenId();
    expect(await listen({ id, guid })).toMatchObject(EPISODE_NOT_FOUND);
    await writeChartItem({ guid, duration: 1 });
    expect(await listen({ id, guid })).toMatchObject({ status: 202 });
    await deleteChartItem(guid);
    expect(await listen({ id, guid })).toMatchObject({ status: 202 });
    vi.setSystemTime(Date.now() + 60_000);
    expect(await listen({ id, guid })).toMatchObject(EPISODE_NOT_FOUND);
  });

  it("that is unknown is named in the log, at most 20 times a minute", async () => {
    outlastMemory();
    const id = await getFreshTokenId();
    const guids = Array.from({ length: 25 }, () => crypto.randomUUID());
    for (const guid of guids) await listen({ id, guid });
    const name = (guid: string) => ({
      level: "WARN",
      code: "episode-not-registered",
      message: "Episode not registered",
      requestId: "request-1",
      guid,
    });
    expect(log.warnings).toEqual(guids.slice(0, 20).map(name));
    vi.setSystemTime(Date.now() + 60_000);
    const later = crypto.randomUUID();
    await listen({ id, guid: later });
    expect(log.warnings.at(-1)).toEqual(name(later));
  });

  it("is named in the log without what a terminal would obey, which any web page may report", async () => {
    outlastMemory();
    await listen({ id: await getFreshTokenId(), body: JSON.stringify({ episodeGUID: HOSTILE, data: [] }) });
    expect(log.warnings).toMatchObject([{ guid: HOSTILE }]);
    expect(vi.mocked(console.warn).mock.lastCall?.[0]).not.toMatch(CONTROLS);
  });

  it("whose item is malformed is taken: the item can be mended before it is counted", async () => {
    await writeChartItem({ guid: "listened malformed", duration: "an hour" });
    expect(await listen({ guid: "listened malformed" })).toMatchObject({ status: 202, body: { seconds: 1 } });
  });

  it.each([
    ["is missing", { body: '{"data":[]}' }, "episodeGUID is missing. It must be a string of 1 to 2048 bytes of UTF-8"],
    ["is missing beside an array", { body: "[]" }, /episodeGUID is missing/],
    ["is empty", { guid: "" }, /episodeGUID must be a string of 1 to 2048 bytes/],
    ["is a number", { body: '{"episodeGUID":7,"data":[]}' }, /episodeGUID must be a string/],
    ["is too long", { guid: "x".repeat(2_049) }, /episodeGUID must be a string/],
    ["is not well-formed", { body: '{"episodeGUID":"\\ud800","data":[]}' }, /episodeGUID must be a string/],
    [
      "differs between header and body",
      { headers: { episodeguid: "other" } },
      "the header episodeGUID and the body name different episodes",
    ],
    [
      "is not ASCII in a header",
      { headers: { episodeguid: "caf\u00e9" }, body: "[]" },
      "the header episodeGUID can only be ASCII. Send the GUID in the body",
    ],
  ])("whose GUID %s gets 400", async (_, changes, error) => {
    expect(await listen(changes)).toMatchObject(invalid(error));
  });
});

describe("a body", () => {
  const pad = (bytes: number) => {
    const body = JSON.stringify({ episodeGUID: "sample-listen", data: play(0) });
    return body + " ".repeat(bytes - Buffer.byteLength(body));
  };
  const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

  it("may have 512 KB, and no byte more", async () => {
    expect(await listen({ body: pad(524_288) })).toMatchObject({ status: 202 });
    expect(await listen({ body: pad(524_289) })).toMatchObject(invalid("more than 512 KB"));
    const encode = (text: string) => ({ body: Buffer.from(text).toString("base64"), isBase64Encoded: true });
    expect(await listen(encode(pad(524_288)))).toMatchObject({ status: 202 });
    expect(await listen(encode(pad(524_289)))).toMatchObject(invalid("more than 512 KB"));
  });

  it.each([
    ["empty", ""],
    ["not JSON", "time=0"],
    ["cut off", '{"episodeGUID":"sample-listen","data":[{"time"'],
    ["a string", '"play"'],
    ["null", "null"],
    ["an object without events", '{"episodeGUID":"sample-listen"}'],
    ["5,000 arrays deep", deep(5_000)],
    ["200,000 arrays deep", deep(200_000)],
    ["an event that is 50,000 arrays deep", `{"episodeGUID":"sample-listen","data":[${deep(50_000)}]}`],
    ["with a __proto__", '{"episodeGUID":"sample-listen","data":[],"__proto__":{}}'],
    ["with a NUL byte", '{"episodeGUID":"sample-listen","data":[]}\0'],
  ])("that is %s gets 400", async (_, body) => {
    expect(await listen({ body })).toMatchObject({
      ...invalid(/^Invalid request body: /),
      headers: { "Access-Control-Allow-Origin": "*" },
    });
  });

  it("may be 512 KB of the shortest events", async () => {
    const events = Array(20_160).fill('{"time":0,"event":"play"}').join(",");
    const body = `{"episodeGUID":"sample-listen","data":[${events}]}`;
    expect(body.length).toBeGreaterThan(512 * 1_024 - 200);
    expect(await listen({ body })).toMatchObject({ status: 202, body: { seconds: 1 } });
  });

  it.each(["1,", "{},", "[],", "{", "["])(
    "of more values than it can have events gets 400 before it is parsed: %s",
    async (part) => {
      const parts = part.repeat(60_496 / (part.match(/[,{[]/g) ?? []).length);
      const more = invalid("more than 60495 commas, braces and brackets");
      expect(await listen({ body: `${parts}!` })).toMatchObject(more);
      expect(await listen({ body: `${parts.slice(part.length)}!` })).toMatchObject(invalid("not valid JSON"));
    },
  );

  it("that is not UTF-8 gets 400", async () => {
    const body = Buffer.from('{"episodeGUID":"caf\xe9","data":[]}', "latin1").toString("base64");
    expect(await listen({ body, isBase64Encoded: true })).toMatchObject(invalid("not UTF-8"));
  });

  it("that is compressed gets 400", async () => {
    const body = gzipSync(JSON.stringify({ episodeGUID: "sample-listen", data: [] })).toString("base64");
    expect(await listen({ body, isBase64Encoded: true, headers: { "content-encoding": "gzip" } })).toMatchObject(
      invalid("Content-Encoding is not supported. Send the body uncompressed"),
    );
  });

  it("with another Content-Type gets 400", async () => {
    const forms = ["application/x-www-form-urlencoded", "multipart/form-data"];
    for (const type of [...forms, "text/html", "text/plainer", "x-text/plain", ""])
      expect(await listen({ headers: { "content-type": type } }), type).toMatchObject(invalid(/Content-Type must be/));
  });

  it.each([
    [
      "a negative time",
      '[{"time":-1,"event":"play"}]',
      "data[0].time must be a number of seconds of 0 or more, not -1",
    ],
    ["a time that is NaN", '[{"time":NaN,"event":"play"}]', "not valid JSON"],
    ["an infinite time", '[{"time":1e400,"event":"play"}]', /seconds of 0 or more, not Infinity$/],
    ["a text for a time", '[{"time":"7","event":"play"}]', /data\[0\]\.time must be/],
    ["null for a time", '[{"time":null,"event":"play"}]', /data\[0\]\.time must be/],
    ["a time of 48 hours", '[{"time":172800,"event":"play"}]', /below 172800 seconds \(48 hours\), not 172800\./],
    ["milliseconds", '[{"time":172800000,"event":"play"}]', /, not 172800000\. Send seconds, not milliseconds$/],
    ["a number for an event", '[{"time":0,"event":"play"},7]', "data[1] must be an event, not 7"],
    ["an object for events", '{"time":0}', 'data must be an array of events, not {"time":0}'],
    ["an unknown event", '[{"time":1,"event":"stop"}]', /event must be one of play, pause, seek, ended, not "stop"$/],
  ])("with %s gets 400", async (_, data, error) => {
    expect(await listen({ body: `{"episodeGUID":"sample-listen","data":${data}}` })).toMatchObject(invalid(error));
  });

  it("without a Content-Type gets 400", async () => {
    const { headers, ...event } = await makeListenEvent({});
    const { "content-type": _, ...others } = headers;
    expect(await send({ ...event, headers: others })).toMatchObject(invalid(/Content-Type must be/));
  });

  it("with 500 separate passages is taken, and with one more gets 400", async () => {
    await writeChartItem({ guid: "long", duration: 10_000 });
    const every = (count: number) => play(...Array.from({ length: count }, (_, index) => 2 * index));
    expect(await listen({ guid: "long", data: every(500) })).toMatchObject({ body: { seconds: 500 } });
    expect(await listen({ guid: "long", data: every(501) })).toMatchObject(
      invalid("the events cover 501 separate passages, and the maximum is 500"),
    );
  });

  it("counts to the last second of 48 hours at most", async () => {
    await writeChartItem({ guid: "two days", duration: 200_000 });
    vi.stubEnv("EXPIRES_IN", "10h");
    const id = await getFreshTokenId();
    expect(await listen({ id, guid: "two days", data: play(172_799) })).toMatchObject({ body: { seconds: 1 } });
  });
});

describe("a listener", () => {
  const send = async (changes: { listener?: unknown; userAgent?: string; address?: string }) => {
    const { listener, ...others } = changes;
    const body = JSON.stringify({ episodeGUID: "sample-listen", listener, data: play(0) });
    return listen({ body, ...others });
  };

  it("may have an id of the app's own in place of the User-Agent, which the address still bounds", async () => {
    const [one, other] = ["a".repeat(16), "Z9_-".repeat(16)];
    for (const userAgent of ["App/1", "App/2"]) await send({ listener: one, userAgent });
    expect(await readPseudonyms()).toHaveLength(1);
    await send({ listener: other });
    await send({});
    const pseudonyms = await readPseudonyms();
    expect(new Set(pseudonyms.map(([, listener]) => listener)).size).toBe(3);
    expect(new Set(pseudonyms.map(([address]) => address)).size).toBe(1);
    await send({ listener: one, address: "192.0.2.99" });
    expect(await readPseudonyms()).toHaveLength(4);
  });

  it("with an id is nobody whose User-Agent is the same text", async () => {
    await send({ listener: "same-text-as-agent", userAgent: "Some/1" });
    await send({ userAgent: "same-text-as-agent" });
    expect(await readPseudonyms()).toHaveLength(2);
  });

  it.each([
    ["too short", "x".repeat(15), '"xxxxxxxxxxxxxxx"'],
    ["too long", "x".repeat(65), `"${"x".repeat(40)}…"`],
    ["another text", "an address@example", '"an address@example"'],
    ["two lines", `${"x".repeat(16)}\n`, `"${"x".repeat(16)}\\n"`],
    ["a number", 1_234_567_890_123_456, "1234567890123456"],
    ["null", null, "null"],
  ])("with an id that is %s gets 400", async (_, listener, shown) => {
    expect(await send({ listener })).toMatchObject(
      invalid(`listener must be 16 to 64 of A-Z, a-z, 0-9, _ and -, not ${shown}`),
    );
  });
});

describe("a browser", () => {
  it("may send a listen from any page, and read every answer, without credentials", async () => {
    for (const changes of [{}, { body: "" }, { id: "x" }, { guid: "?" }]) {
      const { headers } = await listen(changes);
      expect(headers).toMatchObject({ "Access-Control-Allow-Origin": "*", "Cache-Control": "no-store" });
      expect(headers).not.toHaveProperty("Retry-After");
      expect(headers).not.toHaveProperty("Access-Control-Allow-Credentials");
    }
  });

  it("may read of a fault when to try again", async () => {
    vi.stubEnv("LISTEN_WINDOW", "soon");
    expect(await listen()).toMatchObject({
      status: 500,
      body: { error: "Internal server error" },
      headers: {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Expose-Headers": "Retry-After",
        "Retry-After": "30",
      },
    });
    expect(log.errors).toMatchObject([{ error: { message: expect.stringContaining("LISTEN_WINDOW") } }]);
  });

  it.each([{}, { "access-control-request-method": "DELETE" }, { origin: "null", "content-type": "\0" }])(
    "gets 204 if it asks first, whatever its headers",
    async (headers: Record<string, string>) => {
      expect(await listen({ method: "OPTIONS", body: "", id: "x", headers })).toMatchObject({
        status: 204,
        body: undefined,
        headers: {
          "Access-Control-Allow-Origin": "*",
          "Access-Control-Allow-Methods": "POST",
          "Access-Control-Allow-Headers": "content-type, episodeguid, exp",
          "Access-Control-Max-Age": "86400",
        },
      });
    },
  );
});

describe("whoever objects", () => {
  it.each([{ "sec-gpc": "1" }, { dnt: "1" }, { "Sec-GPC": " 1 ", DNT: "0" }, { "sec-gpc": "1, 1" }, { dnt: "1,1" }])(
    "gets the same answers, and is neither in the table nor in the log: %o",
    async (headers: Record<string, string>) => {
      const refused = [{ body: "{" }, { guid: crypto.randomUUID() }, { id: crypto.randomUUID() }];
      for (const changes of [{}, ...refused])
        expect(await listen({ ...changes, headers })).toEqual(await listen(changes));
      await deleteListenItems();
      log.warnings.length = 0;
      for (const changes of [{}, ...refused]) await listen({ ...changes, headers });
      expect(await readListenItems()).toEqual([]);
      expect(log).toEqual({ errors: [], warnings: [], infos: [] });
    },
  );

  it.each<Record<string, string>>([{ "sec-gpc": "0" }, { dnt: "0" }, { dnt: "10" }, { dnt: "null" }, { dnt: "" }])(
    "does not say so with %o",
    async (headers) => {
      await listen({ headers });
      expect(await readListens()).toHaveLength(1);
    },
  );
});

describe("a listener's privacy", () => {
  it("neither table nor log has an address or a User-Agent", async () => {
    const address = "198.51.100.77";
    const userAgent = "Distinctive/7.7 (a test)";
    for (const changes of [{}, { body: "{" }, { guid: "listened malformed" }, { id: "x" }])
      await listen({ address, userAgent, ...changes });
    const everything = JSON.stringify([await readListenItems(), log]);
    expect(everything).toContain("sample-listen");
    for (const text of [address, userAgent, "Distinctive"]) expect(everything).not.toContain(text);
  });

  it("nothing links a listener across episodes or windows, and an item says nothing of its time within the window", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    await listen();
    vi.setSystemTime(Date.now() + 1_000);
    await listen({ guid: "café 🎧" });
    vi.setSystemTime(Date.now() + 86_400_000);
    await listen({ id: await getFreshTokenId() });
    vi.useRealTimers();
    expect(new Set((await readPseudonyms()).flat()).size).toBe(6);
    expect(new Set((await readListens()).flatMap((item) => Object.keys(item)))).toEqual(
      new Set(["partition", "id", "guid", "spans", "expiresAt"]),
    );
  });

  it("an IPv6 address counts by its first 64 bits, and an address counts with all of its User-Agents", async () => {
    await listen({ address: "2001:db8:1:2:3:4:5:6" });
    await listen({ address: "2001:0db8:0001:0002::1" });
    expect(new Set((await readPseudonyms()).map(String)).size).toBe(1);
    await listen({ address: "2001:db8:1:3::1", userAgent: "one" });
    await listen({ address: "2001:db8:1:3::1", userAgent: "two" });
    const all = await readPseudonyms();
    expect(new Set(all.map(([address]) => address)).size).toBe(2);
    expect(new Set(all.map(([, listener]) => listener)).size).toBe(3);
  });
});
