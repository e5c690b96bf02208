import type { Refusal } from "../base/refusals.ts";
import { type ParsedDocument, tryParseDocument } from "../formats/document.ts";
import { JSON_FORMATS } from "../formats/formats.ts";
import { type Curve, describePlace } from "../formats/platform-curve.ts";
import { NO_DATA, WITHOUT_CURVE } from "../formats/refuse.ts";
import { takeRecords } from "../input/batch.ts";
import { readBatches } from "../input/batches.ts";
import { HarScanner } from "../input/har.ts";
import { type Exchange, tryParseExchange } from "./exchange.ts";
import { HeldCurves } from "./held-curves.ts";
import { type KeyedEpisode, LastCurves } from "./last-curves.ts";
import { formatSummary } from "./summary.ts";
import { DashboardTitles } from "./titles.ts";

/** An answer of a known format whose curve, or one of whose curves, was refused. */
interface RefusedAnswer extends KeyedEpisode {
  readonly refusal: Refusal;
}

/** Where refused answers are from, as far as messages and counts are concerned. */
const HAR = "har";

const NOTHING =
  "None of its answers has a curve. Open the Network panel, click through the dashboard's episodes, and save again.";

/**
 * A HAR file: what a browser loaded while its Network panel was open. Each answer is read as a file of its own would be. The file
 * may have cookies and tokens, so nothing is kept or said but answers of known formats, and titles of episodes.
 */
export class HarFile {
  readonly #format: string | undefined;
  readonly #held = new HeldCurves();
  readonly #last = new LastCurves();
  readonly #titles = new DashboardTitles();
  #refused: RefusedAnswer[] = [];
  #withoutContent: KeyedEpisode[] = [];
  #unknown: KeyedEpisode[] = [];
  #others = 0;
  /** When the last request was sent, in milliseconds since 1970. */
  #savedAt = 0;

  private constructor(format: string | undefined) {
    this.#format = format;
  }

  /**
   * Reads a HAR file, and holds its curves: in memory, and beyond 32 MB in a temporary file.
   *
   * @param format one of FORMAT_NAMES; if undefined, the format of each answer is detected from its content
   * @throws InputError if it is cut off or damaged
   */
  static async read(chunks: AsyncIterable<Uint8Array>, format?: string): Promise<HarFile> {
    const file = new HarFile(format);
    const countOther = () => file.#others++;
    for await (const batch of readBatches(chunks, new HarScanner(), countOther)) {
      const exchanges: (Exchange | undefined)[] = [];
      takeRecords(batch, (record) => exchanges.push(tryParseExchange(record)));
      for (const exchange of exchanges) await file.#add(exchange);
    }
    file.#refused = file.#last.findMissing(file.#refused);
    file.#withoutContent = file.#last.findMissing(file.#withoutContent);
    file.#unknown = file.#last.findMissing(file.#unknown);
    return file;
  }

  /** Says what was in it, such as `48 curves, 3 episodes without data, 2 without content, 210 other answers`. */
  formatSummary(): string[] {
    const withoutData = this.#refused.filter(({ refusal }) => refusal.kind === NO_DATA).length;
    return formatSummary({
      curves: this.#last.size,
      earlier: this.#last.earlier,
      withoutData,
      refused: this.#refused.length - withoutData,
      withoutContent: this.#withoutContent.length,
      unknown: this.#unknown.length,
      others: this.#others,
    });
  }

  /** Reads its curves one by one, and what was refused. */
  async *readDocuments(): AsyncGenerator<ParsedDocument> {
    const refusals = this.#refused.map((answer) => this.#describe(answer));
    const isPart = this.#last.size + refusals.length > 1;
    let number = 0;
    for await (const { source, curve } of this.#held.read()) {
      if (this.#last.isLast(number++))
        yield {
          ...{ source, curves: [this.#name(curve)], refusals: [], refusedKeys: [], isPart },
          ...(this.#savedAt > 0 && { savedAt: this.#savedAt }),
        };
    }
    const refusedKeys = this.#refused.flatMap(({ keys }) => keys);
    if (refusals.length > 0) yield { source: HAR, curves: [], refusals, refusedKeys, isPart };
    else if (this.#last.size === 0) {
      const nothing = { kind: WITHOUT_CURVE, detail: NOTHING };
      yield { source: HAR, curves: [], refusals: [nothing], refusedKeys, isPart };
    }
  }

  async #add(exchange: Exchange | undefined): Promise<void> {
    if (!exchange) {
      this.#others++;
      return;
    }
    const { request, startedAt, content, isAnswer, isMissing } = exchange;
    this.#savedAt = Math.max(this.#savedAt, startedAt);
    const expected = findEpisode(request);
    if (content) this.#titles.add(content);
    const document = content && tryParseDocument(content, this.#format, request);
    if (document?.source !== undefined) await this.#hold(document, expected?.keys ?? []);
    else if (isAnswer && expected) (content ? this.#unknown : this.#withoutContent).push(expected);
    else if (isMissing) this.#withoutContent.push({ source: HAR, keys: [] });
    else this.#others++;
  }

  async #hold({ source = "", curves, refusals }: ParsedDocument, keys: readonly string[]): Promise<void> {
    const keyOrigin = keys.length > 0 && curves.length === 1 ? "the request" : "the answer";
    this.#last.add(curves.map((curve) => ({ source, keys: [...(curve.keys ?? []), curve.guid ?? []].flat() })));
    for (const curve of curves) await this.#held.add({ source, curve: { ...curve, keyOrigin } });
    for (const refusal of refusals) this.#refused.push({ source, keys, refusal });
  }

  /** Names a curve by its id and title: of where it is in its answer, nobody knows. */
  #name(curve: Curve): Curve {
    const keys = curve.keys ?? [];
    return { ...curve, path: keys[0] ?? curve.path, title: curve.title ?? this.#titles.find(keys) };
  }

  #describe({ keys, refusal }: RefusedAnswer): Refusal {
    const place = describePlace({ path: keys[0], title: this.#titles.find(keys) });
    return { ...refusal, line: undefined, detail: [place || [], refusal.detail].flat().join(": ") };
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
