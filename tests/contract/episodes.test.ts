import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { packCounts } from "../../lib/episode/counts.ts";
import { packChart } from "../../lib/episode/packed-chart.ts";
import { useColdStarts } from "../support/cold-starts.ts";
import { answerWith, loseAnswer, pass, startFaultyProxy } from "../support/faulty-proxy.ts";
import { useLog } from "../support/log.ts";
import {
  callCharts,
  callEpisodes,
  getAdminToken,
  getToken,
  HEADERS,
  MISSING,
  REJECTED,
  readEvent,
  useConfiguredService,
} from "../support/service.ts";
import { deleteRecord, readChartItem, writeChartItem } from "../support/tables.ts";
import { idOf } from "../support/tokens.ts";

useConfiguredService();
const startCold = useColdStarts();
const log = useLog();

const FEED = "https://one.example/feed.xml";
const OTHER = "https://other.example/feed.xml";
const INVALID = "Invalid request body: ";

let guid: string;

beforeEach(() => {
  guid = `urn:example:${crypto.randomUUID()}`;
});

const call = async (body: string, changes: Parameters<typeof readEvent>[1] = {}) =>
  callEpisodes(readEvent("episodes", { adminToken: await getAdminToken(), body, ...changes }));

const register = async (...episodes: object[]) => call(JSON.stringify(episodes));
const registerOne = async (changes: object = {}) => (await register({ guid, duration: 60, ...changes })).body.episodes;

const readChart = async (episode: string) =>
  (
    await callCharts(
      readEvent("charts", { adminToken: await getAdminToken(), body: JSON.stringify({ guid: episode }) }),
    )
  ).body;

/** Lists what became of the episodes of an answer. */
const listStatuses = (episodes: unknown): unknown[] =>
  Object(episodes).map(({ status }: { status: unknown }) => status);

const answer = (status: string, error?: unknown) => [{ guid, status, ...(error !== undefined && { error }) }];

/** The counts 4 3 1 1, drawn for 2 s. */
function makeCounted(changes: object = {}) {
  const data = [100, 75].map((percentage, time) => ({ time, percentage }));
  const counts = packCounts(Uint32Array.of(4, 3, 1, 1));
  const counted = {
    source: "collector",
    counts,
    listeners: 4,
    drawnListeners: 4,
    countedUntil: "2026-01-01T00:00:00Z",
  };
  return { ...packChart({ guid, duration: 2, data }, new Date("2026-01-01")), ...counted, ...changes };
}

describe("POST /episodes", () => {
  it("registers episodes, for which POST /charts has no data yet, and answers in their order", async () => {
    const episodes = ["b", "a", "c"].map((name, index) => ({ guid: `${guid} ${name}`, duration: 60.5 + index }));
    const statuses = episodes.map((episode) => ({ guid: episode.guid, status: "registered" }));
    expect(await register(...episodes)).toEqual({ status: 200, headers: HEADERS, body: { episodes: statuses } });
    for (const episode of episodes) expect(await readChartItem(episode.guid)).toEqual(episode);
    expect(await readChart(`${guid} a`)).toEqual({ error: "No data found for the episode" });
  });

  it("can be repeated, and changes nothing then", async () => {
    await registerOne({ feed: FEED });
    const before = await readChartItem(guid);
    expect(await registerOne({ feed: FEED })).toEqual(answer("unchanged"));
    expect(await readChartItem(guid)).toEqual(before);
  });

  it("takes 100 episodes, and 64 KB", async () => {
    const episodes = Array.from({ length: 100 }, (_, index) => ({ guid: `${guid} ${index}`, duration: 60 }));
    const { body } = await register(...episodes);
    expect(body.episodes).toEqual(episodes.map((episode) => ({ guid: episode.guid, status: "registered" })));
    const long = JSON.stringify([{ guid, duration: 60, more: "" }]).length;
    expect(await register({ guid, duration: 60, more: "x".repeat(65_536 - long) })).toMatchObject({ status: 200 });
    expect(await register({ guid, duration: 60, more: "x".repeat(65_537 - long) })).toMatchObject({
      status: 400,
      body: { error: `${INVALID}more than 64 KB` },
    });
  });

  it("draws a chart again whose duration has changed", async () => {
    await writeChartItem(makeCounted({ feeds: new Set([FEED]), counts: packCounts(Uint32Array.of(4, 3)) }));
    expect(await registerOne({ duration: 4, feed: FEED })).toEqual(answer("corrected"));
    const data = [100, 75, 0, 0].map((percentage, time) => ({ time, percentage }));
    expect(await readChart(guid)).toEqual({ guid, duration: 4, data });
  });

  it("logs who has written, and how many", async () => {
    const adminToken = await getAdminToken();
    log.infos.length = 0;
    for (const [duration, written] of [
      [60, 1],
      [60, 0],
      [61, 1],
    ]) {
      await callEpisodes(readEvent("episodes", { adminToken, body: JSON.stringify([{ guid, duration }]) }));
      const line = {
        level: "INFO",
        code: "episodes-registered",
        message: "Episodes registered",
        requestId: "request-1",
        tokenId: idOf(adminToken),
      };
      expect(log.infos.splice(0)).toEqual([{ ...line, written }]);
    }
  });
});

