import type { Context } from "aws-lambda";
import { handler as takeListen } from "../functions/listen.ts";
import { computeHeardSpans } from "../lib/collector/listen-item.ts";
import { hasObjection, parseListenRequest } from "../lib/collector/listen-request.ts";
import { parseTokenId, verifyListeningToken } from "../lib/collector/listening-token.ts";
import { charts, tokens } from "../lib/dynamodb.ts";
import { loadEpisode } from "../lib/episode/charts-table.ts";
import type { Answer, Request } from "../lib/request.ts";
import { loadOlderTokenRecord } from "../lib/token-table.ts";
import { DESCRIBED, describeListen, describeRefusal, type HeardListen } from "./listen-lines.ts";

/** Stands in for functions/listen.ts in `npm start`: is that function, and prints how it understood each listen. */
export async function handler(request: Request, context: Context): Promise<Answer> {
  const answer = await takeListen(request, context);
  if (DESCRIBED.includes(answer.statusCode)) console.log(await describe(answer, request, context));
  return answer;
}

async function describe(answer: Answer, request: Request, context: Context): Promise<string> {
  const isVerbose = process.env.LISTENS === "verbose";
  if (answer.statusCode === 202) return describeListen(await understand(request, context), isVerbose);
  const guid = await parseListenRequest(request, context).then(
    (parsed) => parsed.guid,
    () => undefined,
  );
  return describeRefusal(answer, guid, isVerbose);
}

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
