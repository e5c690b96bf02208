import { isObject, type JsonObject } from "../../lib/json.ts";
import { RecordError } from "../base/refusals.ts";
import { findApiError } from "./api-error.ts";
import { collectKeys, dig, isBlank, parseArray, parseObject, parsePoint } from "./fields.ts";
import type { Format } from "./format.ts";
import type { Curve } from "./platform-curve.ts";
import { computeReach } from "./reach.ts";
import { mapOrRefuse, WITHOUT_CURVE } from "./refuse.ts";
import { findGraphqlKeys, SPOTIFY_ID } from "./spotify-request.ts";

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
        ({ members }) => collectSpotifyKeys(members.uri),
      );
    const problem = `The answer has more than ${MAX_OBJECTS} objects.`;
    throw new RecordError(WITHOUT_CURVE, `${problem} Save the answers for fewer episodes each.`);
  },
};

/** An object with a performance. */
interface Episode {
  /** Path in the document, such as `data.episodeByUri`. */
  readonly path: string;
  readonly members: JsonObject;
}

function parseEpisode({ path, members }: Episode, error: string | undefined): Curve {
  const points = dig(members, ...POINTS);
  // If there are points, the errors are about other parts of the answer.
  if (isBlank(points) && error !== undefined)
    throw new RecordError(
      WITHOUT_CURVE,
      `${path || "The answer"} has an error instead of points (${error}). Resolve the error, then save the answer again.`,
    );
  const place = [path, ...POINTS].filter((part) => part !== "").join(".");
  const counts = parseArray(points ?? [], place).flatMap((point, index) => {
    const { second, sampleCount } = parseObject(point, `${place}[${index}]`);
    return parsePoint(second, sampleCount, `${place}[${index}]`);
  });
  return {
    path,
    keys: collectSpotifyKeys(members.uri),
    positions: "seconds",
    values: "counts",
    points: counts,
    reach: computeReach(counts),
  };
}

/** Returns the URI, such as `spotify:episode:4rOoJ6Egrf8K2IrywzwOMk`, and the id at its end. */
function collectSpotifyKeys(uri: unknown): string[] {
  const [key = ""] = collectKeys(uri);
  return collectKeys(key, key.slice(key.lastIndexOf(":") + 1));
}

/** An object that is searched. */
interface Searched {
  readonly path: string;
  readonly depth: number;
  readonly object: object;
}

/**
 * Finds episodes within a depth, without recursion.
 *
 * @returns the episodes, and whether all objects were searched
 */
function findEpisodes(document: JsonObject): { readonly episodes: readonly Episode[]; readonly isComplete: boolean } {
  const episodes: Episode[] = [];
  const objects: Searched[] = [{ path: "", depth: 0, object: document }];
  let isComplete = true;
  for (const { path, depth, object } of objects) {
    if (isObject(object) && PERFORMANCE in object) episodes.push({ path, members: object });
    else if (depth < MAX_DEPTH)
      for (const [name, member] of Object.entries(object)) {
        if (typeof member !== "object" || member === null) continue;
        isComplete &&= objects.length < MAX_OBJECTS;
        if (!isComplete) break;
        objects.push({ path: path === "" ? name : `${path}.${name}`, depth: depth + 1, object: member });
      }
  }
  return { episodes, isComplete };
}
