import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { Agent } from "node:https";
import { type AddressInfo, connect, type NetConnectOpts } from "node:net";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createDynamoDBClient } from "../../lib/dynamodb-client.ts";

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What the server got, and what it answers. */
let received: Received[];
let answer: { readonly status: number; readonly body: string };

const server = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await text(request) });
  response.writeHead(answer.status).end(answer.body);
});

let port: number;

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  port = (server.address() as AddressInfo).port;
});

beforeEach(() => {
  received = [];
  answer = { status: 200, body: "{}" };
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", `http://127.0.0.1:${port}`);
  vi.stubEnv("AWS_REGION", "eu-central-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY");
  vi.stubEnv("AWS_SESSION_TOKEN", undefined);
});

afterAll(() => server.close());

/** The only request that there was. */
function receivedOnce(): Received {
  expect(received).toHaveLength(1);
  return received[0] as Received;
}

const put = new PutCommand({ TableName: "tokens", Item: { id: "ä", admin: true, issuedAt: 1 } });
const get = () => createDynamoDBClient(1, {}).send(new GetCommand({ TableName: "charts", Key: { guid: "episode" } }));

const hash = (data: string) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();

/** The signature of what was received, from the steps that AWS documents for Signature Version 4. */
function computeSignature({ headers, body }: Received, signedHeaders: string, secretKey: string): string {
  const lines = signedHeaders.split(";").map((name) => `${name}:${headers[name]}\n`);
  const request = ["POST", "/", "", lines.join(""), signedHeaders, hash(body)].join("\n");
  const time = String(headers["x-amz-date"]);
  const scope = [time.slice(0, 8), "eu-central-1", "dynamodb", "aws4_request"];
  const key = scope.reduce((last: string | Buffer, part) => hmac(last, part), `AWS4${secretKey}`);
  return hmac(key, ["AWS4-HMAC-SHA256", time, scope.join("/"), hash(request)].join("\n")).toString("hex");
}

describe("a request", () => {
  it("is DynamoDB's JSON, and names the operation", async () => {
    await createDynamoDBClient(1, {}).send(put);
    const { headers, body } = receivedOnce();
    expect(headers).toMatchObject({
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": "DynamoDB_20120810.PutItem",
      "user-agent": "performance-data-service",
      "content-length": String(Buffer.byteLength(body)),
    });
    const Item = { id: { S: "ä" }, admin: { BOOL: true }, issuedAt: { N: "1" } };
    expect(JSON.parse(body)).toEqual({ TableName: "tokens", Item });
  });

  it.each([undefined, "a session token"])(
    "is signed with the environment's credentials, session token: %s",
    async (token) => {
      vi.stubEnv("AWS_SESSION_TOKEN", token);
      await createDynamoDBClient(1, {}).send(put);
      const { headers } = receivedOnce();
      expect(headers["x-amz-security-token"]).toBe(token);
      const [, key, signedHeaders = "", signature] =
        /^AWS4-HMAC-SHA256 Credential=(\w+)\/\d{8}\/eu-central-1\/dynamodb\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=(\w{64})$/.exec(
          String(headers.authorization),
        ) ?? [];
      expect(key).toBe("AKIDEXAMPLE");
      expect(signedHeaders.split(";")).toEqual(expect.arrayContaining(["host", "x-amz-date", "x-amz-target"]));
      expect(signedHeaders.split(";").includes("x-amz-security-token")).toBe(token !== undefined);
      expect(signature).toBe(
        computeSignature(receivedOnce(), signedHeaders, "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
      );
    },
  );

  it("is signed anew for each attempt, which is told with it", async () => {
    answer = { status: 500, body: "" };
    await expect(createDynamoDBClient(2, {}).send(put)).rejects.toThrow("HTTP 500");
    expect(received.map(({ headers }) => headers["amz-sdk-request"])).toEqual(["attempt=1; max=2", "attempt=2; max=2"]);
    expect(new Set(received.map(({ headers }) => headers.authorization)).size).toBe(2);
  });

  it("is sent anew after a random pause of at most 25 ms, and then 50 ms", async () => {
    answer = { status: 500, body: "" };
    const random = vi.spyOn(Math, "random").mockReturnValue(0.999);
    const $metadata = { attempts: 3, totalRetryDelay: 24 + 49 };
    await expect(createDynamoDBClient(3, {}).send(put)).rejects.toMatchObject({ $metadata });
    random.mockRestore();
  });

  it("goes to the port of HTTPS where the address has none", async () => {
    vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", "https://dynamodb.eu-central-1.amazonaws.com");
    const targets: unknown[] = [];
    const httpsAgent = new Agent();
    httpsAgent.createConnection = (options: NetConnectOpts) => {
      targets.push(options);
      return connect(port, "127.0.0.1");
    };
    await createDynamoDBClient(1, { httpsAgent }).send(put);
    expect(targets).toMatchObject([{ host: "dynamodb.eu-central-1.amazonaws.com", port: 443 }]);
    expect(receivedOnce().headers.host).toBe("dynamodb.eu-central-1.amazonaws.com");
  });

  it.each(["AWS_ENDPOINT_URL_DYNAMODB", "AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])(
    "is not made without %s",
    async (name) => {
      vi.stubEnv(name, "");
      await expect(get()).rejects.toThrow(`${name} is not set`);
    },
  );
});

describe("an answer", () => {
  it("has binary attributes as bytes", async () => {
    answer = { status: 200, body: '{"Item":{"guid":{"S":"B"},"chart":{"B":"H4sIAA=="},"points":{"N":"1"}}}' };
    const { Item } = await get();
    expect(Item).toEqual({ guid: "B", chart: Buffer.from([0x1f, 0x8b, 8, 0]), points: 1 });
  });

  it("without an item has none", async () => {
    expect((await get()).Item).toBeUndefined();
  });

  it.each([
    ["message", '{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"no table"}'],
    ["Message", '{"__type":"com.amazon.coral.service#ResourceNotFoundException","Message":"no table"}'],
    ["no prefix", '{"__type":"ResourceNotFoundException","message":"no table"}'],
  ])("that is an error is thrown under DynamoDB's own name (%s)", async (_, body) => {
    answer = { status: 400, body };
    await expect(get()).rejects.toMatchObject({ name: "ResourceNotFoundException", message: "no table" });
  });

  it.each(["", "<h1>Bad Gateway</h1>", "null", "[]"])(
    "that is an error without a word of why has its status: %s",
    async (body) => {
      answer = { status: 502, body };
      await expect(get()).rejects.toMatchObject({ name: "UnknownError", message: "HTTP 502" });
    },
  );

  it("that is an error has no credentials in it, however deep one looks", async () => {
    vi.stubEnv("AWS_SESSION_TOKEN", "a session token");
    answer = { status: 500, body: "" };
    const error = await get().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toMatch(
      /session token|AWS4-HMAC/,
    );
  });

  it("to a wrong signature is cut before what was signed, where the session token is", async () => {
    const message = "The request signature does not match.\n\nThe Canonical String:\nx-amz-security-token:secret\n";
    answer = { status: 400, body: JSON.stringify({ __type: "x#InvalidSignatureException", message }) };
    const error = { name: "InvalidSignatureException", message: "The request signature does not match." };
    await expect(get()).rejects.toMatchObject(error);
  });
});
