import type { JsonObject } from "../../../../lib/json.ts";
import { RecordError } from "../records/refusals.ts";
import { type Curve, MAX_POINTS } from "./curve.ts";
import { parseList, parseObject } from "./fields.ts";
import type { Format } from "./format.ts";
import { NOT_A_CURVE, type Refuse, show, takeEach, WITHOUT_CURVE } from "./refuse.ts";

const MINUTE = 60;
const MINUTE_MAP = /^[01]*$/;

/** OP3's statistics of a show. Each session is a text with a 1 for each minute that was listened to. */
export const op3: Format<JsonObject> = {
  name: "op3",
  recognize: ({ showUuid }) => showUuid !== undefined,
  parse: ({ episodeListens }, refuse) => {
    if (episodeListens === undefined)
      throw new RecordError(
        WITHOUT_CURVE,
        "no listening data in it: OP3 has it only for shows with streaming payments",
      );
    return takeEach(
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
  takeEach(
    parseList(minuteMaps, `${path}.minuteMaps`),
    (map, index) => addMap(parseMap(map, `${path}.minuteMaps[${index}]`), counts),
    refuse,
  );
  const points = counts.map((value, minute) => ({ at: minute * MINUTE, value }));
  return { guid, roundedDuration: counts.length * MINUTE, positions: "seconds", values: "counts", points };
}

function parseMap(map: unknown, place: string): string {
  if (typeof map === "string" && map.length <= MAX_POINTS && MINUTE_MAP.test(map)) return map;
  throw new RecordError(NOT_A_CURVE, `${place} must be a text of 0 and 1, one for each minute, not ${show(map)}`);
}

function addMap(map: string, counts: number[]): void {
  for (let minute = 0; minute < map.length; minute++)
    counts[minute] = (counts[minute] ?? 0) + (map[minute] === "1" ? 1 : 0);
}
