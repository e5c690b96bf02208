import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../support/checkout.ts";

/** Licences that a deployed package may have. */
const ACCEPTED = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];

interface Locked {
  /** Of a workspace, which is no package. */
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly license?: string;
}

it("ships only packages under permissive licences", () => {
  const { packages }: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
    readFileSync(join(ROOT, "package-lock.json"), "utf8"),
  );
  const shipped = Object.entries(packages).filter(
    ([path, { link, dev, devOptional }]) => path.startsWith("node_modules/") && !link && !dev && !devOptional,
  );
  expect(shipped.length).toBeGreaterThan(10);
  expect(shipped.length).toBeLessThanOrEqual(48);
  expect(shipped.filter(([, { license = "unknown" }]) => !ACCEPTED.includes(license))).toEqual([]);
});
