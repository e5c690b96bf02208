import { describe } from "../../../lib/describe.ts";
import { isObject, type JsonObject } from "../../../lib/json.ts";
import { RecordError, refuseCurve, tryOrRefuse } from "../base/refusals.ts";
import { noData } from "../curve/platform-curve.ts";
import { collectKeys, dig, parseArray, parseObject, parsePoints, parseSeconds, tryParseText } from "./fields.ts";
import type { Format } from "./format.ts";

const HISTOGRAM = "episodePlayHistogram";

/** Below five listeners, Apple shows an empty histogram or a single bin. */
const MIN_BINS = 2;

/** Maximum number of ids that a message names. */
const MAX_IDS = 5;

/** `episodeDetails` of Apple Podcasts Connect's dashboard (unofficial): plays per 15 seconds, repeats included. */
export const apple: Format<JsonObject> = {
  name: "apple",
  source: "apple",
  members: [HISTOGRAM],
  findKeys: ({ url }) => (url.pathname.includes("episodeDetails") ? [] : undefined),
  recognize: (document) => HISTOGRAM in document,
  parse: (document, refuse) => {
    const id = dig(document, "episodePlayCountAllTime", "episodeid");
    const [resultId, result] = findResult(dig(document, "content", "results"), id);
    const asset = firstOf(dig(firstOf(dig(result, "offers")), "assets"));
    const guid = tryParseText(dig(result, "podcastEpisodeGuid"));
    const title = tryParseText(dig(result, "name"));
    const keys = collectKeys(id, resultId);
    const bins = tryOrRefuse(
      () => parseHistogram(document[HISTOGRAM]),
      (refusal) => refuse(refuseCurve({ keys, title, guid }, refusal)),
    );
    if (!bins) return [];
    const place = `content.results[${describe(resultId)}].offers[0].assets[0].duration`;
    return [
      {
        keys,
        guid,
        title,
        duration: parseSeconds(dig(asset, "duration"), place),
        positions: "seconds",
        values: "counts",
        ...bins,
      },
    ];
  },
};

/** Finds the result that `episodeid` names, else the only one. @throws RecordError if it names none of several */
function findResult(results: unknown, id: unknown): [string | undefined, unknown] {
  const entries = isObject(results) ? Object.entries(results) : [];
  const keys = collectKeys(id);
  const found =
    entries.find(([resultId]) => keys.includes(resultId)) ?? (entries.length === 1 ? entries[0] : undefined);
  if (found || entries.length === 0) return found ?? [undefined, undefined];
  const ids = entries
    .map(([resultId]) => resultId)
    .slice(0, MAX_IDS)
    .join(", ");
  const problem = `episodePlayCountAllTime.episodeid is ${id === undefined ? "missing" : describe(id)}, but content.results has ${ids}.`;
  throw new RecordError("several-results", problem);
}

/** Parses bins, each of which is an object with one member, from its second to its plays: `[{"0": 9}, {"15": 8}]`. */
function parseHistogram(value: unknown): ReturnType<typeof parsePoints> {
  const histogram = parseArray(value ?? [], HISTOGRAM);
  if (histogram.length < MIN_BINS) throw noData(`${HISTOGRAM} has fewer than ${MIN_BINS} bins.`);
  return parsePoints(histogram, HISTOGRAM, (bin, place) => {
    const [member, ...others] = Object.entries(parseObject(bin, place));
    if (member && others.length === 0) return member;
    throw new RecordError("not-a-curve", `${place} must have one member, such as {"15":8}.`);
  });
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}
