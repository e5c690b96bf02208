import { describe } from "../../lib/describe.ts";
import { DigestTable } from "../feed/digest-table.ts";
import type { Episodes } from "../feed/episodes.ts";
import { formatPlace, type Place, Places } from "./input/places.ts";
import { RecordError } from "./input/refusals.ts";

const MAX_GUID = 200;

/**
 * The sources of each episode in an import: charts, platforms' curves, sessions. All of them are known before the first
 * chart is written, so an episode that has two is never written from one of them.
 */
export class Sources {
  readonly #feed: Episodes | undefined;
  readonly #places = new Places();
  /** By GUID: the first two places, each as two numbers. */
  readonly #firstTwo = new DigestTable();

  constructor(feed: Episodes | undefined) {
    this.#feed = feed;
  }

  add(guid: string, place: Place): void {
    const numbers = this.#firstTwo.at(guid);
    if (numbers[2] === 0) numbers.set(this.#places.encode(place), numbers[0] === 0 ? 0 : 2);
  }

  /** @throws RecordError if the episode has another source than the one at a place, or is in two feeds */
  requireOnly(guid: string, place: Place): void {
    const rivals = this.#feed?.describeRivals(guid);
    if (rivals !== undefined) throw new RecordError("in two feeds", rivals);
    const numbers = this.#firstTwo.at(guid);
    if (numbers[2] === 0) return;
    const [file, line] = this.#places.encode(place);
    const isFirst = numbers[0] === file && numbers[1] === line;
    const rival = this.#places.decode(isFirst ? numbers.subarray(2) : numbers);
    const problem = `${formatPlace(rival)} has ${describe(guid, MAX_GUID)} too.`;
    throw new RecordError("with two sources", `${problem} Import only one of them.`);
  }
}
