import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterEach, describe, expect, it, vi } from "vitest";
import { packChart } from "../../lib/packed-chart.ts";
import { Outcome } from "../../scripts/charts/import/outcome.ts";
import { BatchWriter } from "../../scripts/charts/import/writer.ts";

/** The pauses that the writer asks for. The tests do not wait. */
const pauses: number[] = [];
vi.mock("node:timers/promises", () => ({ setTimeout: async (pause: number) => pauses.push(pause) }));

const ITEMS = Array.from({ length: 30 }, (_, index) =>
  packChart({ guid: `${index}`, duration: 1, data: [] }, new Date()),
);

/** Starts a DynamoDB that writes some items of each request, by its number, and leaves the others unprocessed. */
async function openBusyTable(taken: (request: number) => number) {
  const guids: string[] = [];
  let requests = 0;
  const server = createServer(async (request, response) => {
    const { RequestItems } = Object(await json(request));
    const all: { PutRequest: { Item: { guid: { S: string } } } }[] = RequestItems.charts;
    const count = taken(requests++);
    guids.push(...all.slice(0, count).map(({ PutRequest }) => PutRequest.Item.guid.S));
    const rest = all.slice(count);
    response.end(JSON.stringify({ UnprocessedItems: rest.length > 0 ? { charts: rest } : {} }));
  }).listen(0);
  await once(server, "listening");
  const address = server.address();
  const endpoint = `http://localhost:${typeof address === "object" ? address?.port : ""}`;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
  close = () => {
    client.destroy();
    server.close();
  };
  const outcome = new Outcome();
  const connection = { client, chartsTable: "charts", tokensTable: "tokens", place: "", isInAws: false };
  return { writer: new BatchWriter(connection, outcome), guids, outcome };
}

let close = () => {};
afterEach(() => {
  close();
  pauses.length = 0;
});

describe("the writer of charts", () => {
  it("sends unprocessed charts again, with pauses, until all are written", async () => {
    const { writer, guids, outcome } = await openBusyTable((request) => (request % 3 === 0 ? 4 : 0));
    for (const item of ITEMS) await writer.add(item);
    await writer.finish();
    expect(guids.toSorted()).toEqual(ITEMS.map(({ guid }) => guid).toSorted());
    expect(outcome.formatSummary(false)).toBe("30 charts written, 0 refused");
    expect(pauses.length).toBeGreaterThan(10);
  });

  it("gives up once the table takes no more charts, and reports those that it wrote", async () => {
    const { writer, outcome } = await openBusyTable((request) => (request === 0 ? 3 : 0));
    for (const item of ITEMS.slice(0, 5)) await writer.add(item);
    await expect(writer.finish()).rejects.toThrow(
      "DynamoDB keeps leaving charts unprocessed. Run the import again later.",
    );
    expect(outcome.formatSummary(false)).toBe("3 charts written, 0 refused");
  });
});
