import { formatCount } from "../../../lib/count.ts";
import { isKey } from "../../../lib/item.ts";
import { createFact, type Fact } from "../base/facts.ts";
import type { Refusal } from "../base/refusals.ts";
import type { Curve } from "../curve/platform-curve.ts";
import { type ParsedDocument, tryParseDocument } from "../formats/document.ts";
import { JSON_FORMATS } from "../formats/formats.ts";
import { readBatches, takeRecords } from "../input/batches.ts";
import { DashboardAnswers } from "./dashboard-answers.ts";
import { type Exchange, tryParseExchange } from "./exchange.ts";
import { HarCurves, type KeyedEpisode } from "./har-curves.ts";
import { HarScanner } from "./har-scanner.ts";
import { describeParts, readRecording } from "./request-parameters.ts";

/** An answer of a known format whose curve, or one of whose curves, was refused. */
interface RefusedAnswer extends KeyedEpisode {
  readonly hasData: boolean;
  readonly title: string | undefined;
  /** The request's host and path. */
  readonly place: string;
  /** The member of the answer that has its curves. */
  readonly member: string | undefined;
}

/** Where refused answers are from, as far as messages and counts are concerned. */
const HAR = "har";

const NOTHING = "None of its answers has a curve.";
const ASSUMPTION = "The first column of a table was taken for the position, the second for the audience retention.";
const WITHOUT_CONTENT = "The browser did not save all contents.";
const UNKNOWN =
  "The platform may have changed its answers, or refused some, or the program that saved them left them encoded.";

/**
 * A HAR file: what a browser loaded while its Network panel was open. Each answer is read as a file of its own would be. The file
 * may have cookies and tokens, so nothing is kept or said but answers of known formats, and titles of episodes.
 */
export class HarFile {
  readonly #format: string | undefined;
  readonly #curves = new HarCurves();
  readonly #answers = new DashboardAnswers();
  #refused: RefusedAnswer[] = [];
  /** Answers that the browser did not save, and answers to requests for curves whose format is not known. */
  #withoutContent: KeyedEpisode[] = [];
  #unknown: KeyedEpisode[] = [];
  #others = 0;
  /** Of its first request, which names the site. */
  #host: string | undefined;

  constructor(format: string | undefined) {
    this.#format = format;
  }

  /** @throws InputError if it is cut off or damaged */
  async read(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const countOther = () => this.#others++;
    for await (const batch of readBatches(chunks, new HarScanner(), countOther)) {
      const exchanges: (Exchange | undefined)[] = [];
      takeRecords(batch, (record) => exchanges.push(tryParseExchange(record)));
      for (const exchange of exchanges) await this.#add(exchange);
    }
    this.#refused = this.#curves.findMissing(this.#refused);
    this.#withoutContent = this.#curves.findMissing(this.#withoutContent);
    this.#unknown = this.#curves.findMissing(this.#unknown);
  }

