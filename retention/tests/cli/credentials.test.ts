import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FaultyProxy, startFaultyProxy } from "../../../tests/support/faulty-proxy.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { type Server, startServer } from "../../../tests/support/server.ts";
import { runCommand } from "../support/command.ts";

const ROLE = {
  Code: "Success",
  AccessKeyId: "ACCESS-KEY-OF-THE-ROLE",
  SecretAccessKey: "secret",
  Token: "token",
  Expiration: new Date(Date.now() + 3_600_000).toISOString(),
};

/** The answers of the instance metadata service (version 2) of a machine with a role. */
const METADATA: Readonly<Record<string, string>> = {
  "PUT /latest/api/token": "metadata-token",
  "GET /latest/meta-data/iam/security-credentials/": "importer",
  "GET /latest/meta-data/iam/security-credentials/importer": JSON.stringify(ROLE),
};

const save = useFolder();

let metadata: Server;
let dynamoDB: FaultyProxy;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  dynamoDB = await startFaultyProxy(String(process.env.AWS_ENDPOINT_URL_DYNAMODB));
  metadata = await startServer(({ method, url }, response) => {
    const answer = METADATA[`${method} ${url}`];
    response.writeHead(answer === undefined ? 404 : 200).end(answer);
  });
  env = {
    AWS_CONFIG_FILE: save("config", `[default]\nregion = us-east-1\nendpoint_url = ${dynamoDB.url}\n`),
    AWS_SHARED_CREDENTIALS_FILE: save("credentials", ""),
    AWS_EC2_METADATA_SERVICE_ENDPOINT: metadata.url,
    AWS_ENDPOINT_URL_DYNAMODB: undefined,
    AWS_REGION: undefined,
    AWS_ACCESS_KEY_ID: undefined,
    AWS_SECRET_ACCESS_KEY: undefined,
  };
});

afterAll(async () => {
  metadata.stop();
  await dynamoDB.close();
});

describe("without a variable that names credentials, a stage other than dev", () => {
  it("is used with the role of the machine, in the region of the default profile", async () => {
    const outcome = await runCommand("charts", ["delete", "no-such-chart", "--stage", "prod"], { env });
    expect(outcome.stderr).toMatch(/^The table \S+ has no chart of "no-such-chart"\./m);
    expect(dynamoDB.requests).toMatchObject([{ operation: "DeleteItem", accessKey: "ACCESS-KEY-OF-THE-ROLE" }]);
  });

  it("is used with that role at an endpoint that the environment names", async () => {
    dynamoDB.requests.length = 0;
    const settings = { ...env, AWS_CONFIG_FILE: save("empty", ""), AWS_ENDPOINT_URL_DYNAMODB: dynamoDB.url };
    await runCommand("charts", ["delete", "no-such-chart", "--stage", "prod"], { env: settings });
    expect(dynamoDB.requests).toMatchObject([{ accessKey: "ACCESS-KEY-OF-THE-ROLE" }]);
  });

  it.each([
    ["charts", ["list"]],
    ["charts", ["delete", "a-chart"]],
    ["tokens", ["list"]],
    ["tokens", ["revoke", "7d7f3d6c-0000-4000-8000-000000000000"]],
  ] as const)("says what to do if the machine has no role: %s %j", async (script, args) => {
    const settings = { ...env, AWS_EC2_METADATA_DISABLED: "true" };
    const { code, stderr } = await runCommand(script, [...args, "--stage", "prod"], { env: settings });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^(?:Deleting from .+\n)?Can't use DynamoDB in us-east-1 \(.+\)\. On your machine, set AWS_PROFILE .+, give .+ a role\.\n$/,
    );
  });

  it("says what to do if no region is set", async () => {
    const settings = { ...env, AWS_CONFIG_FILE: save("empty", "") };
    const { code, stderr } = await runCommand("charts", ["list", "--stage", "prod"], { env: settings });
    expect(code).toBe(1);
    expect(stderr).toBe(
      'The stage "prod" is in AWS, and the AWS region is not set. Check --stage, set AWS_REGION, or add --region.\n',
    );
  });
});
