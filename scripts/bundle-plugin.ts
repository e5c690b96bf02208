import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** A change to one file of a dependency, for the bundles alone. */
interface Cut {
  /** The end of the file's path. */
  readonly file: string;
  readonly apply: (source: string) => string;
}

/** Leaves a file with exports that say so if anything ever calls or constructs one of them. */
const drop =
  (...names: string[]) =>
  () =>
    `${names.map((name) => `export function ${name}() { throw new Error("${name} is left out of this bundle"); }`).join("\n")}\n`;

const dropCommonJs = () => 'module.exports = () => { throw new Error("left out of this bundle"); };';

/**
 * What the handlers never reach and esbuild can't tell. Each cut either throws, with its name, where it is
 * reached after all, or leaves the behaviour as it was; docs/performance.md has what each one saves.
 */
const CUTS: readonly Cut[] = [
  // Endpoint discovery is for other services: the client only constructs its cache.
  { file: "@aws-sdk/endpoint-cache/dist-es/EndpointCache.js", apply: () => "export class EndpointCache {}" },
  // For a Node without crypto.
  { file: "@smithy/core/dist-es/submodules/checksum/sha256/Sha256Js.js", apply: drop("Sha256Js") },
  // For AWS_RETRY_MODE=adaptive, which nothing sets; lib/dynamodb.ts sets the standard mode.
  {
    file: "@smithy/core/dist-es/submodules/retry/util-retry/AdaptiveRetryStrategy.js",
    apply: drop("AdaptiveRetryStrategy"),
  },
  { file: "@smithy/core/dist-es/submodules/retry/util-retry/DefaultRateLimiter.js", apply: drop("DefaultRateLimiter") },
  // For AWS_DEFAULTS_MODE=auto on EC2: Lambda says its region in the environment.
  {
    file: "@smithy/core/dist-es/submodules/config/config-resolver/regionConfig/getInstanceMetadataRegion.js",
    apply: drop("getInstanceMetadataRegion"),
  },
  // No operation of ours has a timestamp in its request or its answer. (A date in `Retry-After`, which
  // DynamoDB does not send, goes unnoticed.)
  {
    file: "@smithy/core/dist-es/submodules/serde/date-utils.js",
    apply: drop(
      "dateToUtcString",
      "parseRfc3339DateTime",
      "parseRfc3339DateTimeWithOffset",
      "parseRfc7231DateTime",
      "parseEpochTimestamp",
    ),
  },
  // For operations that put something before the host's name: DynamoDB has none.
  {
    file: "@smithy/core/dist-es/submodules/protocols/HttpBindingNormalizedSchema.js",
    apply: () => `${drop("HttpBindingNormalizedSchema")()}export function getHttpOperationBindings() { return []; }`,
  },
  // They would keep Query and Scan.
  { file: "@aws-sdk/lib-dynamodb/dist-es/pagination/QueryPaginator.js", apply: drop("paginateQuery") },
  { file: "@aws-sdk/lib-dynamodb/dist-es/pagination/ScanPaginator.js", apply: drop("paginateScan") },
  // An error without a class of its own is a DynamoDBServiceException of the same name: nothing here asks for more.
  {
    file: "@aws-sdk/client-dynamodb/dist-es/schemas/schemas_0.js",
    apply: (source) => source.replaceAll(/^n0_registry\.registerError\(.*\);$/gm, ""),
  },
  // The client wants its version.
  {
    file: "@aws-sdk/client-dynamodb/package.json",
    apply: (source) => JSON.stringify({ version: JSON.parse(source).version }),
  },
  // Bodies are bytes here, and Node's own streams: to look for those of the web would load all of them.
  {
    file: "@smithy/core/dist-es/submodules/serde/util-stream/stream-type-check.js",
    apply: () => "export const isReadableStream = () => false; export const isBlob = () => false;",
  },
  {
    file: "@smithy/core/dist-es/submodules/retry/middleware-retry/isStreamingPayload/isStreamingPayload.js",
    apply: () => "export const isStreamingPayload = () => false;",
  },
  // What a response is negotiated by, other than its encoding.
  { file: "negotiator/lib/charset.js", apply: dropCommonJs },
  { file: "negotiator/lib/language.js", apply: dropCommonJs },
  { file: "negotiator/lib/mediaType.js", apply: dropCommonJs },
];

/** Leaves out of a bundle what the handlers never reach. */
const leanBundles: Plugin = {
  name: "lean-bundles",
  setup({ onLoad }) {
    onLoad({ filter: /node_modules/ }, async ({ path }) => {
      const cut = CUTS.find(({ file }) => path.replaceAll("\\", "/").endsWith(`/node_modules/${file}`));
      if (!cut) return undefined;
      const source = await readFile(path, "utf8");
      const contents = cut.apply(source);
      // A dependency's new version may have moved what the cut was for.
      if (contents === source) return { errors: [{ text: `The cut of ${cut.file} does not fit any longer` }] };
      return { contents, loader: path.endsWith(".json") ? "json" : "js" };
    });
  },
};

/** What serverless-esbuild gets of this file, and what its tests build with. */
export const plugins = [leanBundles];

export { plugins as "module.exports" };
