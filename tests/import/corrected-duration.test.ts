import { describe, expect, it } from "vitest";
import { registerEpisodes } from "../../cli/charts/registration.ts";
import { charts } from "../../lib/dynamodb.ts";
import { unpackCounts } from "../../lib/episode/counts.ts";
import { useFolder } from "../support/command.ts";
import { importFiles, readChart } from "../support/import.ts";
import { readChartItem } from "../support/tables.ts";

const save = useFolder();

/** Eleven sessions of 20 seconds each: ten hear the start, one the end. */
function writeSessions(guid: string, seconds: number): string {
  const session = (id: number, from: number, to: number) =>
    JSON.stringify({
      session_id: `${id}`,
      episodeGUID: guid,
      data: Array.from({ length: to - from }, (_, index) => ({ time: from + index, event: "play" })),
    });
  return [...Array.from({ length: 10 }, (_, id) => session(id, 0, 20)), session(10, 0, seconds)].join("\n");
}

describe("the counts of imported sessions", () => {
  it("reach to the last second heard, so that a corrected duration draws no false cliff", async () => {
    const guid = "corrected later";
    await importFiles("--duration", "20", save("sessions.jsonl", writeSessions(guid, 22)));
    const item = await readChartItem(guid);
    expect([...unpackCounts(item?.counts as Uint8Array)]).toEqual([...Array(20).fill(11), 1, 1]);
    expect(await readChart(guid)).toMatchObject({ duration: 20, data: expect.objectContaining({ length: 20 }) });
    expect(
      await registerEpisodes(charts, [{ guid, duration: 22, feeds: [] }], {
        replace: false,
        refuse: expect.unreachable,
      }),
    ).toEqual(["corrected"]);
    const { data } = (await readChart(guid)) as { data: unknown[] };
    expect(data.slice(19)).toEqual([
      { time: 19, percentage: 100 },
      { time: 20, percentage: 9.09 },
      { time: 21, percentage: 9.09 },
    ]);
  });
});
