import { gunzipSync } from "node:zlib";
import pMap from "p-map";
import { describe, expect, it } from "vitest";
import { runCommand, useFolder } from "../support/command.ts";
import { pass, startFaultyProxy } from "../support/faulty-proxy.ts";
import { importFiles } from "../support/import.ts";
import { getAdminToken, invokeCharts, readEvent, useConfiguredService } from "../support/service.ts";

useConfiguredService();
const writeFile = useFolder();

const GUIDS = Array.from({ length: 24 }, (_, i) => `imported-${i}`);

/** Makes a chart whose points all have the same percentage, so that a mixture of two charts is recognizable. */
const makeChart = (guid: string, points: number, percentage: number) => ({
  guid,
  duration: points,
  data: Array.from({ length: points }, (_, time) => ({ time, percentage })),
});

const OLD = new Map(GUIDS.map((guid) => [guid, JSON.stringify(makeChart(guid, 1_000, 1))]));
const NEW = new Map(GUIDS.map((guid) => [guid, JSON.stringify(makeChart(guid, 3_000, 2))]));

const toLines = (charts: ReadonlyMap<string, string>) => [...charts.values()].join("\n");

/**
 * Gets an episode's chart from the handler, and returns "old", "new", or the beginning of any other body. On a slow machine,
 * requests to DynamoDB may time out, which is a 500: asks again then.
 */
async function readVersion(adminToken: string, guid: string, encoding: string, tries = 3): Promise<string> {
  const headers = { "accept-encoding": encoding };
  const event = readEvent("charts", { adminToken, headers, body: JSON.stringify({ guid }) });
  const { statusCode, body = "", isBase64Encoded } = await invokeCharts(event);
  if (statusCode === 500 && tries > 1) return readVersion(adminToken, guid, encoding, tries - 1);
  const text = isBase64Encoded ? gunzipSync(Buffer.from(body, "base64")).toString() : body;
  if (text === OLD.get(guid)) return "old";
  return text === NEW.get(guid) ? "new" : text.slice(0, 100);
}

describe("charts that are read during an import", () => {
  it("are the complete old or new ones, and the new ones after the import", async () => {
    expect(await importFiles(writeFile("old.jsonl", toLines(OLD)))).toMatchObject({ code: 0 });
    const adminToken = await getAdminToken();
    // Not all at once: on a busy machine, the last of them would time out.
    const readAll = () =>
      pMap(GUIDS, (guid, index) => readVersion(adminToken, guid, index % 2 ? "gzip" : "identity"), { concurrency: 4 });

    const seen: string[][] = [];
    const proxy = await startFaultyProxy();
    let reading: Promise<unknown> = Promise.resolve();
    proxy.always = (response, forward) =>
      pass(response, async () => {
        const number = proxy.requests.length;
        // However slowly charts are read, the import gets no further meanwhile.
        await reading;
        if (number % 6 > 0) return forward();
        const during = readAll();
        reading = during;
        const answer = await forward();
        seen.push(await during, await readAll());
        return answer;
      });
    const env = { AWS_ENDPOINT_URL_DYNAMODB: proxy.url };
    const imported = await runCommand("charts", ["import", writeFile("new.jsonl", toLines(NEW))], { env });
    await proxy.close();
    expect(imported).toMatchObject({ code: 0 });

    expect(new Set(seen.flat())).toEqual(new Set(["old", "new"]));
    expect(seen.some((versions) => new Set(versions).size === 2)).toBe(true);
    expect(new Set(await readAll())).toEqual(new Set(["new"]));
  });
});
