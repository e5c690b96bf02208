import { describe, expect, it } from "vitest";
import { resolveConditions } from "../../deploy/conditions.ts";

const equals = (...texts: readonly unknown[]) => ({ "Fn::Equals": texts });
const not = (condition: object) => ({ "Fn::Not": [condition] });
const choose = (name: string) => ({ "Fn::If": [name, "then", "else"] });
const NO_VALUE = { Ref: "AWS::NoValue" };

/** Resolves a template of one condition, `Is`, and of what depends on it. */
const resolve = (condition: object, parts: object) => resolveConditions({ Conditions: { Is: condition }, ...parts });

describe("a condition that settings decide", () => {
  it.each([
    ["that holds", equals("on", "on"), "then"],
    ["that does not hold", equals("on", "off"), "else"],
    ["of a number and its text", equals(1, "1"), "then"],
    ["that is negated", not(equals("", "")), "else"],
    ["that is negated twice", not(not(equals("a", "a"))), "then"],
  ])("%s is gone from a template, and what it chose is there", (_, condition, chosen) => {
    expect(resolve(condition, { A: { B: [choose("Is")] } })).toEqual({ A: { B: [chosen] } });
  });

  it("leaves a resource out, and its name with it, or only the condition of it", () => {
    const parts = {
      Resources: { A: { Condition: "Is", Type: "T" }, B: { Type: "T" } },
      Outputs: [{ Condition: "Is" }, 1],
    };
    expect(resolve(equals("a", "b"), parts)).toEqual({ Resources: { B: { Type: "T" } }, Outputs: [1] });
    expect(resolve(equals("a", "a"), parts)).toEqual({
      Resources: { A: { Type: "T" }, B: { Type: "T" } },
      Outputs: [{}, 1],
    });
  });

  it("leaves a member out that has no value", () => {
    const choice = { "Fn::If": ["Is", NO_VALUE, { C: choose("Is") }] };
    expect(resolve(equals("a", "a"), { A: { B: choice, D: [choice] } })).toEqual({ A: { D: [] } });
    expect(resolve(equals("a", "b"), { A: { B: choice } })).toEqual({ A: { B: { C: "else" } } });
  });
});

describe("a condition that only a deployment decides", () => {
  it.each([
    ["of a parameter", equals({ Ref: "Rotate" }, "yes")],
    ["that is negated", not(equals({ Ref: "Rotate" }, "yes"))],
    ["of another kind", { "Fn::Or": [equals("a", "a"), equals("a", "b")] }],
  ])("%s stays, with what depends on it", (_, condition) => {
    const parts = { Resources: { A: { Condition: "Is", B: choose("Is"), C: choose("Other") } } };
    expect(resolve(condition, parts)).toEqual({ Conditions: { Is: condition }, ...parts });
  });

  it("is none in a policy's statement, whose condition is an object", () => {
    const statement = { Effect: "Allow", Condition: { StringEquals: { "aws:x": "Is" } } };
    expect(resolve(equals("a", "a"), { S: [statement] })).toEqual({ S: [statement] });
  });

  it("is none in a template without conditions", () => {
    expect(resolveConditions({ A: 1 })).toEqual({ A: 1 });
  });
});
