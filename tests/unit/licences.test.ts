import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

/** Licences that a deployed package may have. */
const ACCEPTED = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];

interface Sbom {
  readonly components: readonly {
    readonly name: string;
    readonly licenses?: readonly { readonly license?: { readonly id?: string }; readonly expression?: string }[];
  }[];
}

it("ships only packages under permissive licences", () => {
  const npm = ["sbom", "--omit", "dev", "--sbom-format", "cyclonedx"];
  const { components }: Sbom = JSON.parse(execFileSync("npm", npm, { encoding: "utf8", stdio: "pipe" }));
  const licences = components.map(({ name, licenses = [] }) => [name, licenses[0]?.license?.id ?? "unknown"]);
  expect(licences.length).toBeGreaterThan(0);
  expect(licences.filter(([, licence = ""]) => !ACCEPTED.includes(licence))).toEqual([]);
});
