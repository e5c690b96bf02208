import { isDeepStrictEqual } from "node:util";
import type { Answer } from "./client.ts";

/** What HTTP and the local server add of their own. */
const OTHERS = new Set(["accept-ranges", "connection", "content-length", "date", "keep-alive"]);

const EVERYWHERE = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };

/**
 * Compares an answer with the only one that is right.
 *
 * @param headers those that not every answer has, by their names in lower case
 * @throws Error naming what differs
 */
export function requireAnswer(answer: Answer, status: number, body: string | undefined, headers: object = {}): void {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.body}`);
  const found = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !OTHERS.has(name)));
  // The local server says again what the service has said.
  if (found.vary) found.vary = String(found.vary).replace(/,accept-encoding$/, "");
  if (!isDeepStrictEqual(found, { ...EVERYWHERE, ...headers })) throw new Error(`headers ${JSON.stringify(found)}`);
  if (body !== undefined && answer.body.toString() !== body)
    throw new Error(`another body: ${answer.body.toString().slice(0, 100)}`);
}
