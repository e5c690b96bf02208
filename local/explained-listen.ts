import type { Context } from "aws-lambda";
import { takeListen } from "../functions/listen.ts";
import { api } from "../lib/api.ts";
import { computeHeardSpans } from "../lib/collector/listen-item.ts";
import { ANY_ORIGIN, hasObjection, parseListenRequest, RETRY_LATER } from "../lib/collector/listen-request.ts";
import { parseTokenId, verifyListeningToken } from "../lib/collector/listening-token.ts";
import { charts, tokens } from "../lib/dynamodb.ts";
import { loadEpisode } from "../lib/episode/charts-table.ts";
import { HttpError } from "../lib/errors.ts";
import type { Answer, Request } from "../lib/request.ts";
import { loadOlderTokenRecord } from "../lib/token-table.ts";
import { describeListen, describeRefusal, type HeardListen } from "./listen-lines.ts";

/** Stands in for functions/listen.ts in `npm start`: does what it does, and prints how it understood each listen. */
export const handler = api("Internal server error", takeAndTell, ANY_ORIGIN, RETRY_LATER);

async function takeAndTell(request: Request, context: Context): Promise<Answer> {
  try {
    const answer = await takeListen(request, context);
    if (answer.statusCode === 202) console.log(describeListen(await understand(request, context), isVerbose()));
    return answer;
  } catch (error) {
    if (error instanceof HttpError) console.log(describeRefusal(error, await findGuid(request, context), isVerbose()));
    throw error;
  }
}

/** Finds which episode a listen is of. Undefined if it does not say. */
async function findGuid(request: Request, context: Context): Promise<string | undefined> {
  try {
    return (await parseListenRequest(request, context)).guid;
  } catch {
    return undefined;
  }
}

const isVerbose = () => process.env.LISTENS === "verbose";

/** Computes what was heard once more, as the function did that took the listen: it does not tell. */
async function understand(request: Request, context: Context): Promise<HeardListen> {
  const { guid, events } = await parseListenRequest(request, context);
  const [record, episode] = await Promise.all([
    loadOlderTokenRecord(tokens, parseTokenId(request.pathParameters?.id)),
    loadEpisode(charts, guid),
  ]);
  const interval = verifyListeningToken(record);
  const spans = computeHeardSpans(events, interval);
  return { guid, events, interval, spans, duration: Number(episode?.duration), isObjection: hasObjection(request) };
}
