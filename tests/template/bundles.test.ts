import { beforeAll, describe, expect, it } from "vitest";
import { buildBundle } from "../../scripts/local/bundle.ts";
import { PATIENCE } from "../support/checkout.ts";
import { KEYS, loadPackages, type Package } from "../support/package.ts";

/** What a bundle and its zip may take; docs/performance.md has what they take. */
const MAX_BUNDLE_BYTES = 415_000;
const MAX_ZIP_BYTES = 120_000;

/** What must not come back, as it stands in the paths of the modules. */
const LEFT_OUT = [
  "/credential-provider-(http|imds|ini|process|sso|web-identity)/",
  "@aws-sdk/.*/dist-cjs",
  "@smithy/.*/dist-cjs",
  "/(scripts|bench|tests)/",
];

let packages: Record<"token" | "charts", Package>;

beforeAll(async () => {
  packages = await loadPackages(["token", "charts"], KEYS);
}, PATIENCE);

describe.each(["token", "charts"] as const)("the package of %s", (name) => {
  const build = async () => buildBundle(`functions/${name}.ts`);

  it("is small", () => {
    expect(packages[name].bundle.length).toBeLessThanOrEqual(MAX_BUNDLE_BYTES);
    expect(packages[name].zipBytes).toBeLessThanOrEqual(MAX_ZIP_BYTES);
  });

  it("has one file, the bundle that the benchmark measures", async () => {
    const [output] = (await build()).outputFiles;
    expect(packages[name].bundle.equals(output?.contents ?? new Uint8Array())).toBe(true);
  });

  it("has no module that was left out", async () => {
    const [output] = Object.values((await build()).metafile.outputs);
    const modules = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
    expect(modules.length).toBeGreaterThan(50);
    expect(modules.map(([path]) => `/${path}`).filter((path) => new RegExp(LEFT_OUT.join("|")).test(path))).toEqual([]);
  });
});

it("has nothing in the package of token that only a body or an encoding needs", async () => {
  const { metafile } = await buildBundle("functions/token.ts");
  const inputs = Object.keys(metafile.inputs).join("\n");
  expect(inputs).not.toMatch(/negotiator|content-type|http-json-body-parser|lib\/chart/);
});
