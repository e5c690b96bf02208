import type { JsonObject } from "../../../lib/json.ts";
import { RecordError } from "../base/refusals.ts";
import { computeReach } from "../curve/platform-curve.ts";
import { collectKeys, dig, isBlank, parseAmount, parseArray, parsePoints, parseSeconds } from "./fields.ts";
import type { Format } from "./format.ts";
import { SPOTIFY_ID } from "./spotify-graphql.ts";

/** The path of a request, which has the id of the episode: `…/episodes/4rOoJ6Egrf8K2IrywzwOMk/performance`. */
const PATH = /\/episodes\/([0-9A-Za-z]{22})\/performance\/?$/;

/** Default of `sampleRate`: one sample per second. */
const DEFAULT_RATE_MS = 1_000;

/** Members beside `samples`. Each of them identifies the format. */
const SIBLINGS = ["sampleRate", "max", "seconds", "medianCompletion"];

const QUARTILES = "aggregatedPerformance";

/**
 * `episodes/{id}/performance` of Spotify's dashboard (unofficial): listeners, with one sample every
 * `sampleRate` milliseconds. The id of the episode is only in the request.
 */
export const spotify: Format<JsonObject> = {
  name: "spotify",
  source: "spotify",
  members: ["samples"],
  id: SPOTIFY_ID,
  findKeys: ({ url }) => PATH.exec(url.pathname)?.slice(1),
  recognize: (document) => Array.isArray(document.samples) && SIBLINGS.some((name) => name in document),
  parse: (document) => {
    const samples = parseArray(document.samples, "samples");
    const rate = isBlank(document.sampleRate) ? DEFAULT_RATE_MS : parseAmount(document.sampleRate, "sampleRate");
    if (rate === 0) throw new RecordError("not-a-curve", "sampleRate must be more than 0 milliseconds, not 0.");
    const bins = parsePoints(samples, "samples", (count, _, index) => [(index * rate) / 1_000, count]);
    const duration = parseSeconds(document.seconds, "seconds") ?? (samples.length * rate) / 1_000;
    return [{ duration, positions: "seconds", values: "counts", ...bins }];
  },
};

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
    if (kind === QUARTILES) throw new RecordError("quartiles", "Four quartiles are not a curve.");
    const keys = collectKeys(episodeId, dig(meta, "webEpisodeId"));
    const bins = parsePoints(dig(data, "rows"), "data.rows", (row, place) => {
      const [second, count] = parseArray(row, place);
      return [second, count];
    });
    return [
      { keys, positions: "seconds", values: "counts", ...bins, reach: computeReach(bins.points.map(({ at }) => at)) },
    ];
  },
};
