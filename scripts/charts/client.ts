import { type Chart, isAmount, isPoint } from "../../lib/chart.ts";
import { normalizePublicKey } from "../../lib/public-key.ts";
import { CommandError } from "../cli/command.ts";

/** Where the service is, and the key that makes its caller an admin. */
export interface Service {
  /** The base URL, such as http://localhost:3000. */
  readonly url: string;
  readonly publicKey: string;
}

/**
 * Gets an episode's chart from the service as any admin's script does: an admin token first, then the
 * chart with it.
 *
 * @throws CommandError with the service's own text if it refuses, or if nothing answers
 */
export async function fetchChart({ url, publicKey }: Service, guid: string): Promise<Chart> {
  const base = url.replace(/\/+$/, "");
  const { token } = await fetchJson(`${base}/token`, { headers: { "X-PUB-KEY": normalizePublicKey(publicKey) } });
  const answer = await fetchJson(`${base}/charts`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ guid }),
  });
  return parseAnswer(answer, base);
}

type Answer = Readonly<Record<string, unknown>>;

async function fetchJson(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init).catch((error: Error) => {
    const reason = error.cause instanceof Error && "code" in error.cause ? error.cause.code : error.message;
    throw new CommandError(`Nothing answers at ${url} (${reason}): does the service run there?`);
  });
  const text = await response.text();
  const answer = tryParseObject(text);
  if (response.ok && answer) return answer;
  // API Gateway's own errors have a message; anything else is not from the service.
  const reason = answer?.error ?? answer?.message ?? `${url} answers ${response.status}, and not as the service does`;
  throw new CommandError(String(reason));
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
    return { guid, duration, data };
  throw new CommandError(`${url} answers with something that is no chart`);
}
