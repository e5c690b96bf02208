import middy from "@middy/core";
import httpErrorHandler from "@middy/http-error-handler";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { HttpError } from "./errors.ts";
import { logFault } from "./log.ts";
import type { Answer, Request } from "./request.ts";

/** The headers of every answer. */
const HEADERS = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };

/** A request that is still unfinished this long before Lambda's time-out is answered with a 500. */
const TIMEOUT_MARGIN_MS = 500;

/**
 * Creates a Lambda handler from a function that answers a request. An HttpError that the function throws becomes
 * the answer with its status and message. Anything else that it throws is a fault: the caller gets a 500 with
 * `faultText`, and the log gets the error.
 *
 * @param extraHeaders headers of every answer, errors included
 * @param faultHeaders headers of the answer to a fault, in addition
 * @example
 * import { api } from "./lib/api.ts";
 * import { HttpError } from "./lib/errors.ts";
 *
 * const handler = api("Failed to greet", async ({ queryStringParameters }) => {
 *   const name = queryStringParameters?.name;
 *   if (!name) throw new HttpError("invalid-body", "name is missing");
 *   return { body: JSON.stringify({ hello: name }) };
 * });
 *
 * const context = { getRemainingTimeInMillis: () => 10_000 };
 * const greet = async (queryStringParameters) => (await handler({ queryStringParameters }, context)).body;
 * console.log(await greet({ name: "Ada" })); // {"hello":"Ada"}
 * console.log(await greet({})); // {"error":"name is missing"}
 */
export function api(
  faultText: string,
  respond: (request: Request, context: Context) => Promise<Answer>,
  extraHeaders: Readonly<Record<string, string>> = {},
  faultHeaders: Record<string, string> = {},
) {
  const common = { ...extraHeaders, ...HEADERS };
  return middy<Request, APIGatewayProxyStructuredResultV2>({ timeoutEarlyInMillis: TIMEOUT_MARGIN_MS })
    .use(httpErrorHandler({ logger: false }))
    .onError((request) => {
      const error =
        request.error instanceof HttpError ? request.error : new HttpError("fault", faultText, faultHeaders);
      if (error.statusCode >= 500) logFault(request.error, request.context.awsRequestId);
      // Middy runs error handlers last-added first: then its own, which uses the message as the body.
      const body = JSON.stringify({ error: error.message });
      request.error = new HttpError(error.code, body, { ...error.headers, ...common });
    })
    .handler(async (request, context) => {
      const { headers, ...answer } = await respond(request, context);
      return { statusCode: 200, headers: { ...headers, ...common }, ...answer };
    });
}
