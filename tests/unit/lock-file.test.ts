import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;
}

const { packages }: LockFile = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"));

describe("the lock file", () => {
  it("has the checksum of every package", () => {
    const unchecked = Object.entries(packages).filter(([path, { integrity }]) => path !== "" && !integrity);
    expect(unchecked).toEqual([]);
  });

  it.each(["linux-x64", "linux-arm64", "darwin-x64", "bin-darwin-arm64"])(
    "has the Node 24 that runs everything, which no install script downloads (%s)",
    (platform) => {
      expect(packages[`node_modules/node-${platform}`]?.version).toMatch(/^24\./);
      expect(packages).not.toHaveProperty(["node_modules/node"]);
    },
  );
});
