import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, type Outcome, runAgainstAws, TIMESTAMP } from "../support/aws.ts";
import { TEMPORARY } from "../support/checkout.ts";
import { composeDisguise } from "../support/node-version.ts";
import { KEYS, packageService, readTemplate, runServerless, type Template } from "../support/package.ts";
import { isAllowedBy, loadPolicy } from "../support/policies.ts";
import { useFolder } from "../support/process.ts";
import { findReplacements } from "./cloudformation.ts";

const STACK = "performance-data-prod";
const PARAMETERS = { SecretKey: KEYS.PERFORMANCE_SECRET_KEY, PublicKey: KEYS.PERFORMANCE_PUBLIC_KEY };
const OTHER_KEYS = {
  PERFORMANCE_SECRET_KEY: "another secret key, as long as HS256 wants it",
  PERFORMANCE_PUBLIC_KEY: "another-public-key-for-tests",
};

const readBodies = ({ sent }: Outcome, what: string) =>
  sent.filter((one) => one.what === what).map(({ body }) => new URLSearchParams(body));

function readSentTemplate({ sent }: Outcome): Template {
  return JSON.parse(sent.find(({ what }) => what === "PUT compiled-cloudformation-template.json")?.body ?? "");
}

describe("a first deployment", () => {
  const account: Account = { parameters: undefined };
  let first: Outcome;

  beforeAll(async () => {
    first = await runAgainstAws(account, ["deploy"], KEYS);
  });

  it("uploads the template, the framework's state, and a package per function, all without the keys", () => {
    const uploads = first.sent.filter(({ what }) => what.startsWith("PUT "));
    expect(uploads.map(({ what }) => what.slice("PUT ".length)).sort()).toEqual([
      "charts.zip",
      "compiled-cloudformation-template.json",
      "serverless-state.json",
      "token.zip",
    ]);
    for (const { body } of uploads) {
      for (const key of Object.values(KEYS)) expect(body).not.toContain(key);
    }
  });

  it("sends the keys to CloudFormation, as hidden parameters, and nowhere else", () => {
    expect(readSentTemplate(first).Parameters).toMatchObject({
      SecretKey: { Type: "String", NoEcho: true },
      PublicKey: { Type: "String", NoEcho: true },
    });
    expect(account.parameters).toEqual(PARAMETERS);
    const others = first.sent.filter(({ what }) => what !== "CreateChangeSet");
    expect(JSON.stringify(others)).not.toContain(KEYS.PERFORMANCE_SECRET_KEY);
    expect(first.output).not.toContain(KEYS.PERFORMANCE_SECRET_KEY);
  });

  it("protects the stack from deletion", () => {
    expect(first.code).toBe(0);
    const [protection] = readBodies(first, "UpdateTerminationProtection");
    expect(protection?.get("EnableTerminationProtection")).toBe("true");
  });

  it("calls CloudFormation for nothing that the deployer's policy does not allow", async () => {
    const policy = await loadPolicy("deployer-policy");
    const calls = first.sent.map(({ what }) => what).filter((what) => /^[A-Z][a-z]+[A-Z]/.test(what));
    const asked = calls.filter((what) => what !== "GetCallerIdentity").map((what) => `cloudformation:${what}`);
    expect(asked.length).toBeGreaterThan(5);
    const stack = "arn:aws:cloudformation:us-east-1:123456789012:stack/performance-data-prod/1";
    const isAllowed = (action: string) => isAllowedBy(policy, action, stack) || isAllowedBy(policy, action, "*");
    expect(asked.filter((action) => !isAllowed(action))).toEqual([]);
  });
});

