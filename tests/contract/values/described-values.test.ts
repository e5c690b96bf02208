import { expect, describe as group, it } from "vitest";
import { describe, describeMember } from "../../../lib/describe.ts";

group("the description of a value in an error", () => {
  const nested = JSON.parse("[".repeat(1e5) + "]".repeat(1e5));

  it.each([
    [null, "null"],
    [-1.5, "-1.5"],
    [true, "true"],
    ["text", '"text"'],
    ['"quoted"\n', '"\\"quoted\\"\\n"'],
    [{ a: [1] }, '{"a":[1]}'],
    ["x".repeat(40), `"${"x".repeat(40)}"`],
    ["x".repeat(41), `"${"x".repeat(40)}…"`],
    [[["x".repeat(40)]], `[["${"x".repeat(37)}…`],
    [nested, "a deeply nested value"],
  ])("is short, and on one line (%#)", (value, description) => {
    expect(describe(value)).toBe(description);
  });

  it("says what is expected, and what is there or that nothing is", () => {
    expect(describeMember("guid", "a string", 7)).toBe("guid must be a string, not 7.");
    expect(describeMember("guid", "a string", undefined)).toBe("guid is missing. It must be a string.");
  });
});
