import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, type Outcome, runAgainstAws } from "../support/aws.ts";
import { findReplacements } from "../support/cloudformation.ts";
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

function readTemplate({ sent }: Outcome): Template {
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
    expect(readTemplate(first).Parameters).toMatchObject({
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
      expect(findReplacements(BEFORE, readTemplate(upgrade))).toEqual([]);
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
      const gone = findReplacements(BEFORE, readTemplate(removal));
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
