import type { JsonObject } from "../../../lib/json.ts";
import { mapOrRefuse } from "../base/refusals.ts";
import type { Curve } from "../curve/platform-curve.ts";
import { collectKeys, dig, parseArray, parseObject, parsePoints, tryParseText } from "./fields.ts";
import type { Format } from "./format.ts";

/** HarborFM's analytics: the JSON export (camelCase) or the API (snake_case). 100 % is everybody who started. */
export const harborfm: Format<JsonObject> = {
  name: "harborfm",
  source: "harborfm",
  members: ["retentionByEpisode", "retention_by_episode"],
  recognize: (document) => "retentionByEpisode" in document || "retention_by_episode" in document,
  parse: (document, refuse) => {
    const name = "retentionByEpisode" in document ? "retentionByEpisode" : "retention_by_episode";
    const titles = collectTitles(document.episodes);
    return mapOrRefuse(
      parseArray(document[name], name),
      (episode, index) => parseEpisode(episode, `${name}[${index}]`, titles),
      refuse,
      (episode) => ({ keys: collectKeys(dig(episode, "episodeId"), dig(episode, "episode_id")) }),
    );
  },
};

function parseEpisode(value: unknown, path: string, titles: ReadonlyMap<unknown, unknown>): Curve {
  const { episodeId, episode_id: id = episodeId, buckets } = parseObject(value, path);
  const keys = collectKeys(id);
  const bins = parsePoints(buckets, `${path}.buckets`, (value, place) => {
    const { bucket, pct } = parseObject(value, place);
    return [bucket, pct];
  });
  // HarborFM makes GUIDs that end like this. An episode may have been given another GUID.
  const guidEnding = keys[0] === undefined ? undefined : `:episode:${keys[0]}`;
  return {
    path,
    keys,
    guidEnding,
    title: tryParseText(titles.get(id)),
    positions: "percent",
    values: "percentages",
    ...bins,
  };
}

function collectTitles(episodes: unknown): Map<unknown, unknown> {
  return new Map((Array.isArray(episodes) ? episodes : []).map((each) => [dig(each, "id"), dig(each, "title")]));
}
