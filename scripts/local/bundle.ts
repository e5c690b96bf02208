import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type BuildResult, build, type Plugin } from "esbuild";
import { parse } from "yaml";
import { plugins } from "../bundle-plugin.ts";

/** What was bundled: one file, and esbuild's account of it. */
export type Bundle = BuildResult<{ metafile: true; write: false }>;

interface Declaration {
  readonly custom: {
    readonly esbuild: {
      readonly mainFields: string[];
      readonly minify: boolean;
      readonly supported: Record<string, boolean>;
    };
  };
}

/** What serverless-esbuild sets where serverless.yml says nothing. */
const DEFAULTS = {
  bundle: true,
  platform: "node",
  target: "node24",
  format: "cjs",
  write: false,
  metafile: true,
} as const;

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Bundles a file as `serverless package` bundles the functions: what the package has, and esbuild's account of it. */
export async function buildBundle(entry: string): Promise<Bundle> {
  const declaration: Declaration = parse(await readFile(new URL("../../serverless.yml", import.meta.url), "utf8"));
  const { mainFields, minify, supported } = declaration.custom.esbuild;
  const options = { ...DEFAULTS, mainFields, minify, supported, plugins };
  return build({ ...options, absWorkingDir: root, entryPoints: [entry], outfile: "bundle.cjs" });
}

/** Bundles a file as serverless-esbuild would if serverless.yml said nothing about it but what plugins to use. */
export async function buildDefaultBundle(entry: string, plugins: Plugin[] = []): Promise<Bundle> {
  return build({
    ...DEFAULTS,
    plugins,
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: "bundle.cjs",
    external: ["aws-sdk"],
  });
}
