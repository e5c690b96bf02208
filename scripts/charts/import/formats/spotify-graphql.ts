import { isObject, type JsonObject } from "../../../../lib/json.ts";
import { RecordError } from "../input/refusals.ts";
import { findApiError } from "./api-error.ts";
import type { Curve } from "./curve.ts";
import { collectKeys, dig, isBlank, parseArray, parseObject, parsePoint } from "./fields.ts";
import type { Format } from "./format.ts";
import { mapOrRefuse, WITHOUT_CURVE } from "./refuse.ts";

const PERFORMANCE = "episodePerformanceTotalAllTime";
const POINTS = [PERFORMANCE, "analyticsValue", "analyticsValue", "points"];

/**
 * `getEpisodePerformanceAllTime` of Spotify's dashboard (unofficial): listeners, in points such as
 * `{"second": 4, "sampleCount": 121}`.
 */
export const spotifyGraphql: Format<JsonObject> = {
  name: "spotify",
  recognize: (document) => findEpisodes(document).length > 0,
  parse: (document, refuse) =>
    mapOrRefuse(findEpisodes(document), (episode) => parseEpisode(episode, findApiError(document)), refuse),
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
  return {
    path,
    keys: collectSpotifyKeys(members.uri),
    positions: "seconds",
    values: "counts",
    points: parseArray(points ?? [], place).flatMap((point, index) => {
      const { second, sampleCount } = parseObject(point, `${place}[${index}]`);
      return parsePoint(second, sampleCount, `${place}[${index}]`);
    }),
  };
}

/** Returns the URI, such as `spotify:episode:4rOoJ6Egrf8K2IrywzwOMk`, and the id at its end. */
function collectSpotifyKeys(uri: unknown): string[] {
  const [key = ""] = collectKeys(uri);
  return collectKeys(key, key.slice(key.lastIndexOf(":") + 1));
}

/** Finds episodes anywhere in a document, without recursion: documents may be deeper than the stack. */
function findEpisodes(document: JsonObject): Episode[] {
  const found: Episode[] = [];
  const objects: [string, object][] = [["", document]];
  for (const [path, object] of objects) {
    if (isObject(object) && PERFORMANCE in object) found.push({ path, members: object });
    else
      for (const [name, member] of Object.entries(object))
        if (typeof member === "object" && member !== null)
          objects.push([path === "" ? name : `${path}.${name}`, member]);
  }
  return found;
}