describe("a stack of 0.1.0 with the collector on", () => {
  /** What holds data or has an address in the template of prod that 0.1.0 packaged, with `collector=on`. */
  const file = new URL("../fixtures/templates/0.1.0.json", import.meta.url);
  const BEFORE: Template = JSON.parse(readFileSync(file, "utf8"));
  const makeAccount = (): Account => ({ parameters: PARAMETERS, outputs: Object.keys(BEFORE.Outputs) });

  describe("is updated", () => {
    const account = makeAccount();
    let upgrade: Outcome;

    beforeAll(async () => {
      upgrade = await runAgainstAws(account, ["deploy", "--param", "collector=on"], OTHER_KEYS);
    });

    it("without losing a table, route, API or log: none is replaced or gone", () => {
      expect(upgrade.code).toBe(0);
      expect(Object.keys(BEFORE.Resources)).toEqual(
        expect.arrayContaining(["ChartsTable", "ListensTable", "TokensTable"]),
      );
      expect(findReplacements(BEFORE, readSentTemplate(upgrade))).toEqual([]);
    });

    it("and would be seen to lose a table or a route", () => {
      const change = (id: string, changes: object): Template => {
        const resource = { ...BEFORE.Resources[id], ...changes } as Template["Resources"][string];
        return { ...BEFORE, Resources: { ...BEFORE.Resources, [id]: resource } };
      };
      const { ListensTable, HttpApiRoutePostCharts } = BEFORE.Resources;
      const renamed = { Properties: { ...ListensTable?.Properties, TableName: "listens" } };
      expect(findReplacements(BEFORE, change("ListensTable", renamed))).toEqual(["ListensTable.TableName: changed"]);
      const keyed = { Properties: { ...ListensTable?.Properties, KeySchema: [] } };
      expect(findReplacements(BEFORE, change("ListensTable", keyed))).toEqual(["ListensTable.KeySchema: changed"]);
      expect(findReplacements(BEFORE, change("HttpApiRoutePostCharts", { Type: "gone" }))).toEqual([
        "HttpApiRoutePostCharts: gone",
      ]);
      expect(HttpApiRoutePostCharts?.Properties).toMatchObject({ RouteKey: "POST /charts" });
    });

    it("keeping its keys even if others are set, and saying so", () => {
      expect(account.parameters).toEqual(PARAMETERS);
      expect(upgrade.output).toContain(
        `The stack ${STACK} keeps its PERFORMANCE_SECRET_KEY and PERFORMANCE_PUBLIC_KEY. To replace them with those that you set, add --param rotate=both.`,
      );
      expect(JSON.stringify(upgrade.sent)).not.toContain(OTHER_KEYS.PERFORMANCE_PUBLIC_KEY);
    });

    it("keeping a dozen deployments for rollbacks", () => {
      expect(upgrade.sent.filter(({ body }) => body.includes("<Delete"))).toEqual([]);
    });
  });

  it("keeps all that it has if CloudFormation fails and rolls back, and says why", async () => {
    const account = { ...makeAccount(), failure: "Subscriber limit exceeded" };
    const before = structuredClone(account);
    const rotate = ["deploy", "--param", "collector=on", "--param", "rotate=both"];
    const { code, output, sent } = await runAgainstAws(account, rotate, OTHER_KEYS);
    expect(code).toBe(1);
    expect(output).toMatch(/UPDATE_FAILED: ChartsTable .*\nSubscriber limit exceeded\n/);
    expect(output).not.toContain(OTHER_KEYS.PERFORMANCE_PUBLIC_KEY);
    expect(sent.map(({ what }) => what)).toContain("ExecuteChangeSet");
    expect(sent.filter(({ body }) => body.includes("<Delete"))).toEqual([]);
    expect(account).toEqual(before);
  });

  describe("loses the collector if its removal is asked for", () => {
    const account = makeAccount();
    let removal: Outcome;

    beforeAll(async () => {
      const params = ["removeCollector=true", "secrets=ssm", "rotate=both"];
      removal = await runAgainstAws(account, ["deploy", ...params.flatMap((param) => ["--param", param])], {});
    });

    it("with its table of listens, and keeps all else", () => {
      expect(removal.code).toBe(0);
      const gone = findReplacements(BEFORE, readSentTemplate(removal));
      expect(gone).toContain("ListensTable: gone");
      expect(
        gone.filter((line) => /^(TokensTable|ChartsTable|HttpApiRoute(GetToken|PostCharts)|HttpApi)\b/.test(line)),
      ).toEqual([]);
      expect(account.outputs).not.toContain("ListensTableName");
    });

    it("and takes the keys from Parameter Store if the stage says so, and sends them to CloudFormation alone", () => {
      const [SecretKey, PublicKey] = ["secret-key", "public-key"].map(
        (name) => `the value of /performance-data/prod/${name}, decrypted: true`,
      );
      expect(account.parameters).toEqual({ SecretKey, PublicKey });
      const others = removal.sent.filter(({ what }) => what !== "CreateChangeSet");
      expect(JSON.stringify(others)).not.toContain(SecretKey);
    });
  });
});

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
