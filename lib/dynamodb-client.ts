import type { Readable } from "node:stream";
import type { ServiceInputTypes, ServiceOutputTypes } from "@aws-sdk/client-dynamodb";
import { Sha256 } from "@smithy/core/checksum";
import { Client } from "@smithy/core/client";
import { getRetryPlugin, StandardRetryStrategy } from "@smithy/core/retry";
import { HttpRequest, type HttpResponse } from "@smithy/core/transport";
import { NodeHttpHandler, type NodeHttpHandlerOptions } from "@smithy/node-http-handler";
import { SignatureV4 } from "@smithy/signature-v4";
import type {
  DeserializeMiddleware,
  EndpointV2,
  FinalizeRequestMiddleware,
  HttpHandlerOptions,
  SerializeMiddleware,
} from "@smithy/types";

/** What the first pause before another attempt is at most, as in DynamoDBClient. */
const BASE_DELAY_MS = 25;

/**
 * Makes a client for the document client's commands out of the SDK's own connections, retries and
 * signatures, without what DynamoDBClient searches, decides and loads before its first request
 * (docs/decisions/8). Binary attributes work at the top of items that are read, and nowhere else.
 *
 * AWS_ENDPOINT_URL_DYNAMODB, AWS_REGION and the credentials come from the environment.
 *
 * @throws Error from `send`; one of DynamoDB's own name for what it refuses
 */
export function createDynamoDBClient(maxAttempts: number, connections: NodeHttpHandlerOptions) {
  const retryStrategy = new StandardRetryStrategy({ maxAttempts, baseDelay: BASE_DELAY_MS });
  const config = {
    apiVersion: "2012-08-10",
    requestHandler: new NodeHttpHandler(connections),
    retryStrategy: async () => retryStrategy,
    maxAttempts: async () => maxAttempts,
    isCustomEndpoint: true,
    endpointProvider: () => ({ url: new URL(readVariable("AWS_ENDPOINT_URL_DYNAMODB")) }),
  };
  const client = new Client<HttpHandlerOptions, ServiceInputTypes, ServiceOutputTypes, typeof config>(config);
  // The commands put their own steps beside those of these names.
  client.middlewareStack.add(serialize, { step: "serialize", name: "serializerMiddleware" });
  client.middlewareStack.use(getRetryPlugin(config));
  client.middlewareStack.add(sign, { step: "finalizeRequest", priority: "low" });
  client.middlewareStack.add(deserialize, { step: "deserialize", name: "deserializerMiddleware" });
  return client;
}

const serialize: SerializeMiddleware<ServiceInputTypes, ServiceOutputTypes> = (next, context) => async (args) => {
  const { protocol, host, hostname, port } = (context.endpointV2 as EndpointV2).url;
  const body = JSON.stringify(args.input);
  const headers = {
    host,
    "user-agent": "performance-data-service",
    "content-type": "application/x-amz-json-1.0",
    "content-length": String(Buffer.byteLength(body)),
    "x-amz-target": `DynamoDB_20120810.${String(context.commandName).replace("Command", "")}`,
  };
  // The port 0 stands for the protocol's own.
  const request = new HttpRequest({ method: "POST", protocol, hostname, port: Number(port), headers, body });
  return next({ ...args, request });
};

const sign: FinalizeRequestMiddleware<ServiceInputTypes, ServiceOutputTypes> = (next) => async (args) =>
  next({ ...args, request: await signer.sign(args.request as HttpRequest) });

const signer = new SignatureV4({
  service: "dynamodb",
  region: async () => readVariable("AWS_REGION"),
  credentials: async () => ({
    accessKeyId: readVariable("AWS_ACCESS_KEY_ID"),
    secretAccessKey: readVariable("AWS_SECRET_ACCESS_KEY"),
    ...(process.env.AWS_SESSION_TOKEN && { sessionToken: process.env.AWS_SESSION_TOKEN }),
  }),
  sha256: Sha256,
});

const deserialize: DeserializeMiddleware<ServiceInputTypes, ServiceOutputTypes> = (next) => async (args) => {
  const { response } = await next(args);
  const { statusCode, body } = response as HttpResponse;
  const json = await readText(body);
  // The retries go by the status, and by the error's name.
  const $metadata = { httpStatusCode: statusCode };
  if (statusCode !== 200) throw Object.assign(toError(statusCode, json), { $metadata });
  const output = JSON.parse(json);
  decodeBinaries(output.Item);
  return { response, output: { ...output, $metadata } };
};

function readText(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    stream.setEncoding("utf8").on("data", (part) => (text += part));
    stream.once("end", () => resolve(text)).once("error", reject);
  });
}

function toError(statusCode: number, json: string): Error {
  const { __type, message, Message } = parseObject(json);
  // What DynamoDB says of a wrong signature goes on with what was signed, the session token among it.
  const error = new Error(String(message ?? Message ?? `HTTP ${statusCode}`).replace(/\n.*/s, ""));
  error.name = String(__type ?? "UnknownError").replace(/^.*#/, "");
  return error;
}

/** What stands between us and DynamoDB may answer other than in JSON. */
function parseObject(json: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
}

function decodeBinaries(attributes: Record<string, { B?: string | Buffer }> = {}): void {
  for (const attribute of Object.values(attributes)) {
    if (typeof attribute.B === "string") attribute.B = Buffer.from(attribute.B, "base64");
  }
}

function readVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
