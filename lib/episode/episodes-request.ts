import { isKey, MAX_KEY_BYTES } from "../item.ts";
import { isObject } from "../json.ts";
import { invalidBody } from "../json-body.ts";
import { tryParseUrl } from "../url.ts";
import { MAX_COUNTS } from "./counts.ts";
import { noteIdentity } from "./noted-address.ts";
import { composeIdentity } from "./owner.ts";
import { BATCH, type EpisodeToRegister } from "./registration.ts";

/** The smallest number above 0 that DynamoDB takes. */
const MIN_NUMBER = 1e-130;

/**
 * Parses the body of POST /episodes, such as `[{"guid": "ep-7", "duration": 2730, "feed": "https://example.com/feed.xml"}]`.
 * Ignores other members.
 *
 * @returns the episodes in their order
 * @throws HttpError 400 if the value is not an array of 1 to 100 episodes with different GUIDs
 */
export function parseEpisodesRequest(value: unknown): EpisodeToRegister[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > BATCH)
    throw invalidBody(`not an array of 1 to ${BATCH} episodes`);
  const episodes = value.map(parseEpisode);
  if (new Set(episodes.map(({ guid }) => guid)).size < episodes.length) throw invalidBody("a guid twice");
  return episodes;
}

function parseEpisode(value: unknown, index: number): EpisodeToRegister {
  if (!isObject(value)) throw invalidBody(`[${index}] must be an object`);
  const { guid, duration, feed } = value;
  const refuse = (member: string, form: string) => invalidBody(`[${index}].${member} must be ${form}`);
  if (!isKey(guid)) throw refuse("guid", `a non-empty string of at most ${MAX_KEY_BYTES} bytes of UTF-8`);
  if (!isDuration(duration)) throw refuse("duration", "a number of seconds above 0, at most 30 days");
  if (feed !== undefined && !isFeedAddress(feed))
    throw refuse("feed", `an http or https URL of at most ${MAX_KEY_BYTES} characters`);
  return { guid, duration, feed: { ...noteIdentity(composeIdentity(feed)), isAddressAlone: true } };
}

function isDuration(value: unknown): value is number {
  return typeof value === "number" && value >= MIN_NUMBER && value <= MAX_COUNTS;
}

/** Checks whether a value can be the address of a feed, which is noted as it is: without white space around it. */
function isFeedAddress(value: unknown): value is string {
  const isText = typeof value === "string" && value.length <= MAX_KEY_BYTES;
  return isText && /^https?:[^\s\p{Cc}\p{Cs}]+$/iu.test(value) && tryParseUrl(value) !== undefined;
}
