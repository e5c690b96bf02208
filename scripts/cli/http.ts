import { CommandError } from "./command.ts";

/** An answer as it came over HTTP. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body's text, decompressed. */
  readonly body: string;
}

const TIMEOUT_SECONDS = 15;
/** Twice what the service answers with at most, once it is decompressed. */
const MAX_MEGABYTES = 10;

/**
 * Sends a request and reads the whole answer. Redirects are errors: fetch would send every header but
 * Authorization, and so the public key, on to wherever they point.
 *
 * @throws CommandError if nothing answers, if the answer is a redirect, has more than 10 MB, or is not whole within 15 s
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
  const body = await readText(response).catch((error: Error) => {
    throw explain(error, url, `${url} breaks off its answer`);
  });
  if (body === undefined) throw new CommandError(`${url} answers with more than ${MAX_MEGABYTES} MB`);
  return { status, headers, body };
}

/** The body's text; nothing if it is too long. */
async function readText({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_MEGABYTES * 1e6) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** fetch says no more than that it failed: why, its cause says. */
function explain(error: Error, url: string, what: string): CommandError {
  if (error.name === "TimeoutError") {
    return new CommandError(`${url} gives no whole answer within ${TIMEOUT_SECONDS} s`, { cause: error });
  }
  const { code, message }: NodeJS.ErrnoException = error.cause instanceof Error ? error.cause : error;
  return new CommandError(`${what} (${code ?? message}): does the service run there?`, { cause: error });
}
