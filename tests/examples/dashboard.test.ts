import { createHash } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createDashboard } from "../../docs/examples/dashboard.js";
import { PerformanceService } from "../../docs/examples/performance-service.js";
import { packChart } from "../../lib/episode/packed-chart.ts";
import { PUBLIC_KEY } from "../support/keys.ts";
import { type Routes, startRoutes } from "../support/routes.ts";
import { startListening } from "../support/server.ts";
import { useConfiguredService } from "../support/service.ts";
import { serve } from "../support/stand-in.ts";
import { deleteRecord, writeChartItem } from "../support/tables.ts";
import { idOf } from "../support/tokens.ts";

useConfiguredService();

const UPDATED = new Date("2026-01-31T12:00:00Z");
const GUIDS = Array.from({ length: 30 }, (_, index) => `dashboard ${index} & more`);
const [GUID = ""] = GUIDS;

const makeChart = (guid: string) => ({ guid, duration: 60, data: [{ time: 0, percentage: 100 }] });

let routes: Routes;
let url: string;
let stop: () => void;

beforeAll(async () => {
  for (const guid of GUIDS) await writeChartItem(packChart(makeChart(guid), UPDATED));
});

beforeEach(async () => {
  await writeChartItem(packChart(makeChart(GUID), UPDATED));
  routes = await startRoutes();
  await start(PUBLIC_KEY);
});

afterEach(() => {
  stop();
  routes.stop();
  vi.useRealTimers();
});

/** Starts the example. Everything but the episode "of another" belongs to the podcaster who is signed in. */
async function start(publicKey: string, service = routes.url): Promise<void> {
  const server = createDashboard({
    service: new PerformanceService(service, publicKey),
    findPodcaster: async ({ headers }) => headers.cookie,
    ownsEpisode: async (_, guid) => guid !== "of another",
  });
  ({ url, stop } = await startListening(server));
}

async function get(path: string, guids: readonly string[], headers: Record<string, string> = {}) {
  const query = new URLSearchParams(guids.map((guid): [string, string] => ["guid", guid]));
  const response = await fetch(`${url}${path}?${query}`, { headers: { cookie: "podcaster-1", ...headers } });
  const text = await response.text();
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}

const takeRoutes = () => routes.requests.splice(0).map(({ route }) => route);

