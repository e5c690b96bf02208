import { createNumberTable } from "#number-table";
import { isOwnSource } from "../../../lib/source.ts";
import { RecordError } from "../base/refusals.ts";
import { compareRecordings, type Recording } from "../curve/recording.ts";
import type { Episodes } from "../feed/feed-episodes.ts";
import { formatPlace, type Place, type PlaceNumbers, Places } from "../input/places.ts";

/**
 * Where an import has each curve: the own one of an episode, or that of a platform. All places are known before the first
 * curve is written, so one that is in two places is never written from one of them. If both are recordings, one counts: the
 * fuller one, else the later one, even if its curve is refused for something else.
 */
export class CurvePlaces {
  readonly #feed: Episodes | undefined;
  readonly #places = new Places();
  /** By {@link nameRecorded}: of each curve, the last one in a file. */
  readonly #recordings = new Map<string, Recording>();
  /** By curve: file and line of its first place, then of the second. */
  readonly #numbers = createNumberTable();

  constructor(feed: Episodes | undefined) {
    this.#feed = feed;
  }

  /** @param recording how the curve was recorded, if that is known */
  add(guid: string, source: string, place: Place, recording?: Recording): void {
    const curve = identifyCurve(guid, source);
    const known = this.#find(curve);
    const added = this.#places.encode(place);
    if (recording) this.#recordings.set(nameRecorded(curve, added), recording);
    const orders = known.map((each) => this.#compare(curve, added, each));
    if (orders.some((order) => order < 0)) return;
    const kept = [...known.filter((_, index) => orders[index] === 0), added].slice(0, 2);
    const numbers = kept.flatMap(({ file, line }) => [file, line]);
    this.#numbers.at(curve).fill(0).set(numbers);
  }

  /** Checks whether a recording in another place counts instead of the curve in this one. */
  isSuperseded(guid: string, source: string, place: Place): boolean {
    const [first, second] = this.#find(identifyCurve(guid, source));
    return second === undefined && !this.#isAt(place, first);
  }

  /**
   * @param place one that is not superseded
   * @throws RecordError if the curve is in two places, of which none counts, or if the GUID is that of several episodes
   */
  requireOnly(guid: string, source: string, place: Place): void {
    const fault = this.#feed?.findFault(guid);
    if (fault) throw new RecordError(fault.code, fault.problem);
    const [first, second] = this.#find(identifyCurve(guid, source));
    if (!first || !second) return;
    const rival = this.#places.decode(this.#isAt(place, first) ? second : first);
    const curve = isOwnSource(source) ? "" : ` from ${source}`;
    throw new RecordError("found-twice", [`${formatPlace(rival)} has `, { guid }, `${curve} too.`]);
  }

  /** Finds the first two places of a curve: two are enough to refuse it. */
  #find(curve: string): PlaceNumbers[] {
    const [file = 0, line = 0, secondFile = 0, secondLine = 0] = this.#numbers.at(curve);
    return [
      { file, line },
      { file: secondFile, line: secondLine },
    ].filter((place) => place.file > 0);
  }

  #isAt(place: Place, numbers: PlaceNumbers | undefined): boolean {
    const { file, line } = this.#places.encode(place);
    return file === numbers?.file && line === numbers.line;
  }

  /** Compares as {@link compareRecordings}. Returns 0 for places in one file, or that recordings do not order: both are refused. */
  #compare(curve: string, one: PlaceNumbers, other: PlaceNumbers): number {
    if (one.file === other.file) return 0;
    const recording = this.#recordings.get(nameRecorded(curve, one));
    const otherRecording = this.#recordings.get(nameRecorded(curve, other));
    if (!recording || !otherRecording) return 0;
    const isOfOnePart = recording.parameters.length === otherRecording.parameters.length;
    const isDated = recording.at > 0 && otherRecording.at > 0;
    if (isOfOnePart && !isDated) return 0;
    // A browser may have saved the same answer in both files: the first one counts.
    return compareRecordings(recording, otherRecording) || -1;
  }
}

/** An own chart, sessions and what the collector counted are one curve. */
export function identifyCurve(guid: string, source: string): string {
  return JSON.stringify([isOwnSource(source) ? "own" : source, guid]);
}

function nameRecorded(curve: string, { file }: PlaceNumbers): string {
  return JSON.stringify([file, curve]);
}
