import { DigestTable } from "#digest-table";
import { describe } from "../../lib/describe.ts";
import { isOwnSource } from "../../lib/source.ts";
import { RecordError } from "../base/refusals.ts";
import type { Episodes } from "../feed/episodes.ts";

/** Where a chart, a curve or a session is. */
export interface Place {
  readonly file: string;
  /** From 1; undefined if lines do not apply. */
  readonly line?: number | undefined;
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
 * curve is written, so one that is in two places is never written from one of them. Only of those that say when they were current,
 * the latest counts.
 */
export class CurvePlaces {
  readonly #feed: Episodes | undefined;
  readonly #places = new Places();
  /** When curves were current, by their GUIDs and sources and the numbers of their files. */
  readonly #currentAt = new Map<string, number>();
  /** By GUID and source: the first two places, each as two numbers. */
  readonly #firstTwo = new DigestTable();

  constructor(feed: Episodes | undefined) {
    this.#feed = feed;
  }

  /** @param currentAt when the curve was current, or else its file was saved, in milliseconds since 1970; undefined if nobody knows */
  add(guid: string, source: string, place: Place, currentAt?: number): void {
    const key = identify(guid, source);
    const numbers = this.#firstTwo.at(key);
    const encoded = this.#places.encode(place);
    if (currentAt !== undefined) this.#currentAt.set(`${encoded[0]} ${key}`, currentAt);
    const [first = 0, , second = 0] = numbers;
    const compareTo = (file: number) => this.#compare(`${encoded[0]} ${key}`, `${file} ${key}`);
    const later = compareTo(first);
    if (later > 0) {
      numbers.set(encoded);
      if (compareTo(second) > 0) numbers.fill(0, 2);
    } else if (later === 0 && second === 0) numbers.set(encoded, first === 0 ? 0 : 2);
  }

  /** Checks whether only a later one stands in the place of a curve. */
  isSuperseded(guid: string, source: string, place: Place): boolean {
    const [first, firstLine, second] = this.#firstTwo.at(identify(guid, source));
    const [file, line] = this.#places.encode(place);
    return second === 0 && (first !== file || firstLine !== line);
  }

  /** @throws RecordError if the curve has another place than this one, or if the episode is in two feeds */
  requireOnly(guid: string, source: string, place: Place): void {
    const rivals = this.#feed?.describeRivals(guid);
    if (rivals !== undefined) throw new RecordError("in two feeds", rivals);
    const numbers = this.#firstTwo.at(identify(guid, source));
    if (numbers[2] === 0) return;
    const [file, line] = this.#places.encode(place);
    const isFirst = numbers[0] === file && numbers[1] === line;
    const rival = this.#places.decode(isFirst ? numbers.subarray(2) : numbers);
    const curve = isOwnSource(source) ? "" : ` from ${source}`;
    const problem = `${formatPlace(rival)} has ${describeGuid(guid)}${curve} too.`;
    throw new RecordError("found twice", `${problem} Import only one of them.`);
  }

  /** Returns by how much one curve is later than another; 0 if that is not known, or if they are one. */
  #compare(one: string, other: string): number {
    const [currentAt, otherCurrentAt] = [this.#currentAt.get(one), this.#currentAt.get(other)];
    return currentAt === undefined || otherCurrentAt === undefined ? 0 : currentAt - otherCurrentAt;
  }
}

/** An own chart, sessions and what the collector counted are one curve. */
function identify(guid: string, source: string): string {
  return JSON.stringify([isOwnSource(source) ? "own" : source, guid]);
}
