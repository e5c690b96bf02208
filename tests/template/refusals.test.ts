import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PATIENCE, TEMPORARY } from "../support/checkout.ts";
import { KEYS, packageService, readTemplate, runServerless } from "../support/package.ts";

/** What `serverless package` prints about a configuration that it refuses, without its heading. */
async function readRefusal(stage: string, variables: NodeJS.ProcessEnv): Promise<string> {
  return packageService(["--stage", stage], variables).then(
    () => "packaged",
    ({ stderr }) => stderr.replace(/^\s*Packaging .*\n/, ""),
  );
}

describe("packaging", { timeout: PATIENCE }, () => {
  it("refuses a short secret in one line, for development too", async () => {
    expect(await readRefusal("dev", { ...KEYS, PERFORMANCE_SECRET_KEY: "short" })).toMatch(/^Refused: .*\n$/);
  });

  it("for production warns of missing keys and of alarms that nobody hears, and leaves nothing behind", async () => {
    const { template, stderr, temporary } = await runServerless(
      ["package", "--stage", "prod"],
      { AWS_REGION: "eu-central-1" },
      async (folder, output) => ({
        template: await readTemplate(folder),
        stderr: output.split("\n"),
        temporary: await readdir(join(folder, TEMPORARY)),
      }),
    );
    // The region of the stage, whatever the environment says.
    expect(stderr).toContain("Packaging performance-data for stage prod (us-east-1)");
    expect(stderr).toContain("The alarms of prod reach nobody: set alarmEmail or alarmTopic in serverless.yml");
    expect(stderr).toContainEqual(
      expect.stringMatching(/^PERFORMANCE_SECRET_KEY and PERFORMANCE_PUBLIC_KEY are not set: .*keeps its own/),
    );
    expect(Object.keys(template.Parameters)).toEqual(["SecretKey", "PublicKey"]);
    for (const parameter of Object.values(template.Parameters)) expect(parameter).not.toHaveProperty("Default");
    // What serverless-esbuild leaves goes with the copy of the service.
    expect(temporary).toEqual([expect.stringMatching(/^charts-/), expect.stringMatching(/^token-/)]);
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
  it("is refused before anything is asked of the account", async () => {
    const deployment = runServerless(["deploy", "function", "--function", "token"], KEYS, async () => undefined);
    await expect(deployment).rejects.toMatchObject({
      stderr: "Refused: a function can't be deployed by itself. Use serverless deploy.\n",
    });
  });
});
