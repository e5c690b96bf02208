import { findReason, readText } from "../../../operate/shell/http.ts";
import { InputError } from "../../sources/base/refusals.ts";
import type { FileLink } from "../../sources/feed/item-parser.ts";
import { sayForCommand } from "../ways-out.ts";
import { fetchFollowing } from "./follow.ts";

/** What feeds link for an episode, such as files of chapters. */
export interface FileKind<Content> {
  /** For people: `file of chapters`. */
  readonly singular: string;
  readonly plural: string;
  /** The media types to ask for. */
  readonly accept: string;
  /** The most that is read of a file, decompressed. */
  readonly maxMegabytes: number;
  /** @throws InputError if a text is something else */
  readonly parse: (text: string) => Content | Promise<Content>;
  /** Checks what was kept of a file as JSON. */
  readonly isContent: (value: unknown) => value is Content;
}

/** What the server of a file gave to ask again by (RFC 9110, section 8.8). */
export interface FileLabels {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

const TIMEOUT_SECONDS = 10;

/**
 * Fetches the text of a linked file.
 *
 * @param known what was fetched before, if it was
 * @param ended ends it
 * @returns without a text if the server says that it has not changed
 * @throws InputError if there is no such file, if it is too large, or if it may not be asked for
 * @throws a TimeoutError if it is not complete within ten seconds, or another error of `fetch`
 */
export async function fetchLinkedFile(
  { accept, maxMegabytes }: FileKind<unknown>,
  { url, mayReachOwn }: FileLink,
  known: FileLabels | undefined,
  ended: AbortSignal,
): Promise<FileLabels & { readonly text?: string }> {
  const headers = {
    Accept: accept,
    "User-Agent": "performance-data-service",
    ...(known?.etag && { "If-None-Match": known.etag }),
    ...(known?.lastModified && { "If-Modified-Since": known.lastModified }),
  };
  const signal = AbortSignal.any([ended, AbortSignal.timeout(TIMEOUT_SECONDS * 1_000)]);
  const { response } = await fetchFollowing({ url, init: { headers, signal }, mayReachOwn });
  if (known && response.status === 304) return { etag: known.etag, lastModified: known.lastModified };
  if (!response.ok) {
    await response.body?.cancel();
    throw new InputError("unreadable", `It answers ${response.status}.`);
  }
  const text = await readText(response, maxMegabytes);
  if (text === undefined) throw new InputError("unreadable", `It has more than ${maxMegabytes} MB.`);
  const [etag, lastModified] = ["etag", "last-modified"].map((name) => response.headers.get(name) ?? undefined);
  return { etag, lastModified, text };
}

/** Says why a linked file could not be fetched, or is something else. */
export function explainLinkedFile(error: Error): string {
  if (error instanceof InputError) return sayForCommand(error.refusal);
  if (error.name === "TimeoutError") return `It was not complete after ${TIMEOUT_SECONDS} s.`;
  return `It can't be fetched (${findReason(error)}).`;
}
