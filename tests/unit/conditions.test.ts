import { describe, expect, it } from "vitest";
import { resolveConditions } from "../../plugins/conditions.ts";

const isSet = (value: string) => ({ "Fn::Not": [{ "Fn::Equals": [value, ""] }] });
const Conditions = { HasTopic: isSet("topic"), HasMail: isSet("") };
const NO_VALUE = { Ref: "AWS::NoValue" };

const resolve = (template: object) => resolveConditions({ Conditions, ...template });

describe("the conditions of the template", () => {
  it("are resolved to the values that hold, wherever they stand", () => {
    const topic = { "Fn::If": ["HasTopic", "topic", NO_VALUE] };
    const mail = { "Fn::If": ["HasMail", { Ref: "Mail" }, NO_VALUE] };
    const other = { "Fn::If": ["HasMail", "mail", topic] };
    const Properties = { Actions: [topic, mail, "pager"], Boundary: mail, Address: other };
    expect(resolve({ Resources: { Alarm: { Properties } }, extensions: { Api: { Closed: other } } })).toEqual({
      Resources: { Alarm: { Properties: { Actions: ["topic", "pager"], Address: "topic" } } },
      extensions: { Api: { Closed: "topic" } },
    });
  });

  it("decide which resources and outputs there are", () => {
    const Resources = { Topic: { Type: "topic", Condition: "HasTopic" }, Mail: { Type: "mail", Condition: "HasMail" } };
    const Outputs = { Mail: { Value: "x", Condition: "HasMail" } };
    expect(resolve({ Resources, Outputs })).toEqual({ Resources: { Topic: { Type: "topic" } }, Outputs: {} });
  });

  it("are not the conditions of a policy's statements", () => {
    const Statement = [{ Effect: "Allow", Condition: { StringEquals: { key: "value" } } }];
    expect(resolve({ Statement })).toEqual({ Statement });
  });

  it("leave a template without any as it is", () => {
    const template = { Resources: { Alarm: { Nothing: NO_VALUE } } };
    expect(resolveConditions(template)).toBe(template);
  });

  it("that packaging does not understand end it", () => {
    const isOdd = { "Fn::Or": [isSet("x"), isSet("y")] };
    expect(() => resolveConditions({ Conditions: { isOdd } })).toThrow(
      /^Packaging can't resolve the condition .*Fn::Or/,
    );
  });
});
