import { group } from "d3-array";
import { formatCount } from "../../../lib/count.ts";
import { describe } from "../../../lib/describe.ts";
import { isSource, readSource } from "../../../lib/source.ts";
import { createFact } from "../base/facts.ts";
import { refuseCurve, tryOrRefuse } from "../base/refusals.ts";
import { type Durations, resolveDuration } from "../curve/durations.ts";
import { type Curve, computeMostListeners } from "../curve/platform-curve.ts";
import { isOfVideo } from "../curve/source-facts.ts";
import type { ParsedDocument } from "../formats/document.ts";
import type { VideoLength } from "../formats/video-lengths.ts";
import type { CurveMembers } from "../item/attributes.ts";
import type { ImportedCurve } from "../item/imported-curve.ts";
import type { Pack } from "../item/pack.ts";
import type { CurvePlaces } from "./curve-places.ts";
import { type Draw, drawCurve } from "./draw-curve.ts";
import { parseFileName } from "./file-name.ts";
import { normalizeKey } from "./guid-map.ts";
import { type GuidOptions, Guids, listKeys } from "./guids.ts";
import type { HeldChart } from "./held-charts.ts";
import type { ImportOutcome } from "./import-outcome.ts";

/** Where durations and GUIDs come from if the files do not have them. */
export interface EpisodeOptions {
  readonly durations: Durations;
  readonly guids: GuidOptions;
  /** What stands for the missing rows of tables of counts: of all, or of these files. If undefined, such a table is refused. */
  readonly missing?: "zero" | ReadonlySet<string> | undefined;
  /** What draws curves of documents. If undefined, `drawCurve`. */
  readonly draw?: Draw;
}

/** Turns the curves of documents into charts. */
export class Curves {
  readonly #options: EpisodeOptions;
  readonly #guids: Guids;
  readonly #pack: Pack;
  readonly #draw: Draw;
  readonly #places: CurvePlaces;
  readonly #outcome: ImportOutcome;
  /** What was assumed to read curves. */
  readonly #assumptions: { readonly assumption: string; readonly file: string }[] = [];
  /** The listeners of curves that another file counts, by GUID and source, until they are added to one. */
  readonly #counted = new Map<string, { readonly file: string; readonly listeners: number }>();
  /** GUIDs of tables that no feed has. */
  readonly #strangers: { readonly guid: string; readonly file: string }[] = [];
  /** The lengths of videos in seconds, by their normalized ids and titles. */
  readonly #lengths = new Map<string, number>();
  /** Computes the charts of videos whose length another file may say. */
  readonly #waiting: (() => HeldChart | undefined)[] = [];
  #tables = 0;

  constructor(options: EpisodeOptions, pack: Pack, places: CurvePlaces, outcome: ImportOutcome) {
    this.#options = options;
    this.#guids = new Guids(options.guids, options.durations.feed);
    this.#pack = pack;
    this.#draw = options.draw ?? drawCurve;
    this.#places = places;
    this.#outcome = outcome;
  }

  /**
   * Computes the charts of a document's curves one by one, and reports those that can't become a chart. Packed charts
   * take much more memory until they are held. Videos wait for their lengths.
   *
   * @param files how many the import has
   */
  *computeCharts(
    file: string,
    { source = "", curves, refusals, isPart = false, lengths, said = [] }: ParsedDocument,
    files: number,
  ): Generator<HeldChart> {
    for (const hint of said) this.#outcome.addHint(hint, { file });
    if (lengths) this.#addLengths(file, lengths);
    for (const refusal of refusals) this.#outcome.refusals.add({ file, ...refusal });
    const isOnlyFile = () => files - this.#tables === 1 && !isPart;
    const refusedKeys = refusals.flatMap(({ of }) => of?.keys ?? []);
    if (refusals.length > 0) this.noteRefused(file, refusedKeys, isOnlyFile() && curves.length === 0);
    for (const curve of curves) {
      const compute = () =>
        tryOrRefuse(
          // The given GUID could be meant for a curve that was refused.
          () => this.#computeChart(curve, source, file, isOnlyFile() && curves.length + refusals.length === 1),
          (refusal) => this.#outcome.refusals.add({ file, ...refuseCurve(curve, refusal) }),
        );
      if (isOfVideo({ source: curve.source ?? source }) && curve.duration === undefined) this.#waiting.push(compute);
      else {
        const chart = compute();
        if (chart) yield chart;
      }
    }
  }

  /** Computes the charts of videos, once all files are read. */
  computeVideos(): HeldChart[] {
    return this.#waiting.flatMap((compute) => compute() ?? []);
  }

  #addLengths(file: string, lengths: readonly VideoLength[]): void {
    this.#tables++;
    for (const { id, title, seconds } of lengths) {
      const [name, known] = [normalizeKey(title), this.#lengths.get(normalizeKey(title))];
      // Of two videos of one title, nobody knows which one is meant.
      this.#lengths.set(name, known === undefined || known === seconds ? seconds : Number.NaN);
      this.#lengths.set(normalizeKey(id), seconds);
    }
    const found = createFact("found", `It has the lengths of ${formatCount(lengths.length, "video")}.`);
    this.#outcome.addHint(found, { file });
  }

