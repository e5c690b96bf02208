import { describe } from "../../../lib/describe.ts";
import type { MalformedPart } from "../../../lib/episode/counts.ts";
import type { Mismatch } from "../../../lib/episode/owner.ts";
import type { Code } from "./codes.ts";

/** What words need besides what is wrong, by the code. Others need nothing. */
interface Parameters {
  "har-summary": { readonly others: number };
  "unknown-object": { readonly formats: readonly string[] };
  "no-positions": { readonly names: readonly string[] };
  "no-values": { readonly names: readonly string[] };
  "not-a-transcript": { readonly formats: string };
  "no-cues": { readonly formats: string };
  "no-guid": { readonly mapLine: string };
  "line-to-complete": { readonly mapLine: string };
  "unused-keys": { readonly keys: number; readonly key: string };
  "over-limit": { readonly step: number };
  "other-duration": { readonly known: number; readonly isOfFeed: boolean };
  "wide-gaps": { readonly gap: number };
  /** GUIDs of episodes whose duration nobody knows. */
  "no-duration": { readonly lacksDuration: string };
  "no-duration-in-feed": { readonly lacksDuration: string };
  "not-in-feed": { readonly lacksDuration: string };
  "bad-duration": { readonly lacksDuration: string };
  "collected-listens": { readonly isOfExport: boolean };
  "of-another-feed": { readonly mismatch: Mismatch; readonly name: string; readonly door: FeedDoor };
  "unowned-duration": { readonly showName: string | undefined };
  "malformed-item": { readonly part: MalformedPart };
  "not-corrected": { readonly part: MalformedPart | undefined };
}

/** What a command does with feeds: it selects or tells of episodes, imports or registers them. */
export type FeedDoor = "select" | "tell" | "import" | "register";

/** Which curve something is of: its path in the document, its keys and its episode, as far as they are known. */
export interface CurvePlace {
  /** Such as `retentionByEpisode[3]`. */
  readonly path?: string | undefined;
  /** The platform's ids of the episode. */
  readonly keys?: readonly string[] | undefined;
  readonly title?: string | undefined;
  readonly guid?: string | undefined;
}

/** The words of what is wrong. A GUID in them is that of an episode, which each door names in its own way. */
type Problem = string | readonly (string | { readonly guid: string })[];

interface FactText {
  readonly problem: Problem;
  /** Line where it is, from 1; undefined if lines do not apply. */
  readonly line?: number | undefined;
  readonly of?: CurvePlace | undefined;
}

/** What is wrong, or worth to know, and no way out: that is each door's own. */
export type Fact<C extends Code = Code> = C extends keyof Parameters
  ? FactText & Parameters[C] & { readonly code: C }
  : FactText & { readonly code: C };

export type FactArguments<C extends Code> = C extends keyof Parameters
  ? [code: C, problem: Problem, parameters: Parameters[C] & Pick<FactText, "line">]
  : [code: C, problem: Problem, place?: Pick<FactText, "line">];

export function createFact<C extends Code>(...[code, problem, parameters]: FactArguments<C>): Fact<C> {
  return { code, problem, ...parameters } as Fact<C>;
}

/** What a door says of each code: what to do about it, or a function that composes all of the text. */
export type WaysOut<Codes extends Code = Code> = {
  readonly [C in Codes]: string | ((fact: Fact<C> & { readonly problem: string }) => string);
};

/**
 * Says a fact in the words of a door, which may have none for what it never meets, and first which curve it is of: `retentionByEpisode[3], "On tides": …`.
 *
 * @param nameEpisode names an episode by its GUID
 */
export function sayFact(fact: Fact, waysOut: Partial<WaysOut>, nameEpisode = describeGuid): string {
  const problem = sayProblem(fact.problem, nameEpisode);
  const wayOut = waysOut[fact.code];
  // Each function takes the facts of its own code.
  const text =
    typeof wayOut === "function"
      ? (wayOut as (fact: Fact) => string)({ ...fact, problem })
      : joinTexts(" ", problem, wayOut);
  const { path, title, guid } = fact.of ?? {};
  const name = title === undefined ? guid && nameEpisode(guid) : describe(title, MAX_NAME);
  return joinTexts(": ", joinTexts(", ", path, name), text);
}

/** Says only what is wrong. */
export function sayProblem(problem: Problem, nameEpisode = describeGuid): string {
  const parts = typeof problem === "string" ? [problem] : problem;
  return parts.map((part) => (typeof part === "string" ? part : nameEpisode(part.guid))).join("");
}

function joinTexts(separator: string, ...texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join(separator);
}

/** Characters that a message shows of a title or a GUID, which may have 2,048 bytes. */
const MAX_NAME = 200;

/** Formats a GUID for a message. */
export function describeGuid(guid: string): string {
  return describe(guid, MAX_NAME);
}
