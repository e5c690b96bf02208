import { rollup } from "d3-array";
import { formatCount } from "../../../lib/count.ts";
import { isObject, tryParseJson } from "../../../lib/json.ts";
import { createFact, type Fact } from "../base/facts.ts";
import { type Recording, tryParseSaved } from "../curve/recording.ts";
import { dig, isBlank } from "../formats/fields.ts";
import type { AnsweredRequest } from "../formats/format.ts";
import { AUDIENCE, ORGANIC, readFilters } from "../formats/youtube.ts";

/** Names of parameters that make no answer one of some listeners only: of the episode, of credentials and of the interface. */
const OF_ALL = [
  /^_?$|^(?:.*(?:episode|show|podcast|video|adam)_?)?(?:id|ids|guid|uuid|uri)$|^(?:episode|show|podcast|video)$/i,
  /token|key|auth|nonce|sign|session|csrf/i,
  /^(?:operationName|query|variables|extensions|dimensions|metrics|filters|alt|format|page|limit)$/,
];

/** The words of parameters that are shown. Others may be anything, even a secret. */
const WORD =
  /^(?:age|app|audience|begin|by|city|client|country|countries|date|day|device|end|filter|follower|from|gender|group|interval|language|listener|locale|market|month|new|os|period|platform|range|region|returning|segment|since|source|start|subscriber|time|timezone|to|type|until|week|window|year)s?$/i;

const AND = new Intl.ListFormat("en");

/** Tells how a request was recorded. @param startedAt as HAR's `startedDateTime` */
export function readRecording(startedAt: string, request: AnsweredRequest): Recording {
  return { at: tryParseSaved(startedAt)?.at ?? 0, parameters: listParameters(request) };
}

/** Lists the names of what a request asked for, by its query, its body in JSON or variables of GraphQL. */
function listParameters({ url, body }: AnsweredRequest): string[] {
  const asked = Object.fromEntries(url.searchParams);
  const posted = tryParseJson(body ?? "");
  const all = [asked, posted, tryParseJson(asked.variables ?? ""), dig(posted, "variables")];
  const named = all.filter(isObject).flatMap((values) => Object.keys(values).filter((name) => !isBlank(values[name])));
  // The chart says that its views are organic, as are those that YouTube Studio shows.
  const filtered = [...readFilters(url)].flatMap(([name, value]) =>
    name === AUDIENCE && value === ORGANIC ? [] : name,
  );
  return [...new Set([...named, ...filtered])].filter((name) => !OF_ALL.some((pattern) => pattern.test(name))).sort();
}

/** Says which curves may be of some listeners only: the parameters by which the browser asked for them, never the values. */
export function describeParts(recordings: readonly Recording[]): Fact[] {
  const counts = rollup(
    recordings.filter(({ parameters }) => parameters.length > 0),
    ({ length }) => formatCount(length, "curve"),
    ({ parameters }) => nameParameters(parameters),
  );
  return [...counts].map(([names, curves]) =>
    createFact("har-parts", `The browser asked for ${curves} with ${names}. They may be of some listeners only.`),
  );
}

function nameParameters(parameters: readonly string[]): string {
  const known = parameters.filter((name) => name.split(/[_.-]|(?<=[a-z])(?=[A-Z])/).every((word) => WORD.test(word)));
  const more = parameters.length - known.length;
  const rest = more > 0 ? formatCount(more, `${known.length > 0 ? "more" : "unknown"} parameter`) : [];
  return AND.format([known, rest].flat());
}
