import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { unpackCounts } from "../../../lib/episode/counts.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { readChartItem, writeChartItem } from "../../../tests/support/tables.ts";
import { computeMemberBytes } from "../../sources/item/imported-curve.ts";
import { createPack } from "../../sources/item/pack.ts";
import { summary } from "../support/command.ts";
import { errorOf } from "../support/facts.ts";
import { composeSession, importFiles } from "../support/import.ts";

const save = useFolder();

function chart(guid: string): string {
  return `${JSON.stringify({ guid, duration: 4, data: [{ time: 0, percentage: 50 }] })}\n`;
}

const COLLECTED = {
  duration: 4,
  points: 1,
  updatedAt: "2026-01-01T00:00:00.000Z",
  chart: Buffer.from("old"),
  counts: Buffer.from("old"),
  listeners: 70,
  drawnListeners: 65,
  countedUntil: "2026-11-20T00:00:00Z",
};

/** Reads an item with its counts as an array. */
async function read(guid: string): Promise<Record<string, unknown> & { readonly counts?: readonly number[] }> {
  const { counts, chart: packed, ...item } = (await readChartItem(guid)) ?? {};
  return {
    ...item,
    ...(counts instanceof Uint8Array && { counts: [...unpackCounts(counts)] }),
    data: packed instanceof Uint8Array ? JSON.parse(gunzipSync(packed).toString()).data : undefined,
  };
}

describe("charts -- import, beside the collector", () => {
  it("writes the counts and listeners of sessions, so that the collector can go on from there", async () => {
    const lines = [[0, 1], [0], []].map((times) => composeSession("counted", times));
    const file = save("counted.jsonl", lines.join(""));
    expect(await importFiles("--duration", "4", "--step", "2", file)).toMatchObject({ code: 0 });
    const item = await read("counted");
    expect(item).toMatchObject({ counts: [2, 1], listeners: 2, duration: 4, points: 2 });
    expect(item.data).toEqual([
      { time: 0, percentage: 75 },
      { time: 2, percentage: 0 },
    ]);
    expect(item).not.toHaveProperty("countedUntil");
  });

  it.each<[string, (guid: string) => string, string, string]>([
    [
      "a chart",
      chart,
      "counted listeners",
      "Its listeners were counted, by sessions or by the collector, and the import would remove the counts.",
    ],
    [
      "sessions",
      (guid) => composeSession(guid),
      "collected listens",
      "The collector has counted listens of it, which the import would destroy.",
    ],
  ])("overwrites no chart that the collector has counted: %s", async (kind, write, lost, reason) => {
    const guid = `collected, ${kind}`;
    await writeChartItem({ guid, ...COLLECTED });
    const stored = await readChartItem(guid);
    const file = save("file.jsonl", write(guid) + write(`other, ${kind}`));
    const outcome = await importFiles("--duration", "4", "--same-duration", file);
    expect(outcome).toMatchObject({ code: 1, stdout: summary(`1 chart written, 1 refused (1 with ${lost})`) });
    expect(outcome.stderr).toMatch(`episode ${guid}: ${reason} Leave`);
    expect(await readChartItem(guid)).toEqual(stored);
  });

  it("replaces collected counts by those of sessions with --replace, and leaves the collector where it was", async () => {
    await writeChartItem({ guid: "replaced", ...COLLECTED, data: [{ time: 0, percentage: 1 }] });
    const file = save("replaced.jsonl", composeSession("replaced", [0, 1]) + composeSession("replaced", [1]));
    expect(await importFiles("--duration", "2", "--replace", file)).toMatchObject({ code: 0 });
    const { updatedAt, ...item } = await read("replaced");
    expect(item).toEqual({
      guid: "replaced",
      duration: 2,
      points: 2,
      counts: [1, 2],
      listeners: 2,
      source: "sessions",
      countedUntil: COLLECTED.countedUntil,
      data: [
        { time: 0, percentage: 50 },
        { time: 1, percentage: 100 },
      ],
    });
    expect(String(updatedAt) > COLLECTED.updatedAt).toBe(true);
  });

  it("removes no counts of sessions without --replace, and says what is lost with it", async () => {
    const sessions = composeSession("counted", [0, 1]) + composeSession("counted", [1]);
    await importFiles("--duration", "4", save("sessions.jsonl", sessions));
    const stored = await readChartItem("counted");
    const file = save("own.jsonl", chart("counted"));
    const refused = await importFiles(file);
    expect(refused.stdout).toEqual(summary("0 charts written, 1 refused (1 with counted listeners)"));
    expect(await readChartItem("counted")).toEqual(stored);
    const stderr = expect.stringContaining("episode counted, own: no counts any more, which were of 2 listeners.");
    expect(await importFiles("--replace", file)).toMatchObject({ code: 0, stderr });
  });

  it("removes collected counts with --replace if it writes any other chart", async () => {
    await writeChartItem({ guid: "own again", ...COLLECTED });
    expect(await importFiles("--replace", save("own.jsonl", chart("own again")))).toMatchObject({ code: 0 });
    const { updatedAt: _, ...item } = await read("own again");
    expect(item).toEqual({
      guid: "own again",
      source: "own",
      duration: 4,
      points: 1,
      data: [{ time: 0, percentage: 50 }],
    });
  });

  it("says which step makes room for the counts, or that none does", () => {
    const data = Array.from({ length: 50_000 }, (_, time) => ({ time, percentage: ((time * 7_919) % 10_007) / 100 }));
    const chart = { guid: "long", duration: 50_000, data };
    expect(createPack()(chart, {})).toMatchObject({ points: 50_000 });
    const known = { source: "sessions", counts: new Uint8Array(250 * 1_024), listeners: 1 };
    const refuse = () => createPack()(chart, known);
    expect(refuse).toThrow(errorOf("over-limit", /\d+ KB packed; the limit is 400 KB/, { step: 2 }));
    expect(createPack(2)(chart, known).chart.length + computeMemberBytes(known)).toBeLessThan(400 * 1_024);
    const refuseAll = () => createPack()(chart, { counts: new Uint8Array(400 * 1_024 - "counts".length) });
    expect(refuseAll).toThrow(errorOf("counts-over-limit", "400 KB"));
  });
});
