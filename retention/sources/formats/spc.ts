import { group } from "d3-array";
import { describe, describeMember } from "../../../lib/describe.ts";
import { isObject, type JsonObject } from "../../../lib/json.ts";
import { isClaimedSource, isSource } from "../../../lib/source.ts";
import { WHOLE_NUMBER } from "../base/member-values.ts";
import { mapOrRefuse, NOT_A_CURVE, RecordError, type Refuse, WITHOUT_CURVE } from "../base/refusals.ts";
import { findApiError, parseArray, parseObject, parsePoints } from "./fields.ts";
import type { Format } from "./format.ts";
import { type Curve, noData } from "./platform-curve.ts";

/** Seconds of a segment: by default, and at most. */
const MAX_SEGMENT = 60;

/** How far ahead a clock may be, in milliseconds: some write their own time as UTC. */
const MAX_AHEAD = 86_400_000;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

const TWICE = "Several podcasts of an app have the same episode. The one with the most listeners counts.";

/**
 * An app's answer by Standard Podcast Consumption (github.com/skymethod/spc): for each podcast by its key, and each episode by
 * its GUID, the percent of all its listeners who heard each segment. `charts spc` saves it without the keys, and with the `source`.
 */
export const spc: Format<JsonObject> = {
  name: "spc",
  source: "spc",
  members: ["results"],
  hasSecretNames: true,
  findSource: ({ source }) => (isSource(source) && isClaimedSource(source) ? source : "spc"),
  recognize: ({ results }) => isObject(results) && Object.values(results).every(isPodcast),
  parse: ({ results }, refuse) => {
    const podcasts = Object.entries(parseObject(results, "results"));
    const curves = mapOrRefuse(
      podcasts,
      ([key, podcast], index) => parsePodcast(podcast, key, `podcast ${index + 1} of ${podcasts.length}`, refuse),
      refuse,
    );
    const byGuid = group(curves.flat(), ({ guid }) => guid);
    return mapOrRefuse([...byGuid.values()], selectLargest, refuse);
  },
};

function isPodcast(value: unknown): boolean {
  return isObject(value) && ["asOf", "error", "episodes"].some((member) => member in value);
}

/** @param key is a secret, which an error may quote */
function parsePodcast(podcast: unknown, key: string, place: string, refuse: Refuse): Curve[] {
  const { asOf, error, episodes } = parseObject(podcast, place);
  const problem = findApiError({ error: typeof error === "string" ? error.replaceAll(key, "…") : error });
  if (problem !== undefined) throw new RecordError(WITHOUT_CURVE, `The app has an error for ${place}: ${problem}.`);
  const time = parseAsOf(asOf, `asOf of ${place}`);
  if (episodes === undefined) throw noData(`The app has no episodes for ${place}.`);
  return mapOrRefuse(
    Object.entries(parseObject(episodes, `episodes of ${place}`)),
    ([guid, episode]) => parseEpisode(guid, episode, time),
    refuse,
  );
}

/** One in the future would keep out later ones until then. */
function parseAsOf(asOf: unknown, place: string): number {
  const time = typeof asOf === "string" && TIME.test(asOf) ? Date.parse(asOf) : Number.NaN;
  if (Number.isNaN(time))
    throw new RecordError(NOT_A_CURVE, describeMember(place, "a time such as 2026-04-09T17:46:29Z", asOf));
  if (time <= Date.now() + MAX_AHEAD) return time;
  throw new RecordError(
    NOT_A_CURVE,
    `${place} is ${describe(asOf)}, which is in the future. Ask the app to correct it.`,
  );
}

function parseEpisode(guid: string, episode: unknown, at: number): Curve {
  const path = `episodes[${describe(guid, 200)}]`;
  const {
    totalListeners,
    listenerHistogramResolutionSeconds: segment = MAX_SEGMENT,
    listenerHistogram,
  } = parseObject(episode, path);
  if (listenerHistogram === undefined) throw noData(`${path} has no listenerHistogram.`);
  const listeners = WHOLE_NUMBER.tryParse(totalListeners);
  if (totalListeners !== undefined && listeners === undefined)
    throw new RecordError(NOT_A_CURVE, describeMember(`${path}.totalListeners`, WHOLE_NUMBER.expected, totalListeners));
  if (typeof segment !== "number" || !(segment > 0 && segment <= MAX_SEGMENT))
    throw new RecordError(
      NOT_A_CURVE,
      describeMember(
        `${path}.listenerHistogramResolutionSeconds`,
        `a number above 0 and at most ${MAX_SEGMENT}`,
        segment,
      ),
    );
  const place = `${path}.listenerHistogram`;
  const { points, blanks } = parsePoints(
    parseArray(listenerHistogram, place).map((value, index) => [index * segment, value, `${place}[${index}]`]),
  );
  const tooHigh = points.find(({ value }) => value > 100);
  if (tooHigh)
    throw new RecordError(
      NOT_A_CURVE,
      `${place} must have percentages of at most 100, not ${tooHigh.value} at ${tooHigh.at} s.`,
    );
  const histogram = { segment, end: (points.length + blanks.length) * segment };
  const recording = { at, parameters: [] };
  return { guid, listeners, recording, histogram, positions: "seconds", values: "percentages", points, blanks };
}

/**
 * Selects the curve with the most listeners: the same show may have two feeds, and anyone can bring the key of another podcast that has
 * the same GUIDs.
 *
 * @throws RecordError if none has more listeners than the others
 */
function selectLargest(curves: readonly Curve[]): Curve {
  const [first, second] = curves.toSorted((one, other) => (other.listeners ?? 0) - (one.listeners ?? 0));
  if (!first) throw new RangeError("An episode has a curve.");
  if (!second) return first;
  if ((first.listeners ?? 0) > (second.listeners ?? 0)) return { ...first, assumption: TWICE };
  const problem = `Two podcasts of the answer have the episode ${describe(first.guid, 200)}, with equally many listeners.`;
  throw new RecordError("found twice", `${problem} Ask the app which one is right.`);
}
