import { expect } from "vitest";
import type { Code } from "../../sources/base/codes.ts";

type Members = Readonly<Record<string, unknown>>;

/** Matches a fact by its code, by what its problem says of the file, and by other members. */
export function fact(code: Code, has: string | RegExp = "", members: Members = {}): unknown {
  const says = typeof has === "string" ? expect.stringContaining(has) : expect.stringMatching(has);
  return expect.objectContaining({ code, ...(has !== "" && { problem: says }), ...members });
}

/** Matches an error that refuses a record or a source with such a fact. */
export function errorOf(...expected: Parameters<typeof fact>): unknown {
  return expect.objectContaining({ refusal: fact(...expected) });
}
