import { beforeAll, describe, expect, it } from "vitest";
import { startAws } from "../support/aws.ts";
import { PATIENCE } from "../support/checkout.ts";
import { run } from "../support/cli.ts";
import { KEYS } from "../support/package.ts";

type Aws = Awaited<ReturnType<typeof startAws>>;

let aws: Aws;

beforeAll(async () => {
  aws = await deploy([], KEYS);
}, PATIENCE);

/** Deploys to a stand-in for AWS, as far as that goes. */
async function deploy(args: readonly string[], keys: Partial<typeof KEYS>): Promise<Aws> {
  const standIn = await startAws();
  const account = { AWS_ENDPOINT_URL: standIn.url, AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };
  const { output } = await run("npx", ["serverless", "deploy", "--stage", "prod", ...args], { ...account, ...keys });
  expect(output).toContain("as far as this goes");
  standIn.close();
  return standIn;
}

const readBody = ({ sent }: Aws, what: string) => sent.find((one) => one.what === what)?.body ?? "";

const readParameters = (standIn: Aws) => {
  const changeSet = new URLSearchParams(readBody(standIn, "CreateChangeSet"));
  return [1, 2].map((n) => ["Key", "Value"].map((part) => changeSet.get(`Parameters.member.${n}.Parameter${part}`)));
};

describe("a deployment", () => {
  it("uploads the template, the framework's state and a package per function, without the keys", () => {
    const uploads = aws.sent.filter(({ what }) => what.startsWith("PUT "));
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

  it("gives the functions their keys by way of parameters that CloudFormation does not show", () => {
    const { Parameters, Resources } = JSON.parse(readBody(aws, "PUT compiled-cloudformation-template.json"));
    expect(Parameters).toMatchObject({
      SecretKey: { Type: "String", NoEcho: true },
      PublicKey: { Type: "String", NoEcho: true },
    });
    for (const name of ["TokenLambdaFunction", "ChartsLambdaFunction"]) {
      expect(Resources[name].Properties.Environment.Variables).toMatchObject({
        PERFORMANCE_SECRET_KEY: { Ref: "SecretKey" },
        PERFORMANCE_PUBLIC_KEY: { Ref: "PublicKey" },
      });
    }
  });

  it("hands the keys to CloudFormation, and to nothing else", () => {
    expect(readParameters(aws)).toEqual([
      ["SecretKey", KEYS.PERFORMANCE_SECRET_KEY],
      ["PublicKey", KEYS.PERFORMANCE_PUBLIC_KEY],
    ]);
    const others = aws.sent.filter(({ what }) => what !== "CreateChangeSet");
    expect(JSON.stringify(others)).not.toContain(KEYS.PERFORMANCE_SECRET_KEY);
  });

  it("takes the keys from Parameter Store where the stage says so, and hands them on in the same way", async () => {
    const standIn = await deploy(["--param", "secrets=ssm"], {});
    const [secretKey, publicKey] = ["secret-key", "public-key"].map(
      (name) => `the value of /performance-data/prod/${name}, decrypted: true`,
    );
    expect(readParameters(standIn)).toEqual([
      ["SecretKey", secretKey],
      ["PublicKey", publicKey],
    ]);
    const others = standIn.sent.filter(({ what }) => what !== "CreateChangeSet");
    expect(JSON.stringify(others)).not.toContain(secretKey);
  });
});
