// @ts-check
// A host's backend for dashboards: podcasters see the charts of their own episodes, and of no others.
// ../api.md explains it, under "A dashboard". It has no dependencies, and needs Node.js 20.11 or newer.
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { PerformanceService } from "./performance-service.js";

/** @typedef {import("./performance-service.js").Answer} Answer */
/** @typedef {import("node:http").IncomingMessage} Request */

const MAX_CHARTS = 100;

/**
 * Creates the backend. `GET /chart?guid=…&source=youtube` answers with one chart, `GET /charts?guid=…&guid=…` with several.
 * Without a source, it is the one that the service selects.
 *
 * @param {object} options
 * @param {PerformanceService} options.service
 * @param {(request: Request) => Promise<string | undefined>} options.findPodcaster returns who is signed in
 * @param {(podcaster: string, guid: string) => Promise<boolean>} options.ownsEpisode
 */
export function createDashboard({ service, findPodcaster, ownsEpisode }) {
  /**
   * Loads a chart for a podcaster. The admin token reads every show, so this check is what keeps podcasters apart.
   * An episode of another podcaster looks like one that does not exist.
   *
   * @param {string} podcaster
   * @param {string} guid
   * @param {string} [source]
   * @returns {Promise<Answer>}
   */
  async function load(podcaster, guid, source) {
    if (!(await ownsEpisode(podcaster, guid))) return refuse(404, "Episode not found");
    try {
      const answer = await service.loadChart(guid, source);
      if (answer.status === 200 || answer.status === 404) return answer;
      throw new Error(`POST /charts answers ${answer.status}: ${answer.body}`);
    } catch (error) {
      console.error(error);
      return refuse(502, "The chart is not available");
    }
  }

  /**
   * @param {Request} request
   * @returns {Promise<Answer>}
   */
  async function answer(request) {
    const podcaster = await findPodcaster(request);
    if (podcaster === undefined) return refuse(401, "Sign in");
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const guids = searchParams.getAll("guid");
    const [guid] = guids;
    if (guid === undefined || guids.length > MAX_CHARTS) return refuse(400, `Name 1 to ${MAX_CHARTS} guids`);
    if (pathname === "/chart") return load(podcaster, guid, searchParams.get("source") ?? undefined);
    if (pathname !== "/charts") return refuse(404, "Not found");
    const charts = await Promise.all(guids.map(async (one) => describe(one, await load(podcaster, one))));
    return { status: 200, facts: {}, body: `[${charts.join(",\n")}]` };
  }

  return createServer(async (request, response) => {
    const { status, facts, body } = await answer(request).catch((error) => {
      console.error(error);
      return refuse(500, "Internal server error");
    });
    const tag = `"${createHash("sha256").update(body).digest("base64url")}"`;
    const isKnown = status === 200 && knows(request.headers["if-none-match"], tag);
    for (const [name, value] of Object.entries(facts)) response.setHeader(name, value);
    response.setHeader("Cache-Control", "private, no-cache");
    response.setHeader("Content-Type", "application/json");
    if (status === 200) response.setHeader("ETag", tag);
    response.writeHead(isKnown ? 304 : status).end(isKnown ? "" : body);
  });
}

/**
 * Checks whether a browser has a body. Last-Modified does not tell: if a curve is deleted, an older one takes its place.
 *
 * @param {string | undefined} ifNoneMatch such as `W/"a", "b"`: a proxy that compresses adds the `W/`
 * @param {string} tag
 */
function knows(ifNoneMatch = "", tag) {
  return ifNoneMatch.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}

/**
 * @param {number} status
 * @param {string} error
 * @returns {Answer}
 */
function refuse(status, error) {
  return { status, facts: {}, body: JSON.stringify({ error }) };
}

/**
 * @param {string} guid
 * @param {Answer} answer
 */
function describe(guid, { status, facts, body }) {
  if (status !== 200) return JSON.stringify({ guid, ...JSON.parse(body) });
  return `{"guid":${JSON.stringify(guid)},"lastModified":${JSON.stringify(facts["last-modified"] ?? null)},"chart":${body}}`;
}

if (process.argv[1] === import.meta.filename) {
  // Without an address, this is for the local service, which has a key of its own.
  const { PERFORMANCE_URL, PERFORMANCE_PUBLIC_KEY = "" } = process.env;
  // In place of your sign-in and your database.
  const sessions = new Map([["session-1", "podcaster-1"]]);
  const owners = new Map([["sample-episode", "podcaster-1"]]);
  createDashboard({
    service: PERFORMANCE_URL
      ? new PerformanceService(PERFORMANCE_URL, PERFORMANCE_PUBLIC_KEY)
      : new PerformanceService("http://localhost:3000", "development-public-key"),
    findPodcaster: async ({ headers }) => sessions.get(/(?:^|; )session=([^;]*)/.exec(headers.cookie ?? "")?.[1] ?? ""),
    ownsEpisode: async (podcaster, guid) => owners.get(guid) === podcaster,
  }).listen(4_000, "127.0.0.1");
}