describe("the feed of an episode", () => {
  it("need not be named where no feed owns the episode, and nothing is counted yet", async () => {
    await registerOne();
    expect(await registerOne({ duration: 61 })).toEqual(answer("corrected"));
    expect(await readChartItem(guid)).toEqual({ guid, duration: 61 });
  });

  it("is noted, and owns it from then on", async () => {
    expect(await registerOne({ feed: FEED })).toEqual(answer("registered"));
    expect(await readChartItem(guid)).toEqual({ guid, duration: 60, feeds: new Set([FEED]) });
    expect(await registerOne({ feed: FEED, duration: 61 })).toEqual(answer("corrected"));
    expect(await readChartItem(guid)).toEqual({ guid, duration: 61, feeds: new Set([FEED]) });
  });

  it("is taken by an episode that has none, and no chart", async () => {
    await registerOne();
    expect(await registerOne({ feed: FEED })).toEqual(answer("unchanged"));
    expect(await readChartItem(guid)).toEqual({ guid, duration: 60, feeds: new Set([FEED]) });
  });

  it.each([
    [
      "another feed",
      { feed: OTHER },
      /^Another feed has registered this episode\. .+ ask the service's operator to put its new address/,
    ],
    ["none", {}, /^A feed has registered this episode\. Send its address as feed\.$/],
  ])("keeps %s from it, whatever the duration, without telling its own address", async (_, changes, error) => {
    await registerOne({ feed: FEED });
    for (const duration of [60, 90]) {
      const { body } = await register({ guid, duration, ...changes });
      expect(body.episodes).toEqual(answer("refused", expect.stringMatching(error)));
      expect(JSON.stringify(body)).not.toContain(FEED);
    }
    expect(await readChartItem(guid)).toEqual({ guid, duration: 60, feeds: new Set([FEED]) });
  });

  it("is one of two that ask for a new episode at once", async () => {
    const both = await Promise.all([registerOne({ feed: FEED }), registerOne({ feed: OTHER, duration: 90 })]);
    expect(both.flatMap(listStatuses).sort()).toEqual(["refused", "registered"]);
    const { duration, feeds } = Object(await readChartItem(guid));
    expect([
      [60, FEED],
      [90, OTHER],
    ]).toContainEqual([duration, ...feeds]);
  });
});

