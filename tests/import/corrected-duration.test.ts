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

  it("are those of listeners, who heard something before the end, and go on for six hours at most", async () => {
    const guid = "far beyond";
    const far = {
      session_id: "far",
      episodeGUID: guid,
      data: [
        { time: 0, event: "play" },
        { time: 21_599, event: "pause" },
        { time: 21_600, event: "pause" },
        { time: 1e9, event: "ended" },
      ],
    };
    const late = { session_id: "late", episodeGUID: guid, data: [{ time: 21, event: "ended" }] };
    const lines = [writeSessions(guid, 20), JSON.stringify(far), JSON.stringify(late)].join("\n");
    expect(await importFiles("--duration", "20", save("far.jsonl", lines))).toMatchObject({ code: 0 });
    const item = await readChartItem(guid);
    expect(item).toMatchObject({ listeners: 12 });
    expect([...unpackCounts(item?.counts as Uint8Array)]).toEqual([
      12,
      ...Array(19).fill(11),
      ...Array(21_579).fill(0),
      1,
    ]);
  });
});
