import { HttpError } from "./errors.ts";
import { parsePeriod } from "./period.ts";

/** The upper limit of MAX_EXPIRES_IN: 100 years. */
const LONGEST = "36525d";

/** The configured lifetimes of tokens. */
export interface Lifetimes {
  /** EXPIRES_IN, verbatim. */
  readonly expiresIn: string;
  /** EXPIRES_IN in seconds. */
  readonly seconds: number;
  /** MAX_EXPIRES_IN, verbatim. */
  readonly maxExpiresIn: string;
}

/**
 * Reads EXPIRES_IN (default `1h`) and MAX_EXPIRES_IN (default `365d`). An empty variable counts as unset.
 *
 * @throws RangeError if one of them is not a duration, EXPIRES_IN exceeds MAX_EXPIRES_IN, or MAX_EXPIRES_IN exceeds
 *   100 years
 */
export function parseLifetimes(env: NodeJS.ProcessEnv): Lifetimes {
  const expiresIn = env.EXPIRES_IN || "1h";
  const maxExpiresIn = env.MAX_EXPIRES_IN || "365d";
  parseWithin("MAX_EXPIRES_IN", maxExpiresIn, LONGEST);
  return { expiresIn, maxExpiresIn, seconds: parseWithin("EXPIRES_IN", expiresIn, maxExpiresIn) };
}

/**
 * Parses the query parameter `expiresIn`.
 *
 * @param requested the parameter; if it is missing or empty, EXPIRES_IN applies
 * @returns seconds
 * @throws HttpError 400 if the parameter is not a duration or exceeds MAX_EXPIRES_IN
 */
export function parseExpiresIn(requested: string | undefined, lifetimes: Lifetimes): number {
  if (!requested) return lifetimes.seconds;
  try {
    return parseWithin("expiresIn", requested, lifetimes.maxExpiresIn);
  } catch (error) {
    throw new HttpError("invalid-lifetime", (error as RangeError).message);
  }
}

function parseWithin(name: string, text: string, max: string): number {
  const seconds = parsePeriod(name, text);
  if (seconds <= parsePeriod(name, max)) return seconds;
  throw new RangeError(`Invalid ${name}: the maximum is ${max}`);
}