describe("the example of a dashboard's backend", () => {
  it("answers with a chart and its Last-Modified, and asks the service for gzip", async () => {
    const { status, headers, body } = await get("/chart", [GUID]);
    expect([status, body]).toEqual([200, makeChart(GUID)]);
    expect(headers.get("last-modified")).toBe(UPDATED.toUTCString());
    expect(headers.get("cache-control")).toBe("private, no-cache");
    expect(routes.requests.at(-1)?.headers["accept-encoding"]).toBe("gzip");
  });

  it("answers with the curve of a platform, and says which ones there are", async () => {
    const { guid, ...own } = packChart(makeChart(GUID), UPDATED);
    const { chart, points } = packChart({ guid, duration: 60, data: [{ time: 0, percentage: 102 }] }, UPDATED);
    await writeChartItem({ guid, ...own, "curve:youtube": { chart, points } });
    const response = await fetch(`${url}/chart?guid=${encodeURIComponent(guid)}&source=youtube`, {
      headers: { cookie: "podcaster-1" },
    });
    expect(await response.json()).toMatchObject({ data: [{ percentage: 102 }] });
    expect(response.headers.get("chart-sources")).toBe("own, youtube");
  });

  it("passes on where a curve is from, and how many listeners are in it", async () => {
    await writeChartItem({ ...packChart(makeChart(GUID), UPDATED), source: "collector", listeners: 1_234 });
    const { headers } = await get("/chart", [GUID]);
    expect([headers.get("chart-source"), headers.get("chart-listeners")]).toEqual(["collector", "1234"]);
  });

  it.each(["/chart", "/charts"])(
    "answers 304 to a browser that has what %s answers, and only to that one",
    async (path) => {
      const { headers } = await get(path, [GUID]);
      const tag = String(headers.get("etag"));
      expect(await get(path, [GUID], { "if-none-match": tag })).toMatchObject({ status: 304, body: undefined });
      expect(await get(path, [GUID], { "if-none-match": `"other", W/${tag}` })).toMatchObject({ status: 304 });
      expect(await get(path, [GUID], { "if-none-match": '"other"' })).toMatchObject({ status: 200 });
      await writeChartItem(packChart({ ...makeChart(GUID), duration: 61 }, UPDATED));
      expect(await get(path, [GUID], { "if-none-match": tag })).toMatchObject({ status: 200 });
    },
  );

  it("shows the older curve that takes the place of a deleted one", async () => {
    const { guid, ...own } = packChart(makeChart(GUID), new Date());
    const { chart, points } = packChart({ guid, duration: 60, data: [{ time: 0, percentage: 102 }] }, UPDATED);
    const youtube = { chart, points, updatedAt: UPDATED.toISOString() };
    await writeChartItem({ guid, ...own, "curve:youtube": youtube });
    const { headers } = await get("/chart", [GUID]);
    const known = {
      "if-modified-since": String(headers.get("last-modified")),
      "if-none-match": String(headers.get("etag")),
    };
    await writeChartItem({ guid, duration: 60, "curve:youtube": youtube });
    const answer = await get("/chart", [GUID], known);
    expect(answer).toMatchObject({ status: 200, body: { data: [{ percentage: 102 }] } });
    expect(answer.headers.get("chart-source")).toBe("youtube");
  });

  it("answers no error with 304, and gives it no tag", async () => {
    const { headers, body } = await get("/chart", ["nowhere"]);
    expect(headers.get("etag")).toBeNull();
    const tag = `"${createHash("sha256").update(JSON.stringify(body)).digest("base64url")}"`;
    expect(await get("/chart", ["nowhere"], { "if-none-match": tag })).toMatchObject({ status: 404 });
  });

  it("asks the service for nothing that the podcaster does not own", async () => {
    await writeChartItem(packChart(makeChart("of another"), UPDATED));
    const others = await get("/chart", ["of another"]);
    expect(takeRoutes()).toEqual([]);
    const unknown = await get("/chart", ["nowhere"]);
    expect([others.status, others.body]).toEqual([404, { error: "Episode not found" }]);
    expect([unknown.status, unknown.body]).toEqual([others.status, others.body]);
  });

  it("asks for nothing without a sign-in", async () => {
    const { status } = await fetch(`${url}/chart?guid=${encodeURIComponent(GUID)}`);
    expect([status, routes.requests]).toEqual([401, []]);
  });

  it("loads many charts with one token, at most six at once", async () => {
    const { body } = await get("/charts", [...GUIDS, "of another", "nowhere"]);
    expect(body).toEqual([
      ...GUIDS.map((guid) => ({ guid, lastModified: UPDATED.toUTCString(), chart: makeChart(guid) })),
      { guid: "of another", error: "Episode not found" },
      { guid: "nowhere", error: "Episode not found" },
    ]);
    expect(takeRoutes().filter((route) => route === "GET /token")).toHaveLength(1);
    expect(routes.maxConcurrency).toBe(6);
  });

  it("refuses more charts than a page shows, and none", async () => {
    expect(await get("/charts", Array<string>(101).fill("x"))).toMatchObject({ status: 400 });
    expect(await get("/charts", [])).toMatchObject({ status: 400 });
    expect(await get("/elsewhere", [GUID])).toMatchObject({ status: 404 });
  });

  it("renews the token at half of its life", async () => {
    await get("/chart", [GUID]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 29 * 60_000 });
    await get("/chart", [GUID]);
    expect(takeRoutes()).toEqual(["GET /token", "POST /charts", "POST /charts"]);
    vi.setSystemTime(Date.now() + 2 * 60_000);
    await get("/charts", GUIDS.slice(0, 3));
    expect(takeRoutes()).toEqual(["GET /token", ...Array(3).fill("POST /charts")]);
  });

  it("uses up the token if it can't be renewed, and no longer", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    await get("/chart", [GUID]);
    vi.stubEnv("EXPIRES_IN", "not a lifetime");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 59 * 60_000 });
    expect(await get("/chart", [GUID])).toMatchObject({ status: 200 });
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expect(await get("/chart", [GUID])).toMatchObject({ status: 502 });
    vi.stubEnv("EXPIRES_IN", undefined);
    expect(await get("/chart", [GUID])).toMatchObject({ status: 200 });
  });

  it("renews a token that was revoked, once for all requests", async () => {
    await get("/chart", [GUID]);
    const [, bearer = ""] = String(routes.requests.at(-1)?.headers.authorization).split(" ");
    await deleteRecord(idOf(bearer));
    takeRoutes();
    const { body } = await get("/charts", GUIDS.slice(0, 5));
    expect(body).toMatchObject(GUIDS.slice(0, 5).map((guid) => ({ guid, chart: makeChart(guid) })));
    expect(takeRoutes().filter((route) => route === "GET /token")).toHaveLength(1);
  });

  it("tries again while the service throttles", async () => {
    routes.refusals.push(429, 503);
    expect(await get("/chart", [GUID])).toMatchObject({ status: 200 });
  });

  it("shows a browser no error of the service, and works again after one", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    routes.refusals.push(500);
    const { status, body } = await get("/chart", [GUID]);
    expect([status, body]).toEqual([502, { error: "The chart is not available" }]);
    expect(String(log.mock.calls[0])).toContain("POST /charts answers 500");
    expect(await get("/chart", [GUID])).toMatchObject({ status: 200 });
  });

  it("takes the public key to no other server", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const redirect = await serve(({ url: path }, response) => {
      response.writeHead(307, { Location: `${routes.url}${path}` }).end();
    });
    stop();
    await start(PUBLIC_KEY, redirect);
    expect(await get("/chart", [GUID])).toMatchObject({ status: 502 });
    expect(takeRoutes()).toEqual([]);
  });

  it("answers 502 if the service refuses the public key, and asks again the next time", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    vi.spyOn(console, "warn").mockReturnValue();
    stop();
    await start("a wrong public key");
    expect(await get("/chart", [GUID])).toMatchObject({ status: 502 });
    expect(await get("/chart", [GUID])).toMatchObject({ status: 502 });
    expect(takeRoutes()).toEqual(["GET /token", "GET /token"]);
  });
});
