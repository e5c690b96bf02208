/** What a request is billed for. */
export interface Usage {
  /** Milliseconds that a function with `MEMORY_GB` runs. */
  readonly duration: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  /** Bytes of the body as it is sent, gzipped or not. */
  readonly answerBytes: number;
}

/** `memorySize` in serverless.yml, in GB. */
export const MEMORY_GB = 1;

/** A line of the access log in the format of serverless.yml, with values of the usual length. */
const ACCESS_LOG_LINE =
  '{"requestId":"JKJaXmPLvHcESHA=","functionRequestId":"81cb1712-2a3f-4b0e-9d3c-5e6f7a8b9c0d", ' +
  '"time":"01/Jan/2026:00:00:00 +0000","ip":"192.0.2.123", "route":"POST /charts","status":"200","latency":"15", ' +
  '"functionLatency":"13","functionError":"-", "responseLength":"24000"}';

/** Bytes that CloudWatch adds to every line that it stores. */
const LOG_LINE_OVERHEAD = 26;

/**
 * US dollars in us-east-1, without free tiers and discounts. AWS's pages: Amazon API Gateway pricing (HTTP APIs), AWS Lambda
 * pricing (arm64), Amazon DynamoDB pricing (on-demand capacity), Amazon CloudWatch pricing (logs, alarms, metrics, dashboards),
 * Amazon EC2 pricing (data transfer).
 */
export const PRICES = {
  apiRequest: 1 / 1e6,
  lambdaRequest: 0.2 / 1e6,
  lambdaGigabyteSecond: 0.0000133334,
  writeUnit: 0.625 / 1e6,
  readUnit: 0.125 / 1e6,
  loggedByte: 0.5 / 1e9,
  sentByte: 0.09 / 1e9,
  /** A month each. */
  alarmMetric: 0.1,
  ownMetric: 0.3,
  dashboard: 3,
};

/** Computes what a million requests cost, item by item, in US dollars. */
export function computeCosts({ duration, writeUnits, readUnits, answerBytes }: Usage): [string, number][] {
  const perRequest = {
    "API Gateway": PRICES.apiRequest,
    "Lambda, requests": PRICES.lambdaRequest,
    "Lambda, duration": (Math.ceil(duration) / 1e3) * MEMORY_GB * PRICES.lambdaGigabyteSecond,
    DynamoDB: writeUnits * PRICES.writeUnit + readUnits * PRICES.readUnit,
    "Access log": (ACCESS_LOG_LINE.length + LOG_LINE_OVERHEAD) * PRICES.loggedByte,
    "Data out": answerBytes * PRICES.sentByte,
  };
  return Object.entries(perRequest).map(([part, dollars]) => [part, dollars * 1e6]);
}
