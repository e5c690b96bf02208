import { describe, expect, it } from "vitest";
import { PUBLIC_KEY } from "../support/keys.ts";
import {
  callCharts,
  callToken,
  getAdminToken,
  type Response,
  readEvent,
  useConfiguredService,
} from "../support/service.ts";
import { writeChartItem } from "../support/tables.ts";

useConfiguredService();

type Changes = Parameters<typeof readEvent>[1];

async function postCharts(changes: Changes): Promise<Response> {
  return callCharts(readEvent("charts-unknown-episode", { adminToken: await getAdminToken(), ...changes }));
}

const withGuid = (guid: string) => ({ body: JSON.stringify({ guid }) });
const expiresIn = (text: string) => readEvent("token-expires-in", { queryStringParameters: { expiresIn: text } });

const INVALID = { status: 400, body: { error: expect.stringMatching(/^Invalid request body: /) } };
const NOT_FOUND = { status: 404, body: { error: "Episode not found" } };

describe("a hostile body", () => {
  const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

  it.each([
    ["truncated", '{"guid":"x'],
    ["two documents", '{"guid":"x"}{"guid":"y"}'],
    ["with a byte order mark", '\ufeff{"guid":"x"}'],
    ["with NUL bytes", '{"guid":"x"}\0'],
    ["NDJSON", '{"guid":"x"}\n{"guid":"y"}'],
    ["with a __proto__", '{"guid":"x","__proto__":{"guid":"y"}}'],
    ["with a constructor's prototype", '{"guid":"x","constructor":{"prototype":{"guid":"y"}}}'],
    ["a form", "guid=x"],
    ["1 MB of one string", JSON.stringify("x".repeat(1_000_000))],
    ["1 MB of an unfinished guid", `{"guid":"${"x".repeat(1_000_000)}`],
    ["a guid of 1 MB", `{"guid":"${"x".repeat(1_000_000)}"}`],
    ["5,000 arrays deep", deep(5_000)],
    ["1,000,000 arrays deep", deep(1_000_000)],
    ["a guid that is 5,000 arrays deep", `{"guid":${deep(5_000)}}`],
  ])("that is %s gets 400", async (_, body) => {
    expect(await postCharts({ body })).toMatchObject(INVALID);
  });

  it("may have large and deep unknown members, up to 64 KB", async () => {
    const body = `{"guid":"unknown","deep":${deep(500)},"wide":"ä"}`;
    const fill = (bytes: number) => body + " ".repeat(bytes - Buffer.byteLength(body));
    const encode = (text: string) => ({ body: Buffer.from(text).toString("base64"), isBase64Encoded: true });
    const tooLong = { status: 400, body: { error: "Invalid request body: more than 64 KB" } };
    expect(await postCharts({ body: fill(65_536) })).toMatchObject(NOT_FOUND);
    expect(await postCharts({ body: fill(65_537) })).toMatchObject(tooLong);
    expect(await postCharts(encode(fill(65_536)))).toMatchObject(NOT_FOUND);
    expect(await postCharts(encode(fill(65_537)))).toMatchObject(tooLong);
  });

  it("with two guids counts with the last one, as for JSON.parse", async () => {
    expect(await postCharts({ body: '{"guid":"","guid":"unknown"}' })).toMatchObject(NOT_FOUND);
    expect(await postCharts({ body: '{"guid":"unknown","guid":""}' })).toMatchObject(INVALID);
  });

  it.each(["%%%", "e30", "bnVsbA==", Buffer.from([0xff, 0xfe]).toString("base64")])(
    "in base64 that does not decode to an object with a guid gets 400 (%s)",
    async (body) => {
      expect(await postCharts({ body, isBase64Encoded: true })).toMatchObject(INVALID);
    },
  );
});

