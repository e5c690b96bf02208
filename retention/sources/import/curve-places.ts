import { createNumberTable } from "#number-table";
import { isOwnSource } from "../../../lib/source.ts";
import { RecordError } from "../base/refusals.ts";
import { compareRecordings, type Recording } from "../curve/recording.ts";
import type { Episodes } from "../feed/feed-episodes.ts";
import { formatPlace, type Place, type PlaceNumbers, Places } from "../input/places.ts";

const NOWHERE: PlaceNumbers = { file: 0, line: 0 };

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
  /** By curve: the numbers of {@link TwoPlaces}. */
  readonly #numbers = createNumberTable();

  constructor(feed: Episodes | undefined) {
    this.#feed = feed;
  }

  /** @param recording how the curve was recorded, if that is known */
  add(guid: string, source: string, place: Place, recording?: Recording): void {
    const curve = identifyCurve(guid, source);
    const known = this.#find(curve);
    const { first, second } = known;
    const added = this.#places.encode(place);
    if (recording) this.#recordings.set(nameRecorded(curve, added), recording);
    const order = this.#compare(curve, added, first);
    if (order > 0) {
      known.first = added;
      if (this.#compare(curve, added, second) > 0) known.second = NOWHERE;
    } else if (order === 0) {
      if (isNowhere(first)) known.first = added;
      else if (isNowhere(second)) known.second = added;
    }
  }

  /** Checks whether a recording in another place counts instead of the curve in this one. */
  isSuperseded(guid: string, source: string, place: Place): boolean {
    const { first, second } = this.#find(identifyCurve(guid, source));
    return isNowhere(second) && !areEqual(first, this.#places.encode(place));
  }

  /**
   * @param place one that is not superseded
   * @throws RecordError if the curve is in two places, of which none counts, or if the GUID is that of several episodes
   */
  requireOnly(guid: string, source: string, place: Place): void {
    const fault = this.#feed?.findFault(guid);
    if (fault) throw new RecordError(fault.code, fault.problem);
    const { first, second } = this.#find(identifyCurve(guid, source));
    if (isNowhere(second)) return;
    const rival = this.#places.decode(areEqual(first, this.#places.encode(place)) ? second : first);
    const curve = isOwnSource(source) ? "" : ` from ${source}`;
    throw new RecordError("found-twice", [`${formatPlace(rival)} has `, { guid }, `${curve} too.`]);
  }

  #find(curve: string): TwoPlaces {
    return new TwoPlaces(this.#numbers.at(curve));
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

/**
 * The first two places of a curve, as a table keeps them: two are enough to refuse it. Good until the next curve is found. What is
 * read is a copy.
 */
class TwoPlaces {
  readonly #numbers: Uint32Array;

  /** @param numbers file and line of the first place, then of the second */
  constructor(numbers: Uint32Array) {
    this.#numbers = numbers;
  }

  get first(): PlaceNumbers {
    const [file = 0, line = 0] = this.#numbers;
    return { file, line };
  }

  set first({ file, line }: PlaceNumbers) {
    this.#numbers.set([file, line], 0);
  }

  get second(): PlaceNumbers {
    const [, , file = 0, line = 0] = this.#numbers;
    return { file, line };
  }

  set second({ file, line }: PlaceNumbers) {
    this.#numbers.set([file, line], 2);
  }
}

function isNowhere({ file }: PlaceNumbers): boolean {
  return file === 0;
}

function areEqual(one: PlaceNumbers, other: PlaceNumbers): boolean {
  return one.file === other.file && one.line === other.line;
}

/** An own chart, sessions and what the collector counted are one curve. */
function identifyCurve(guid: string, source: string): string {
  return JSON.stringify([isOwnSource(source) ? "own" : source, guid]);
}

function nameRecorded(curve: string, { file }: PlaceNumbers): string {
  return JSON.stringify([file, curve]);
}
