import { DIGEST, type Mismatch } from "../../../lib/episode/owner.ts";
import type { Refusal } from "../../sources/base/refusals.ts";
import { describeAddress } from "../feed/follow.ts";

/** What a feed lacks of the owner's, or has otherwise, and what to do if it is the owner's. */
const MISMATCHES: Readonly<Record<Mismatch, readonly [problem: string, wayOut: string]>> = {
  "other address": [
    "has another address",
    'If its show has moved to this feed, run "register --moved-from ADDRESS" with it; if the show has both, "register --same-show-as ADDRESS".',
  ],
  "no address": ['has no <atom:link rel="self">', "If it is the same feed, give it one, or name it by its URL."],
  "no guid": ["has no <podcast:guid>", "If it is the same feed, give it that one."],
  "other guid": ["has another <podcast:guid>", 'If it is the same show, correct that, or run "register --take GUID".'],
  "no identity": [
    'has neither an <atom:link rel="self"> nor a <podcast:guid>',
    "If it is the same feed, give it those, or name it by its URL.",
  ],
};

/**
 * Refuses an episode that other feeds own.
 *
 * @param feeds what is noted of them
 * @param name that of the feed
 * @param otherwise what to do if it is another show's
 */
export function refuseRival(
  { feeds, mismatch }: { readonly feeds: ReadonlySet<string>; readonly mismatch: Mismatch },
  name: string,
  otherwise: string,
): Refusal {
  const [problem, wayOut] = MISMATCHES[mismatch];
  const detail = `Another feed has registered it (${describeNoted(feeds)}), and ${name} ${problem}. ${wayOut} ${otherwise}`;
  return { kind: "of another feed", detail };
}

/** Describes what is noted of feeds, without what may be secret. An address with a query, or without its end, has dots. */
export function describeNoted(feeds: ReadonlySet<string>): string {
  return [...feeds]
    .map((feed) => `${describeAddress(String(feed))}${String(feed).includes(DIGEST) ? "…" : ""}`)
    .sort()
    .join(", ");
}

/** Refuses to hand out or delete a chart that nobody owns. */
export const UNOWNED: Refusal = {
  kind: "without an owner",
  detail: 'It has a chart and no owner. If it is this show\'s, run "register --adopt" with its feed. Or name its GUID.',
};

/** Says how many episodes have charts and no owner. @param howToAdopt a command, or what to do */
export function formatUnowned(episodes: number, howToAdopt: string): string {
  const noun = episodes === 1 ? "1 episode has a chart" : `${episodes.toLocaleString("en")} episodes have charts`;
  return `${noun} and no owner: no duration of such is changed. If they are this show's: ${howToAdopt}`;
}
