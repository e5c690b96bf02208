import type { JsonObject } from "../../lib/json.ts";
import { RecordError } from "../base/refusals.ts";
import { collectKeys, dig, parseArray, parsePoint } from "./fields.ts";
import type { Format } from "./format.ts";
import { computeReach } from "./reach.ts";
import { WITHOUT_CURVE } from "./refuse.ts";

const QUARTILES = "aggregatedPerformance";

/**
 * `episodePerformance` of Anchor's dashboard (v3, unofficial), now part of Spotify: listeners, in rows such as
 * `[0, "13"]`, where the first number is the second.
 */
export const spotifyAnchor: Format<JsonObject> = {
  name: "spotify",
  source: "spotify",
  members: ["kind"],
  findKeys: ({ url }) => (url.pathname.endsWith("/episodePerformance") ? [] : undefined),
  recognize: ({ kind, data }) => kind === QUARTILES || (kind === "performance" && dig(data, "rows") !== undefined),
  parse: ({ kind, episodeId, meta, data }) => {
    if (kind === QUARTILES)
      throw new RecordError(
        WITHOUT_CURVE,
        "Four quartiles are not a curve. Save the answer of episodePerformance instead.",
      );
    const points = parseArray(dig(data, "rows"), "data.rows").flatMap((row, index) => {
      const place = `data.rows[${index}]`;
      const [second, count] = parseArray(row, place);
      return parsePoint(second, count, place);
    });
    const keys = collectKeys(episodeId, dig(meta, "webEpisodeId"));
    const reach = computeReach(points);
    return [{ keys, positions: "seconds", values: "counts", points, reach }];
  },
};
