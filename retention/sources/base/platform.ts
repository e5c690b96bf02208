/**
 * What a page does otherwise than a command on Node.js: one interface each, which two modules implement.
 *
 * | Interface | On Node.js | In a page | Who chooses |
 * |---|---|---|---|
 * | `Spool` | spool-on-disk.ts | studio/browser/spool-in-memory.ts | `#spool` in `imports` of retention/package.json |
 * | `NumberTable` | digest-table.ts | studio/browser/text-table.ts | `#number-table`, there |
 *
 * Of `imports`, Node.js takes `default`. What bundles for browsers, and studio/tsconfig.json, take `browser`. Sessions are counted
 * on Node.js only. `#packing` is lib's: see lib/packing.ts.
 */

/** Something to keep: a JSON document and bytes. */
export interface Entry {
  readonly json: string;
  readonly bytes: Uint8Array;
}

/** Says that a {@link Spool} has no room, and where. */
export class SpoolError extends Error {}

/** Keeps any number of entries, and when all are added, reads them in order. */
export interface Spool {
  /** @throws SpoolError if there is no room */
  add(entry: Entry): Promise<void>;
  read(): AsyncIterable<Entry>;
  /** Gives up what it keeps. */
  close(): Promise<void>;
}

/** A few numbers for each of many texts. */
export interface NumberTable {
  /** Finds the numbers of a text, which are 0 for a new one: four of 32 bits. They can be changed until the next call, which may move them. */
  at(text: string): Uint32Array;
}
