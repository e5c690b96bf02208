import { describe, expect, it } from "vitest";
import { PUBLIC_KEY } from "../support/keys.ts";
import { useLog } from "../support/log.ts";
import {
  callCharts,
  callChartsWith,
  getAdminToken,
  HEADERS,
  NOT_FOUND,
  readEvent,
  useConfiguredService,
} from "../support/service.ts";
import { deleteRecord, writeChartItem } from "../support/tables.ts";
import { forge, idOf, makeClaims } from "../support/tokens.ts";

useConfiguredService();
const log = useLog();

const NOT_JSON = "Invalid request body: not valid JSON";
const NOT_AN_OBJECT = "Invalid request body: not a JSON object";
const CONTENT_TYPE = "Invalid request body: Content-Type must be application/json";
const GUID = "Invalid request body: guid must be a non-empty string of at most 2048 bytes of UTF-8";
const PUBLICKEY = "Invalid request body: publickey must be the valid public key where it is present";
const PUBLICKEY_FORM = "Invalid request body: publickey must be a string where it is present";

async function expectInvalid(changes: Parameters<typeof callChartsWith>[0], error: string): Promise<void> {
  expect(await callChartsWith(changes)).toEqual({ status: 400, headers: HEADERS, body: { error } });
}

describe("the body of POST /charts", () => {
  it.each([
    ["empty", ["", " "]],
    ["cut off", ["{", '{"guid":"x', "[".repeat(5_000)]],
    ["of another format", ["guid", "guid=x", "{'guid':'x'}"]],
    [
      "JSON with something around it",
      ['{"guid":"x"}}', '{"guid":"x"}\n{"guid":"y"}', '{"guid":"x"}\0', '\ufeff\ufeff{"guid":"x"}'],
    ],
  ])("is refused when it is not valid JSON: %s", async (_, bodies) => {
    for (const body of bodies) await expectInvalid({ body }, NOT_JSON);
  });

  it.each([
    ["arrays", "[".repeat(30_000) + "]".repeat(30_000)],
    ["objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
    ["both, as a member", `{"guid":"x","more":${'[{"a":'.repeat(8_000)}[]${"}]".repeat(8_000)}}`],
  ])("is refused when it is too deep, and told so: %s", async (_, body) => {
    await expectInvalid({ body }, "Invalid request body: too many arrays and objects within one another");
  });

  it("may begin with a byte order mark", async () => {
    const body = '{"guid":"no-such-episode"}';
    expect(await callChartsWith({ body: `\ufeff${body}` })).toMatchObject({ status: 404 });
  });

  it("is told that it is compressed", async () => {
    const error = "Invalid request body: Content-Encoding is not supported. Send the body uncompressed";
    await expectInvalid({ body: "x", headers: { "content-encoding": "gzip" } }, error);
  });

  it("is refused if it is missing, or base64 that is none", async () => {
    await expectInvalid({ body: "%%%", isBase64Encoded: true }, NOT_JSON);
    const event = readEvent("charts", { adminToken: await getAdminToken() });
    delete event.body;
    expect(await callCharts(event)).toMatchObject({ status: 400, body: { error: NOT_JSON } });
    const nulled = JSON.parse(JSON.stringify({ ...event, body: null }));
    expect(await callCharts(nulled)).toMatchObject({ status: 400, body: { error: NOT_JSON } });
  });

  it.each(["null", "true", "1", '"x"', "[]", '[{"guid":"x"}]'])(
    "is refused if it is not an object (%s)",
    async (body) => {
      await expectInvalid({ body }, NOT_AN_OBJECT);
    },
  );

  it.each(['{"guid":"x","__proto__":{}}', '{"guid":"x","more":[{"constructor":{"prototype":{}}}]}'])(
    "is refused when it could change prototypes, and told why (%s)",
    async (body) => {
      const error = "Invalid request body: members named __proto__ or constructor.prototype are not allowed";
      await expectInvalid({ body }, error);
    },
  );

  it.each(["ff", "c3", "eda080", "c0af"])(
    "is refused when it is base64 of bytes that are not UTF-8 (%s)",
    async (hex) => {
      const body = Buffer.concat([Buffer.from('{"guid":"'), Buffer.from(hex, "hex"), Buffer.from('"}')]);
      const changes = { body: body.toString("base64"), isBase64Encoded: true };
      await expectInvalid(changes, "Invalid request body: not UTF-8");
    },
  );

  it("may be base64, as API Gateway encodes bodies that it considers binary", async () => {
    const body = Buffer.from('{"guid":"épisode"}').toString("base64");
    expect(await callChartsWith({ body, isBase64Encoded: true })).toEqual(NOT_FOUND);
  });

  it("may have unknown members", async () => {
    expect(await callChartsWith({ body: '{"guid":"unknown","more":{"toString":1}}' })).toEqual(NOT_FOUND);
  });
});

describe("the Content-Type of POST /charts", () => {
  it.each([
    ["JSON's, in any casing", ["application/json", "Application/JSON"]],
    ["JSON's with parameters", ["application/json; charset=utf-8", "application/json;charset=UTF-8; version=1"]],
    ["JSON's, oddly", ["application/json ; charset=utf-8", "application/json;;;", 'application/json;charset="\\""']],
    ["JSON's, sent twice", ["application/json, application/json", "application/json,Application/JSON; charset=utf-8"]],
    ["of a kind of JSON", ["application/problem+json", "application/merge-patch+json", "application/vnd.api+json;v=1"]],
  ])("may be %s", async (_, contentTypes) => {
    for (const contentType of contentTypes)
      expect(await callChartsWith({ headers: { "content-type": contentType } }), contentType).toEqual(NOT_FOUND);
  });

  it.each([
    ["another", ["", "text/plain", "text/json", "application/x-www-form-urlencoded", "*/*"]],
    ["one that looks like JSON's", ["json", "application/jsonp", "application/json-seq", "json/application"]],
    ["malformed", ["application /json", "application/+json", "\0application/json"]],
    ["another with JSON's in it", ["text/plain; application/json", "multipart/form-data; boundary=application/json"]],
    [
      "two others",
      ["application/json,application/jsonp", "application/json, text/plain", "text/plain, application/json"],
    ],
    ["endless", [`application/${"x".repeat(100_000)}`, `application/${"a+".repeat(50_000)}`]],
  ])("may not be %s", async (_, contentTypes) => {
    for (const contentType of contentTypes)
      await expectInvalid({ headers: { "content-type": contentType } }, CONTENT_TYPE);
  });

  it("may not be missing", async () => {
    const event = readEvent("charts", { adminToken: await getAdminToken() });
    delete event.headers["content-type"];
    expect(await callCharts(event)).toMatchObject({ status: 400, body: { error: CONTENT_TYPE } });
  });
});

describe("the guid", () => {
  it.each([
    ["missing", ["{}", '{"GUID":"x"}']],
    ["empty", ['{"guid":""}']],
    ["not a text", ['{"guid":null}', '{"guid":1}', '{"guid":["x"]}']],
    ["what UTF-8 can't encode", ['{"guid":"\\ud800"}', '{"guid":"x\\udfff"}', '{"guid":"\\udc00\\ud800"}']],
  ])("is refused if it is %s", async (_, bodies) => {
    for (const body of bodies) await expectInvalid({ body }, GUID);
  });
});

describe("the publickey", () => {
  it.each([PUBLIC_KEY, `-----BEGIN PUBLIC KEY-----\n${PUBLIC_KEY}\n-----END PUBLIC KEY-----`])(
    "may be the valid one (%j)",
    async (publickey) => {
      expect(await callChartsWith({ body: JSON.stringify({ guid: "unknown", publickey }) })).toEqual(NOT_FOUND);
    },
  );

  it.each(["wrong", "", `${PUBLIC_KEY}x`])(
    "is refused if it is %j, with a warning that does not show it",
    async (publickey) => {
      const adminToken = await getAdminToken();
      await expectInvalid({ adminToken, body: JSON.stringify({ guid: "unknown", publickey }) }, PUBLICKEY);
      const tokenId = idOf(adminToken);
      expect(log.warnings).toEqual([
        {
          level: "WARN",
          code: "wrong-public-key",
          message: "Wrong public key in the body",
          requestId: "request-1",
          tokenId,
        },
      ]);
    },
  );

  it.each([null, 1, [PUBLIC_KEY], { key: PUBLIC_KEY }])("is refused if it is %j", async (publickey) => {
    await expectInvalid({ body: JSON.stringify({ guid: "unknown", publickey }) }, PUBLICKEY_FORM);
    expect(log.warnings).toEqual([]);
  });
});

describe("the order of the checks", () => {
  async function getRevokedToken(): Promise<string> {
    const token = await getAdminToken();
    await deleteRecord(idOf(token));
    return token;
  }

  it("is the body's form, then the record, then the chart", async () => {
    const revoked = await getRevokedToken();
    await expectInvalid({ adminToken: revoked, body: "{}" }, GUID);
    await expectInvalid({ adminToken: revoked, body: '{"guid":"unknown","publickey":1}' }, PUBLICKEY_FORM);
    expect(await callChartsWith({ adminToken: revoked })).toMatchObject({ status: 401 });
  });

  it.each(["wrong", PUBLIC_KEY])("keeps a publickey from whoever holds no live token (%s)", async (publickey) => {
    const forged = forge({ alg: "HS256", typ: "JWT" }, makeClaims());
    const body = JSON.stringify({ guid: "unknown", publickey });
    for (const adminToken of [await getRevokedToken(), forged])
      expect(await callChartsWith({ adminToken, body })).toMatchObject({ status: 401 });
    expect(log.warnings).toEqual([]);
  });

  it("is the publickey before the chart, whether there is one or not", async () => {
    await writeChartItem({ guid: "present", duration: 1, data: [{ time: 0, percentage: 100 }] });
    for (const guid of ["present", "unknown"]) {
      await expectInvalid({ body: JSON.stringify({ guid, publickey: "wrong" }) }, PUBLICKEY);
    }
  });
});
