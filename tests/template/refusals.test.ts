import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runAgainstAws, TIMESTAMP } from "../support/aws.ts";
import { TEMPORARY } from "../support/checkout.ts";
import { composeDisguise } from "../support/node-version.ts";
import { KEYS, packageService, readTemplate, runServerless } from "../support/package.ts";
import { useFolder } from "../support/process.ts";

/** Returns the refusal that `serverless package` prints, without its heading. */
async function readRefusal(args: readonly string[], variables: NodeJS.ProcessEnv): Promise<string> {
  return packageService(args, variables).then(
    () => "packaged",
    ({ stderr }) => stderr.replace(/^\s*Packaging .*\n/, ""),
  );
}

describe("packaging", () => {
  it("refuses bad keys, lifetimes and settings all at once, for development too", async () => {
    const params = ["domain=host.example", "accessLogRetention=8", "throttlingRate=abc", "alarmTopic=topic"];
    const args = params.flatMap((param) => ["--param", param]);
    const refusal = await readRefusal(args, { ...KEYS, PERFORMANCE_SECRET_KEY: "short", EXPIRES_IN: "soon" });
    expect(refusal.split("\n")).toEqual([
      "Refused:",
      '- PERFORMANCE_SECRET_KEY has 5 bytes, but HS256 needs at least 32 (RFC 7518, section 3.2). Generate one with "openssl rand -hex 32".',
      expect.stringMatching(/^- Invalid EXPIRES_IN: /),
      '- throttlingRate is not a positive number: "abc".',
      '- alarmTopic is not the ARN of an SNS topic: "topic".',
      expect.stringMatching(/^- accessLogRetention is not one of .*: "8"\.$/),
      "- domain and certificateArn go together. Set both or neither.",
      "",
    ]);
  });

  it("for production warns of what is missing or of this command only, and leaves nothing behind", async () => {
    const { template, stderr, temporary } = await runServerless(
      ["package", "--stage", "prod"],
      { AWS_REGION: "eu-central-1", EXPIRES_IN: "10h" },
      async (folder, output) => ({
        template: await readTemplate(join(folder, ".serverless")),
        stderr: output.split("\n"),
        temporary: await readdir(join(folder, TEMPORARY)),
      }),
    );
    // The region of the stage takes precedence over AWS_REGION.
    expect(stderr).toContain("Packaging performance-data for stage prod (us-east-1)");
    expect(stderr).toContain("The alarms of prod reach nobody. Set alarmEmail or alarmTopic in serverless.yml.");
    expect(stderr).toContain(
      "PERFORMANCE_SECRET_KEY and PERFORMANCE_PUBLIC_KEY are not set. An existing stack keeps its keys. To create a stack, set both keys when you deploy.",
    );
    expect(stderr).toContain(
      "EXPIRES_IN=10h comes from the environment, for this command only. The stage's own is 1h (params in serverless.yml).",
    );
    expect(Object.keys(template.Parameters)).toEqual(["SecretKey", "PublicKey"]);
    for (const parameter of Object.values(template.Parameters)) expect(parameter).not.toHaveProperty("Default");
    // The folders that serverless-esbuild leaves behind are removed with the copy of the service.
    expect(temporary).toEqual([expect.stringMatching(/^charts-/), expect.stringMatching(/^token-/)]);
  });
});

describe("a rollback to before the collector", () => {
  it("is refused by serverless rollback before anything changes", async () => {
    const account = { parameters: { SecretKey: "x", PublicKey: "y" }, outputs: ["ListensTableName"] };
    const outcome = await runAgainstAws(account, ["rollback", "--timestamp", String(TIMESTAMP)], {});
    const output = expect.stringContaining("it would delete the table of listens");
    expect(outcome).toMatchObject({ code: 1, output });
    expect(outcome.sent.map(({ what }) => what)).not.toContain("CreateChangeSet");
  });
});

describe("a key that contains a variable of the framework", () => {
  it.each([
    ["package", "PERFORMANCE_SECRET_KEY", "env:HOME"],
    ["offline start", "PERFORMANCE_PUBLIC_KEY", "unknown:x"],
  ])("is refused by serverless %s in one line (%s with %s)", async (command, name, variable) => {
    const keys = { ...KEYS, [name]: `\${${variable}}${"x".repeat(32)}` };
    const refused = runServerless(command.split(" "), keys, async () => undefined);
    await expect(refused).rejects.toMatchObject({
      stderr: `Refused: ${name} contains "\${", which the Serverless Framework would replace. Choose a key without it.\n`,
    });
  });
});

describe("a Node.js that can't run the plugins", () => {
  const save = useFolder();

  /** The framework itself takes 20.19. */
  it.each(["package", "deploy --stage prod", "invoke local --function token"])(
    "is refused by serverless %s in one line",
    async (command) => {
      const disguise = save("disguise.cjs", composeDisguise({ version: "v20.19.0" }));
      const variables = { NODE_OPTIONS: `--require "${disguise}"` };
      await expect(runServerless(command.split(" "), variables, async () => undefined)).rejects.toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/^This needs Node\.js [^\n]*, and this is v20\.19\.0: [^\n]*\n$/),
      });
    },
  );
});
