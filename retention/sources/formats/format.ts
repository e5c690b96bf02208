import type { JsonObject } from "../../../lib/json.ts";
import type { Refuse } from "../base/refusals.ts";
import type { Curve } from "../curve/platform-curve.ts";
import type { SourceName } from "../curve/source-facts.ts";

/** The request of a browser to which a document was the answer. */
export interface AnsweredRequest {
  readonly url: URL;
  readonly body: string | undefined;
}

/** What an answer without a curve says of an episode. */
export interface EpisodeDetails extends Pick<Curve, "title" | "duration" | "listeners"> {
  /** All ids that the platform has for it. */
  readonly keys: readonly string[];
}

/**
 * A format of retention curves: one kind of JSON object, or of text.
 *
 * @example
 * import type { JsonObject } from "./lib/json.ts";
 * import { computePoints } from "./retention/sources/curve/chart-points.ts";
 * import { parsePoints } from "./retention/sources/formats/fields.ts";
 * import type { Format } from "./retention/sources/formats/format.ts";
 *
 * // {"heatmap": [80, 60, 20]}: the viewers of each minute.
 * const heatmap: Format<JsonObject> = {
 *   name: "heatmap",
 *   source: "csv",
 *   members: ["heatmap"],
 *   recognize: (document) => "heatmap" in document,
 *   parse: (document) => {
 *     const bins = parsePoints(document.heatmap, "heatmap", (count, _, minute) => [60 * minute, count]);
 *     return [{ positions: "seconds", values: "counts", ...bins }];
 *   },
 * };
 *
 * const document = { heatmap: [80, 60, 20] };
 * const duration = 150;
 * console.log(heatmap.recognize(document)); // true
 *
 * const curves = heatmap.parse(document, ({ detail }) => console.error(detail));
 * const points = curves.flatMap((curve) => computePoints(curve, duration));
 * console.log(points.map(({ time }) => time)); // [ 0, 60, 120 ]
 * console.log(points.map(({ percentage }) => percentage)); // [ 100, 75, 25 ]
 */
export interface Format<Document> {
  /** Value of `--format`. Several formats may share one. */
  readonly name: string;
  /** Where its curves are from: an entry of SOURCE_FACTS, which several formats may share. */
  readonly source: SourceName;
  /** Names of members, one of which a JSON document of this format has at its top. A large one without is not parsed. */
  readonly members?: readonly string[];
  /** A name that it has somewhere. */
  readonly text?: string;
  /** What the platform's ids of episodes look like, if titles can be found by them in other answers of its dashboard. */
  readonly id?: RegExp;
  /**
   * Finds the ids of the episode in a request to which documents of this format are the answer: they may not name it.
   *
   * @returns an empty array if the request names none, undefined if it gets other answers
   */
  readonly findKeys?: (request: AnsweredRequest) => readonly string[] | undefined;
  /** Finds which of an episode's audiences a request asks for, such as `organic`; undefined for all. */
  readonly findAudience?: (request: AnsweredRequest) => string | undefined;
  /** Reads what the answer to another request says of an episode whose curve the platform has; undefined if it is to any other. */
  readonly findDetails?: (request: AnsweredRequest, document: JsonObject) => EpisodeDetails | undefined;
  /** Checks whether a document has this format, by its content and never by the name of its file. */
  recognize(document: Document): boolean;
  /**
   * Parses the curves in a recognized document.
   *
   * @param refuse called for each bad part of a document whose other parts are good
   * @throws RecordError if nothing in the document can be used
   */
  parse(document: Document, refuse: Refuse): readonly Curve[];
}
