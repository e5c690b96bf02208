import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { useFolder } from "../support/command.ts";
import { importFiles } from "../support/import.ts";
import { getAdminToken, invokeCharts, readEvent, useConfiguredService } from "../support/service.ts";

useConfiguredService();
const writeFile = useFolder();

const GUIDS = Array.from({ length: 60 }, (_, i) => `imported-${i}`);

/** A chart all of whose points have the same percentage, by which any mixture of two charts shows. */
const makeChart = (guid: string, points: number, percentage: number) => ({
  guid,
  duration: points,
  data: Array.from({ length: points }, (_, time) => ({ time, percentage })),
});

const OLD = new Map(GUIDS.map((guid) => [guid, JSON.stringify(makeChart(guid, 1_000, 1))]));
const NEW = new Map(GUIDS.map((guid) => [guid, JSON.stringify(makeChart(guid, 3_000, 2))]));

const toLines = (charts: ReadonlyMap<string, string>) => [...charts.values()].join("\n");

/** Reads a chart through the handler, in gzip or not, as text. */
async function readThroughHandler(adminToken: string, guid: string, encoding: string): Promise<string> {
  const headers = { "accept-encoding": encoding };
  const event = readEvent("charts", { adminToken, headers, body: JSON.stringify({ guid }) });
  const { statusCode, body = "", isBase64Encoded } = await invokeCharts(event);
  expect(statusCode, body).toBe(200);
  return isBase64Encoded ? gunzipSync(Buffer.from(body, "base64")).toString() : body;
}

describe("charts that are read while they are imported", () => {
  it("are the old or the new ones, each of them whole, and in the end the new ones", async () => {
    expect(await importFiles(writeFile("old.jsonl", toLines(OLD)))).toMatchObject({ code: 0 });
    const adminToken = await getAdminToken();
    const seen = { old: 0, new: 0 };
    const readAll = async () => {
      for (const [index, guid] of GUIDS.entries()) {
        const text = await readThroughHandler(adminToken, guid, index % 2 ? "gzip" : "identity");
        const version = text === OLD.get(guid) ? "old" : "new";
        if (version === "new") expect(text).toBe(NEW.get(guid));
        seen[version]++;
      }
    };
    await readAll();
    expect(seen).toEqual({ old: GUIDS.length, new: 0 });

    let isDone = false;
    const imports = importFiles(writeFile("new.jsonl", toLines(NEW))).finally(() => {
      isDone = true;
    });
    while (!isDone) await readAll();
    expect(await imports).toMatchObject({ code: 0 });

    const before = seen.new;
    await readAll();
    expect(seen.new).toBe(before + GUIDS.length);
  });
});
