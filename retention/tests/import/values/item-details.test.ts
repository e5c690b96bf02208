import { expect, it } from "vitest";
import { computeMemberBytes } from "../../../sources/item/imported-curve.ts";

it("what a line has besides its chart takes the bytes of names and texts, and 21 for each number", () => {
  expect(computeMemberBytes({ listeners: 5, source: "own", feeds: ["ab", "c"] })).toBe(9 + 21 + 6 + 3 + 5 + 3);
});
