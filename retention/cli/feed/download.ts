import type { Response } from "undici";
import { findReason } from "../../../operate/shell/http.ts";
import { InputError } from "../../sources/base/refusals.ts";
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

/** A feed that is being downloaded. */
interface Download {
  /** Whether its links may lead to this machine and its network: only if it is there itself. */
  readonly mayReachOwn: boolean;
  /** The address that answered; undefined if it has a query, which may be the key of a private feed. */
  readonly address: string | undefined;
  /** Its decompressed bytes as they come. At their end, they say on standard error what was fetched. */
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * Downloads a feed. It may be on this machine or its network, because whoever runs the command has named it.
 *
 * @throws InputError if nothing answers within a minute, if the answer is not 200 or exceeds 64 MB, after five redirects, or
 *   if the feed or a redirect is at no URL of http or https, or if a redirect leads to this machine or its network from elsewhere
 */
export async function downloadFeed(address: string): Promise<Download> {
  const init = { headers: HEADERS, signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1_000) };
  const url = parseHttpUrl(address);
  const { response, mayReachOwn } = await fetchFollowing({ url, init, mayReachOwn: true }).catch(explainUnfetched);
  const { search } = new URL(response.url);
  const answered = search === "" ? response.url : undefined;
  if (response.ok) return { mayReachOwn, address: answered, chunks: readBody(response) };
  await response.body?.cancel();
  throw new InputError(
    `${describeUrl(new URL(response.url))} answers ${response.status}. Check the URL, or open it in a browser.`,
  );
}

async function* readBody({ url, body }: Response): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_MEGABYTES * 1e6)
        throw new InputError(`It has more than ${MAX_MEGABYTES} MB. Download it, and name the file.`);
      yield Buffer.from(chunk);
    }
  } catch (error) {
    explainUnfetched(error as Error);
  }
  console.error(`Fetched ${describeUrl(new URL(url))}: ${formatBytes(bytes)}.`);
}

/** @throws InputError which says why a feed can't be fetched */
function explainUnfetched(error: Error): never {
  if (error instanceof InputError) throw error;
  if (error.name === "TimeoutError")
    throw new InputError(
      `It was not complete after ${TIMEOUT_SECONDS} s. Try again, or download it, and name the file.`,
    );
  throw new InputError(`It can't be fetched (${findReason(error)}). Check the URL and the network.`);
}
