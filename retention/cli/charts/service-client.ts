import type { RequestInit } from "undici";
import { tryParseChart } from "../../../lib/chart.ts";
import { isObject, type JsonObject, tryParseJson } from "../../../lib/json.ts";
import { readSource } from "../../../lib/source.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import { sendRequest } from "../../../operate/shell/http.ts";
import type { Service } from "../../../operate/shell/service.ts";
import { decodePercent } from "../../sources/base/percent-encoding.ts";
import type { LoadedCurve } from "../../sources/item/loaded-episode.ts";

/** An error or an unexpected answer of the service. */
export class ServiceError extends CommandError {
  /** HTTP status. */
  readonly status: number;

  constructor(text: string, status: number) {
    super(text);
    this.status = status;
  }
}

/**
 * Gets an admin token from the service with `GET /token`, as admin scripts do.
 *
 * @throws ServiceError if the answer is an error or has no token
 * @throws CommandError if nothing answers
 */
export async function fetchAdminToken({ url, publicKey, keyName, keyAdvice }: Service): Promise<string> {
  const { answer } = await fetchJson(`${url}/token`, { headers: { "X-PUB-KEY": publicKey } }, (text) =>
    text.startsWith("Invalid public key") ? `${url} refuses ${keyName}. ${keyAdvice}` : undefined,
  );
  if (typeof answer.token !== "string") throw createUnexpectedAnswerError(`${url}/token`, 200);
  return answer.token;
}

/** A curve as the service answers it, and what its headers say of the episode. */
export interface ServedChart extends LoadedCurve {
  /** The curves that the episode has; at least this one. */
  readonly sources: readonly string[];
  /** The identities of the feed that registered the episode, if a service says that any has. */
  readonly feeds?: ReadonlySet<string>;
}

/**
 * Gets a chart of an episode from the service with an admin token.
 *
 * @param source which of its curves; undefined for the one that the service selects
 * @returns the chart, with its points in ascending order of time
 * @throws ServiceError if the answer is an error or not a chart
 * @throws CommandError if nothing answers
 */
export async function fetchChart({ url }: Service, token: string, guid: string, source?: string): Promise<ServedChart> {
  const request = {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ guid, source }),
  };
  const { answer, headers } = await fetchJson(`${url}/charts`, request, (text) => {
    if (text.startsWith("Episode not found"))
      return `${url} has no chart of "${guid}". To see its charts, run "list" with its --stage and --region.`;
    return text.startsWith("No data found for the episode") ? describeNoPoints(guid, source) : undefined;
  });
  const chart = tryParseChart(answer);
  if (!chart) throw createUnexpectedAnswerError(`${url}/charts`, 200);
  const answered = readSource({ source: headers.get("Chart-Source") ?? undefined });
  const listeners = headers.get("Chart-Listeners");
  const modified = new Date(headers.get("Last-Modified") ?? Number.NaN);
  const feeds = headers.get("Chart-Feeds");
  return {
    chart,
    source: answered,
    sources: headers.get("Chart-Sources")?.split(", ") ?? [answered],
    ...(listeners !== null && { listeners: Number(listeners) }),
    ...(!Number.isNaN(modified.getTime()) && { updatedAt: modified.toISOString() }),
    ...(feeds !== null && { feeds: new Set(feeds.split(" ").map(decodePercent)) }),
  };
}

/** Describes an episode that has no curve, or none from a source. */
export function describeNoPoints(guid: string, source: string | undefined): string {
  return source === undefined
    ? `The chart of "${guid}" has no points. If the episode is registered, it appears with the next update after its first listeners, which is half a minute locally. If not, import a chart with points.`
    : `"${guid}" has no curve from ${source}. Leave out --source to see which curves it has.`;
}

/** @param explain replaces the service's error text with one that says what to do, or returns undefined to keep it */
async function fetchJson(
  url: string,
  init: RequestInit,
  explain: (text: string) => string | undefined,
): Promise<{ readonly answer: JsonObject; readonly headers: Headers }> {
  const { status, headers, body } = await sendRequest(url, init);
  const parsed = tryParseJson(body);
  const answer = isObject(parsed) ? parsed : undefined;
  if (status === 200 && answer) return { answer, headers };
  // API Gateway's own errors have a "message" instead of an "error".
  const reason = answer?.error ?? answer?.message;
  if (!reason) throw createUnexpectedAnswerError(url, status);
  const text = typeof reason === "string" ? reason : JSON.stringify(reason);
  throw new ServiceError(explain(text) ?? `${url} answers ${status}: ${text}.`, status);
}

function createUnexpectedAnswerError(url: string, status: number): ServiceError {
  return new ServiceError(`${url} answers ${status}, but not with an answer of this service. Check the URL.`, status);
}
