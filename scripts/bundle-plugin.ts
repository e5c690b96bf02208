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

/** The SDK's step that looks for an operation's endpoint, for a client whose `endpointProvider` asks for nothing. */
const GET_ENDPOINT_PLUGIN = `
export const getEndpointPlugin = ({ endpointProvider }) => ({
  applyToStack: (stack) => {
    const locate = (next, context) => (args) => {
      context.endpointV2 = endpointProvider();
      return next(args);
    };
    stack.add(locate, { step: "serialize", priority: "high" });
  },
});`;

/**
 * What the handlers never reach and esbuild can't tell. Each cut either fails where it is reached after all,
 * or leaves the behaviour as it was; docs/performance.md has what the larger ones save. A test tells when a
 * dependency's new version has moved what a cut was for.
 */
export const CUTS: readonly Cut[] = [
  // lib/dynamodb-client.ts stands for them.
  { file: "@aws-sdk/client-dynamodb/dist-es/DynamoDBClient.js", apply: drop("DynamoDBClient", "__Client") },
  { file: "@smithy/core/dist-es/submodules/protocols/HttpProtocol.js", apply: drop("HttpProtocol") },
  // It knows where DynamoDB is: no rules, parameters and configuration files to find it by.
  {
    file: "@smithy/core/dist-es/submodules/endpoints/index.js",
    apply: (source) =>
      source
        .replace(/^export const getEndpointPlugin = .*$/m, GET_ENDPOINT_PLUGIN)
        .replaceAll(" = bind", " = /* @__PURE__ */ bind"),
  },
  { file: "@aws-sdk/core/dist-es/submodules/client/util-endpoints/aws.js", apply: drop("awsEndpointFunctions") },
  // It needs no schema to write and read JSON, and the commands look at one only if there is one.
  {
    file: "@aws-sdk/client-dynamodb/dist-es/schemas/schemas_0.js",
    apply: (source) =>
      Array.from(
        source.matchAll(/^export (?:const|var) ([\w$]+)/gm),
        ([, name]) => `export const ${name} = undefined;`,
      ).join("\n"),
  },
  {
    file: "@smithy/core/dist-es/submodules/schema/schemas/NormalizedSchema.js",
    apply: drop("NormalizedSchema", "isStaticSchema", "simpleSchemaCacheN", "simpleSchemaCacheS"),
  },
  // They would keep Query and Scan.
  { file: "@aws-sdk/lib-dynamodb/dist-es/pagination/QueryPaginator.js", apply: drop("paginateQuery") },
  { file: "@aws-sdk/lib-dynamodb/dist-es/pagination/ScanPaginator.js", apply: drop("paginateScan") },
  // To ask for the web's cryptography, only for a random id, would load all of it.
  {
    file: "@smithy/core/dist-es/submodules/serde/uuid/v4.js",
    apply: () => 'import { randomUUID } from "node:crypto"; export const bindV4 = () => randomUUID;',
  },
  // For a Node without crypto.
  { file: "@smithy/core/dist-es/submodules/checksum/sha256/Sha256Js.js", apply: drop("Sha256Js") },
  // Signatures of event streams: the signer only constructs it.
  { file: "@smithy/signature-v4/dist-es/HeaderFormatter.js", apply: () => "export class HeaderFormatter {}" },
  // It reads a hint off an error's response, which the errors of lib/dynamodb-client.ts don't have.
  {
    file: "@smithy/core/dist-es/submodules/retry/middleware-retry/parseRetryAfterHeader.js",
    apply: () => "export const parseRetryAfterHeader = () => undefined, getRetryAfterHint = parseRetryAfterHeader;",
  },
  // Bodies are text here: to look for a stream of the web would load all of Node's.
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
      return { contents: cut.apply(await readFile(path, "utf8")) };
    });
  },
};

/** What serverless-esbuild gets of this file, and what its tests build with. */
export const plugins = [leanBundles];

export { plugins as "module.exports" };
