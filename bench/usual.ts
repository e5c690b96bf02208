import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";
import { type Bundle, buildDefaultBundle } from "../scripts/bundle.ts";

/** What stands in bench/programs for files of lib/. */
const STAND_INS: Readonly<Record<string, string>> = {
  "dynamodb-client.ts": "sdk-client.ts",
  "warm-up.ts": "no-warm-up.ts",
};

const standIns: Plugin = {
  name: "stand-ins",
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ path }) => {
      const standIn = STAND_INS[basename(path)];
      return standIn ? { path: fileURLToPath(new URL(`programs/${standIn}`, import.meta.url)) } : undefined;
    });
  },
};

/** Bundles a function as most are: with the SDK's own client, no warm-up, and serverless-esbuild's defaults. */
export async function buildUsualBundle(entry: string): Promise<Bundle> {
  return buildDefaultBundle(entry, [standIns]);
}