describe("a hostile guid", () => {
  it.each(["\ud800", "x\udfff", "\udc00\ud800"])("that UTF-8 can't encode gets 400 (%j)", async (guid) => {
    expect(await postCharts(withGuid(guid))).toMatchObject(INVALID);
  });

  it.each([
    ["2,048", "x".repeat(2_048), NOT_FOUND],
    ["2,049", "x".repeat(2_049), INVALID],
    ["2,048 in emoji", "🎧".repeat(512), NOT_FOUND],
    ["2,049 in emoji", `${"🎧".repeat(512)}x`, INVALID],
  ])("of %s bytes gets its answer", async (_, guid, answer) => {
    expect(await postCharts(withGuid(guid))).toMatchObject(answer);
  });

  it.each([
    [
      "markup, a path or a template",
      ["https://x.test/1?x=<script>&y='", "../../../etc/passwd", "{{PERFORMANCE_SECRET_KEY}}"],
    ],
    ["DynamoDB's language", ["a = :v OR attribute_exists(guid)", "#k", ":v", "guid"]],
    ["JavaScript's names", ["__proto__", "constructor"]],
    ["odd characters", ["\0", "\u202eedosipe", "🎧👩‍👩‍👧", "e\u0301"]],
  ])("is looked up verbatim, and finds only its own chart: %s", async (_, guids) => {
    for (const guid of guids) {
      await writeChartItem({ guid, duration: 1, data: [{ time: 0, percentage: 100 }] });
      expect(await postCharts(withGuid(guid))).toMatchObject({ status: 200, body: { guid } });
      expect(await postCharts(withGuid(`${guid} `)), guid).toMatchObject(NOT_FOUND);
    }
  });

  it("is not normalized: two ways to write é are two episodes", async () => {
    await writeChartItem({ guid: "caf\u00e9", duration: 1, data: [{ time: 0, percentage: 1 }] });
    expect(await postCharts(withGuid("cafe\u0301"))).toMatchObject(NOT_FOUND);
  });
});

describe("a hostile expiresIn", () => {
  // unit/duration.test.ts has the texts that are no durations.
  it.each(["1h,2h", "1h\0", "9".repeat(10_000), `${"9".repeat(400)}h`, "{}"])("gets 400 ($0)", async (text) => {
    expect(await callToken(expiresIn(text))).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^Invalid expiresIn: /) },
    });
  });

  it("does not appear in the answer", async () => {
    const { body } = await callToken(expiresIn("<script>alert(1)</script>"));
    expect(JSON.stringify(body)).not.toContain("script");
  });
});

describe("a hostile header", () => {
  it.each([
    ["the key and more", [`${PUBLIC_KEY},${PUBLIC_KEY}`, `${PUBLIC_KEY}, `, `,${PUBLIC_KEY}`, `${PUBLIC_KEY}\0`]],
    ["the key in another casing", [PUBLIC_KEY.toUpperCase()]],
    ["a long text", ["x".repeat(100_000), "-----BEGIN ".repeat(10_000)]],
    ["what may count as true", ["*", "null", "undefined", "true"]],
  ])("X-PUB-KEY gets 400: %s", async (_, keys) => {
    for (const publicKey of keys) {
      const answer = await callToken(readEvent("token", { headers: { "x-pub-key": publicKey } }));
      expect(answer, publicKey).toMatchObject({ status: 400, body: { error: "Invalid public key" } });
    }
  });

  it.each([
    ["odd weights", ["gzip;q=", "gzip;q=x", "gzip;q=0.0000000001", "gzip;q=-1", "q=1;gzip"]],
    ["odd texts", [";;;", ",".repeat(10_000), "\0", "é"]],
  ])("Accept-Encoding does no harm: %s", async (_, texts) => {
    await writeChartItem({ guid: "asked plainly", duration: 1, data: [{ time: 0, percentage: 1 }] });
    for (const acceptEncoding of texts) {
      const changes = { ...withGuid("asked plainly"), headers: { "accept-encoding": acceptEncoding } };
      expect(await postCharts(changes), acceptEncoding).toMatchObject({ status: 200 });
    }
  });
});

describe("an event of another type", () => {
  it("from a REST API (payload 1.0) is answered as documented", async () => {
    const rest = {
      version: "1.0",
      resource: "/token",
      path: "/token",
      httpMethod: "GET",
      headers: { "X-PUB-KEY": PUBLIC_KEY },
      multiValueHeaders: { "X-PUB-KEY": [PUBLIC_KEY] },
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      pathParameters: null,
      body: null,
      isBase64Encoded: false,
    };
    expect(await callToken(JSON.parse(JSON.stringify(rest)))).toMatchObject({ status: 200 });
    const charts = {
      ...rest,
      httpMethod: "POST",
      headers: { Authorization: `Bearer ${await getAdminToken()}`, "Content-Type": "application/json" },
    };
    expect(await callCharts(JSON.parse(JSON.stringify(charts)))).toMatchObject(INVALID);
    expect(await callCharts(JSON.parse(JSON.stringify({ ...charts, body: '{"guid":"unknown"}' })))).toMatchObject(
      NOT_FOUND,
    );
  });

  it("from a function URL is answered like one from an HTTP API", async () => {
    const event = readEvent("charts-unknown-episode", { adminToken: await getAdminToken() });
    event.requestContext.domainName = "abc.lambda-url.us-east-1.on.aws";
    event.body = Buffer.from(String(event.body)).toString("base64");
    event.isBase64Encoded = true;
    expect(await callCharts({ ...event, routeKey: "$default", rawPath: "/" })).toMatchObject(NOT_FOUND);
  });
});
