import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { packChart } from "../../lib/episode/packed-chart.ts";
import { computeSampleChart, SAMPLE_LISTEN } from "../../local/sample-chart.ts";
import { listen } from "../support/collector.ts";
import {
  callEpisodes,
  callToken,
  getAdminToken,
  invokeCharts,
  readEvent,
  useConfiguredService,
} from "../support/service.ts";
import { writeChartItem } from "../support/tables.ts";

useConfiguredService();

const EVENTS = new URL("../../events/", import.meta.url);

/** The expected status of each event. */
const STATUSES: Record<string, number> = {
  token: 200,
  "token-admin": 200,
  "token-expires-in": 200,
  "token-invalid-public-key": 400,
  "token-invalid-expires-in": 400,
  charts: 200,
  "charts-gzip": 200,
  "charts-source": 200,
  "charts-unknown-episode": 404,
  "charts-invalid-body": 400,
  "charts-without-token": 401,
  "charts-invalid-token": 401,
  listen: 202,
  episodes: 200,
  "episodes-invalid-body": 400,
  "episodes-without-token": 401,
};

const HANDLERS: Readonly<Record<string, (name: string) => Promise<number | undefined>>> = {
  token: async (name) => (await callToken(readEvent(name))).status,
  charts: async (name) => (await invokeCharts(readEvent(name, { adminToken: await getAdminToken() }))).statusCode,
  episodes: async (name) => (await callEpisodes(readEvent(name, { adminToken: await getAdminToken() }))).status,
  listen: async () => (await listen()).status,
};

beforeAll(async () => {
  await writeChartItem(packChart(computeSampleChart(), new Date()));
  await writeChartItem(SAMPLE_LISTEN);
});

it.each(readdirSync(EVENTS).filter((file) => file.endsWith(".json")))("events/%s gets its status", async (file) => {
  const name = file.replace(".json", "");
  const [prefix = ""] = name.split("-");
  expect(await HANDLERS[prefix]?.(name)).toBe(STATUSES[name]);
});

it("README says which events need the collector", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const [, named = ""] = /((?:`[\w.*-]+`(?: and |, )?)+) need `--param collector=on`/.exec(readme) ?? [];
  const patterns = Array.from(named.matchAll(/`([^`]+)`/g), ([, pattern]) => String(pattern));
  const needing = readdirSync(EVENTS).filter((file) => /^(?:listen|episodes)\b/.test(file));
  expect(globSync(patterns, { cwd: EVENTS }).sort()).toEqual(needing.sort());
});

it("each event that needs a token has a .js file that inserts one", () => {
  for (const name of Object.keys(STATUSES)) {
    const needsToken = readFileSync(new URL(`${name}.json`, EVENTS), "utf8").match(/ADMIN_TOKEN|TOKEN_ID/) !== null;
    const script = new URL(`${name}.js`, EVENTS);
    expect(existsSync(script), name).toBe(needsToken);
    if (needsToken)
      expect(readFileSync(script, "utf8")).toMatch(
        new RegExp(`readEventWith(?:AdminToken|TokenId)\\("${name}\\.json"\\)`),
      );
  }
});
