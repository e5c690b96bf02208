import { describe, expect, it } from "vitest";
import { buildBundle } from "../../bench/measure/function-bundle.ts";
import { loadPackage } from "../support/package.ts";

/** Limits for a bundle and its zip. docs/performance.md has the present sizes of bundles. */
const MAX_BUNDLE_BYTES = 360_000;
const MAX_ZIP_BYTES = 112_000;

/** Patterns of module paths that a bundle must not contain. */
const LEFT_OUT = [
  "/event-streams/",
  "/credential-provider-(http|imds|ini|process|sso|web-identity)/",
  "@aws-sdk/.*/dist-cjs",
  "@smithy/.*/dist-cjs",
  "/(cli|sources|report|studio|local|deploy|bench|tests)/",
];

const build = (name: string) => buildBundle(`functions/${name}.ts`);
const [token, charts, listen, episodes] = await Promise.all([
  build("token"),
  build("charts"),
  build("listen"),
  build("episodes"),
]);

describe.each(Object.entries({ token, charts, listen, episodes }))("the package of %s", async (name, built) => {
  const packed = await loadPackage(name);

  it("is small", () => {
    expect(packed.bundle.length).toBeLessThanOrEqual(MAX_BUNDLE_BYTES);
    expect(packed.zipBytes).toBeLessThanOrEqual(MAX_ZIP_BYTES);
  });

  it("contains one file, the bundle that the benchmark measures", () => {
    const [output] = built.outputFiles;
    expect(packed.bundle.equals(output?.contents ?? new Uint8Array())).toBe(true);
  });

  it("contains no module that must be left out", () => {
    const [output] = Object.values(built.metafile.outputs);
    const modules = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
    expect(modules.length).toBeGreaterThan(50);
    expect(modules.map(([path]) => `/${path}`).filter((path) => new RegExp(LEFT_OUT.join("|")).test(path))).toEqual([]);
  });
});

it("leaves modules for bodies and encodings out of the package of token", () => {
  const [ofToken, ofCharts] = [Object.keys(token.metafile.inputs), Object.keys(charts.metafile.inputs)];
  for (const part of ["/negotiator/", "/http-json-body-parser/", "lib/chart"]) {
    expect(ofToken.filter((input) => input.includes(part))).toEqual([]);
    expect(ofCharts.filter((input) => input.includes(part))).not.toEqual([]);
  }
});
