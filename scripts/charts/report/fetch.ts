import { setTimeout } from "node:timers/promises";
import { pMapIterable } from "p-map";
import type { NamedService } from "../../cli/service.ts";
import { fetchAdminToken, fetchChart, ServiceError } from "../client.ts";
import type { Loaded } from "./loaded.ts";

/** Requests under way at once. */
const CONCURRENCY = 6;

/** A service that throttles is asked again so many times; the pauses, which double, take about 30 s. */
const MAX_ATTEMPTS = 7;
const FIRST_PAUSE_MS = 500;

/** Gets charts over HTTP, in the order of their GUIDs, a few at a time, with one admin token as long as it lives. */
export function fetchCharts(service: NamedService, guids: readonly string[]): AsyncIterable<Loaded> {
  let token: Promise<string> | undefined;
  const renew = () => {
    token = retry(() => fetchAdminToken(service));
    return token;
  };
  const load = async (guid: string): Promise<Loaded> => {
    const used = token ?? renew();
    const ask = async (bearer: Promise<string>) => fetchChart(service, await bearer, guid);
    try {
      return { guid, chart: await retry(() => ask(used)) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.status === 404 || error.status === 500) return { guid, reason: error.message };
      if (error.status !== 401) throw error;
      // Its life ended meanwhile; another request may have found that out already.
      return { guid, chart: await ask(token === used ? renew() : (token ?? used)) };
    }
  };
  return pMapIterable(guids, load, { concurrency: CONCURRENCY });
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
