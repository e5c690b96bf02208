import pMap, { pMapIterable } from "p-map";
import pRetry from "p-retry";
import { type Item, isKey, MAX_KEY_BYTES } from "../../../lib/item.ts";
import type { Service } from "../../../operate/shell/service.ts";
import { createFact } from "../../sources/base/facts.ts";
import type { LoadedEpisode } from "../../sources/item/loaded-episode.ts";
import { fetchAdminToken, fetchChart, ServiceError } from "./service-client.ts";

/** Episodes, and curves of each, that are asked for at once. */
const CONCURRENCY = 6;
const CURVE_CONCURRENCY = 4;

/** Requests that are sent again while the service throttles. The pauses between them double, and add up to about 30 s. */
const PATIENCE = { retries: 6, minTimeout: 500 };

/** The episodes of a service. Requests share an admin token, which is renewed when it expires. */
export class ServedEpisodes {
  readonly #service: Service;
  #token: Promise<string> | undefined;
  /** Those whose owners were asked for: they are not asked for again. */
  readonly #loaded = new Map<string, LoadedEpisode>();

  constructor(service: Service) {
    this.#service = service;
  }

  /** Asks for what answers say of episodes' owners. */
  async askOwners(guids: readonly string[]): Promise<Map<string, Item>> {
    const episodes = await pMap(guids, (guid) => this.#load(guid), { concurrency: CONCURRENCY });
    for (const episode of episodes) this.#loaded.set(episode.guid, episode);
    return new Map(episodes.map(({ guid, feeds }) => [guid, { feeds }]));
  }

  /** Reads episodes in the order of their GUIDs. */
  read(guids: readonly string[]): AsyncIterable<LoadedEpisode> {
    const load = async (guid: string) => this.#loaded.get(guid) ?? this.#load(guid);
    return pMapIterable(guids, load, { concurrency: CONCURRENCY });
  }

  async #load(guid: string): Promise<LoadedEpisode> {
    if (isKey(guid)) return this.#ask(guid, false);
    const problem = `It can't have a chart: a GUID has 1 to ${MAX_KEY_BYTES} bytes of UTF-8.`;
    return { guid, curves: [], problems: [createFact("unreadable", problem)], isMissing: true };
  }

  async #ask(guid: string, hasNewToken: boolean): Promise<LoadedEpisode> {
    this.#token ??= retry(() => fetchAdminToken(this.#service));
    const used = this.#token;
    const bearer = await used;
    try {
      return await retry(() => fetchEpisode(this.#service, bearer, guid));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const failed = { guid, curves: [], problems: [createFact("unreadable", error.message)] };
      if (error.status === 404) return { ...failed, isMissing: true };
      if (error.status === 500) return failed;
      if (error.status !== 401 || hasNewToken) throw error;
      // The token has expired. Another request may have renewed it already.
      if (this.#token === used) this.#token = undefined;
      return this.#ask(guid, true);
    }
  }
}

function retry<T>(ask: () => Promise<T>): Promise<T> {
  const isThrottled = (error: Error) => error instanceof ServiceError && (error.status === 429 || error.status === 503);
  return pRetry(ask, { ...PATIENCE, shouldRetry: ({ error }) => isThrottled(error) });
}

/**
 * Gets all curves of an episode from the service: the one that it selects, then those that its headers name.
 *
 * @throws ServiceError if the service has no curve of it, or answers with another error
 * @throws CommandError if nothing answers
 */
export async function fetchEpisode(service: Service, token: string, guid: string): Promise<LoadedEpisode> {
  const first = await fetchChart(service, token, guid);
  const others = first.sources.filter((source) => source !== first.source);
  const served = [
    first,
    ...(await pMap(others, (source) => fetchChart(service, token, guid, source), { concurrency: CURVE_CONCURRENCY })),
  ];
  const curves = served.map(({ sources: _, feeds: __, ...curve }) => curve);
  return { guid, curves, problems: [], ...(first.feeds && { feeds: first.feeds }) };
}
