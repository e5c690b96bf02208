import { CommandError } from "./command.ts";

/** An answer as it came over HTTP. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body's text, decompressed. */
  readonly body: string;
}

const TIMEOUT_SECONDS = 15;

/**
 * Sends a request and reads the whole answer. Redirects are errors: fetch would send every header but
 * Authorization, and so the public key, on to wherever they point.
 *
 * @throws CommandError if nothing answers, if the answer is a redirect, or is not whole within 15 s
 */
export async function sendRequest(url: string, init: RequestInit = {}): Promise<HttpAnswer> {
  const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1_000);
  const response = await fetch(url, { ...init, redirect: "manual", signal }).catch((error: Error) => {
    throw explain(error, url, `Nothing answers at ${url}`);
  });
  const { status, headers } = response;
  const location = headers.get("location");
  if (status >= 300 && status < 400 && location !== null) {
    await response.body?.cancel();
    throw new CommandError(
      `${url} redirects to ${location}. Keys are not sent on to there: if it is the service, use its URL instead`,
    );
  }
  const body = await response.text().catch((error: Error) => {
    throw explain(error, url, `${url} breaks off its answer`);
  });
  return { status, headers, body };
}

/** fetch says no more than that it failed: why, its cause says. */
function explain(error: Error, url: string, what: string): CommandError {
  if (error.name === "TimeoutError") {
    return new CommandError(`${url} gives no whole answer within ${TIMEOUT_SECONDS} s`, { cause: error });
  }
  const reason = error.cause instanceof Error && "code" in error.cause ? error.cause.code : error.message;
  return new CommandError(`${what} (${reason}): does the service run there?`, { cause: error });
}
