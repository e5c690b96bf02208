import type { RequestInit } from "undici";
import { CommandError } from "./command.ts";

/** An HTTP response, read to its end. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The decompressed text. */
  readonly body: string;
}

const TIMEOUT_SECONDS = 15;
const SEE_LOG = "Try again, or look at the service's log.";
/** Twice the longest decompressed body that the service sends. */
const MAX_MEGABYTES = 10;

/**
 * Sends a request and reads the whole response. Refuses redirects, because fetch would pass on every header
 * except Authorization, and so the public key, to another server. Over http, reaches this machine alone. Sends it again, once, if the server closed the connection
 * instead of answering: servers close idle connections, and fetch may have taken one that was being closed (RFC 9112,
 * section 9.3.1). That is harmless, because a repeated request changes nothing but the number of tokens on record.
 *
 * @throws CommandError if nothing answers, or if the response is a redirect, exceeds 10 MB or takes more than 15 s
 */
export async function sendRequest(url: string, init: RequestInit = {}): Promise<HttpAnswer> {
  const { fetch, toThisMachine } = await import("./agents.ts");
  const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1_000);
  const options = { ...init, redirect: "manual", signal } as const;
  const send = async () => fetch(url, url.startsWith("http:") ? { ...options, dispatcher: toThisMachine } : options);
  const response = await send()
    .catch((error: Error) => (isClosed(error) ? send() : Promise.reject(error)))
    .catch((error: Error) => {
      if (isClosed(error)) throw explainNoAnswer(error, url, `${url} closes the connection without an answer`, SEE_LOG);
      throw explainNoAnswer(error, url, `Nothing answers at ${url}`, "Check the URL, and that the service is running.");
    });
  const { status, headers } = response;
  const location = headers.get("location");
  if (status >= 300 && status < 400 && location !== null) {
    await response.body?.cancel();
    throw new CommandError(
      `${url} redirects to ${location}. Redirects are not followed, because they could send keys to another server. If the service has moved there, set --url to its new base URL.`,
    );
  }
  const body = await readText(response, MAX_MEGABYTES).catch((error: Error) => {
    throw explainNoAnswer(error, url, `The connection to ${url} closed before the response was complete`, SEE_LOG);
  });
  if (body === undefined)
    throw new CommandError(`${url} sent more than ${MAX_MEGABYTES} MB, which this service never does. Check the URL.`);
  return { status, headers, body };
}

/** Returns the decompressed text of a body, or undefined if it is too long. */
export async function readText({ body }: Response, maxMegabytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxMegabytes * 1e6) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Takes the reason from an error's cause, because fetch itself says only that it failed. */
export function findReason(error: Error): string {
  const { code, message }: NodeJS.ErrnoException = error.cause instanceof Error ? error.cause : error;
  return code ?? message;
}

/** Whether a server took the connection, and closed it instead of answering. */
function isClosed(error: Error): boolean {
  return ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"].includes(findReason(error));
}

function explainNoAnswer(error: Error, url: string, problem: string, advice: string): CommandError {
  if (error.name === "TimeoutError") {
    const text = `${url} did not answer completely within ${TIMEOUT_SECONDS} s. ${SEE_LOG}`;
    return new CommandError(text, { cause: error });
  }
  return new CommandError(`${problem} (${findReason(error)}). ${advice}`, { cause: error });
}
