import { describe } from "../../../lib/describe.ts";
import type { JsonObject } from "../../../lib/json.ts";
import { mapOrRefuse, RecordError, type Refuse } from "../base/refusals.ts";
import { type Curve, MAX_POINTS } from "../curve/platform-curve.ts";
import { parseArray, parseObject } from "./fields.ts";
import type { Format } from "./format.ts";

const SECONDS_PER_MINUTE = 60;
const MINUTE_MAP = /^[01]*$/;

/**
 * OP3's statistics of a show. A session is a string with a 1 for each minute that was listened to:
 * `"1110"` and `"1100"` -> counts of 2, 2, 1, 0.
 */
export const op3: Format<JsonObject> = {
  name: "op3",
  source: "op3",
  members: ["showUuid"],
  recognize: ({ showUuid }) => showUuid !== undefined,
  parse: ({ episodeListens }, refuse) => {
    if (episodeListens === undefined)
      throw new RecordError(
        "no-listening-data",
        "It has no listening data. OP3 has such data only for shows that include OP3 in their streaming payments.",
      );
    return mapOrRefuse(
      Object.entries(parseObject(episodeListens, "episodeListens")),
      ([guid, episode]) => parseEpisode(guid, episode, refuse),
      refuse,
    );
  },
};

function parseEpisode(guid: string, value: unknown, refuse: Refuse): Curve {
  const path = `episodeListens[${JSON.stringify(guid)}]`;
  const { minuteMaps } = parseObject(value, path);
  const counts: number[] = [];
  mapOrRefuse(
    parseArray(minuteMaps, `${path}.minuteMaps`),
    (map, index) => addMap(parseMap(map, `${path}.minuteMaps[${index}]`), counts),
    refuse,
  );
  const points = counts.map((value, minute) => ({ at: minute * SECONDS_PER_MINUTE, value }));
  const roundedDuration = counts.length * SECONDS_PER_MINUTE;
  return { guid, roundedDuration, positions: "seconds", values: "counts", points };
}

function parseMap(map: unknown, place: string): string {
  if (typeof map === "string" && map.length <= MAX_POINTS && MINUTE_MAP.test(map)) return map;
  throw new RecordError("not-a-curve", `${place} must be a string of 0 and 1, one per minute, not ${describe(map)}.`);
}

function addMap(map: string, counts: number[]): void {
  for (let minute = 0; minute < map.length; minute++)
    counts[minute] = (counts[minute] ?? 0) + (map[minute] === "1" ? 1 : 0);
}
