import { isObject, type JsonObject, tryParseJson } from "../../../lib/json.ts";
import { findReason, readText } from "../../../operate/shell/http.ts";
import { NameError } from "../../../operate/shell/own-machine.ts";
import { InputError } from "../../sources/base/refusals.ts";
import { findApiError } from "../../sources/formats/fields.ts";
import { fetchPublic } from "../feed/follow.ts";

const TIMEOUT_SECONDS = 10;
/** Decompressed. */
const MAX_MEGABYTES = 16;

/** Podcasts in one request. */
const MAX_KEYS = 50;

/** What a run asks an app at most, in requests and milliseconds: anyone can write keys into a log. */
const [MAX_REQUESTS, BUDGET_MS] = [1_000, 300_000];

const BUDGET_HELP =
  "A run asks an app for five minutes and 1,000 times at most, first for the keys that the logs have most often.";

/** Characters from which a key is found within a word, too. */
const LONG = 8;

/** What an import reads of an episode. */
const EPISODE = ["totalListeners", "listenerHistogramResolutionSeconds", "listenerHistogram"];

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

const HEADERS = { Accept: "application/json", "User-Agent": "performance-data-service" };

/** What an app answers for a podcast: its numbers, or what is wrong. Both are without keys. */
export interface Answer {
  readonly key: string;
  readonly podcast: JsonObject;
  readonly problem: string | undefined;
}

/** What a run may still ask. */
class Budget {
  readonly #end = performance.now() + BUDGET_MS;
  #requests = MAX_REQUESTS;

  /** Spends a request. Returns whether there was one. */
  spend(): boolean {
    return this.#requests-- > 0 && performance.now() < this.#end;
  }
}

/**
 * Asks an app for podcasts by their keys, with one request at a time, until the run's budget is spent. Follows no redirect: a key is for
 * this host alone.
 *
 * @returns answers for the first of the keys, or for all of them
 * @throws InputError if the budget is spent, if it is not on the public Internet, if it does not answer in the form of SPC, or not within ten seconds
 */
export async function* ask(url: URL, keys: readonly string[]): AsyncGenerator<Answer> {
  const all = new Set(keys);
  const budget = new Budget();
  for (let start = 0; start < keys.length; start += MAX_KEYS) {
    const batch = keys.slice(start, start + MAX_KEYS);
    const long = batch.filter(({ length }) => length >= LONG);
    // An app may quote any of them.
    const hide = (text: string) =>
      hideWords(long, text).replaceAll(/[a-z\d]+/gi, (word) => (all.has(word) ? "…" : word));
    const results = await request(url, batch, budget).catch((error: Error) => {
      throw new InputError(hide(explainUnasked(error)));
    });
    const found = batch.flatMap((key) => (results.has(key) ? [parsePodcast(key, results.get(key))] : []));
    const answered = found.flatMap(({ key, problem }) => (problem === undefined && key.length >= LONG ? [key] : []));
    for (const { key, podcast, problem } of found)
      yield { key, podcast: copyPodcast(podcast, hide, answered), problem: problem && hide(problem) };
    const left = keys.length - start - found.length;
    if (found.length < batch.length)
      throw new InputError(`Of its keys, ${left.toLocaleString("en")} were not asked for. ${BUDGET_HELP}`);
  }
}

function parsePodcast(key: string, found: unknown): Answer {
  const podcast = isObject(found) ? found : { error: "The answer does not have it." };
  return { key, podcast, problem: findApiError({ error: podcast.error }) };
}

/**
 * Copies what an import reads of a podcast, without keys. In GUIDs, hides only those that the app answers: anyone can write into a log
 * what stands in a GUID.
 */
function copyPodcast({ asOf, episodes }: JsonObject, hide: (text: string) => string, answered: readonly string[]) {
  const copyEpisode = (episode: unknown) =>
    isObject(episode)
      ? Object.fromEntries(EPISODE.flatMap((name) => (name in episode ? [[name, hideIn(episode[name], hide)]] : [])))
      : hideIn(episode, hide);
  const copied = isObject(episodes)
    ? Object.fromEntries(
        Object.entries(episodes).map(([guid, episode]) => [hideWords(answered, guid), copyEpisode(episode)]),
      )
    : hideIn(episodes, hide);
  return { asOf: typeof asOf === "string" && TIME.test(asOf) ? asOf : hideIn(asOf, hide), episodes: copied };
}

/** Hides keys wherever they stand in a text, in any case. They are letters and digits. */
function hideWords(keys: readonly string[], text: string): string {
  return keys.length === 0 ? text : text.replaceAll(new RegExp(keys.join("|"), "gi"), "…");
}

/** Hides keys in the texts of a value, and in the names of its members. */
function hideIn(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === "string") return hide(value);
  if (Array.isArray(value)) return value.map((element) => hideIn(element, hide));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [hide(name), hideIn(member, hide)]));
}

/**
 * Requests podcasts. Where an app refuses many at once, because one key is a stranger's or because the answer is too long, it asks again
 * for each half.
 *
 * @returns what it has by key, undefined where it has nothing; without those for which the budget was spent
 */
async function request(app: URL, keys: readonly string[], budget: Budget): Promise<Map<string, unknown>> {
  if (!budget.spend()) return new Map();
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
    const first = await request(app, keys.slice(0, half), budget);
    return new Map([...first, ...(await request(app, keys.slice(half), budget))]);
  }
  const only = (error: unknown) => new Map([[String(keys[0]), { error }]]);
  if (text === undefined) return only(`It has more than ${MAX_MEGABYTES} MB.`);
  const answer = tryParseJson(text);
  const { error, results } = isObject(answer) ? answer : {};
  if (isObject(results) && response.ok)
    return new Map(keys.map((key) => [key, Object.hasOwn(results, key) ? results[key] : undefined]));
  if (response.status === 400 && error !== undefined) return only(error);
  const reason = findApiError({ error });
  throw new InputError(
    `It answers ${response.status} ${reason === undefined ? "without results that can be read" : `with ${reason}`}.`,
  );
}

function explainUnasked(error: Error): string {
  if (error instanceof InputError) return error.message;
  if (error instanceof NameError) return "It is on this machine or its network, and is not asked.";
  if (error.name === "TimeoutError") return `It was not complete after ${TIMEOUT_SECONDS} s. Try again later.`;
  return `It can't be asked (${findReason(error)}). Try again later.`;
}
