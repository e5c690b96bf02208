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

/** Units that reading the largest item takes, 400 KB, besides the two of a usual one. A report of an episode reads its item. */
const LARGEST_ITEM = 50 - 2;

/**
 * Computes what a month of requests costs in US dollars, if each route gets as many as its throttle lets in.
 *
 * @returns by route and for all together: requests a second, the dollars with usual bodies and with bodies of 10 MB, and what
 *   is added by the bodies that take longest to parse, and by naming ever other episodes with the largest items
 */
export async function computeFloods(prices: FloodPrices) {
  const { params } = await loadYaml<{ params: { default: Throttles; prod: Partial<Throttles> } }>("serverless.yml");
  const { throttlingRate, listenRate, preflightRate } = { ...params.default, ...params.prod };
  const parsing = (BODY_MS / 1e3) * PRICES.lambdaGigabyteSecond * 1e6;
  const reading = LARGEST_ITEM * PRICES.readUnit * 1e6;
  const floods = {
    "GET /token": computeFlood(throttlingRate, prices.tokens),
    "POST /charts": computeFlood(throttlingRate, prices.forged),
    "POST /episodeperformance/{id}": computeFlood(listenRate, prices.listens, parsing, reading),
    "OPTIONS /episodeperformance/{id}": computeFlood(preflightRate, prices.preflights),
    "POST /episodes": computeFlood(throttlingRate, prices.forged),
  };
  const sum = (figure: keyof Flood) => Object.values(floods).reduce((total, flood) => total + flood[figure], 0);
  const [rate, usual, large] = [sum("rate"), sum("usual"), sum("large")];
  return { ...floods, all: { rate, usual, large, parsing: sum("parsing"), reading: sum("reading") } };
}

type Flood = ReturnType<typeof computeFlood>;

/** Computes a route's flood from what a million requests cost, and what is added to that. */
function computeFlood(rate: number, usual: number, parsing = 0, reading = 0) {
  const month = (dollars: number) => Math.round(rate * MONTH * dollars);
  const large = usual + (BILLED_REQUESTS - 1) * PRICES.apiRequest * 1e6;
  return { rate, usual: month(usual), large: month(large), parsing: month(parsing), reading: month(reading) };
}
