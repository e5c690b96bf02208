import { describe, expect, it } from "vitest";
import type { Resource } from "../support/package.ts";
import { findSchemaViolations } from "./cloudformation.ts";

/** Makes a template with one resource. */
const templateOf = (Table: Resource) => ({ Resources: { Table }, Outputs: {}, Parameters: {} });

const TABLE = { Type: "AWS::DynamoDB::Table", Properties: { KeySchema: [{ AttributeName: "id", KeyType: "HASH" }] } };

describe("the check against CloudFormation's resource schemas", () => {
  it("finds no violation in a small, correct template", () => {
    expect(findSchemaViolations(templateOf(TABLE))).toEqual([]);
  });

  it.each([
    ["an unknown type", { ...TABLE, Type: "AWS::DynamoDB::Tabel" }, "Table: no resource type AWS::DynamoDB::Tabel"],
    ["an unknown property", { TimeToLive: {} }, "Table.TimeToLive: no such property"],
    [
      "an unknown nested property",
      { TimeToLiveSpecification: { Enabled: true, Attribute: "expiresAt" } },
      "Table.TimeToLiveSpecification.Attribute: no such property",
    ],
    ["a required property that is missing", { KeySchema: undefined }, "Table.KeySchema: required"],
    ["a value of the wrong type", { DeletionProtectionEnabled: {} }, /^Table.DeletionProtectionEnabled: not of/],
    ["an object instead of a list", { Tags: {} }, "Table.Tags: not a list"],
    [
      "an empty text",
      { KeySchema: [{ AttributeName: "", KeyType: "HASH" }] },
      "Table.KeySchema.0.AttributeName: empty",
    ],
  ])("finds %s", (_, changes, violation) => {
    const table = "Type" in changes ? changes : { ...TABLE, Properties: { ...TABLE.Properties, ...changes } };
    expect(findSchemaViolations(templateOf(table))).toContainEqual(
      typeof violation === "string" ? violation : expect.stringMatching(violation),
    );
  });
});
