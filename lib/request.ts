import type { APIGatewayProxyEventV2 } from "aws-lambda";

/** A request as API Gateway's HTTP API hands it over (payload format 2.0). */
export type Request = APIGatewayProxyEventV2;

/**
 * A header's value, by its name in lower case. HTTP APIs send names in lower case and join repeated
 * headers with commas; events written by hand may have names in any case (RFC 9110, section 5.1).
 */
export function findHeader({ headers }: Request, name: string): string | undefined {
  return Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
}
