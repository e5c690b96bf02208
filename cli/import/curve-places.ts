import { isOwnSource } from "../../lib/source.ts";
import { DigestTable } from "../bulk/digest-table.ts";
import { RecordError } from "../bulk/refusals.ts";
import type { Episodes } from "../feed/episodes.ts";
import { describeGuid, formatPlace, type Place, Places } from "./input/places.ts";

/**
 * Where an import has each curve: the own one of an episode, or that of a platform. All places are known before the first
 * curve is written, so one that is in two places is never written from one of them.
 */
export class CurvePlaces {
  readonly #feed: Episodes | undefined;
  readonly #places = new Places();
  /** By GUID and source: the first two places, each as two numbers. */
  readonly #firstTwo = new DigestTable();

  constructor(feed: Episodes | undefined) {
    this.#feed = feed;
  }

  add(guid: string, source: string, place: Place): void {
    const numbers = this.#find(guid, source);
    if (numbers[2] === 0) numbers.set(this.#places.encode(place), numbers[0] === 0 ? 0 : 2);
  }

  /** @throws RecordError if the curve has another place than this one, or if the episode is in two feeds */
  requireOnly(guid: string, source: string, place: Place): void {
    const rivals = this.#feed?.describeRivals(guid);
    if (rivals !== undefined) throw new RecordError("in two feeds", rivals);
    const numbers = this.#find(guid, source);
    if (numbers[2] === 0) return;
    const [file, line] = this.#places.encode(place);
    const isFirst = numbers[0] === file && numbers[1] === line;
    const rival = this.#places.decode(isFirst ? numbers.subarray(2) : numbers);
    const curve = isOwnSource(source) ? "" : ` from ${source}`;
    const problem = `${formatPlace(rival)} has ${describeGuid(guid)}${curve} too.`;
    throw new RecordError("found twice", `${problem} Import only one of them.`);
  }

  /** An own chart, sessions and what the collector counted are one curve. */
  #find(guid: string, source: string) {
    return this.#firstTwo.at(JSON.stringify([isOwnSource(source) ? "own" : source, guid]));
  }
}
