import type { IncomingMessage } from "node:http";
import { decodeJwt } from "jose";
import type { Serverless } from "../deploy/framework/serverless.ts";
import { isObject } from "../lib/json.ts";
import { isOfPlayer } from "./foreign-requests.ts";

/** Every three seconds. serverless-offline takes a field for seconds before those of EventBridge. */
const SCHEDULE = "cron(*/3 * * * * * *)";

/** The statuses of the answers to listens of which explained-listen.ts prints a line. */
const DESCRIBED = [202, 400, 404];

/** Runs the update every few seconds instead of every hour, if the collector is on, and without a line for each run. */
export function hastenUpdates({ service: { functions } }: Serverless): void {
  if (!functions.update) return;
  functions.update.events = [{ schedule: SCHEDULE }];
  functions.update.environment.AWS_LAMBDA_LOG_LEVEL = "WARN";
}

/**
 * Removes the variables of the collector's functions that refer to CloudFormation, which `invoke local` would ask for
 * their values. Deployed, they withhold keys from the functions.
 */
export function removeReferences({ service: { functions } }: Serverless): void {
  for (const { environment } of [functions.listen, functions.update].filter((lambda) => lambda !== undefined)) {
    for (const [name, value] of Object.entries(environment)) if (typeof value === "object") delete environment[name];
  }
}

/**
 * Lets the function that takes listens print what it understood of each, if the collector is on. Deployed, it never does.
 *
 * @throws RangeError if LISTENS is neither `verbose` nor empty
 */
export function printListens({ service: { functions } }: Serverless): void {
  if (!functions.listen) return;
  const { LISTENS = "" } = process.env;
  if (!["", "verbose"].includes(LISTENS))
    throw new RangeError(`LISTENS is "${LISTENS}". Set it to verbose, or remove it.`);
  functions.listen.handler = "local/explained-listen.handler";
  functions.listen.environment.LISTENS = LISTENS;
}

/** Checks whether a line of its own is printed of an answered request. */
export function isListen({ service: { functions } }: Serverless, request: IncomingMessage, status: number): boolean {
  return functions.listen !== undefined && isOfPlayer(request) && DESCRIBED.includes(status);
}

/**
 * Gets a token from the local service for the lines that `npm start` prints.
 *
 * @returns its id; undefined if the collector is off, or the service issues no tokens
 */
export async function findListeningId(
  url: string,
  { service: { functions } }: Serverless,
): Promise<string | undefined> {
  if (!functions.listen) return undefined;
  try {
    const answer: unknown = await (await fetch(`${url}/token`)).json();
    return isObject(answer) ? String(decodeJwt(String(answer.token)).s) : undefined;
  } catch {
    return undefined;
  }
}
