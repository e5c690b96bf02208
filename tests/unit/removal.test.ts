import type { Stack } from "@aws-sdk/client-cloudformation";
import { expect, it } from "vitest";
import { findRemovalProblem } from "../../deploy/removal.ts";

const STACK: Stack = {
  StackName: "performance-data-prod",
  CreationTime: new Date(0),
  StackStatus: "UPDATE_COMPLETE",
  Outputs: [{ OutputKey: "ListensTableName", OutputValue: "listens" }],
};

it.each([
  ["there is no stack", undefined],
  ["the stack has no outputs", { ...STACK, Outputs: undefined }],
  ["the stack has no collector", { ...STACK, Outputs: [{ OutputKey: "TokensTableName" }] }],
])("nothing is lost if %s", async (_, stack) => {
  expect(await findRemovalProblem(stack, () => expect.unreachable())).toEqual([]);
});

it("nothing is lost if the template has the table of listens, too", async () => {
  expect(await findRemovalProblem(STACK, async () => ["TokensTable", "ListensTable"])).toEqual([]);
});

it("names the stack that would lose its table of listens, and the ways out", async () => {
  expect(await findRemovalProblem(STACK, async () => ["TokensTable"])).toEqual([
    expect.stringMatching(/^the stack performance-data-prod has the collector.*removeCollector=true\.$/),
  ]);
});
