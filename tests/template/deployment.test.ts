import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { type Outcome, runAgainstAws, TIMESTAMP } from "../support/aws.ts";
import { PATIENCE } from "../support/checkout.ts";
import { KEYS, type Template } from "../support/package.ts";

const readBodies = ({ sent }: Outcome, what: string) =>
  sent.filter((one) => one.what === what).map(({ body }) => new URLSearchParams(body));

/** Returns the stack parameters of the last change set as rows of name, value and UsePreviousValue. */
function readParameters(outcome: Outcome): (string | null | undefined)[][] {
  const changeSet = readBodies(outcome, "CreateChangeSet").at(-1);
  return [1, 2].map((n) =>
    ["ParameterKey", "ParameterValue", "UsePreviousValue"].map((part) =>
      changeSet?.get(`Parameters.member.${n}.${part}`),
    ),
  );
}

const KEPT = [
  ["SecretKey", null, "true"],
  ["PublicKey", null, "true"],
];

let first: Outcome;

beforeAll(async () => {
  first = await runAgainstAws("empty", ["deploy"], KEYS);
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
    expect(readParameters(first)).toEqual([
      ["SecretKey", KEYS.PERFORMANCE_SECRET_KEY, null],
      ["PublicKey", KEYS.PERFORMANCE_PUBLIC_KEY, null],
    ]);
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
    const { code, output, sent } = await runAgainstAws("empty", ["deploy"], {});
    expect(code).toBe(1);
    expect(output).toMatch(
      /\nRefused: PERFORMANCE_SECRET_KEY and PERFORMANCE_PUBLIC_KEY are not set, and the stack performance-data-prod does not have them yet. Set them and try again.$/,
    );
    expect(new Set(sent.map(({ what }) => what))).toEqual(new Set(["DescribeStacks", "GetCallerIdentity"]));
  });
});

describe("a later deployment", { timeout: PATIENCE }, () => {
  it("keeps a key that is not set, and replaces one that is", async () => {
    const { PERFORMANCE_PUBLIC_KEY } = KEYS;
    const later = await runAgainstAws("deployed", ["deploy"], { PERFORMANCE_PUBLIC_KEY });
    expect(readParameters(later)).toEqual([KEPT[0], ["PublicKey", PERFORMANCE_PUBLIC_KEY, null]]);
    expect(later.code).toBe(0);
  });

  it("takes the keys from Parameter Store if the stage says so, and passes them on in the same way", async () => {
    const later = await runAgainstAws("deployed", ["deploy", "--param", "secrets=ssm"], {});
    const [secretKey, publicKey] = ["secret-key", "public-key"].map(
      (name) => `the value of /performance-data/prod/${name}, decrypted: true`,
    );
    expect(readParameters(later)).toEqual([
      ["SecretKey", secretKey, null],
      ["PublicKey", publicKey, null],
    ]);
    const others = later.sent.filter(({ what }) => what !== "CreateChangeSet");
    expect(JSON.stringify(others)).not.toContain(secretKey);
  });
});

describe("a rollback", { timeout: PATIENCE }, () => {
  it("without a timestamp lists the deployments, and needs no keys", async () => {
    const { code, output, sent } = await runAgainstAws("empty", ["rollback"], {});
    expect(output).toContain(`Timestamp: ${TIMESTAMP}`);
    expect(code).toBe(0);
    expect(sent.map(({ what }) => what)).not.toContain("CreateChangeSet");
  });

  it("keeps the keys that the stack has", async () => {
    const rollback = await runAgainstAws("deployed", ["rollback", "--timestamp", String(TIMESTAMP)], {});
    expect(readParameters(rollback)).toEqual(KEPT);
    expect(rollback.code).toBe(0);
  });
});

describe("the deployer's policy", async () => {
  const policy = JSON.parse(await readFile(new URL("../../docs/deployer-policy.json", import.meta.url), "utf8"));
  const actions: string[] = policy.Statement.flatMap(({ Action }: { readonly Action: string | string[] }) => Action);
  const isAllowed = (action: string) =>
    actions.some((pattern) => new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(action));

  it("allows the CloudFormation actions of a deployment", () => {
    const calls = first.sent.map(({ what }) => what).filter((what) => /^[A-Z][a-z]+[A-Z]/.test(what));
    const asked = calls.filter((what) => what !== "GetCallerIdentity").map((what) => `cloudformation:${what}`);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((action) => !isAllowed(action))).toEqual([]);
  });

  it("covers every service of which the template has resources", () => {
    const prefixes: Record<string, string> = { apigatewayv2: "apigateway" };
    const services = Object.values(readTemplate().Resources).map(({ Type }) =>
      String(Type.split("::")[1]).toLowerCase(),
    );
    const unknown = services.filter((service) => !isAllowed(`${prefixes[service] ?? service}:TagResource`));
    expect(new Set(unknown)).toEqual(new Set(["iam"]));
    expect(isAllowed("iam:TagRole")).toBe(true);
  });
});