describe("an episode of POST /episodes stays as it is", () => {
  it.each<[string, () => object]>([
    ["its chart was imported", () => ({ duration: 2, data: [{ time: 0, percentage: 100 }], feeds: new Set([FEED]) })],
    ["its chart was imported, and no feed owns it", () => ({ duration: 2, data: [{ time: 0, percentage: 100 }] })],
    ["its chart was counted, and no feed owns it", makeCounted],
    [
      "it was counted, is not drawn yet, and no feed owns it",
      () => makeCounted({ chart: undefined, points: undefined }),
    ],
  ])("if %s", async (_, make) => {
    const item = { ...make(), guid };
    await writeChartItem(item);
    const before = await readChartItem(guid);
    for (const feed of "feeds" in item ? [FEED] : [FEED, undefined])
      expect(await registerOne({ duration: 4, feed })).toEqual(answer("unchanged"));
    expect(await readChartItem(guid)).toEqual(before);
  });

  it.each<[string, object, number, RegExp]>([
    [
      "can't be counted",
      { counts: Buffer.from("no gzip") },
      4,
      /is malformed: counts can't be unpacked\. Its duration/,
    ],
    [
      "would have too long a chart",
      { counts: packCounts(Uint32Array.of(4, 3)) },
      2_520_000,
      /63 MB of JSON; the limit/,
    ],
    [
      "does not say what its chart is from",
      { source: "unknown" },
      4,
      /own, sessions or collector, and is "unknown"\. Delete the item, and import its curves again\. Its duration stays/,
    ],
  ])("and is refused by name if it %s, beside others that are registered", async (_, changes, duration, error) => {
    await writeChartItem(makeCounted({ ...changes, feeds: new Set([FEED]) }));
    const before = await readChartItem(guid);
    const other = { guid: `${guid} other`, duration: 60 };
    const { body } = await register({ guid, duration, feed: FEED }, other);
    const refused = answer("refused", expect.stringMatching(error));
    expect(body.episodes).toEqual([...refused, { guid: other.guid, status: "registered" }]);
    expect(await readChartItem(guid)).toEqual(before);
  });
});

