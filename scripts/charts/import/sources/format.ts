import type { Curve } from "./curve.ts";
import type { Refuse } from "./refuse.ts";

/**
 * A format of retention curves: one kind of JSON object, or of text.
 *
 * @example
 * const mux: Format<JsonObject> = {
 *   name: "mux",
 *   recognize: (document) => "heatmap" in document,
 *   parse: ({ heatmap }) => [{ positions: "percent", values: "counts", points: parseHeatmap(heatmap) }],
 * };
 */
export interface Format<Document> {
  /** The value of `--format`. Several formats may share one. */
  readonly name: string;
  /** Answers whether a document has this format, by its content and never by the name of its file. */
  recognize(document: Document): boolean;
  /**
   * Parses the curves in a document that was recognized.
   *
   * @param refuse takes parts that are bad while others are good
   * @throws RecordError if nothing in the document can be used
   */
  parse(document: Document, refuse: Refuse): readonly Curve[];
}
