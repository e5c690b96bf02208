import { expect, it } from "vitest";
import { isOutage } from "../../lib/collector/run.ts";

const named = (name: string, more: object = { $metadata: {} }) => Object.assign(new Error("text"), { name }, more);

it.each([
  ["throttled", named("ThrottlingException")],
  ["refused for its rights", named("AccessDeniedException")],
  ["sent to nobody", named("TimeoutError")],
])("a request that was %s is an outage of DynamoDB", (_, error) => {
  expect(isOutage(error)).toBe(true);
});

it.each([
  ["a request that DynamoDB calls invalid", named("ValidationException")],
  ["a request that the SDK can't write", named("SerializationException")],
  ["an answer that the SDK can't read", named("TypeError")],
  ["an error of our own", named("ThrottlingException", {})],
  ["what is no error", { name: "ThrottlingException", $metadata: {} }],
])("%s is a fault of ours", (_, error) => {
  expect(isOutage(error)).toBe(false);
});
