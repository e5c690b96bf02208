import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { bundleElement } from "../../../cli/report/page-bundle.ts";
import { REPORTED_FIGURES } from "../../../report/usual/reported-figures.ts";

const FILE = fileURLToPath(new URL("../../../../docs/examples/episode-curve.js", import.meta.url));
const MAX_BYTES = 60_000;

it("is the bundle of today's report/curve/, and small", async () => {
  const script = await bundleElement();
  // Written anew with `npx vitest run retention/tests/report/curve -u`.
  await expect(script).toMatchFileSnapshot(FILE);
  expect(Buffer.byteLength(script)).toBeLessThan(MAX_BYTES);
});

it("carries none of the report's words", async () => {
  const script = await readFile(FILE, "utf8");
  const words = Object.values(REPORTED_FIGURES).flatMap(({ column }) => column?.meaning ?? []);
  expect(words).not.toEqual([]);
  expect(words.filter((text) => script.includes(text))).toEqual([]);
});
