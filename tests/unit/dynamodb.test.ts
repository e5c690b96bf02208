import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, vi } from "vitest";
import { loadChartItem } from "../../lib/episode/charts-table.ts";
import { loadTokenRecord } from "../../lib/token-table.ts";
import { startFaultyProxy } from "../support/faulty-proxy.ts";

it("reads a token's record consistently, so a revocation takes effect at the next request", async () => {
  const proxy = await startFaultyProxy(String(process.env.AWS_ENDPOINT_URL_DYNAMODB));
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", proxy.url);
  vi.resetModules();
  const { tokens } = await import("../../lib/dynamodb.ts");

  await loadTokenRecord(tokens, "id");
  expect(proxy.requests).toMatchObject([{ operation: "GetItem", input: { ConsistentRead: true } }]);
  await proxy.close();
});

it.each<[string, (response: ServerResponse) => unknown]>([
  ["does not begin", () => undefined],
  ["stops half-way", (response) => response.writeHead(200, { "Content-Length": "99" }).write('{"Item":')],
])("fails after three attempts if DynamoDB's response %s", async (_, answer) => {
  let attempts = 0;
  const server = createServer((request, response) => {
    attempts++;
    request.resume();
    answer(response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.resetModules();
  const { charts } = await import("../../lib/dynamodb.ts");

  await expect(loadChartItem(charts, "episode")).rejects.toMatchObject({ name: "TimeoutError" });
  expect(attempts).toBe(3);
  server.closeAllConnections();
  server.close();
});
