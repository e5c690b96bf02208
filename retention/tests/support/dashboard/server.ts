import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { type Server, startServer } from "../../../../tests/support/server.ts";

/** What a HAR file must not give away: one secret for each place of a request that may have one. */
export const SECRETS = {
  cookie: "planted-secret-cookie",
  authorization: "planted-secret-authorization",
  query: "planted-secret-query",
  body: "planted-secret-body",
  setCookie: "planted-secret-set-cookie",
  account: "planted-secret-account",
  page: "planted-secret-page",
};

/** An episode of the stand-in dashboards. */
export interface DashboardEpisode {
  /** Spotify's id, of 22 characters. */
  readonly id: string;
  /** Apple's number. */
  readonly number: number;
  readonly guid: string;
  readonly title: string;
  /** Seconds. */
  readonly duration: number;
  /** Listeners of each second; empty if there are too few to be shown. */
  readonly listeners: readonly number[];
}

/** The seconds of one of Apple's bins. */
const BIN = 15;

/** The seconds of one of GraphQL's points. */
const STEP = 4;

/**
 * Starts stand-ins for the dashboards of Spotify (`/spotify`, with `?graphql` its other interface) and Apple
 * (`/apple?`, with `?binary` as content that is not called text). Their
 * requests and answers have the shapes that CHART_SOURCES and docs/platforms.md describe, among others that have no curve.
 */
export async function startDashboard(episodes: readonly DashboardEpisode[]): Promise<Server> {
  return startServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://127.0.0.1");
    const found = episodes.find(({ id, number }) => pathname.includes(id) || searchParams.get("id") === `${number}`);
    if (pathname === "/spotify" || pathname === "/apple") sendPage(response, pathname.slice(1), episodes);
    else if (pathname === "/favicon.ico") response.writeHead(204).end();
    else if (pathname.endsWith("/episodes")) sendJson(response, listEpisodes(episodes));
    else if (pathname.endsWith("/performance") && found) sendJson(response, toRest(found));
    else if (pathname.endsWith("/graphql")) await answerGraphql(request, response, episodes);
    else if (pathname.endsWith("/episodeDetails") && found)
      sendJson(response, toApple(found), searchParams.has("binary") ? "application/octet-stream" : undefined);
    else sendJson(response, { account: { id: "u1", name: SECRETS.account, email: `${SECRETS.account}@example.com` } });
  });
}

function sendJson(response: ServerResponse, body: unknown, type = "application/json"): void {
  response.setHeader("Set-Cookie", `session=${SECRETS.setCookie}; Path=/; HttpOnly`);
  response.setHeader("Content-Type", type);
  response.end(JSON.stringify(body));
}

function listEpisodes(episodes: readonly DashboardEpisode[]) {
  return {
    episodes: episodes.map(({ id, title, duration }) => ({ id, name: title, duration: duration * 1_000, index: 1 })),
    totalPages: 1,
  };
}

function toRest({ listeners, duration }: DashboardEpisode) {
  return { samples: listeners, sampleRate: 1_000, max: Math.max(0, ...listeners), seconds: duration };
}

async function answerGraphql(
  request: IncomingMessage,
  response: ServerResponse,
  episodes: readonly DashboardEpisode[],
): Promise<void> {
  const { operationName, variables } = JSON.parse(await text(request));
  const found = episodes.find(({ id }) => variables.episodeUri === `spotify:episode:${id}`);
  const points = found?.listeners
    .map((sampleCount, second) => ({ second, sampleCount }))
    .filter(({ second }) => second % STEP === 0);
  const analyticsValue = { analyticsValue: { analyticsValue: { points, sampleRateMs: STEP * 1_000 } } };
  const isPerformance = operationName === "getEpisodePerformanceAllTime";
  sendJson(response, {
    data: { episodeByUri: isPerformance ? { episodePerformanceTotalAllTime: analyticsValue } : { streams: 7 } },
  });
}

function toApple({ number, guid, title, duration, listeners }: DashboardEpisode) {
  const episode = { podcastEpisodeGuid: guid, name: title, offers: [{ assets: [{ duration }] }] };
  const bins = listeners.flatMap((count, second) => (second % BIN === 0 ? [{ [second]: count }] : []));
  return {
    content: { results: { [number]: episode } },
    episodePlayCountAllTime: { episodeid: `${number}` },
    episodePlayHistogram: bins,
  };
}

function sendPage(response: ServerResponse, platform: string, episodes: readonly DashboardEpisode[]): void {
  const items = episodes.map(
    ({ id, number, title }) =>
      `<li><button data-id="${id}" data-number="${number}">${title.replaceAll(/[&<]/g, (character) => `&#${character.charCodeAt(0)};`)}</button></li>`,
  );
  response.setHeader("Set-Cookie", `key=${SECRETS.cookie}; Path=/`);
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(`<!doctype html><meta charset="utf-8"><title>${platform} ${SECRETS.page}</title>
<h1>${platform}</h1><ul>${items.join("")}</ul><output></output>
<script>
const platform = ${JSON.stringify(platform)};
const isGraphql = location.search === "?graphql";
const headers = { Authorization: "Bearer ${SECRETS.authorization}" };
const get = async (path, init) => (await fetch(path, { headers, ...init })).json();
const query = (operationName, id) =>
  get("/pathfinder/v1/graphql", {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ operationName, variables: { episodeUri: "spotify:episode:" + id }, token: "${SECRETS.body}" }),
  });
const show = async ({ id, number }) => {
  await get("/account?access_token=${SECRETS.query}");
  if (platform === "apple") await get("/amp/episodeDetails" + (location.search || "?") + "&id=" + number + "&token=${SECRETS.query}");
  else if (isGraphql) await Promise.all([query("getEpisodeStreams", id), query("getEpisodePerformanceAllTime", id)]);
  else await get("/podcasters/v0/episodes/" + id + "/performance?access_token=${SECRETS.query}");
  document.querySelector("output").textContent += " " + (platform === "apple" ? number : id);
};
get("/podcasters/v0/shows/5CfCWKI5pZ28U0uOzXkDHe/episodes?page=1&access_token=${SECRETS.query}");
for (const button of document.querySelectorAll("button")) button.addEventListener("click", () => show(button.dataset));
</script>`);
}
