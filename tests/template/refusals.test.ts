import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { PATIENCE } from "../support/checkout.ts";
import { KEYS, packageService, runServerless } from "../support/package.ts";

/** What `serverless package` prints about a configuration that it refuses, without its heading. */
async function readRefusal(stage: string, variables: NodeJS.ProcessEnv): Promise<string> {
  return packageService(["--stage", stage], variables).then(
    () => "packaged",
    ({ stderr }) => stderr.replace(/^\s*Packaging .*\n/, ""),
  );
}

describe("packaging", { timeout: PATIENCE }, () => {
  it("for production refuses a configuration without a secret in one line", async () => {
    const line = await readRefusal("prod", { ...KEYS, PERFORMANCE_SECRET_KEY: "" });
    expect(line).toBe("Refused: PERFORMANCE_SECRET_KEY is not set\n");
  });

  it("refuses a short secret for development too", async () => {
    expect(await readRefusal("dev", { ...KEYS, PERFORMANCE_SECRET_KEY: "short" })).toMatch(/^Refused: .*\n$/);
  });

  it("refuses a secret that the framework would replace a part of", async () => {
    const secret = `\${env:PERFORMANCE_PUBLIC_KEY}${"x".repeat(32)}`;
    expect(await readRefusal("dev", { ...KEYS, PERFORMANCE_SECRET_KEY: secret })).toMatch(
      /^Refused: PERFORMANCE_SECRET_KEY has "\$\{" in it.*\n$/,
    );
  });

  it("for development does without any variables, and puts no keys in their place", async () => {
    const { Resources } = await packageService([], {});
    expect(Resources.TokenLambdaFunction?.Properties.Environment).toMatchObject({
      Variables: { PERFORMANCE_SECRET_KEY: "", PERFORMANCE_PUBLIC_KEY: "" },
    });
  });

  it("takes the keys from Parameter Store where the stage says so", async () => {
    const store = createServer(async (request, response) => {
      const { Name, WithDecryption }: Record<string, unknown> = JSON.parse(await text(request));
      response.end(
        JSON.stringify({
          Parameter: { Type: "SecureString", Value: `the value of ${Name}, decrypted: ${WithDecryption}` },
        }),
      );
    });
    await once(store.listen(0, "127.0.0.1"), "listening");
    const AWS_ENDPOINT_URL_SSM = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
    const credentials = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };
    const args = ["--stage", "prod", "--param", "secrets=ssm"];
    const { Resources } = await packageService(args, { ...credentials, AWS_ENDPOINT_URL_SSM });
    store.close();
    expect(Resources.TokenLambdaFunction?.Properties.Environment).toMatchObject({
      Variables: {
        PERFORMANCE_SECRET_KEY: "the value of /performance-data/prod/secret-key, decrypted: true",
        PERFORMANCE_PUBLIC_KEY: "the value of /performance-data/prod/public-key, decrypted: true",
      },
    });
  });
});

describe("deploying a function by itself", { timeout: PATIENCE }, () => {
  it("without keys is refused as packaging is", async () => {
    const deployment = runServerless(["deploy", "function", "--function", "token"], {}, async () => undefined);
    await expect(deployment).rejects.toMatchObject({
      stderr: expect.stringContaining("Refused: PERFORMANCE_SECRET_KEY is not set"),
    });
  });
});
