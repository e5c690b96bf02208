/** What compresses. The page that runs in browsers has studio/browser/gzip.ts in its place. */
export { gunzipSync, gzipSync } from "node:zlib";