describe("the body of POST /episodes", () => {
  const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  const episode = (members: string) => `[{"guid":"x","duration":60},${members}]`;
  const GUID = "must be a non-empty string of at most 2048 bytes of UTF-8";
  const DURATION = "[1].duration must be a number of seconds above 0, at most 30 days";
  const ADDRESS = "[1].feed must be an http or https URL of at most 2048 characters";
  const COUNT = "not an array of 1 to 100 episodes";

  it.each<[string, readonly string[], string]>([
    ["is too deep", [`[${deep(10_000)}]`], "too many arrays and objects within one another"],
    ["is no JSON", ["", "[", "[".repeat(5_000), '[{"guid":"x","duration":NaN}]'], "not valid JSON"],
    ["is no array", ["null", "{}", '"x"', '{"guid":"x","duration":60}', '{"0":{},"length":1}'], COUNT],
    ["has no episode", ["[]"], COUNT],
    [
      "has 101",
      [JSON.stringify(Array.from({ length: 101 }, (_, index) => ({ guid: `${index}`, duration: 1 })))],
      COUNT,
    ],
    ["has what is no episode", ["null", "1", '"y"', "[]", deep(100)].map(episode), "[1] must be an object"],
    [
      "could change prototypes",
      ['{"guid":"y","duration":60,"__proto__":{}}', '{"guid":"y","duration":60,"constructor":{"prototype":{}}}'].map(
        episode,
      ),
      "members named __proto__ or constructor.prototype are not allowed",
    ],
    [
      "has an episode without a GUID",
      [
        "{}",
        '{"duration":60}',
        '{"guid":"","duration":60}',
        '{"guid":7,"duration":60}',
        '{"guid":"\\ud800","duration":60}',
      ].map(episode),
      `[1].guid ${GUID}`,
    ],
    ["has a GUID of 2,049 bytes", [episode(`{"guid":"${"é".repeat(1_024)}x","duration":60}`)], `[1].guid ${GUID}`],
    [
      "has an episode without a duration above 0",
      [
        "",
        ',"duration":0',
        ',"duration":-0',
        ',"duration":-1',
        ',"duration":"60"',
        ',"duration":null',
        ',"duration":[60]',
      ].map((duration) => episode(`{"guid":"y"${duration}}`)),
      DURATION,
    ],
    [
      "has a duration that no import takes, or DynamoDB does not",
      ["2592000.1", "1e400", "1e21", "1e-131", "5e-324"].map((duration) =>
        episode(`{"guid":"y","duration":${duration}}`),
      ),
      DURATION,
    ],
    [
      "has a feed that is no address",
      [
        "null",
        "7",
        '""',
        '"9b024349"',
        '"/feed.xml"',
        '"https://"',
        '"ftp://one.example/"',
        '" https://one.example/"',
        '"https://one.example/\\u0000"',
        '"https://one.example/\\ud800"',
        `"https://one.example/${"x".repeat(2_049)}"`,
        '["https://one.example/"]',
      ].map((feed) => episode(`{"guid":"y","duration":60,"feed":${feed}}`)),
      ADDRESS,
    ],
    [
      "has a GUID twice",
      [episode('{"guid":"x","duration":60}'), episode('{"guid":"\\u0078","duration":61}')],
      "a guid twice",
    ],
  ])("is refused if it %s, and nothing is written", async (_, bodies, error) => {
    for (const body of bodies) {
      const sent = body.replaceAll('"x"', `"${guid}"`).replace('"\\u0078"', `"\\u0075${guid.slice(1)}"`);
      expect(await call(sent), body.slice(0, 100)).toEqual({
        status: 400,
        headers: HEADERS,
        body: { error: INVALID + error },
      });
    }
    expect(await readChartItem(guid)).toBeUndefined();
  });

  it("may have any members besides, and any GUIDs and durations within the limits", async () => {
    const odd: { guid: string; duration: number; [more: string]: unknown }[] = [
      { guid: `${guid} __proto__`, duration: 1e-130 },
      { guid: `${guid}${"é".repeat(900)}`, duration: 2_592_000, feed: `https://one.example/${"x".repeat(2_028)}` },
      { guid: `${guid} http`, duration: 60, feed: "http://one.example/feed.xml" },
      { guid: ` ${guid}\n`, duration: 0.1, toString: 7, feeds: ["x"], counts: "x", replace: true },
    ];
    const { body } = await register(...odd);
    expect(body.episodes).toEqual(odd.map((one) => ({ guid: one.guid, status: "registered" })));
    expect(await readChartItem(` ${guid}\n`)).toEqual({ guid: ` ${guid}\n`, duration: 0.1 });
  });

  it.each(["__proto__", "constructor", "toString"])("may have the GUID %s", async (name) => {
    expect(await register({ guid: name, duration: 60 })).toMatchObject({
      status: 200,
      body: { episodes: [{ guid: name }] },
    });
  });

  it("needs JSON's Content-Type", async () => {
    const answered = await call(`[{"guid":"${guid}","duration":60}]`, { headers: { "content-type": "text/plain" } });
    expect(answered).toMatchObject({ status: 400, body: { error: `${INVALID}Content-Type must be application/json` } });
  });
});

describe("the credential of POST /episodes", () => {
  it("is asked for before the body is read", async () => {
    expect(await callEpisodes(readEvent("episodes-without-token", { body: "[" }))).toEqual(MISSING);
    expect(await callEpisodes(readEvent("episodes", { adminToken: await getToken() }))).toEqual(REJECTED);
  });

  it("is compared with its record after the body's form, and before anything is written", async () => {
    const adminToken = await getAdminToken();
    await deleteRecord(idOf(adminToken));
    expect(await call("[]", { adminToken })).toMatchObject({ status: 400 });
    expect(await call(JSON.stringify([{ guid, duration: 60 }]), { adminToken })).toEqual(REJECTED);
    expect(await readChartItem(guid)).toBeUndefined();
  });

  it("must be of the present public key, and both keys configured", async () => {
    const adminToken = await getAdminToken();
    const body = JSON.stringify([{ guid, duration: 60 }]);
    vi.stubEnv("PERFORMANCE_PUBLIC_KEY", "another key");
    expect(await call(body, { adminToken })).toEqual(REJECTED);
    vi.stubEnv("PERFORMANCE_PUBLIC_KEY", "");
    const unconfigured = { status: 500, body: { error: "Public key not configured" } };
    expect(await callEpisodes(readEvent("episodes-without-token"))).toMatchObject(unconfigured);
  });
});

