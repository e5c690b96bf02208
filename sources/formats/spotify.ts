import type { JsonObject } from "../../lib/json.ts";
import { RecordError } from "../base/refusals.ts";
import { isBlank, parseAmount, parseArray, parsePoint, parseSeconds } from "./fields.ts";
import type { Format } from "./format.ts";
import { NOT_A_CURVE } from "./refuse.ts";
import { findRestKeys, SPOTIFY_ID } from "./spotify-request.ts";

/** Default of `sampleRate`: one sample per second. */
const DEFAULT_RATE_MS = 1_000;

/** Members beside `samples`. Each of them identifies the format. */
const SIBLINGS = ["sampleRate", "max", "seconds", "medianCompletion"];

/**
 * `episodes/{id}/performance` of Spotify's dashboard (unofficial): listeners, with one sample every
 * `sampleRate` milliseconds. The id of the episode is only in the request.
 */
export const spotify: Format<JsonObject> = {
  name: "spotify",
  source: "spotify",
  members: ["samples"],
  id: SPOTIFY_ID,
  findKeys: findRestKeys,
  recognize: (document) => Array.isArray(document.samples) && SIBLINGS.some((name) => name in document),
  parse: (document) => {
    const samples = parseArray(document.samples, "samples");
    const rate = isBlank(document.sampleRate) ? DEFAULT_RATE_MS : parseAmount(document.sampleRate, "sampleRate");
    if (rate === 0) throw new RecordError(NOT_A_CURVE, "sampleRate must be more than 0 milliseconds, not 0.");
    const points = samples.flatMap((count, index) => parsePoint((index * rate) / 1_000, count, `samples[${index}]`));
    const duration = parseSeconds(document.seconds, "seconds") ?? (samples.length * rate) / 1_000;
    return [{ duration, positions: "seconds", values: "counts", points }];
  },
};
