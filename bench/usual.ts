import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";
import { type Bundle, buildDefaultBundle } from "../scripts/bundle.ts";

const path = fileURLToPath(new URL("programs/sdk-client.ts", import.meta.url));

const sdkClient: Plugin = {
  name: "sdk-client",
  setup({ onResolve }) {
    onResolve({ filter: /dynamodb-client\.ts$/ }, () => ({ path }));
  },
};

/** Bundles a function as most are: with the SDK's own client, and serverless-esbuild's defaults. */
export async function buildUsualBundle(entry: string): Promise<Bundle> {
  return buildDefaultBundle(entry, [sdkClient]);
}
