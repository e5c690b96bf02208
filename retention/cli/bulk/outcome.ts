import { formatCount } from "../../../lib/count.ts";
import { toPrintable } from "../../../lib/printable.ts";
import { readSource } from "../../../lib/source.ts";
import type { Target } from "../../../operate/shell/connection.ts";
import type { Fact } from "../../sources/base/facts.ts";
import type { HintPlace, ImportOutcome } from "../../sources/import/import-outcome.ts";
import { formatPlace } from "../../sources/input/places.ts";
import type { ImportedCurve } from "../../sources/item/imported-curve.ts";
import type { Replacement } from "../../sources/item/replacement.ts";
import { HINTS } from "../hints.ts";
import { RefusalList } from "../refusal-list.ts";
import { sayForCommand } from "../ways-out.ts";
import { WrittenCurves } from "./written-curves.ts";

/** Maximum number of hints that are shown. */
const MAX_SHOWN = 100;

/** Where an import writes, and with which feeds: what commands to paste name. */
export interface ImportPlace {
  readonly target: Target;
  readonly feeds: readonly string[];
}

/** Collects the results of an import. */
export class Outcome implements ImportOutcome {
  readonly refusals: RefusalList;
  readonly #place: ImportPlace;
  readonly #written = new WrittenCurves();
  readonly #hints: string[] = [];
  #planned: number | undefined;
  #isFinished = false;
  #registered = 0;
  #repeated = 0;
  #few = 0;
  #example: string | undefined;

  /** @param keepsAll whether all refusals are wanted, however many */
  constructor(place: ImportPlace, keepsAll = false) {
    this.#place = place;
    this.refusals = new RefusalList(keepsAll);
  }

  /** Notes how many charts are to be written, once all files are read. */
  plan(charts: number): void {
    this.#planned = charts;
  }

  /** Notes that all is done that was to be done. */
  finish(): void {
    this.#isFinished = true;
  }

  /**
   * @param replacement undefined if nothing is known of what was there
   * @param isOfFeed whether a feed of the import has the curve's duration
   */
  addWritten(curve: ImportedCurve, replacement?: Replacement, isOfFeed = false): void {
    const { guid } = curve;
    const source = readSource(curve);
    if (!("chart" in curve) && curve.counts === undefined) this.#registered++;
    else this.#written.add(source, replacement);
    if (replacement?.durations)
      this.#hints.push(describeDurations(curve, replacement.durations, isOfFeed, this.#place));
    if (replacement?.goneBack) this.#hints.push(describeGoneBack(guid, replacement.goneBack, this.#place));
    for (const loss of replacement?.losses ?? [])
      this.#hints.push(`episode ${guid}, ${source}: ${loss}. Check that the file is complete.`);
    if (isPastable(guid)) this.#example ??= guid;
  }

  /** The GUID of a written chart that a command to paste can name; undefined if there is none. */
  get example(): string | undefined {
    return this.#example;
  }

  /** Adds sessions that were found again, and not counted again. */
  addRepeated(sessions: number): void {
    this.#repeated += sessions;
  }

  /** Adds a chart that is left out because too few listeners are behind it. */
  addFew(): void {
    this.#few++;
  }

  addHint(hint: Fact, at?: HintPlace): void {
    this.addLine([at ? namePlace(at) : [], sayForCommand(hint)].flat().join(": "));
  }

  /** Adds a hint in the command's own words. */
  addLine(line: string): void {
    this.#hints.push(line);
  }

  /** Formats at most 100 hints, one per line. */
  formatHints(): string[] {
    const hidden = this.#hints.length - MAX_SHOWN;
    const shown = this.#hints.slice(0, MAX_SHOWN).map(toPrintable);
    return hidden > 0 ? [...shown, `… and ${hidden.toLocaleString("en")} more`] : shown;
  }

  /**
   * Formats a line such as `3 charts written (1 youtube, 2 own): 2 new, 1 replaced (of 2026-11-20), 1 refused (1 not
   * JSON)`, or `Interrupted: 1,215 of 1,983 charts written. Run it again.` Before the first write: `Nothing was written.`
   */
  formatSummary(isDryRun: boolean): string {
    const { size } = this.#written;
    const verb = isDryRun ? "would be written" : "written";
    if (!this.#isFinished) {
      const refused = this.refusals.size > 0 ? `, ${this.refusals.formatCount()}` : "";
      if (this.#planned === undefined) return `Nothing was written${refused}.`;
      const part = `${size.toLocaleString("en")} of ${this.#planned.toLocaleString("en")}`;
      return `Interrupted: ${part} charts ${verb}${refused}. Run it again.`;
    }
    const parts = [
      `${formatCount(size, "chart")} ${verb}${this.#written.formatSources()}${this.#written.formatKinds()}`,
      this.#registered > 0 ? `${formatCount(this.#registered, "episode")} without a chart` : [],
      this.refusals.formatCount(),
      this.#repeated > 0 ? `${formatCount(this.#repeated, "repeated session")} counted once` : [],
      this.#few > 0 ? `${this.#few.toLocaleString("en")} left out with too few listeners` : [],
    ];
    return parts.flat().join(", ");
  }

  /** The results as a machine reads them: complete if all refusals are kept. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { size } = this.#written;
    return {
      isComplete: this.#isFinished,
      ...this.#written.toJSON(),
      notWritten: Math.max((this.#planned ?? size) - size - this.#registered, 0),
      withoutChart: this.#registered,
      withTooFewListeners: this.#few,
      repeatedSessions: this.#repeated,
      refused: this.refusals,
      hints: this.#hints,
    };
  }
}

/** Names where a hint is of: `All.csv (and 2 more)`. */
function namePlace(at: HintPlace): string {
  if ("episode" in at) return `episode ${at.episode}`;
  const { others = 0 } = at;
  return `${formatPlace(at)}${others > 0 ? ` (and ${others} more)` : ""}`;
}

/** Checks whether a terminal shows a GUID as it is, and a command takes it for no option. */
function isPastable(guid: string): boolean {
  return toPrintable(guid) === guid && !guid.startsWith("-");
}

function describeDurations(
  curve: ImportedCurve,
  { before, now, isReplaced, isCorrectable }: NonNullable<Replacement["durations"]>,
  isOfFeed: boolean,
  { target, feeds }: ImportPlace,
): string {
  if (isReplaced && isOfFeed)
    return `episode ${curve.guid}: Its duration was ${before} s, and is ${now} s now, as in the feed.`;
  const problem = isReplaced
    ? `Its duration was ${before} s, and is ${now} s now.`
    : `Its duration is ${before} s, and stays; the curve from ${readSource(curve)} has ${now} s.`;
  return `episode ${curve.guid}: ${problem} ${isCorrectable ? describeRegistering(feeds, target) : WRONG_FILE}`;
}

/** Of a chart that stays as it was imported. */
const WRONG_FILE = "If that is wrong, correct the duration in the file, and import it again.";

function describeRegistering(feeds: readonly string[], target: Target): string {
  const command = HINTS.registerFeeds(feeds, target);
  return command ? `To take the feed's: ${command}` : "To take the feed's, register its feed.";
}

/** Listens that are still in their table can be counted again. */
function describeGoneBack(
  guid: string,
  { from, to }: NonNullable<Replacement["goneBack"]>,
  { target }: ImportPlace,
): string {
  const problem = `The collector had counted until ${from}, the file has counts until ${to}.`;
  return `episode ${guid}: ${problem} To count again what it still has: ${HINTS.recount(target)}`;
}
