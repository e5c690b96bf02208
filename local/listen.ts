import type { Context } from "aws-lambda";
import { takeListens } from "../functions/listen.ts";
import type { UnderstoodListen } from "../lib/collector/listen.ts";
import type { Answer, Request } from "../lib/request.ts";
import { DESCRIBED, describeListen, describeRefusal } from "./listen-lines.ts";

/** Stands in for functions/listen.ts in `npm start`: is that function, and prints what it understood. */
export async function handler(request: Request, context: Context): Promise<Answer> {
  const understood: UnderstoodListen[] = [];
  const answer = await takeListens((listen) => understood.push(listen))(request, context);
  if (DESCRIBED.includes(answer.statusCode)) console.log(describe(answer, understood[0]));
  return answer;
}

function describe(answer: Answer, listen: UnderstoodListen | undefined): string {
  const isVerbose = process.env.LISTENS === "verbose";
  if (listen?.heard) return describeListen(listen.guid, listen.heard, isVerbose);
  return describeRefusal(answer, listen?.guid, isVerbose);
}
