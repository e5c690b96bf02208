import { loadYaml } from "../local/yaml.ts";
import { PRICES } from "./prices.ts";

/** US dollars of a million requests that a route lets in. */
export interface FloodPrices {
  readonly tokens: number;
  /** Requests for charts, or to register episodes, with a forged token, as strangers send them. */
  readonly forged: number;
  readonly listens: number;
  readonly preflights: number;
}

/** Milliseconds that the most expensive body keeps `listen` busy: 72 of CPU time (`npm run bench -- body`) with half a CPU. */
const BODY_MS = 120;

/** Millions of seconds in 30 days. */
const MONTH = 2.592;

/** API Gateway takes bodies of 10 MB, and bills each 512 KB of a request as a request (its pages on quotas and on pricing). */
const BILLED_REQUESTS = 20;

/** Settings in serverless.yml. */
interface Throttles {
  readonly throttlingRate: number;
  readonly listenRate: number;
  readonly preflightRate: number;
}

/**
 * Computes what a month of requests costs in US dollars, if each route gets as many as its throttle lets in.
 *
 * @returns by route and for all together: requests a second, the dollars with usual bodies, those with the bodies that take
 *   longest to parse, and those with bodies of 10 MB
 */
export async function computeFloods(prices: FloodPrices) {
  const { params } = await loadYaml<{ params: { default: Throttles; prod: Partial<Throttles> } }>("serverless.yml");
  const { throttlingRate, listenRate, preflightRate } = { ...params.default, ...params.prod };
  const parsing = (BODY_MS / 1e3) * PRICES.lambdaGigabyteSecond * 1e6;
  const floods = {
    "GET /token": computeFlood(throttlingRate, prices.tokens),
    "POST /charts": computeFlood(throttlingRate, prices.forged),
    "POST /episodeperformance/{id}": computeFlood(listenRate, prices.listens, parsing),
    "OPTIONS /episodeperformance/{id}": computeFlood(preflightRate, prices.preflights),
    "POST /episodes": computeFlood(throttlingRate, prices.forged),
  };
  const sum = (figure: keyof Flood) => Object.values(floods).reduce((total, flood) => total + flood[figure], 0);
  return { ...floods, all: { rate: sum("rate"), usual: sum("usual"), parsed: sum("parsed"), large: sum("large") } };
}

type Flood = ReturnType<typeof computeFlood>;

/** @param parsing what the longest parsing adds to a million requests */
function computeFlood(rate: number, usual: number, parsing = 0) {
  const month = (dollars: number) => Math.round(rate * MONTH * dollars);
  const large = usual + (BILLED_REQUESTS - 1) * PRICES.apiRequest * 1e6;
  return { rate, usual: month(usual), parsed: month(usual + parsing), large: month(large) };
}
