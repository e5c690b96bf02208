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

  it("for development does without any variables, and puts no keys in their place", async () => {
    const { Parameters } = await packageService([], {});
    expect(Object.keys(Parameters)).toEqual(["SecretKey", "PublicKey"]);
    for (const parameter of Object.values(Parameters)) expect(parameter).not.toHaveProperty("Default");
  });
});

describe("a key that the framework would replace a part of, or fail at", { timeout: PATIENCE }, () => {
  it.each([
    ["package", "PERFORMANCE_SECRET_KEY", "env:HOME"],
    ["package", "PERFORMANCE_PUBLIC_KEY", "env:UNKNOWN"],
    ["offline start", "PERFORMANCE_SECRET_KEY", "unknown:x"],
    ["invoke local --function token --path events/token.json", "PERFORMANCE_PUBLIC_KEY", "env:HOME"],
  ])("is refused by serverless %s in one line (%s with %s)", async (command, name, variable) => {
    const keys = { ...KEYS, [name]: `\${${variable}}${"x".repeat(32)}` };
    const refused = runServerless(command.split(" "), keys, async () => undefined);
    await expect(refused).rejects.toMatchObject({
      stderr: `Refused: ${name} has "\${" in it, which the framework would replace: choose another one\n`,
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
