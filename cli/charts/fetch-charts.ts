import { setTimeout } from "node:timers/promises";
import { pMapIterable } from "p-map";
import { isKey, MAX_KEY_BYTES } from "../../lib/item.ts";
import type { NamedService } from "../shell/service.ts";
import { fetchAdminToken, ServiceError } from "./client.ts";
import { fetchEpisode } from "./episode-curves.ts";
import type { LoadedChart } from "./loaded-chart.ts";

/** Concurrent requests. */
const CONCURRENCY = 6;

/** Attempts per request while the service throttles. The pauses between them double, and add up to about 30 s. */
const MAX_ATTEMPTS = 7;
const FIRST_PAUSE_MS = 500;

/** Gets charts over HTTP in the order of the GUIDs, each with the curves of all of its sources. Requests share an admin token, which is renewed when it expires. */
export function fetchCharts(service: NamedService, guids: readonly string[]): AsyncIterable<LoadedChart> {
  let token: Promise<string> | undefined;
  const load = async (guid: string, hasNewToken: boolean): Promise<LoadedChart> => {
    token ??= retry(() => fetchAdminToken(service));
    const used = token;
    const bearer = await used;
    try {
      const { curves, problems } = await retry(() => fetchEpisode(service, bearer, guid));
      const [first, ...others] = curves;
      if (!first) return { guid, reason: problems.join(" ") };
      return { guid, ...first, ...(others.length > 0 && { others }) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.status === 404) return { guid, reason: error.message, isMissing: true };
      if (error.status === 500) return { guid, reason: error.message };
      if (error.status !== 401 || hasNewToken) throw error;
      // The token has expired. Another request may have renewed it already.
      if (token === used) token = undefined;
      return load(guid, true);
    }
  };
  const loadKey = async (guid: string): Promise<LoadedChart> =>
    isKey(guid)
      ? load(guid, false)
      : { guid, reason: `It can't have a chart: a GUID has 1 to ${MAX_KEY_BYTES} bytes of UTF-8.`, isMissing: true };
  return pMapIterable(guids, loadKey, { concurrency: CONCURRENCY });
}

async function retry<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      const isThrottled = error instanceof ServiceError && (error.status === 429 || error.status === 503);
      if (!isThrottled || attempt === MAX_ATTEMPTS) throw error;
      await setTimeout(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}
