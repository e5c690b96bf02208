import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { composeIdentity } from "../../lib/episode/owner.ts";
import { registerEpisodes } from "../../lib/episode/registration.ts";
import { pass, type Requested, startFaultyProxy } from "../support/faulty-proxy.ts";
import { readChartItem, writeChartItem } from "../support/tables.ts";

const NOBODY = composeIdentity(undefined);
const EPISODE = { guid: "busy", duration: 90, feed: composeIdentity("https://e.test/feed") };

/** Returns the table of charts, on which somebody else changes the episode before each of the first `changes` updates. */
function meddleWith(changes: number) {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient());
  let listeners = 0;
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === "UpdateItemCommand" && listeners < changes)
          await writeChartItem({ guid: EPISODE.guid, duration: 60, listeners: ++listeners });
        return next(args);
      },
    { step: "initialize" },
  );
  return { client, name: String(process.env.CHARTS_TABLE) };
}

it("an episode that changes meanwhile is registered at a later attempt", async () => {
  await writeChartItem({ guid: EPISODE.guid, duration: 60 });
  expect(await registerEpisodes(meddleWith(4), [EPISODE])).toEqual([{ guid: "busy", status: "corrected" }]);
  expect(await readChartItem("busy")).toMatchObject({
    duration: 90,
    listeners: 4,
    feeds: new Set(EPISODE.feed.addresses),
  });
});

it("an episode that changes at each attempt is given up, by name", async () => {
  await writeChartItem({ guid: EPISODE.guid, duration: 60 });
  const message = 'The chart of "busy" changed at each of 5 attempts. Try again.';
  await expect(registerEpisodes(meddleWith(5), [EPISODE])).rejects.toThrow(message);
  expect(await readChartItem("busy")).toMatchObject({ duration: 60 });
});

describe("a registration of many episodes", async () => {
  const proxy = await startFaultyProxy();
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: proxy.url }));
  const charts = { client, name: String(process.env.CHARTS_TABLE) };

  beforeEach(() => {
    proxy.requests.length = 0;
    proxy.always = pass;
  });
  afterAll(() => proxy.close());

  /** Lists what was asked of DynamoDB for an episode by itself. */
  const listRequests = (guid: string) => proxy.requests.filter(({ input }) => isOf(input, guid));
  const isOf = ({ Key }: Requested["input"], guid: string) =>
    JSON.stringify(Key) === JSON.stringify({ guid: { S: guid } });

  it("looks at all at once, without their charts, writes new ones, and reads those to be changed, consistently", async () => {
    const episodes = ["same", "changed", "fresh"].map((guid) => ({ guid, duration: 60, feed: NOBODY }));
    await writeChartItem({ guid: "same", duration: 60 });
    await writeChartItem({ guid: "changed", duration: 90 });
    expect(await registerEpisodes(charts, episodes)).toEqual([
      { guid: "same", status: "unchanged" },
      { guid: "changed", status: "corrected" },
      { guid: "fresh", status: "registered" },
    ]);
    expect(proxy.requests[0]).toMatchObject({
      operation: "BatchGetItem",
      input: {
        RequestItems: {
          [charts.name]: { ProjectionExpression: expect.not.stringMatching(/chart|counts|curve|data(?!\[0\])/) },
        },
      },
    });
    expect(listRequests("same")).toEqual([]);
    expect(listRequests("changed")).toMatchObject([
      { operation: "GetItem", input: { ConsistentRead: true } },
      { operation: "UpdateItem" },
    ]);
    expect(listRequests("fresh")).toMatchObject([{ operation: "UpdateItem" }]);
  });

  it("corrects one that somebody has registered since it looked", async () => {
    proxy.next.push(async (response, forward) => {
      const { status, headers, body } = await forward();
      await writeChartItem({ guid: "meanwhile", duration: 90 });
      response.writeHead(status, headers).end(body);
    });
    const episode = { guid: "meanwhile", duration: 60, feed: NOBODY };
    expect(await registerEpisodes(charts, [episode])).toEqual([{ guid: "meanwhile", status: "corrected" }]);
    expect(await readChartItem("meanwhile")).toEqual({ guid: "meanwhile", duration: 60 });
  });

  it("writes eight at once", async () => {
    const eight = Promise.withResolvers<void>();
    let [open, most] = [0, 0];
    proxy.next.push(pass);
    proxy.always = async (response, forward) => {
      most = Math.max(most, ++open);
      if (open === 8) eight.resolve();
      await eight.promise;
      const { status, headers, body } = await forward();
      open--;
      response.writeHead(status, headers).end(body);
    };
    const episodes = Array.from({ length: 40 }, (_, index) => ({ guid: `many ${index}`, duration: 60, feed: NOBODY }));
    await registerEpisodes(charts, episodes);
    expect(most).toBe(8);
  });
});
