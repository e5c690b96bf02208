import { type Chart, isAmount, isPoint } from "../../lib/chart.ts";
import { isObject, type JsonObject } from "../../lib/json.ts";
import { CommandError } from "../cli/command.ts";
import { sendRequest } from "../cli/http.ts";
import type { NamedService, Service } from "../cli/service.ts";

/** A refusal of the service, in its own text and with the way out. */
export class ServiceError extends CommandError {
  /** Of HTTP. */
  readonly status: number;

  constructor(text: string, status: number) {
    super(text);
    this.status = status;
  }
}

/**
 * Gets an admin token from the service, as any admin's script does.
 *
 * @throws ServiceError if it refuses
 * @throws CommandError if nothing answers
 */
export async function fetchAdminToken({ url, publicKey, keyName }: NamedService): Promise<string> {
  const { token } = await fetchJson(`${url}/token`, { headers: { "X-PUB-KEY": publicKey } }, (text) =>
    text.startsWith("Invalid public key")
      ? `${text}: ${url} refuses ${keyName}. Set PERFORMANCE_PUBLIC_KEY to the key that the service is configured with.`
      : text,
  );
  if (typeof token !== "string") throw describeStranger(`${url}/token`, 200);
  return token;
}

/**
 * Gets an episode's chart from the service with an admin token.
 *
 * @returns the chart, with its points in ascending time
 * @throws ServiceError if it refuses
 * @throws CommandError if nothing answers
 */
export async function fetchChart({ url }: Service, token: string, guid: string): Promise<Chart> {
  const request = {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ guid }),
  };
  const answer = await fetchJson(`${url}/charts`, request, (text) => {
    if (text.startsWith("Episode not found"))
      return `${text}: ${url} has no chart of "${guid}". Its table's charts are listed by: npm run charts -- list`;
    if (text.startsWith("No data found for the episode"))
      return `${text}: the chart of "${guid}" has no points. Import it again.`;
    return text;
  });
  const chart = tryParseChart(answer);
  if (chart) return chart;
  throw describeStranger(`${url}/charts`, 200);
}

/** The chart in an answer, with its points in ascending time; nothing if it is not a chart. */
export function tryParseChart(answer: unknown): Chart | undefined {
  const { guid, duration, data } = isObject(answer) ? answer : {};
  if (typeof guid !== "string" || !isAmount(duration) || !Array.isArray(data) || !data.every(isPoint)) return undefined;
  return { guid, duration, data: data.toSorted((one, other) => one.time - other.time) };
}

/** @param explain adds the way out to the service's own text */
async function fetchJson(url: string, init: RequestInit, explain: (text: string) => string): Promise<JsonObject> {
  const { status, body } = await sendRequest(url, init);
  const answer = tryParseObject(body);
  if (status === 200 && answer) return answer;
  // API Gateway's own errors have a message.
  const reason = answer?.error ?? answer?.message;
  if (typeof reason === "string") throw new ServiceError(explain(reason), status);
  if (reason) throw new ServiceError(`${url} answers ${status}: ${JSON.stringify(reason)}`, status);
  throw describeStranger(url, status);
}

function describeStranger(url: string, status: number): ServiceError {
  return new ServiceError(`${url} answers ${status}, and not as the service does: is it the service's URL?`, status);
}

function tryParseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
