import { fileURLToPath } from "node:url";
import { type BuildResult, build } from "esbuild";
import { loadYaml } from "../../local/yaml.ts";

/** A bundle in memory, with esbuild's metafile. */
export type FunctionBundle = BuildResult<{ metafile: true; write: false }>;

/** The settings in serverless.yml that affect the content of a bundle. */
interface BundleSettings {
  readonly mainFields: string[];
  readonly minifyWhitespace: boolean;
  readonly minifySyntax: boolean;
  readonly supported: Record<string, boolean>;
  /** Packages that serverless-esbuild leaves out of the bundle. */
  readonly exclude: string[];
}

/** serverless-esbuild's defaults, and options to build in memory. */
const SERVERLESS_ESBUILD_DEFAULTS = {
  bundle: true,
  platform: "node",
  target: "node24",
  format: "cjs",
  write: false,
  metafile: true,
  outfile: "bundle.cjs",
  absWorkingDir: fileURLToPath(new URL("../..", import.meta.url)),
} as const;

/** Bundles a file as `serverless package` bundles the functions. */
export async function buildBundle(entry: string): Promise<FunctionBundle> {
  const { custom } = await loadYaml<{ custom: { esbuild: BundleSettings } }>("serverless.yml");
  const { mainFields, minifyWhitespace, minifySyntax, supported, exclude } = custom.esbuild;
  const settings = { mainFields, minifyWhitespace, minifySyntax, supported, external: exclude };
  return build({ ...SERVERLESS_ESBUILD_DEFAULTS, ...settings, entryPoints: [entry] });
}

/** Bundles a file as serverless-esbuild does without settings. */
export async function buildDefaultBundle(entry: string): Promise<FunctionBundle> {
  return build({ ...SERVERLESS_ESBUILD_DEFAULTS, entryPoints: [entry], external: ["aws-sdk"] });
}
