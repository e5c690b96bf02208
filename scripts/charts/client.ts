import { type Chart, isAmount, isPoint } from "../../lib/chart.ts";
import { CommandError } from "../cli/command.ts";
import { sendRequest } from "../cli/http.ts";
import type { Service } from "../cli/service.ts";

/**
 * Gets an episode's chart from the service as any admin's script does: an admin token first, then the
 * chart with it.
 *
 * @returns the chart, with its points in ascending time
 * @throws CommandError with the service's own text if it refuses, or if nothing answers
 */
export async function fetchChart({ url, publicKey }: Service, guid: string): Promise<Chart> {
  const { token } = await fetchJson(`${url}/token`, { headers: { "X-PUB-KEY": publicKey } });
  const answer = await fetchJson(`${url}/charts`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ guid }),
  });
  return parseAnswer(answer, url);
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