describe("while DynamoDB fails, POST /episodes", async () => {
  const proxy = await startFaultyProxy();
  let callAnew: typeof callEpisodes;

  beforeAll(async () => {
    startCold();
    ({ callEpisodes: callAnew } = await import("../support/service.ts"));
  });
  beforeEach(() => {
    vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", proxy.url);
    proxy.always = pass;
  });
  afterAll(() => proxy.close());

  const ask = async (...episodes: object[]) =>
    callAnew(readEvent("episodes", { adminToken: await getAdminToken(), body: JSON.stringify(episodes) }));

  it("answers 500 if an episode in the middle can't be written, and says of those before that they are unchanged when asked again", async () => {
    const episodes = Array.from({ length: 20 }, (_, index) => ({ guid: `${guid} ${index}`, duration: 60 }));
    const isTwelfth = ({ input }: { input: object }) => JSON.stringify(input).includes(`${guid} 12"`);
    proxy.disturb(
      (request) => request.operation === "UpdateItem" && isTwelfth(request),
      answerWith("ThrottlingException"),
    );
    expect(await ask(...episodes)).toEqual({ status: 500, headers: HEADERS, body: { error: "Internal server error" } });
    expect(log.errors).toMatchObject([{ error: { name: "ThrottlingException" } }]);
    proxy.always = pass;
    const { body } = await ask(...episodes);
    const statuses = listStatuses(body.episodes);
    expect([statuses[0], statuses[12]]).toEqual(["unchanged", "registered"]);
  });

  it("writes an episode once if an answer is lost", async () => {
    let lost = 0;
    proxy.disturb(({ operation }) => operation === "UpdateItem" && lost++ === 0, loseAnswer);
    expect(await ask({ guid, duration: 60, feed: FEED })).toMatchObject({
      status: 200,
      body: { episodes: answer("unchanged") },
    });
    expect(await readChartItem(guid)).toEqual({ guid, duration: 60, feeds: new Set([FEED]) });
  });

  it("reads what is unchanged, and writes nothing", async () => {
    const again = () => ask({ guid, duration: 60, feed: FEED });
    expect((await again()).body).toMatchObject({ episodes: answer("registered") });
    proxy.requests.length = 0;
    expect((await again()).body).toMatchObject({ episodes: answer("unchanged") });
    const ofCharts = proxy.requests.filter(({ input }) => input.TableName === process.env.CHARTS_TABLE);
    expect(ofCharts.map(({ operation }) => operation)).toEqual(["GetItem"]);
  });

  it.each<[string, object | undefined]>([
    ["a new one", undefined],
    ["one that nobody owns", { duration: 60 }],
  ])("takes no episode that another feed has taken meanwhile: %s", async (_, before) => {
    if (before) await writeChartItem({ guid, ...before });
    let reads = 0;
    proxy.disturb(
      ({ operation, input }) =>
        operation === "GetItem" && input.TableName === process.env.CHARTS_TABLE && reads++ === 0,
      async (response, forward) => {
        const read = await forward();
        await writeChartItem({ guid, duration: 90, feeds: new Set([OTHER]) });
        response.writeHead(read.status, read.headers).end(read.body);
      },
    );
    expect(await ask({ guid, duration: 60, feed: FEED })).toMatchObject({
      body: { episodes: [{ status: "refused" }] },
    });
    expect(await readChartItem(guid)).toEqual({ guid, duration: 90, feeds: new Set([OTHER]) });
  });
});
