import { isObject, type JsonObject } from "../../../../lib/json.ts";
import { RecordError } from "../records/refusals.ts";
import { type CurvePoint, noData } from "./curve.ts";
import { collectKeys, dig, parseDuration, parseList, parseObject, parsePoint, tryParseText } from "./fields.ts";
import type { Format } from "./format.ts";
import { NOT_A_CURVE, show } from "./refuse.ts";

const HISTOGRAM = "episodePlayHistogram";

/** Apple shows nothing below five listeners: the histogram is then empty, or a single bin. */
const MIN_BINS = 2;

/** The number of ids that a message names. */
const MAX_IDS = 5;

/** `episodeDetails` of Apple Podcasts Connect's dashboard (unofficial): plays every 15 seconds, repeats included. */
export const apple: Format<JsonObject> = {
  name: "apple",
  recognize: (document) => HISTOGRAM in document,
  parse: (document) => {
    const id = dig(document, "episodePlayCountAllTime", "episodeid");
    const points = parseHistogram(document[HISTOGRAM]);
    const [resultId, result] = findResult(dig(document, "content", "results"), id);
    const asset = firstOf(dig(firstOf(dig(result, "offers")), "assets"));
    const place = `content.results[${show(resultId)}].offers[0].assets[0].duration`;
    return [
      {
        keys: collectKeys(id, resultId),
        guid: tryParseText(dig(result, "podcastEpisodeGuid")),
        title: tryParseText(dig(result, "name")),
        duration: parseDuration(dig(asset, "duration"), place),
        positions: "seconds",
        values: "counts",
        points,
      },
    ];
  },
};

/** Finds the result that `episodeid` names, or the only one. @throws RecordError if it names none of several */
function findResult(results: unknown, id: unknown): [string | undefined, unknown] {
  const entries = isObject(results) ? Object.entries(results) : [];
  const found =
    entries.find(([resultId]) => resultId === String(id)) ?? (entries.length === 1 ? entries[0] : undefined);
  if (found || entries.length === 0) return found ?? [undefined, undefined];
  const ids = entries
    .map(([resultId]) => resultId)
    .slice(0, MAX_IDS)
    .join(", ");
  const detail = `episodePlayCountAllTime.episodeid is ${show(id)}, and content.results has ${ids}: save the answer for one episode`;
  throw new RecordError(NOT_A_CURVE, detail);
}

/** A bin is an object with one member: its second, as text, and its plays. */
function parseHistogram(value: unknown): CurvePoint[] {
  const bins = parseList(value ?? [], HISTOGRAM);
  if (bins.length < MIN_BINS) throw noData(`${HISTOGRAM} has fewer than ${MIN_BINS} bins`);
  return bins.flatMap((bin, index) => {
    const place = `${HISTOGRAM}[${index}]`;
    const [member, ...others] = Object.entries(parseObject(bin, place));
    if (!member || others.length > 0)
      throw new RecordError(NOT_A_CURVE, `${place} must have one member, such as {"15":8}`);
    return parsePoint(member[0], member[1], place);
  });
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}
