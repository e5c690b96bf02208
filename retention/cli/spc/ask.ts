import { isObject, type JsonObject, tryParseJson } from "../../../lib/json.ts";
import { findReason, readText } from "../../../operate/shell/http.ts";
import { NameError } from "../../../operate/shell/own-machine.ts";
import { InputError } from "../../sources/base/refusals.ts";
import { findApiError } from "../../sources/formats/fields.ts";
import { fetchPublic } from "../feed/follow.ts";
import type { App } from "./apps.ts";

const TIMEOUT_SECONDS = 10;
/** Decompressed. */
const MAX_MEGABYTES = 16;

/** Podcasts in one request. */
const MAX_KEYS = 50;

const HEADERS = { Accept: "application/json", "User-Agent": "performance-data-service" };

/** What an app answers for a podcast: its numbers, or what is wrong. */
export interface Answer {
  /** Of the feed that the app fetched with the podcast's key. */
  readonly path: string;
  readonly podcast: JsonObject;
  /** Without keys. */
  readonly problem: string | undefined;
}

/**
 * Asks an app for the podcasts whose keys are in the logs, with one request at a time. Follows no redirect: a key is for this host alone.
 *
 * @throws InputError if it is not on the public Internet, if it does not answer in the form of SPC, or not within ten seconds
 */
export async function* ask({ url, keys }: App): AsyncGenerator<Answer> {
  const all = [...keys.keys()];
  // An app may quote any of them.
  const hideKeys = (text: string) => text.replaceAll(/[a-z\d]+/gi, (word) => (keys.has(word) ? "…" : word));
  for (let start = 0; start < all.length; start += MAX_KEYS) {
    const batch = all.slice(start, start + MAX_KEYS);
    const results = await request(url, batch).catch((error: Error) => {
      throw new InputError(hideKeys(explain(error)));
    });
    for (const key of batch) {
      const found = Object.hasOwn(results, key) ? results[key] : undefined;
      const podcast = isObject(found) ? found : { error: "The answer does not have it." };
      const problem = findApiError({ error: podcast.error });
      yield { path: keys.get(key) ?? "", podcast, problem: problem && hideKeys(problem) };
    }
  }
}

/**
 * Requests podcasts. Where an app refuses many at once, because one key is a stranger's or because the answer is too long, it asks again
 * for each half.
 */
async function request(app: URL, keys: readonly string[]): Promise<JsonObject> {
  const url = new URL(app);
  for (const key of keys) url.searchParams.append("p", key);
  const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1_000);
  const response = await fetchPublic(url, { headers: HEADERS, redirect: "manual", signal });
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw new InputError("It redirects, and is not followed. If it has moved, its next visits say so.");
  }
  const text = await readText(response, MAX_MEGABYTES);
  if ((text === undefined || response.status === 400) && keys.length > 1) {
    const half = Math.ceil(keys.length / 2);
    return { ...(await request(app, keys.slice(0, half))), ...(await request(app, keys.slice(half))) };
  }
  if (text === undefined) return { [String(keys[0])]: { error: `It has more than ${MAX_MEGABYTES} MB.` } };
  const answer = tryParseJson(text);
  if (isObject(answer) && isObject(answer.results) && response.ok) return answer.results;
  const error = isObject(answer) ? answer.error : undefined;
  if (response.status === 400 && error !== undefined) return { [String(keys[0])]: { error } };
  const reason = findApiError({ error });
  throw new InputError(
    `It answers ${response.status} ${reason === undefined ? "without results that can be read" : `with ${reason}`}.`,
  );
}

function explain(error: Error): string {
  if (error instanceof InputError) return error.message;
  if (error instanceof NameError) return "It is on this machine or its network, and is not asked.";
  if (error.name === "TimeoutError") return `It was not complete after ${TIMEOUT_SECONDS} s. Try again later.`;
  return `It can't be asked (${findReason(error)}). Try again later.`;
}
