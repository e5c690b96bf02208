import Negotiator from "negotiator";
import { findHeader, type Request } from "./request.ts";

/** Checks whether the client prefers gzip to no encoding (RFC 9110, section 12.5.3). */
export function acceptsGzip(request: Request): boolean {
  const headers = { "accept-encoding": findHeader(request, "accept-encoding") };
  return new Negotiator({ headers }).encoding(["gzip", "identity"]) === "gzip";
}
