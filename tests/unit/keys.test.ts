import { describe, expect, it } from "vitest";
import { computeKeyPlan, describePlan, findPlanProblems, type Keys, makeParameters } from "../../deploy/keys.ts";

const SECRET_KEY = "PERFORMANCE_SECRET_KEY";
const PUBLIC_KEY = "PERFORMANCE_PUBLIC_KEY";
const BOTH: Keys = { [SECRET_KEY]: "secret", [PUBLIC_KEY]: "public" };
const STACK = ["SecretKey", "PublicKey"];

const KEPT = [
  { ParameterKey: "SecretKey", UsePreviousValue: true },
  { ParameterKey: "PublicKey", UsePreviousValue: true },
];
const PASSED = [
  { ParameterKey: "SecretKey", ParameterValue: "secret" },
  { ParameterKey: "PublicKey", ParameterValue: "public" },
];

describe("a stack without keys", () => {
  it("gets those that are set", () => {
    const plan = computeKeyPlan(BOTH, [], false);
    expect(makeParameters(BOTH, plan)).toEqual(PASSED);
    expect(describePlan(plan, "stack")).toEqual([]);
    expect(findPlanProblems(plan, "stack", false)).toEqual([]);
  });

  it("can't be deployed without them", () => {
    const plan = computeKeyPlan({ [SECRET_KEY]: " ", [PUBLIC_KEY]: "public" }, [], false);
    expect(findPlanProblems(plan, "stack", false)).toEqual([
      "PERFORMANCE_SECRET_KEY is not set, and the stack stack does not have it yet. Set it and try again.",
    ]);
  });
});

describe("a stack with keys", () => {
  it.each([{}, { [SECRET_KEY]: "", [PUBLIC_KEY]: "" }])("keeps them without a word if none is set (%j)", (keys) => {
    const plan = computeKeyPlan(keys, STACK, false);
    expect(makeParameters(keys, plan)).toEqual(KEPT);
    expect(describePlan(plan, "stack")).toEqual([]);
  });

  it("keeps them even if others are set, and says so", () => {
    const plan = computeKeyPlan(BOTH, STACK, false);
    expect(makeParameters(BOTH, plan)).toEqual(KEPT);
    expect(describePlan(computeKeyPlan({ [PUBLIC_KEY]: "public" }, STACK, false), "stack")).toEqual([
      "The stack stack keeps its PERFORMANCE_PUBLIC_KEY. To replace it with the one that you set, add --param rotate=true.",
    ]);
  });

  it("replaces those that are set in a rotation, and says which", () => {
    const plan = computeKeyPlan(BOTH, STACK, true);
    expect(makeParameters(BOTH, plan)).toEqual(PASSED);
    expect(describePlan(plan, "stack")).toEqual([
      "Replacing the PERFORMANCE_SECRET_KEY and PERFORMANCE_PUBLIC_KEY of the stack stack.",
    ]);
  });

  it("refuses a rotation without a key", () => {
    expect(findPlanProblems(computeKeyPlan({}, STACK, true), "stack", true)).toEqual([
      "rotate=true replaces the keys that are set, but neither PERFORMANCE_SECRET_KEY nor PERFORMANCE_PUBLIC_KEY is.",
    ]);
  });
});
