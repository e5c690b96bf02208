import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { handler as answerListen } from "../functions/listen.ts";
import { computeHeardSpans } from "../lib/collector/listen.ts";
import { hasObjection, parseListenRequest } from "../lib/collector/listen-request.ts";
import { parseTokenId, verifyListeningToken } from "../lib/collector/listening-token.ts";
import { charts, tokens } from "../lib/dynamodb.ts";
import { loadEpisode } from "../lib/episode/charts-table.ts";
import { parseLifetimes } from "../lib/lifetimes.ts";
import type { Request } from "../lib/request.ts";
import { loadOlderTokenRecord } from "../lib/token-table.ts";
import { DESCRIBED, describeListen, describeRefusal } from "./listen-lines.ts";

/** Stands in for functions/listen.ts in `npm start`: answers as that does, and prints what was understood. */
export async function handler(request: Request, context: Context): Promise<APIGatewayProxyStructuredResultV2> {
  const answer = await answerListen(request, context);
  if (DESCRIBED.includes(answer.statusCode)) console.log(await describe(request, context, answer));
  return answer;
}

async function describe(
  request: Request,
  context: Context,
  answer: APIGatewayProxyStructuredResultV2,
): Promise<string> {
  const isVerbose = process.env.LISTENS === "verbose";
  const status = Number(answer.statusCode);
  if (status === 202) return describeListen(await understand(request, context), isVerbose);
  const { error } = JSON.parse(String(answer.body)) as { readonly error: string };
  const guid = error === "Episode not found" ? (await parseListenRequest(request, context)).guid : undefined;
  return describeRefusal({ status, error, guid }, isVerbose);
}

/** Understands a listen as the function does that took it. */
async function understand(request: Request, context: Context) {
  const { guid, events } = await parseListenRequest(request, context);
  const record = await loadOlderTokenRecord(tokens, parseTokenId(request.pathParameters?.id));
  const interval = verifyListeningToken(record, parseLifetimes(process.env).expiresIn);
  const duration = Number((await loadEpisode(charts, guid))?.duration);
  const spans = computeHeardSpans(events, interval);
  return { guid, events, interval, spans, duration, isObjection: hasObjection(request) };
}
