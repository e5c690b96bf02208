import { beforeAll, describe, expect, it } from "vitest";
import { type Account, type Outcome, runAgainstAws, TIMESTAMP } from "../support/aws.ts";
import { PATIENCE } from "../support/checkout.ts";
import { KEYS, type Template } from "../support/package.ts";
import { isAllowedBy, loadPolicy } from "../support/policies.ts";

const STACK = "performance-data-prod";
const PARAMETERS = { SecretKey: KEYS.PERFORMANCE_SECRET_KEY, PublicKey: KEYS.PERFORMANCE_PUBLIC_KEY };
const OTHER_KEYS = {
  PERFORMANCE_SECRET_KEY: "another secret key, as long as HS256 wants it",
  PERFORMANCE_PUBLIC_KEY: "another-public-key-for-tests",
};

const readBodies = ({ sent }: Outcome, what: string) =>
  sent.filter((one) => one.what === what).map(({ body }) => new URLSearchParams(body));

/** An account in which prod was deployed with the keys of the tests, and one in which nothing was. */
const makeDeployed = (): Account => ({ parameters: PARAMETERS });
const makeEmpty = (): Account => ({ parameters: undefined });

const account = makeEmpty();
let first: Outcome;

beforeAll(async () => {
  first = await runAgainstAws(account, ["deploy"], KEYS);
}, PATIENCE);

function readTemplate(): Template {
  const upload = first.sent.find(({ what }) => what === "PUT compiled-cloudformation-template.json");
  return JSON.parse(upload?.body ?? "");
}

describe("a first deployment", () => {
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

  it("gives the functions their keys as hidden CloudFormation parameters", () => {
    const { Parameters, Resources } = readTemplate();
    expect(Parameters).toMatchObject({
      SecretKey: { Type: "String", NoEcho: true },
      PublicKey: { Type: "String", NoEcho: true },
    });
    for (const name of ["TokenLambdaFunction", "ChartsLambdaFunction"]) {
      expect(Resources[name]?.Properties.Environment).toMatchObject({
        Variables: { PERFORMANCE_SECRET_KEY: { Ref: "SecretKey" }, PERFORMANCE_PUBLIC_KEY: { Ref: "PublicKey" } },
      });
    }
  });

  it("sends the keys to CloudFormation and nowhere else", () => {
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

  it("is refused without keys before anything is packaged or changed", { timeout: PATIENCE }, async () => {
    const { code, output, sent } = await runAgainstAws(makeEmpty(), ["deploy"], {});
    expect(code).toBe(1);
    expect(output).toMatch(
      /\nRefused: PERFORMANCE_SECRET_KEY and PERFORMANCE_PUBLIC_KEY are not set, and the stack performance-data-prod does not have them yet. Set them and try again.$/,
    );
    expect(new Set(sent.map(({ what }) => what))).toEqual(new Set(["DescribeStacks", "GetCallerIdentity"]));
  });
});

describe("a later deployment", { timeout: PATIENCE }, () => {
  it("keeps the keys of the stack even if others are set, and says so", async () => {
    const deployed = makeDeployed();
    const later = await runAgainstAws(deployed, ["deploy"], OTHER_KEYS);
    expect(later.code).toBe(0);
    expect(deployed.parameters).toEqual(PARAMETERS);
    expect(later.output).toContain(
      `The stack ${STACK} keeps its PERFORMANCE_SECRET_KEY and PERFORMANCE_PUBLIC_KEY. To replace them with those that you set, add --param rotate=true.`,
    );
    expect(JSON.stringify(later.sent)).not.toContain(OTHER_KEYS.PERFORMANCE_PUBLIC_KEY);
    // A dozen deployments are kept for rollbacks.
    expect(later.sent.filter(({ body }) => body.includes("<Delete"))).toEqual([]);
  });
});

describe("a rotation", { timeout: PATIENCE }, () => {
  const { PERFORMANCE_PUBLIC_KEY } = OTHER_KEYS;
  const rotated = { ...PARAMETERS, PublicKey: PERFORMANCE_PUBLIC_KEY };
  const deployed = makeDeployed();

  it("replaces the key that is set, keeps the other, and says which", async () => {
    const rotation = await runAgainstAws(deployed, ["deploy", "--param", "rotate=true"], { PERFORMANCE_PUBLIC_KEY });
    expect(rotation.code).toBe(0);
    expect(deployed.parameters).toEqual(rotated);
    expect(rotation.output).toContain(`Replacing the PERFORMANCE_PUBLIC_KEY of the stack ${STACK}.`);
    expect(rotation.output).not.toContain(PERFORMANCE_PUBLIC_KEY);
  });

  it("survives a rollback with the old keys in the environment", async () => {
    const rollback = await runAgainstAws(deployed, ["rollback", "--timestamp", String(TIMESTAMP)], KEYS);
    expect(rollback.code).toBe(0);
    expect(rollback.output).toContain(`The stack ${STACK} keeps its`);
    expect(deployed.parameters).toEqual(rotated);
  });

  it("takes the keys from Parameter Store if the stage says so, and sends them to CloudFormation alone", async () => {
    const params = ["--param", "secrets=ssm", "--param", "rotate=true"];
    const later = await runAgainstAws(deployed, ["deploy", ...params], {});
    const [SecretKey, PublicKey] = ["secret-key", "public-key"].map(
      (name) => `the value of /performance-data/prod/${name}, decrypted: true`,
    );
    expect(deployed.parameters).toEqual({ SecretKey, PublicKey });
    const others = later.sent.filter(({ what }) => what !== "CreateChangeSet");
    expect(JSON.stringify(others)).not.toContain(SecretKey);
  });
});

describe("a rollback", { timeout: PATIENCE }, () => {
  it("without a timestamp lists the deployments, and needs no keys", async () => {
    const { code, output, sent } = await runAgainstAws(makeEmpty(), ["rollback"], {});
    expect(output).toContain(`Timestamp: ${TIMESTAMP}`);
    expect(code).toBe(0);
    expect(sent.map(({ what }) => what)).not.toContain("CreateChangeSet");
  });
});

describe("the deployer's policy", async () => {
  const policy = await loadPolicy("deployer-policy");

  it("allows the CloudFormation actions of a deployment", () => {
    const calls = first.sent.map(({ what }) => what).filter((what) => /^[A-Z][a-z]+[A-Z]/.test(what));
    const asked = calls.filter((what) => what !== "GetCallerIdentity").map((what) => `cloudformation:${what}`);
    expect(asked.length).toBeGreaterThan(5);
    const stack = "arn:aws:cloudformation:us-east-1:123456789012:stack/performance-data-prod/1";
    const isAllowed = (action: string) => isAllowedBy(policy, action, stack) || isAllowedBy(policy, action, "*");
    expect(asked.filter((action) => !isAllowed(action))).toEqual([]);
  });
});
