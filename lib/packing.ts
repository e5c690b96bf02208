/** Compresses: with node-packing.ts, or in a browser with what imports in package.json name. */
export { encodeBase64, gunzipSync, gzipSync } from "#packing";
