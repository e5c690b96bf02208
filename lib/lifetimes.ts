import { FORMS, parseDuration } from "./duration.ts";
import { HttpError } from "./errors.ts";

/** What MAX_EXPIRES_IN may be at most: 100 years. */
const LONGEST = "36525d";

/** How long tokens live, as configured. */
export interface Lifetimes {
  /** EXPIRES_IN, verbatim. */
  readonly expiresIn: string;
  /** EXPIRES_IN in seconds. */
  readonly seconds: number;
  /** MAX_EXPIRES_IN, verbatim. */
  readonly maxExpiresIn: string;
}

/**
 * Reads EXPIRES_IN (default `1h`) and MAX_EXPIRES_IN (default `365d`); empty counts as unset.
 *
 * @throws RangeError if one of them is not a duration, the first exceeds the second, or the second exceeds 100 years
 */
export function parseLifetimes(env: NodeJS.ProcessEnv): Lifetimes {
  const expiresIn = env.EXPIRES_IN || "1h";
  const maxExpiresIn = env.MAX_EXPIRES_IN || "365d";
  parseWithin("MAX_EXPIRES_IN", maxExpiresIn, LONGEST);
  return { expiresIn, maxExpiresIn, seconds: parseWithin("EXPIRES_IN", expiresIn, maxExpiresIn) };
}

/**
 * The lifetime that a request asks for, in seconds: that of its `expiresIn` query parameter, or the
 * configured one where the parameter is missing or empty.
 *
 * @throws HttpError 400 if the parameter is no duration or exceeds MAX_EXPIRES_IN
 */
export function parseExpiresIn(requested: string | undefined, lifetimes: Lifetimes): number {
  if (!requested) return lifetimes.seconds;
  try {
    return parseWithin("expiresIn", requested, lifetimes.maxExpiresIn);
  } catch (error) {
    throw new HttpError(400, (error as RangeError).message);
  }
}

function parseWithin(name: string, text: string, max: string): number {
  const seconds = parseDuration(name, text);
  if (seconds <= parseDuration("MAX_EXPIRES_IN", max)) return seconds;
  throw new RangeError(`Invalid ${name}: expected at most ${max}; ${FORMS}`);
}
