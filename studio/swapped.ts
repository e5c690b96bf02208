/** A file that the page's bundle has in the place of another, and why. All else is the same code in Node.js and in browsers. */
interface Swap {
  readonly file: string;
  readonly because: string;
}

/**
 * What stands in the page for files that need Node.js, by their paths. `cli/import/gunzip.ts` and
 * `studio/browser/gunzip.ts` are two for the reason of the first.
 */
export const SWAPPED: Readonly<Record<string, Swap>> = {
  "lib/gzip.ts": {
    file: "studio/browser/gzip.ts",
    because:
      "Browsers have no synchronous gzip, and one in JavaScript takes twice as long as zlib: a gzip of 60 MB of sessions " +
      "unpacks in 140 ms in place of 70, which is 5 % of its import, and functions would start with more code.",
  },
  "sources/base/digest-table.ts": {
    file: "studio/browser/digest-table.ts",
    because:
      "Commands read millions of GUIDs, of which they keep SHA-256 digests. Browsers have no synchronous digest.",
  },
  "sources/counted-sessions.ts": {
    file: "studio/browser/counted-sessions.ts",
    because: "Files of sessions are larger than a page can hold. Commands count them, also by digests.",
  },
  "sources/base/spool.ts": {
    file: "studio/browser/spool.ts",
    because: "Commands put what exceeds 32 MB into a temporary file. Pages have none.",
  },
};

/** Packages that have a build for browsers, which stands in the page for the one for Node.js, and why. */
export const SWAPPED_PACKAGES: Readonly<Record<string, string>> = {
  // It reads bytes with Node's Buffer, and brings one for browsers.
  "csv-parse/sync": "csv-parse/browser/esm/sync",
};
