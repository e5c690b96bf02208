import { isObject, type JsonObject, tryParseJson } from "../../../lib/json.ts";
import { mapOrRefuse, RecordError } from "../base/refusals.ts";
import { type Curve, computeReach } from "../curve/platform-curve.ts";
import { collectKeys, dig, findApiError, isBlank, parseObject, parsePoints } from "./fields.ts";
import type { AnsweredRequest, Format } from "./format.ts";

/** What Spotify's ids of episodes look like. */
export const SPOTIFY_ID = /^[0-9A-Za-z]{22}$/;

const URI = /^spotify:episode:([0-9A-Za-z]{22})$/;

/** Variables of GraphQL that may have the id alone. */
const ID_NAMES = ["id", "episodeId"];

const OPERATION = "getEpisodePerformanceAllTime";
const PERFORMANCE = "episodePerformanceTotalAllTime";
/** How deep and how many objects are searched for performances. Answers for an episode have some twenty. */
const MAX_DEPTH = 10;
const MAX_OBJECTS = 10_000;

const POINTS = [PERFORMANCE, "analyticsValue", "analyticsValue", "points"];

/**
 * `getEpisodePerformanceAllTime` of Spotify's dashboard (unofficial): listeners, in points such as
 * `{"second": 4, "sampleCount": 121}`.
 */
export const spotifyGraphql: Format<JsonObject> = {
  name: "spotify",
  source: "spotify",
  members: ["data", "episodeByUri"],
  text: PERFORMANCE,
  id: SPOTIFY_ID,
  findKeys: findGraphqlKeys,
  recognize: (document) => findEpisodes(document).episodes.length > 0,
  parse: (document, refuse) => {
    const { episodes, isComplete } = findEpisodes(document);
    if (isComplete)
      return mapOrRefuse(
        episodes,
        (episode) => parseEpisode(episode, findApiError(document)),
        refuse,
        ({ members }) => ({ keys: collectSpotifyKeys(members.uri) }),
      );
    throw new RecordError("too-many-objects", `The answer has more than ${MAX_OBJECTS} objects.`);
  },
};

/** An object with a performance. */
interface EpisodeObject {
  /** Path in the document, such as `data.episodeByUri`. */
  readonly path: string;
  readonly members: JsonObject;
}

function parseEpisode({ path, members }: EpisodeObject, error: string | undefined): Curve {
  const points = dig(members, ...POINTS);
  // If there are points, the errors are about other parts of the answer.
  if (isBlank(points) && error !== undefined)
    throw new RecordError("api-error", `${path || "The answer"} has an error instead of points (${error}).`);
  const place = [path, ...POINTS].filter((part) => part !== "").join(".");
  const bins = parsePoints(points ?? [], place, (point, place) => {
    const { second, sampleCount } = parseObject(point, place);
    return [second, sampleCount];
  });
  return {
    path,
    keys: collectSpotifyKeys(members.uri),
    positions: "seconds",
    values: "counts",
    ...bins,
    reach: computeReach(bins.points.map(({ at }) => at)),
  };
}

/** Returns the URI, such as `spotify:episode:4rOoJ6Egrf8K2IrywzwOMk`, and the id at its end. */
function collectSpotifyKeys(uri: unknown): string[] {
  const [key = ""] = collectKeys(uri);
  return collectKeys(key, key.slice(key.lastIndexOf(":") + 1));
}

/**
 * Finds episodes within a depth, without recursion.
 *
 * @returns the episodes, and whether all objects were searched
 */
function findEpisodes(document: JsonObject): {
  readonly episodes: readonly EpisodeObject[];
  readonly isComplete: boolean;
} {
  const episodes: EpisodeObject[] = [];
  const objects: { path: string; depth: number; object: object }[] = [{ path: "", depth: 0, object: document }];
  let isComplete = true;
  for (const { path, depth, object } of objects) {
    if (isObject(object) && PERFORMANCE in object) episodes.push({ path, members: object });
    else if (depth < MAX_DEPTH) {
      const inner = Object.entries(object).filter((entry): entry is [string, object] => isAnyObject(entry[1]));
      const room = MAX_OBJECTS - objects.length;
      isComplete &&= inner.length <= room;
      for (const [name, member] of inner.slice(0, room))
        objects.push({ path: path === "" ? name : `${path}.${name}`, depth: depth + 1, object: member });
    }
  }
  return { episodes, isComplete };
}

function isAnyObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/**
 * Finds the id of the episode in the variables of a GraphQL request for its performance, sent by POST or by GET
 * (https://graphql.github.io/graphql-over-http/draft/).
 *
 * @returns an empty array if they name none or several, undefined for any other request
 */
function findGraphqlKeys({ url, body }: AnsweredRequest): readonly string[] | undefined {
  const posted = tryParseJson(body ?? "");
  const asked = Object.fromEntries(url.searchParams);
  const requests = [isObject(posted) ? posted : {}, { ...asked, variables: tryParseJson(asked.variables ?? "") }];
  const found = requests.find(
    ({ operationName, query }) =>
      operationName === OPERATION || (typeof query === "string" && query.includes(PERFORMANCE)),
  );
  if (!found) return undefined;
  const ids = Object.entries(isObject(found.variables) ? found.variables : {}).flatMap(([name, value]) => {
    if (typeof value !== "string") return [];
    return URI.exec(value)?.[1] ?? (ID_NAMES.includes(name) && SPOTIFY_ID.test(value) ? value : []);
  });
  return new Set(ids).size === 1 ? ids.slice(0, 1) : [];
}
