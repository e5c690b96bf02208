import type { APIGatewayProxyEventV2 } from "aws-lambda";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeAnyText } from "../support/any-text.ts";
import { PUBLIC_KEY } from "../support/keys.ts";
import { useLog } from "../support/log.ts";
import { callCharts, callToken, getAdminToken, type Response, useConfiguredService } from "../support/service.ts";
import { forge, makeClaims } from "../support/tokens.ts";

useConfiguredService();
const log = useLog();

const text = fc.oneof(makeAnyText(), fc.constantFrom("", "null", "{}", '{"guid":"of no episode"}', PUBLIC_KEY));
const contentType = fc.oneof(text, fc.constantFrom("application/json", "application/x+json; q=1"));

const makeAuthorizations = (adminToken: string) =>
  fc.oneof(
    text,
    fc.constantFrom("Bearer x", `Bearer ${forge({ alg: "HS256" }, makeClaims())}`, `Bearer ${adminToken}`),
  );

/** Makes any event that API Gateway could send, with an admin token, a forged token, or any text instead. */
const makeEvents = (adminToken: string) =>
  fc.record(
    {
      headers: fc.record(
        {
          authorization: makeAuthorizations(adminToken),
          "content-type": contentType,
          "x-pub-key": text,
          "accept-encoding": text,
          other: text,
        },
        { requiredKeys: [] },
      ),
      queryStringParameters: fc.record({ expiresIn: text, other: text }, { requiredKeys: [] }),
      body: text,
      isBase64Encoded: fc.boolean(),
    },
    { requiredKeys: ["headers"] },
  );

const TEXTS =
  /^(Secret key not configured|Public key not configured|Invalid public key|Invalid expiresIn: .+|Error generating token|Unauthorized: .+|Invalid request body: .+|Episode not found|No data found for the episode|Internal server error)$/;

function expectContract({ status, headers, body }: Response): void {
  expect(headers).toMatchObject({ "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" });
  expect([200, 400, 401, 404, 500]).toContain(status);
  expect(body).toEqual(status === 200 ? { token: expect.any(String) } : { error: expect.stringMatching(TEXTS) });
  expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts:|at .*\(/);
}

/** Calls both endpoints with events of some kind. No line that they log may contain a secret: see useLog. */
async function expectContracts(events: fc.Arbitrary<unknown>, faults: unknown): Promise<void> {
  const property = fc.asyncProperty(events, async (event) => {
    for (const call of [callToken, callCharts]) expectContract(await call(event as APIGatewayProxyEventV2));
    expect(log.errors.splice(0)).toEqual(faults);
  });
  await fc.assert(property, { numRuns: 300 });
}

describe("both endpoints answer as documented", () => {
  it("to any event from API Gateway, without a fault", async () => {
    await expectContracts(makeEvents(await getAdminToken()), []);
  });

  it("to any other JSON value as the event, and the log contains no secret", async () => {
    const json = fc.jsonValue();
    const parts = fc.record({ headers: json, queryStringParameters: json, body: json });
    await expectContracts(fc.oneof(json, parts), expect.any(Array));
  });
});
