import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { registerEpisodes } from "../../lib/episode/registration.ts";
import { readChartItem, writeChartItem } from "../support/tables.ts";

const EPISODE = { guid: "busy", duration: 90, feeds: ["https://e.test/feed"] };

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
  expect(await registerEpisodes(meddleWith(4), [EPISODE], false)).toEqual([{ guid: "busy", status: "corrected" }]);
  expect(await readChartItem("busy")).toMatchObject({ duration: 90, listeners: 4, feeds: new Set(EPISODE.feeds) });
});

it("an episode that changes at each attempt is given up, by name", async () => {
  await writeChartItem({ guid: EPISODE.guid, duration: 60 });
  const message = 'The chart of "busy" changed at each of 5 attempts. Try again.';
  await expect(registerEpisodes(meddleWith(5), [EPISODE], false)).rejects.toThrow(message);
  expect(await readChartItem("busy")).toMatchObject({ duration: 60 });
});