  /** Reads its curves one by one, and what was refused. The first document says what was found. */
  async *readDocuments(): AsyncGenerator<ParsedDocument> {
    let said = this.#listFound();
    const refusals: Refusal[] = this.#refused.map((answer) => this.#describe(answer));
    const { length } = this.#curves.recordings;
    const isPart = length + refusals.length > 1;
    for await (const { source, curve } of this.#curves.read()) {
      yield { source, curves: [this.#name(curve, source)], refusals: [], isPart, said };
      said = [];
    }
    const site = this.#host === undefined ? "" : ` It was recorded on ${this.#host}.`;
    if (refusals.length === 0 && length === 0) refusals.push(createFact("no-answers", `${NOTHING}${site}`));
    if (refusals.length > 0) yield { source: HAR, curves: [], refusals, isPart, said };
  }

  /** Lists what was in it, such as `48 curves, 2 answers without content`, and other answers, and what is wrong with it. */
  #listFound(): Fact[] {
    const withoutData = this.#refused.filter(({ hasData }) => !hasData).length;
    const [refused, withoutContent] = [this.#refused.length - withoutData, this.#withoutContent.length];
    const [{ recordings, replaced }, unknown] = [this.#curves, this.#unknown.length];
    const parts = [
      formatCount(recordings.length, "curve"),
      replaced > 0 ? `${formatCount(replaced, "answer")} replaced by fuller or later ones` : [],
      withoutData > 0 ? `${formatCount(withoutData, "episode")} without data` : [],
      refused > 0 ? `${formatCount(refused, "answer")} refused` : [],
      withoutContent > 0 ? `${formatCount(withoutContent, "answer")} without content` : [],
      unknown > 0 ? `${formatCount(unknown, "answer")} of an unknown format` : [],
    ];
    return [
      createFact("har-summary", parts.flat().join(", "), { others: this.#others }),
      ...(withoutContent > 0 ? [createFact("har-without-content", WITHOUT_CONTENT)] : []),
      ...(unknown > 0 ? [createFact("har-unknown", UNKNOWN)] : []),
      ...describeParts(recordings),
    ];
  }

  async #add(exchange: Exchange | undefined): Promise<void> {
    if (!exchange) {
      this.#others++;
      return;
    }
    this.#host ??= exchange.request.url.hostname;
    const { request, content, isAnswer, isMissing } = exchange;
    const expected = findEpisode(request);
    if (content) this.#answers.add(request, content);
    const document = content && tryParseDocument(content, this.#format, request);
    if (document?.curves.some(({ isCountOnly }) => isCountOnly)) this.#others++;
    else if (document?.source !== undefined) await this.#hold(document, expected?.keys ?? [], exchange);
    else if (isAnswer && expected) (content ? this.#unknown : this.#withoutContent).push(expected);
    else if (isMissing) this.#withoutContent.push({ source: HAR, keys: [] });
    else this.#others++;
  }

  async #hold(document: ParsedDocument, keys: readonly string[], { request, startedAt }: Exchange): Promise<void> {
    const { host, pathname } = request.url;
    const recording = readRecording(startedAt, request);
    const { source = "", member, curves, refusals } = document;
    const keyOrigin = keys.length > 0 && curves.length === 1 ? "the request" : "the answer";
    const assumption = curves.some((curve) => curve.assumption !== undefined) ? { assumption: ASSUMPTION } : {};
    // A text that can't be a GUID may be anything.
    const named = curves.map(({ guid, ...curve }) => {
      return {
        ...curve,
        guid: isKey(guid) ? guid : undefined,
        keyOrigin,
        recording: curve.recording ?? recording,
        ...assumption,
      } as const;
    });
    await this.#curves.add(source, named);
    const place = `${host}${pathname}`;
    for (const { code, of } of refusals)
      this.#refused.push({ source, keys, hasData: code !== "no-data", title: of?.title, place, member });
  }

  /** Names a curve by its id and title: of where it is in its answer, nobody knows. */
  #name(curve: Curve, source: string): Curve {
    const completed = this.#answers.complete(curve, source);
    return { ...completed, path: completed.keys?.[0] };
  }

  /** Says what is wrong without anything of the answer but the episode's title: it may have a token. */
  #describe({ source, keys, hasData, title, place, member }: RefusedAnswer): Refusal {
    const of = { path: keys[0], keys, title: title ?? this.#answers.findTitle(keys) };
    const answer = `The answer of ${place} is ${source}'s${member === undefined ? "" : `, with ${member}`}`;
    return hasData
      ? { ...createFact("refused-answer", `${answer}, and has no good curve.`), of }
      : { ...createFact("answer-without-data", `${answer}, and has no data.`), of };
  }
}

/** Finds the episode whose curve a request asks for; undefined if no format knows such a request. */
function findEpisode(request: Exchange["request"]): KeyedEpisode | undefined {
  for (const { source, findKeys } of JSON_FORMATS) {
    const keys = findKeys?.(request);
    if (keys) return { source, keys };
  }
  return undefined;
}