  /** Adds to a curve its listeners, if only another file counts them. Knows of all once all files are read. */
  addListeners(curve: ImportedCurve): ImportedCurve {
    const name = nameCounted(curve.guid, readSource(curve));
    const { listeners = 0 } = this.#counted.get(name) ?? {};
    this.#counted.delete(name);
    return listeners > 0 ? { listeners, ...curve } : curve;
  }

  /**
   * Notes that a file, or curves in it, were refused: what is not used then was meant for them.
   *
   * @param isOnly whether nothing else could have used the given GUID
   */
  noteRefused(file: string, keys: readonly string[], isOnly: boolean): void {
    this.#guids.noteRefused(listKeys({ keys }, file), isOnly);
  }

  /** The curves that got no GUID from a map. */
  get lacking(): Pick<Guids, "uncompleted" | "lacksLines"> {
    return this.#guids;
  }

  /** Adds hints about what was assumed and what was not used, once all files are read. */
  addHints(): void {
    for (const [assumption, [first, ...others]] of group(this.#assumptions, (each) => each.assumption))
      this.#outcome.addHint(createFact("assumed", assumption), { file: first?.file ?? "", others: others.length });
    for (const [file, strangers] of group(this.#strangers, (each) => each.file)) {
      const problem = describeStrangers(strangers.map(({ guid }) => guid));
      this.#outcome.addHint(createFact("guids-not-in-feed", problem), { file });
    }
    const unused = createFact("unused-count", "It only counts the listeners of a curve that was not imported.");
    for (const { file } of this.#counted.values()) this.#outcome.addHint(unused, { file });
    for (const hint of this.#guids.listUnused()) this.#outcome.addHint(hint);
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a straight line, whose branches are members that a curve has not
  #computeChart(curve: Curve, platform: string, file: string, isOnly: boolean): HeldChart | undefined {
    const { path, line, title, isChart, assumption } = curve;
    const recording = curve.recording ?? (isChart ? undefined : parseFileName(file).recording);
    const { durations, missing } = this.#options;
    const guid = this.#guids.resolve(curve, file, isOnly);
    const listeners = computeMostListeners(curve);
    if (curve.isCountOnly) {
      this.#counted.set(nameCounted(guid, platform), { file, listeners });
      return undefined;
    }
    const source = curve.source ?? (isChart ? undefined : platform);
    this.#places.add(guid, readSource({ source }), { file, line }, recording);
    const isVideo = isOfVideo({ source });
    const keys = isVideo ? listKeys(curve, file).map(normalizeKey) : [];
    const ofChannel = keys.map((key) => this.#lengths.get(key)).find((length) => length);
    const { duration, notice, ...resolved } = resolveDuration({ ...curve, ofChannel }, guid, durations);
    const isAssumed = isVideo && resolved.isAssumed;
    const known: CurveMembers = {
      ...(source !== undefined && { source }),
      ...(listeners > 0 && { listeners }),
      ...(isAssumed && { durationFrom: "feed" as const }),
      ...(curve.audience !== undefined && isSource(curve.audience) && { audience: curve.audience }),
      // From it follows whether the curve was young.
      ...(recording && recording.at > 0 && { updatedAt: new Date(recording.at).toISOString() }),
    };
    const takesZero = missing === "zero" || (missing?.has(file) ?? false);
    const { curve: drawn, doubts } = this.#draw(curve, { guid, duration, known, takesZero }, this.#pack);
    if (assumption !== undefined) this.#assumptions.push({ assumption, file });
    if (isAssumed) this.#assumptions.push({ assumption: AUDIO_LENGTH, file });
    const isUnknown = durations.feed?.has(guid) === false;
    const unknown = isUnknown && curve.guid === undefined ? createFact("unknown-guid", UNKNOWN_GUID) : [];
    if (isUnknown && curve.guid !== undefined && curve.isTable) this.#strangers.push({ guid, file });
    for (const hint of [notice ?? [], unknown, doubts].flat())
      this.#outcome.addHint({ ...hint, of: { path, title, guid } }, { file });
    return { place: { file, path, line, title, guid }, curve: drawn };
  }
}

const AUDIO_LENGTH =
  "It does not say how long the video is, so it was taken to be as long as the audio in the feed. If it is another cut, its times are off.";
const UNKNOWN_GUID = "The feed has no episode with this GUID.";

function nameCounted(guid: string, source: string): string {
  return JSON.stringify([source, guid]);
}

const AND = new Intl.ListFormat("en");

/** GUIDs of a table that a message shows, and characters of each. */
const MAX_SHOWN = 3;
const MAX_CHARACTERS = 100;

function describeStrangers(guids: readonly string[]): string {
  const shown = guids.slice(0, MAX_SHOWN).map((guid) => describe(guid, MAX_CHARACTERS));
  const more = guids.length > MAX_SHOWN ? `${guids.length - MAX_SHOWN} more` : [];
  return `The table has GUIDs that the feed lacks: ${AND.format([shown, more].flat())}.`;
}
