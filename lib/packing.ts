/** Compresses: with node-packing.ts, which whoever bundles this for browsers replaces. */
export { encodeBase64, gunzipSync, gzipSync } from "#packing";
