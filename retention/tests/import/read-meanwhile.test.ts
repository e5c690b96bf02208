import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { pass, type Requested, startFaultyProxy } from "../../../tests/support/faulty-proxy.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { getAdminToken, invokeCharts, readEvent, useConfiguredService } from "../../../tests/support/service.ts";
import { runCommand } from "../support/command.ts";
import { importFiles } from "../support/import.ts";

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

it("a chart that is read during an import is the complete old one until it is written, and then the complete new one", async () => {
  expect(await importFiles(writeFile("old.jsonl", toLines(OLD)))).toMatchObject({ code: 0 });
  const adminToken = await getAdminToken();
  const seen: { guid: string; before: string; meanwhile: string; after: string }[] = [];
  const proxy = await startFaultyProxy();
  const isWrite = ({ operation }: Requested) => operation === "UpdateItem";
  proxy.disturb(isWrite, (response, forward) =>
    pass(response, async () => {
      const key = proxy.requests.at(-1)?.input.Key as { guid: { S: string } } | undefined;
      const guid = key?.guid.S ?? "";
      const read = () => readVersion(adminToken, guid, seen.length % 2 ? "gzip" : "identity");
      const before = await read();
      const [answer, meanwhile] = await Promise.all([forward(), read()]);
      seen.push({ guid, before, meanwhile, after: await read() });
      return answer;
    }),
  );
  const env = { AWS_ENDPOINT_URL_DYNAMODB: proxy.url };
  const imported = await runCommand("charts", ["import", writeFile("new.jsonl", toLines(NEW))], { env });
  await proxy.close();
  expect(imported).toMatchObject({ code: 0 });

  expect(seen.map(({ guid }) => guid).toSorted()).toEqual(GUIDS.toSorted());
  const meanwhile = expect.toBeOneOf(["old", "new"]);
  for (const { guid, ...versions } of seen)
    expect.soft(versions, guid).toEqual({ before: "old", meanwhile, after: "new" });
});
