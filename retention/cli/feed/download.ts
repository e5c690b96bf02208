import { InputError } from "../../sources/base/refusals.ts";
import { findReason } from "../shell/http.ts";
import { leadsToOwnNetwork } from "../shell/own-network.ts";
import { formatBytes } from "../shell/progress.ts";
import { describeUrl, fetchFollowing, parseHttpUrl } from "./follow.ts";

/** Matches what is a URL rather than a path. A drive of Windows has no slashes after its colon: `C:\feed.xml`. */
const URL_START = /^[a-z][a-z0-9+.-]*:\/\//i;

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
 * @throws InputError if nothing answers within a minute, if the answer is not 200 or exceeds 64 MB, after five redirects, or
 *   if the feed or a redirect is at no URL of http or https, or if a redirect leads to this machine or its network
 */
export async function* downloadFeed(url: string): AsyncGenerator<Buffer> {
  const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1_000);
  let bytes = 0;
  try {
    const response = await requestFeed(parseHttpUrl(url), signal);
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_MEGABYTES * 1e6)
        throw new InputError(`It has more than ${MAX_MEGABYTES} MB. Download it, and name the file.`);
      yield Buffer.from(chunk);
    }
    console.error(`Fetched ${describeUrl(new URL(response.url))}: ${formatBytes(bytes)}.`);
  } catch (error) {
    throw error instanceof InputError ? error : explain(error as Error);
  }
}

/** Requests a feed. A feed on this machine or its network may redirect there, and no other: its host is a stranger. */
async function requestFeed(url: URL, signal: AbortSignal) {
  const mayReachOwn = await leadsToOwnNetwork(url);
  const response = await fetchFollowing({ url, init: { headers: HEADERS, signal }, mayReachOwn });
  if (response.ok) return response;
  await response.body?.cancel();
  throw new InputError(
    `${describeUrl(new URL(response.url))} answers ${response.status}. Check the URL, or open it in a browser.`,
  );
}

function explain(error: Error): InputError {
  if (error.name === "TimeoutError")
    return new InputError(
      `It was not complete after ${TIMEOUT_SECONDS} s. Try again, or download it, and name the file.`,
    );
  return new InputError(`It can't be fetched (${findReason(error)}). Check the URL and the network.`);
}
