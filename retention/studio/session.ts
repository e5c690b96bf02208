import { tryParseDuration } from "../sources/feed/duration.ts";
import { normalizeKey } from "../sources/import/guid-map.ts";
import type { SavedData } from "../sources/import/saved-report.ts";
import { addFiles } from "./add-files.ts";
import type { Choices } from "./choices.ts";
import { Collection } from "./collection.ts";
import { type ComputedReport, computeReport } from "./computed-report.ts";
import { listShows } from "./dropped-feeds.ts";
import { Show } from "./dropped-show.ts";
import { makeExample } from "./example.ts";
import { importCollection } from "./imported.ts";
import { composeKept, listContents } from "./kept.ts";
import type { DroppedFile } from "./open-file.ts";
import { Pace } from "./pace.ts";
import type { Shelf } from "./shelf.ts";
import { createState, isSavedAlone, type State } from "./state.ts";
import { viewState } from "./state-view.ts";
import type { View } from "./view.ts";
import { unpackFolders } from "./zipped.ts";

/** The files that were dropped, what was chosen, and what came of it. What is stopped has changed nothing. */
export class StudioSession {
  /** Replaced by each change. */
  #state = createState();

  /** Reads files, and imports all. @throws the reason of the pace's signal if it is stopped */
  async add(files: readonly DroppedFile[], pace = new Pace()): Promise<View> {
    return this.#add(await unpackFolders(files, pace), false, pace);
  }

  /** Shows the made-up show, unless there are files: it never mixes with people's own. */
  async addExample(pace = new Pace()): Promise<View> {
    const { collection, mixed } = this.#state;
    if (collection.shelf.size > 0 || mixed) return this.view();
    pace.tell("Making the example");
    return this.#add(makeExample(), true, pace);
  }

  async #add(files: readonly DroppedFile[], isExample: boolean, pace: Pace): Promise<View> {
    const { collection, mixed } = this.#state;
    const before = this.#state.isExample ? new Collection() : collection;
    const { added, collection: grown } = await addFiles(mixed ?? before, files, pace);
    // Feeds that come first, and together, are meant together. A saved report brings its feed without a word.
    const isFirst = listShows(before.shelf).length === 0 && !mixed;
    const isMeant = isFirst && [...added].every(({ content }) => content.kind !== "saved");
    if (isMeant || !hasOtherShow(grown.shelf, before.shelf))
      return this.#import({ collection: grown, mixed: undefined, isExample }, pace);
    this.#replace({ mixed: grown });
    return this.view();
  }

  /** Takes the files of another show, or leaves out what came with them. */
  async mix(isTogether: boolean, pace = new Pace()): Promise<View> {
    const { collection, mixed, isExample } = this.#state;
    const taken = (isTogether && mixed) || collection;
    return this.#import({ collection: taken, mixed: undefined, isExample: isExample && !isTogether }, pace);
  }

  async remove(ids: readonly string[], pace = new Pace()): Promise<View> {
    const gone = new Map([...this.#state.collection.shelf].filter(([id]) => ids.includes(id)));
    const files = new Set(gone.values());
    const { collection, mixed } = this.#change(
      ({ shelf, choices }) => new Collection(new Map([...shelf].filter(([, file]) => !files.has(file))), choices),
    );
    const takenAway = new Set([...this.#state.takenAway, ...new Show(gone).lines.map(({ key }) => normalizeKey(key))]);
    // Nothing is left to ask if the other show is gone.
    if (mixed && !hasOtherShow(mixed.shelf, collection.shelf))
      return this.#import({ collection: mixed, mixed: undefined, isExample: false, takenAway }, pace);
    return this.#import({ collection, mixed, takenAway }, pace);
  }

  /** Notes an episode, and imports only if nothing is left to choose. @param guid empty to leave the curve out; undefined to choose later */
  async choose(key: string, guid: string | undefined, pace = new Pace()): Promise<View> {
    const chosen = this.#changeChoices(({ guids }) => {
      if (guid === undefined) guids.delete(normalizeKey(key));
      else guids.set(normalizeKey(key), guid);
    });
    const isComplete = chosen.collection.nameless.every((curve) => curve.guid !== undefined);
    if (isComplete) return this.#import(chosen, pace);
    this.#replace(chosen);
    return this.view();
  }

  /** Takes all that is suggested. */
  async acceptAll(pace = new Pace()): Promise<View> {
    const { nameless } = this.#state.collection;
    const accept = ({ guids }: Choices) => {
      for (const { key, suggested } of nameless) if (suggested !== undefined) guids.set(normalizeKey(key), suggested);
    };
    return this.#importChoices(accept, pace);
  }

  /** @param text such as 45:30. What is no duration forgets it */
  async setDuration(guid: string, text: string, pace = new Pace()): Promise<View> {
    const seconds = tryParseDuration(text);
    const set = ({ durations }: Choices) => {
      if (seconds === undefined) durations.delete(guid);
      else durations.set(guid, seconds);
    };
    return this.#importChoices(set, pace);
  }

  /** Takes the missing rows of a file's tables for rows with 0 listeners. */
  async takeZeros(id: string, pace = new Pace()): Promise<View> {
    return this.#importChoices(({ zeros }) => zeros.add(id), pace);
  }

  /** Imports all again if something was chosen since. */
  async refresh(pace = new Pace()): Promise<View> {
    const { collection, imported } = this.#state;
    return imported.collection === collection ? this.view() : this.#import({}, pace);
  }

  view(): View {
    return viewState(this.#state);
  }

  /** Computes the report of what was imported. */
  async computeReport(pace = new Pace()): Promise<ComputedReport> {
    const computed = this.#state.computed ?? (await computeReport(this.#state.imported, pace));
    this.#replace({ computed });
    return computed;
  }

  /** What a saved report keeps: what it shows, once it is computed, and what people chose for that. @param hasAudio whether addresses of audio are kept */
  keep(hasAudio = true): SavedData {
    this.#replace({ saved: listContents(this.#state) });
    return composeKept(this.#state, hasAudio);
  }

  #change(change: (collection: Collection) => Collection): Pick<State, "collection" | "mixed"> {
    const { collection, mixed } = this.#state;
    return { collection: change(collection), mixed: mixed && change(mixed) };
  }

  #changeChoices(set: (choices: Choices) => void): Pick<State, "collection" | "mixed"> {
    return this.#change((collection) => collection.change(set));
  }

  async #importChoices(set: (choices: Choices) => void, pace: Pace): Promise<View> {
    return this.#import(this.#changeChoices(set), pace);
  }

  /** Imports what a change leaves, and then takes the change. */
  async #import(change: Partial<State>, pace: Pace): Promise<View> {
    const { collection } = { ...this.#state, ...change };
    const imported = await importCollection(collection, pace);
    this.#replace({ ...change, imported, computed: undefined });
    if (isSavedAlone(this.#state)) this.#replace({ saved: listContents(this.#state) });
    return this.view();
  }

  /** Takes a change. */
  #replace(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
  }
}

/** Checks whether files are of more than one show, and of more than those before them. */
function hasOtherShow(shelf: Shelf, before: Shelf): boolean {
  return listShows(shelf).length > Math.max(1, listShows(before).length);
}
