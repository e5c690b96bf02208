import type { Context } from "aws-lambda";
import { api } from "../lib/api.ts";
import { composeListen, computeHeardSpans } from "../lib/collector/listen-item.ts";
import {
  ANY_ORIGIN,
  hasObjection,
  PREFLIGHT,
  parseListenRequest,
  RETRY_LATER,
} from "../lib/collector/listen-request.ts";
import { computeListener } from "../lib/collector/listener.ts";
import { parseTokenId, verifyListeningToken } from "../lib/collector/listening-token.ts";
import { saveListen } from "../lib/collector/listens-table.ts";
import { findSalt, isRegistered } from "../lib/collector/memory.ts";
import { parseListenWindow } from "../lib/collector/settings.ts";
import { computeWindow } from "../lib/collector/window.ts";
import { charts, listens, tokens } from "../lib/dynamodb.ts";
import { HttpError } from "../lib/errors.ts";
import { MAX_POSITION } from "../lib/listening-events.ts";
import type { Answer, Request } from "../lib/request.ts";
import { countSeconds } from "../lib/spans.ts";
import { loadOlderTokenRecord } from "../lib/token-table.ts";

/** POST /episodeperformance/{id}: takes what a player logged of one listener and one episode. */
export const handler = api("Internal server error", takeListen, ANY_ORIGIN, RETRY_LATER);

export async function takeListen(request: Request, context: Context): Promise<Answer> {
  if (request.requestContext.http.method === "OPTIONS") return PREFLIGHT;
  const windowLength = parseListenWindow(process.env);
  const tokenId = parseTokenId(request.pathParameters?.id);
  const interval = verifyListeningToken(await loadOlderTokenRecord(tokens, tokenId));
  const { guid, listener, events } = await parseListenRequest(request, context);
  const isObjection = hasObjection(request);
  if (!(await isRegistered(charts, guid, isObjection ? undefined : context.awsRequestId)))
    throw new HttpError("episode-not-found", "Episode not found");

  const spans = computeHeardSpans(events, interval);
  const seconds = countSeconds(spans, 0, MAX_POSITION);
  if (seconds > 0 && !isObjection) {
    const window = computeWindow(Date.now(), windowLength);
    const pseudonyms = computeListener(await findSalt(listens, window), guid, listener, request);
    await saveListen(listens, composeListen(window, guid, pseudonyms, spans));
  }
  return { statusCode: 202, body: JSON.stringify({ seconds }) };
}
