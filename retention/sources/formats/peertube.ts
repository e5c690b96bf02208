import { isObject, type JsonObject } from "../../../lib/json.ts";
import { WHOLE_NUMBER } from "../base/member-values.ts";
import { collectKeys, parseAmount, parseObject, parsePoints, tryParseText } from "./fields.ts";
import type { AnsweredRequest, EpisodeDetails, Format } from "./format.ts";

const PERCENT = "retentionPercent";
const VIEWERS = "totalViewers";

const ID = /^[\w-]{1,36}$/;

/** The path of a request for a video, or for its statistics, on any server: its number, UUID or short UUID. */
const PATH = /\/api\/v1\/videos\/(?<id>[\w-]+)(?:\/stats\/(?<stats>\w+))?\/?$/;

/** Parameters that make the statistics those of some days only. */
const RANGE = ["startDate", "endDate"];

/**
 * `videos/{id}/stats/retention` of PeerTube's API: the percent of all viewers of a video, each counted once, who watched each
 * position, up to its end. Neither names the video.
 */
export const peertube: Format<JsonObject> = {
  name: "peertube",
  source: "peertube",
  members: ["data"],
  text: PERCENT,
  findKeys: (request) => {
    const { id, stats } = parsePath(request);
    return id !== undefined && stats === "retention" ? [id] : undefined;
  },
  findDetails,
  recognize: ({ data }) => Array.isArray(data) && data.some((point) => isObject(point) && PERCENT in point),
  parse: ({ data, [VIEWERS]: viewers }) => {
    const bins = parsePoints(data, "data", (point, place) => {
      const { second, [PERCENT]: percent } = parseObject(point, place);
      return [second, percent];
    });
    const listeners = WHOLE_NUMBER.tryParse(viewers);
    return [{ listeners, positions: "seconds", values: "percentages", ...bins }];
  },
};

/** `videos/{id}/stats/overall` of PeerTube's API, which has no curve, but how many viewers a video has. */
export const peertubeOverall: Format<JsonObject> = {
  name: peertube.name,
  source: peertube.source,
  members: [VIEWERS],
  recognize: ({ [VIEWERS]: viewers }) => viewers !== undefined,
  parse: ({ [VIEWERS]: viewers }) => {
    const listeners = Math.floor(parseAmount(viewers, VIEWERS));
    return [{ isCountOnly: true, listeners, positions: "seconds", values: "percentages", points: [] }];
  },
};

function parsePath({ url }: AnsweredRequest): { readonly id?: string; readonly stats?: string } {
  return PATH.exec(url.pathname)?.groups ?? {};
}

/** Reads an answer about a video, or about all of its viewers: of those of some days, no curve is. */
function findDetails(request: AnsweredRequest, document: JsonObject): EpisodeDetails | undefined {
  const { id, stats } = parsePath(request);
  if (id === undefined) return undefined;
  if (stats === undefined) {
    const { id: number, uuid, shortUUID, name, duration } = document;
    const keys = collectKeys(id, uuid, shortUUID, number).filter((key) => ID.test(key));
    return { keys, title: tryParseText(name), duration: WHOLE_NUMBER.tryParse(duration) || undefined };
  }
  const isWhole = stats === "overall" && !RANGE.some((name) => request.url.searchParams.has(name));
  return isWhole ? { keys: [id], listeners: WHOLE_NUMBER.tryParse(document[VIEWERS]) } : undefined;
}
