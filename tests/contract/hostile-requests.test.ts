import { describe, expect, it } from "vitest";
import { PUBLIC_KEY } from "../support/keys.ts";
import {
  callCharts,
  callChartsWith,
  callToken,
  getAdminToken,
  NOT_FOUND,
  readEvent,
  useConfiguredService,
} from "../support/service.ts";
import { writeChartItem } from "../support/tables.ts";

useConfiguredService();

const withGuid = (guid: string) => ({ body: JSON.stringify({ guid }) });

const INVALID = { status: 400, body: { error: expect.stringMatching(/^Invalid request body: /) } };

describe("a hostile body", () => {
  const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

  it.each([deep(5_000), `{"guid":${deep(5_000)}}`])("that is 5,000 arrays deep gets 400 ($0)", async (body) => {
    expect(await callChartsWith({ body })).toMatchObject(INVALID);
  });

  it("may have large and deep unknown members, up to 64 KB", async () => {
    const body = `{"guid":"unknown","deep":${deep(500)},"wide":"ä"}`;
    const fill = (bytes: number) => body + " ".repeat(bytes - Buffer.byteLength(body));
    const encode = (text: string) => ({ body: Buffer.from(text).toString("base64"), isBase64Encoded: true });
    const tooLong = { status: 400, body: { error: "Invalid request body: more than 64 KB" } };
    expect(await callChartsWith({ body: fill(65_536) })).toMatchObject(NOT_FOUND);
    expect(await callChartsWith({ body: fill(65_537) })).toMatchObject(tooLong);
    expect(await callChartsWith(encode(fill(65_536)))).toMatchObject(NOT_FOUND);
    expect(await callChartsWith(encode(fill(65_537)))).toMatchObject(tooLong);
    expect(await callChartsWith({ body: deep(1_000_000) })).toMatchObject(tooLong);
  });

  it("with two guids counts with the last one, as for JSON.parse", async () => {
    expect(await callChartsWith({ body: '{"guid":"","guid":"unknown"}' })).toMatchObject(NOT_FOUND);
    expect(await callChartsWith({ body: '{"guid":"unknown","guid":""}' })).toMatchObject(INVALID);
  });
});

describe("a hostile guid", () => {
  it.each([
    ["2,048", "x".repeat(2_048), NOT_FOUND],
    ["2,049", "x".repeat(2_049), INVALID],
    ["2,048 in emoji", "🎧".repeat(512), NOT_FOUND],
    ["2,049 in emoji", `${"🎧".repeat(512)}x`, INVALID],
  ])("of %s bytes gets its answer", async (_, guid, answer) => {
    expect(await callChartsWith(withGuid(guid))).toMatchObject(answer);
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
      expect(await callChartsWith(withGuid(guid))).toMatchObject({ status: 200, body: { guid } });
      expect(await callChartsWith(withGuid(`${guid} `)), guid).toMatchObject(NOT_FOUND);
    }
  });

  it("is not normalized: two ways to write é are two episodes", async () => {
    await writeChartItem({ guid: "caf\u00e9", duration: 1, data: [{ time: 0, percentage: 1 }] });
    expect(await callChartsWith(withGuid("cafe\u0301"))).toMatchObject(NOT_FOUND);
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
