import middy from "@middy/core";
import httpErrorHandler from "@middy/http-error-handler";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { HttpError } from "./errors.ts";
import { logFault } from "./log.ts";
import type { Request } from "./request.ts";

/** A successful answer: its body, and the headers that only this answer has. */
export type Answer = Pick<APIGatewayProxyStructuredResultV2, "headers" | "body" | "isBase64Encoded">;

/** The headers that every answer has. */
const HEADERS = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };

/** How long before Lambda's own time-out an unfinished request is answered with a 500. */
const TIMEOUT_MARGIN_MS = 500;

/**
 * Makes a Lambda handler of a function from request to answer. An HttpError becomes the answer that
 * it stands for; anything else that is thrown is a fault: a 500 that says `faultText` and no more,
 * and a line in the log.
 */
export function api(faultText: string, respond: (request: Request, context: Context) => Promise<Answer>) {
  return middy<Request, APIGatewayProxyStructuredResultV2>({ timeoutEarlyInMillis: TIMEOUT_MARGIN_MS })
    .use(httpErrorHandler({ logger: false }))
    .onError((request) => {
      const error = request.error instanceof HttpError ? request.error : new HttpError(500, faultText);
      if (error.statusCode >= 500) logFault(request.error, request.context.awsRequestId);
      // Middy's error handler makes the answer's body of the message.
      const body = JSON.stringify({ error: error.message });
      request.error = new HttpError(error.statusCode, body, { ...error.headers, ...HEADERS });
    })
    .handler(async (request, context) => {
      const { headers, ...answer } = await respond(request, context);
      return { statusCode: 200, headers: { ...headers, ...HEADERS }, ...answer };
    });
}
