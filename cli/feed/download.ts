import { toPrintable } from "../../lib/printable.ts";
import { formatBytes } from "../shell/progress.ts";
import { FeedError } from "./feed-error.ts";

/** Matches what is a URL rather than a path. A drive of Windows has no slashes after its colon: `C:\feed.xml`. */
const URL_START = /^[a-z][a-z0-9+.-]*:\/\//i;

const MAX_REDIRECTS = 5;
const TIMEOUT_SECONDS = 60;
/** Decompressed. */
const MAX_MEGABYTES = 64;

/** Hosts answer some clients with a web page, unless they say what they want. */
const HEADERS = {
  Accept: "application/rss+xml, application/xml;q=0.9, */*;q=0.5",
  "User-Agent": "performance-data-service",
};

/** Checks whether a feed is named by its URL. */
export function isUrl(path: string): boolean {
  return URL_START.test(path);
}

/**
 * Downloads a feed, and yields its decompressed bytes as they come. Says on standard error what was fetched.
 *
 * @throws FeedError if nothing answers within a minute, if the answer is not 200 or exceeds 64 MB, after five redirects, or
 *   if the feed or a redirect is at no URL of http or https
 */
export async function* downloadFeed(url: string): AsyncGenerator<Buffer> {
  const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1_000);
  let bytes = 0;
  try {
    const response = await requestFeed(parseHttpUrl(url), signal, MAX_REDIRECTS);
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_MEGABYTES * 1e6)
        throw new FeedError(`It has more than ${MAX_MEGABYTES} MB. Download it, and name the file.`);
      yield Buffer.from(chunk);
    }
    console.error(`Fetched ${describeUrl(response.url)}: ${formatBytes(bytes)}.`);
  } catch (error) {
    throw error instanceof FeedError ? error : explain(error as Error);
  }
}

/** Requests a URL, and those to which it redirects. */
async function requestFeed(url: URL, signal: AbortSignal, redirects: number): Promise<Response> {
  const response = await fetch(url, { headers: HEADERS, redirect: "manual", signal });
  if (response.ok) return response;
  await response.body?.cancel();
  const location = response.headers.get("location");
  const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
  if (!isRedirect)
    throw new FeedError(`${url.href} answers ${response.status}. Check the URL, or open it in a browser.`);
  if (redirects === 0) throw new FeedError(`It redirects more than ${MAX_REDIRECTS} times. Check the URL.`);
  return requestFeed(parseHttpUrl(location, url), signal, redirects - 1);
}

function parseHttpUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url) throw new FeedError(`"${text}" is not a URL. Check it.`);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new FeedError(`${url.href} is neither http nor https. Download the feed, and name the file.`);
  if (url.username !== "" || url.password !== "")
    throw new FeedError("A URL with a user name or a password is not fetched. Download the feed, and name the file.");
  return url;
}

/** Leaves out the query: that of a private feed is its key. */
function describeUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return toPrintable(`${origin}${pathname}`);
}

/** Takes the reason from the error's cause, because fetch itself says only that it failed. */
function explain(error: Error): FeedError {
  if (error.name === "TimeoutError")
    return new FeedError(
      `It was not complete after ${TIMEOUT_SECONDS} s. Try again, or download it, and name the file.`,
    );
  const { code, message }: NodeJS.ErrnoException = error.cause instanceof Error ? error.cause : error;
  return new FeedError(`It can't be fetched (${code ?? message}). Check the URL and the network.`);
}
