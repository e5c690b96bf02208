import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { expect, it } from "vitest";
import { acceptRefusal } from "../../lib/table.ts";

it("a conditional write tells whether it took place", async () => {
  const refusal = new ConditionalCheckFailedException({ message: "text", $metadata: {} });
  expect(await acceptRefusal(Promise.resolve({}))).toBe(true);
  expect(await acceptRefusal(Promise.reject(refusal))).toBe(false);
});

it("a conditional write that fails for another reason is an error", async () => {
  await expect(acceptRefusal(Promise.reject(new Error("throttled")))).rejects.toThrow("throttled");
});
