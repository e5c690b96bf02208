import { type Chart, isAmount, isPoint } from "../../lib/chart.ts";
import { CommandError } from "../cli/command.ts";
import { sendRequest } from "../cli/http.ts";
import type { Service } from "../cli/service.ts";

/** A service, and the words for the key that it is asked with: the key itself is not to be shown. */
export interface NamedService extends Service {
  readonly keyName: string;
}

/**
 * Gets an episode's chart from the service as any admin's script does: an admin token first, then the
 * chart with it.
 *
 * @returns the chart, with its points in ascending time
 * @throws CommandError with the service's own text and the way out if it refuses, or if nothing answers
 */
export async function fetchChart(service: NamedService, guid: string): Promise<Chart> {
  const { url, publicKey } = service;
  try {
    const { token } = await fetchJson(`${url}/token`, { headers: { "X-PUB-KEY": publicKey } });
    const answer = await fetchJson(`${url}/charts`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ guid }),
    });
    return parseAnswer(answer, url);
  } catch (error) {
    throw error instanceof CommandError ? new CommandError(describe(error.message, service, guid)) : error;
  }
}

/** The service's own text, with what was meant and the way out. */
function describe(text: string, { url, keyName }: NamedService, guid: string): string {
  if (text.startsWith("Invalid public key"))
    return `${text}: ${url} refuses ${keyName}. Set PERFORMANCE_PUBLIC_KEY to the key that the service is configured with.`;
  if (text.startsWith("Episode not found"))
    return `${text}: ${url} has no chart of "${guid}". Its table's charts are listed by: npm run charts -- list`;
  if (text.startsWith("No data found for the episode"))
    return `${text}: the chart of "${guid}" has no points. Import it again.`;
  return text;
}

type Answer = Readonly<Record<string, unknown>>;

async function fetchJson(url: string, init: RequestInit): Promise<Answer> {
  const { status, body } = await sendRequest(url, init);
  const answer = tryParseObject(body);
  if (status === 200 && answer) return answer;
  // API Gateway's own errors have a message.
  const reason = answer?.error ?? answer?.message;
  if (typeof reason === "string") throw new CommandError(reason);
  if (reason) throw new CommandError(`${url} answers ${status}: ${JSON.stringify(reason)}`);
  throw new CommandError(`${url} answers ${status}, and not as the service does: is it the service's URL?`);
}

function tryParseObject(text: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function parseAnswer({ guid, duration, data }: Answer, url: string): Chart {
  if (typeof guid === "string" && isAmount(duration) && Array.isArray(data) && data.every(isPoint))
    return { guid, duration, data: data.toSorted((one, other) => one.time - other.time) };
  throw new CommandError(`${url} answers with something that is no chart`);
}
