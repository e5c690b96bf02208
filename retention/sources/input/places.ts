import { DigestTable } from "#digest-table";
import { describe } from "../../../lib/describe.ts";
import { isOwnSource } from "../../../lib/source.ts";
import { RecordError } from "../base/refusals.ts";
import type { Episodes } from "../feed/episodes.ts";

/** Where a chart, a curve or a session is. */
export interface Place {
  readonly file: string;
  /** From 1; undefined if lines do not apply. */
  readonly line?: number | undefined;
}

/** How a browser recorded a curve in a HAR file, a program saved it, or an app says that it was. */
export interface Recording {
  /** When the browser sent the request, or the curve was current, in milliseconds since 1970; 0 if that is unknown, or in the future. */
  readonly at: number;
  /** The names of what it asked for besides the episode: what may make the answer one of some listeners only. */
  readonly parameters: readonly string[];
}

/** Compares two recordings of a curve. Above 0 if the first one counts: it asked for less, or else was later. */
export function compareRecordings(one: Recording, other: Recording): number {
  return other.parameters.length - one.parameters.length || one.at - other.at;
}

/** A time of ISO 8601, whose zone may be missing. */
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?<zone>Z|[+-]\d\d:?\d\d)?$/;

/** How far ahead a time without its zone may be, in milliseconds. */
const MAX_AHEAD = 86_400_000;

/**
 * Reads when an answer was saved, in UTC unless it says a zone. Returns undefined if it is no time, or one in the future, of a
 * clock that was wrong.
 */
export function tryParseSaved(text: unknown): Recording | undefined {
  const found = TIME.exec(typeof text === "string" ? text : "");
  const at = Date.parse(`${found?.[0].replace(" ", "T")}${found?.groups?.zone ? "" : "Z"}`);
  return at > 0 && at <= Date.now() + MAX_AHEAD ? { at, parameters: [] } : undefined;
}

const MAX_GUID = 200;

/** Formats a GUID for a message. They may have 2,048 bytes. */
export function describeGuid(guid: string): string {
  return describe(guid, MAX_GUID);
}

/** Formats a place as messages begin: `charts.jsonl:7`. */
export function formatPlace({ file, line }: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** Turns places into two numbers each, because there may be millions. */
export class Places {
  readonly #files: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** @returns the file's number, from 1, and the line; 0 if lines do not apply */
  encode({ file, line = 0 }: Place): [file: number, line: number] {
    const number = this.#numbers.get(file) ?? this.#files.push(file);
    this.#numbers.set(file, number);
    return [number, line];
  }

  /** @param numbers as `encode` returned them */
  decode([file = 0, line = 0]: Iterable<number> & ArrayLike<number>): Place {
    return { file: this.#files[file - 1] ?? "", line: line || undefined };
  }
}

/**
 * Where an import has each curve: the own one of an episode, or that of a platform. All places are known before the first
 * curve is written, so one that is in two places is never written from one of them. Only among recorded ones, the fullest and
 * latest counts.
 */
export class CurvePlaces {
  readonly #feed: Episodes | undefined;
  readonly #places = new Places();
  /** By GUID, source and number of the file. */
  readonly #recordings = new Map<string, Recording>();
  /** By GUID and source: the first two places, each as two numbers. */
  readonly #firstTwo = new DigestTable();

  constructor(feed: Episodes | undefined) {
    this.#feed = feed;
  }

  /** @param recording how the curve was recorded, if that is known */
  add(guid: string, source: string, place: Place, recording?: Recording): void {
    const numbers = this.#find(guid, source);
    const encoded = this.#places.encode(place);
    const name = (file: number) => JSON.stringify([file, nameCurve(guid, source)]);
    const compare = (file: number) => this.#compareRecorded(name(encoded[0]), name(file));
    const [first = 0, , second = 0] = numbers;
    if (recording) this.#recordings.set(name(encoded[0]), recording);
    const order = compare(first);
    if (order > 0) {
      numbers.set(encoded);
      if (compare(second) > 0) numbers.fill(0, 2);
    } else if (order === 0 && second === 0) numbers.set(encoded, first === 0 ? 0 : 2);
  }

  /** Checks whether only a recording that counts in its place stands in the place of a curve. */
  isSuperseded(guid: string, source: string, place: Place): boolean {
    const [first, firstLine, second] = this.#find(guid, source);
    const [file, line] = this.#places.encode(place);
    return second === 0 && (first !== file || firstLine !== line);
  }

  /** @throws RecordError if the curve has another place than this one, or if the GUID is that of several episodes */
  requireOnly(guid: string, source: string, place: Place): void {
    const fault = this.#feed?.findFault(guid);
    if (fault) throw new RecordError(fault.kind, fault.detail);
    const numbers = this.#find(guid, source);
    if (numbers[2] === 0) return;
    const [file, line] = this.#places.encode(place);
    const isFirst = numbers[0] === file && numbers[1] === line;
    const rival = this.#places.decode(isFirst ? numbers.subarray(2) : numbers);
    const curve = isOwnSource(source) ? "" : ` from ${source}`;
    const problem = `${formatPlace(rival)} has ${describeGuid(guid)}${curve} too.`;
    throw new RecordError("found twice", `${problem} Import only one of them.`);
  }

  /** Compares as {@link compareRecordings}. Returns 0 if nobody knows which counts, or if they are one. */
  #compareRecorded(one: string, other: string): number {
    const [recording, otherRecording] = [this.#recordings.get(one), this.#recordings.get(other)];
    if (!recording || !otherRecording) return 0;
    const isOfOnePart = recording.parameters.length === otherRecording.parameters.length;
    const isDated = recording.at > 0 && otherRecording.at > 0;
    if (isOfOnePart && !isDated) return 0;
    // A browser may have saved the same answer in both files: the first one counts.
    return compareRecordings(recording, otherRecording) || (one === other ? 0 : -1);
  }

  #find(guid: string, source: string) {
    return this.#firstTwo.at(nameCurve(guid, source));
  }
}

/** An own chart, sessions and what the collector counted are one curve. */
function nameCurve(guid: string, source: string): string {
  return JSON.stringify([isOwnSource(source) ? "own" : source, guid]);
}
