import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";

type Handler = (event: object, context: object) => Promise<APIGatewayProxyStructuredResultV2>;

/**
 * Serves the bundles in a folder over HTTP, as API Gateway and Lambda do, in a process without other code. Sends the
 * port to its parent process. Answers each of the parent's messages with the bytes in use after a garbage collection.
 */
const folder = String(process.argv[2]);
const load = createRequire(import.meta.url);
const handlers: Readonly<Record<string, Handler>> = {
  "GET /token": load(join(folder, "token.cjs")).handler,
  "POST /charts": load(join(folder, "charts.cjs")).handler,
};

const server = createServer(async (request, response) => {
  const { method, headers, url: path = "" } = request;
  const handler = handlers[`${method} ${path}`];
  if (!handler) throw new Error(`There is no function for ${method} ${path}.`);
  const event = { version: "2.0", headers, body: await text(request), isBase64Encoded: false };
  const answer = await handler(event, { awsRequestId: randomUUID() });
  const body = Buffer.from(answer.body ?? "", answer.isBase64Encoded ? "base64" : "utf8");
  response.writeHead(answer.statusCode ?? 200, answer.headers as Record<string, string>).end(body);
});

await once(server.listen(0, "127.0.0.1"), "listening");
process.send?.((server.address() as AddressInfo).port);
process.on("disconnect", () => process.exit());
process.on("message", async () => {
  globalThis.gc?.();
  // The second collection frees what the first one finalized.
  await setTimeout(1_000);
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
