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

describe.each(["token", "charts", "listen", "episodes"])("the package of %s", async (name) => {
  const build = async () => buildBundle(`functions/${name}.ts`);
  const packed = await loadPackage(name);

  it("is small", () => {
    expect(packed.bundle.length).toBeLessThanOrEqual(MAX_BUNDLE_BYTES);
    expect(packed.zipBytes).toBeLessThanOrEqual(MAX_ZIP_BYTES);
  });

  it("contains one file, the bundle that the benchmark measures", async () => {
    const [output] = (await build()).outputFiles;
    expect(packed.bundle.equals(output?.contents ?? new Uint8Array())).toBe(true);
  });

  it("contains no module that must be left out", async () => {
    const [output] = Object.values((await build()).metafile.outputs);
    const modules = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
    expect(modules.length).toBeGreaterThan(50);
    expect(modules.map(([path]) => `/${path}`).filter((path) => new RegExp(LEFT_OUT.join("|")).test(path))).toEqual([]);
  });
});

it("leaves modules for bodies and encodings out of the package of token", async () => {
  const listInputs = async (name: string) => Object.keys((await buildBundle(`functions/${name}.ts`)).metafile.inputs);
  const [token, charts] = [await listInputs("token"), await listInputs("charts")];
  for (const part of ["/negotiator/", "/http-json-body-parser/", "lib/chart"]) {
    expect(token.filter((input) => input.includes(part))).toEqual([]);
    expect(charts.filter((input) => input.includes(part))).not.toEqual([]);
  }
});
