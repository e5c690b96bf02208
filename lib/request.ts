import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

/** A request as an HTTP API of API Gateway passes it on (payload format 2.0). */
export type Request = APIGatewayProxyEventV2;

/** An answer: its body, its headers in addition to those of every answer, and its status (default: 200). */
export type Answer = Omit<APIGatewayProxyStructuredResultV2, "cookies">;

/**
 * Returns a header's value. HTTP APIs pass names in lower case, and join repeated headers with commas. Events that
 * are written by hand may have names in any case (RFC 9110, section 5.1).
 *
 * @param name in lower case
 */
export function findHeader({ headers }: Request, name: string): string | undefined {
  return Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
}
