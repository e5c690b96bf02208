import { isObject, tryParseJson } from "../../lib/json.ts";
import type { AnsweredRequest } from "./format.ts";

/** What Spotify's ids of episodes look like. */
export const SPOTIFY_ID = /^[0-9A-Za-z]{22}$/;

const PATH = /\/episodes\/([0-9A-Za-z]{22})\/performance\/?$/;
const URI = /^spotify:episode:([0-9A-Za-z]{22})$/;

/** Variables of GraphQL that may have the id alone. */
const ID_NAMES = ["id", "episodeId"];

const OPERATION = "getEpisodePerformanceAllTime";
const FIELD = "episodePerformanceTotalAllTime";

/** Finds the id of the episode in the path `…/episodes/4rOoJ6Egrf8K2IrywzwOMk/performance`; undefined in any other. */
export function findRestKeys({ url }: AnsweredRequest): readonly string[] | undefined {
  return PATH.exec(url.pathname)?.slice(1);
}

/**
 * Finds the id of the episode in the variables of a GraphQL request for its performance, sent by POST or by GET
 * (https://graphql.github.io/graphql-over-http/draft/).
 *
 * @returns an empty array if they name none or several, undefined for any other request
 */
export function findGraphqlKeys({ url, body }: AnsweredRequest): readonly string[] | undefined {
  const posted = tryParseJson(body ?? "");
  const asked = Object.fromEntries(url.searchParams);
  const requests = [isObject(posted) ? posted : {}, { ...asked, variables: tryParseJson(asked.variables ?? "") }];
  const found = requests.find(
    ({ operationName, query }) => operationName === OPERATION || (typeof query === "string" && query.includes(FIELD)),
  );
  if (!found) return undefined;
  const ids = Object.entries(isObject(found.variables) ? found.variables : {}).flatMap(([name, value]) => {
    if (typeof value !== "string") return [];
    return URI.exec(value)?.[1] ?? (ID_NAMES.includes(name) && SPOTIFY_ID.test(value) ? value : []);
  });
  return new Set(ids).size === 1 ? ids.slice(0, 1) : [];
}
