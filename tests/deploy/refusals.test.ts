import { describe, expect, it, vi } from "vitest";
import { "module.exports" as DeploymentPlugin } from "../../deploy/deployment.ts";
import { DEVELOPMENT_KEYS } from "../../deploy/development-keys.ts";
import { findAlteredKey, findKeyProblems, findMissingKeys } from "../../deploy/keys.ts";
import { findParameter } from "../../deploy/parameters.ts";
import { findLifetimeProblems, findSettingProblems } from "../../deploy/setting-problems.ts";
import { type Account, TIMESTAMP } from "../support/aws.ts";
import { useEndOfProcess } from "../support/end-of-process.ts";
import {
  collecting,
  deployed,
  empty,
  KEPT,
  listCalls,
  makeServerless,
  runPlugin,
  SETTINGS,
  TABLES,
} from "../support/framework.ts";
import { KEYS } from "../support/package.ts";

const [SECRET, PUBLIC] = ["PERFORMANCE_SECRET_KEY", "PERFORMANCE_PUBLIC_KEY"] as const;

const ADVICE = 'Generate one with "openssl rand -hex 32".';
const REPEATED = `is one repeated character, which can be guessed. ${ADVICE}`;
const DEVELOPMENT = `is the development key, which everybody can read. ${ADVICE}`;
const NOT_IN_A_HEADER = "has characters that an HTTP header can't carry. Set one of printable ASCII characters.";
const hasBytes = (count: number) =>
  `has ${count} bytes, but HS256 needs at least 32 (RFC 7518, section 3.2). ${ADVICE}`;
const hasCharacters = (count: number) =>
  `has ${count} characters, but needs at least 20, or it can be guessed. ${ADVICE}`;

const pemOf = (key: string) => `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----`;

const findConfigurationProblems = (environment: NodeJS.ProcessEnv) => [
  ...findKeyProblems(environment),
  ...findLifetimeProblems(environment),
];

describe("a configuration fit for deployment", () => {
  it.each([
    ["both keys", {}],
    ["a secret of 32 bytes", { [SECRET]: KEYS[SECRET].slice(0, 32) }],
    ["a secret of 32 bytes in 31 characters", { [SECRET]: `${"ab".repeat(15)}é` }],
    ["a public key of 20 characters", { [PUBLIC]: "xy".repeat(10) }],
    ["a public key with all that ASCII can print", { [PUBLIC]: "!~ development-public-key" }],
    ["a public key of several lines", { [PUBLIC]: pemOf("xy".repeat(10)) }],
    ["other lifetimes", { EXPIRES_IN: "2h", MAX_EXPIRES_IN: "1d" }],
  ])("may have %s", (_, variables) => {
    expect(findMissingKeys({ ...KEYS, ...variables })).toEqual([]);
    expect(findConfigurationProblems({ ...KEYS, ...variables })).toEqual([]);
  });

  it.each([
    ["no secret", { [SECRET]: undefined }, [SECRET]],
    ["a blank secret", { [SECRET]: " " }, [SECRET]],
    ["no public key", { [PUBLIC]: "" }, [PUBLIC]],
    ["neither", { [SECRET]: "", [PUBLIC]: "\n" }, Object.keys(KEYS)],
  ])("lacks a key with %s", (_, variables, names) => {
    expect(findMissingKeys({ ...KEYS, ...variables })).toEqual(names);
    expect(findConfigurationProblems({ ...KEYS, ...variables })).toEqual([]);
  });

  it.each([
    ["a secret of 31 bytes", SECRET, "x".repeat(31), hasBytes(31)],
    ["a secret of 30 bytes and two spaces", SECRET, `${"xy".repeat(15)}  `, hasBytes(30)],
    ["a public key of 19 characters", PUBLIC, pemOf("x ".repeat(19)), hasCharacters(19)],
    ["a public key without a key", PUBLIC, pemOf(""), hasCharacters(0)],
    ["a public key with an umlaut", PUBLIC, `schlüssel${"x".repeat(20)}`, NOT_IN_A_HEADER],
    ["a public key with a control character", PUBLIC, `\0${"x".repeat(20)}`, NOT_IN_A_HEADER],
    ["a secret of one repeated character", SECRET, `${"x".repeat(64)}\n`, REPEATED],
    ["a public key of one repeated character", PUBLIC, pemOf("x".repeat(64)), REPEATED],
    ["the development secret", SECRET, ` ${DEVELOPMENT_KEYS[SECRET]}`, DEVELOPMENT],
    ["the development public key", PUBLIC, pemOf(DEVELOPMENT_KEYS[PUBLIC]), DEVELOPMENT],
  ])("does not have %s", (_, name, key, problem) => {
    expect(findConfigurationProblems({ ...KEYS, [name]: key })).toEqual([`${name} ${problem}`]);
  });

  it.each([
    ["a lifetime that is not a duration", { EXPIRES_IN: "soon" }, /^Invalid EXPIRES_IN: expected.*$/],
    ["one above its limit", { EXPIRES_IN: "2h", MAX_EXPIRES_IN: "1h" }, /^Invalid EXPIRES_IN: the maximum is 1h$/],
    ["a limit above 100 years", { MAX_EXPIRES_IN: "36900d" }, /^Invalid MAX_EXPIRES_IN: the maximum is 36525d$/],
    ["a limit that is not a duration", { MAX_EXPIRES_IN: "never" }, /^Invalid MAX_EXPIRES_IN: expected.*$/],
  ])("does not have %s", (_, lifetimes, problem) => {
    expect(findConfigurationProblems({ ...KEYS, ...lifetimes })).toEqual([expect.stringMatching(problem)]);
  });

  it.each([SECRET, PUBLIC])("does not have a variable in %s", (name) => {
    expect(findAlteredKey({ ...KEYS, [name]: `x\${env:HOME}${"x".repeat(32)}` })).toBe(name);
    expect(findAlteredKey({ ...KEYS, [name]: `$x{}$${"x".repeat(32)}` })).toBeUndefined();
  });
});

const REGION = "us-east-1";
const ACCOUNT = "123456789012";
const CERTIFICATE = `arn:aws:acm:${REGION}:${ACCOUNT}:certificate/1-a`;

const findStageProblems = (changes: object) => findSettingProblems({ ...SETTINGS, ...changes }, REGION);

describe("the settings of a stage", () => {
  it.each([
    {},
    { collector: "on", listenWindow: "10s", minListeners: "1", listenConcurrency: "0" },
    { collector: "off", cors: { allowedOrigins: ["https://host.example"] } },
    { throttlingRate: "0.5", throttlingBurst: "1", latencyAlarm: "250", protection: "false" },
    { domain: "performance.host.example", certificateArn: CERTIFICATE },
    { domain: "performance.host.example", certificateArn: CERTIFICATE, defaultEndpoint: "closed" },
    { alarmTopic: `arn:aws:sns:${REGION}:${ACCOUNT}:alarms`, alarmEmail: "a@host.example" },
    { noticeTopic: `arn:aws:sns:${REGION}:${ACCOUNT}:notices`, reservedConcurrency: 0 },
    { monthlyBudget: "50", noticeEmail: "a@host.example" },
    { permissionsBoundary: `arn:aws:iam::${ACCOUNT}:policy/performance-data-prod-boundary` },
    { logRetention: 1, accessLogRetention: "3653" },
    { runbooks: "https://github.com/host/service/blob/main/docs/operating.md" },
  ])("may be %j", (changes) => {
    expect(findStageProblems(changes)).toEqual([]);
  });

  it.each([
    [{ throttlingRate: "abc" }, /^throttlingRate is not a positive number: "abc"\.$/],
    [{ throttlingRate: 0 }, /^throttlingRate is not a positive number/],
    [{ throttlingRate: "" }, /^throttlingRate is not a positive number/],
    [{ throttlingBurst: 1.5 }, /^throttlingBurst is not a whole number/],
    [{ reservedConcurrency: "-1" }, /^reservedConcurrency is not a whole number/],
    [{ runbooks: "docs/operating.md" }, /^runbooks is not the https address of a page, without a fragment: /],
    [{ runbooks: "http://host.example/operating" }, /^runbooks is not the https address/],
    [{ runbooks: "https://host.example/operating#alarms" }, /^runbooks is not the https address/],
    [{ latencyAlarm: "1s" }, /^latencyAlarm is not a positive number/],
    [{ accessLogRetention: "8" }, /^accessLogRetention is not one of 1, 3, 5, 7, .*: "8"\.$/],
    [{ logRetention: 31 }, /^logRetention is not one of/],
    [{ systemLogLevel: "ERROR" }, /^systemLogLevel is not one of DEBUG, INFO, WARN/],
    [{ tablePolicy: "Keep" }, /^tablePolicy is not one of/],
    [{ protection: "no" }, /^protection is not one of true, false/],
    [{ alarms: "off" }, /^alarms is not one of on, auto: "off"\.$/],
    [{ alarmTopic: "not-an-arn" }, /^alarmTopic is not the ARN of an SNS topic: "not-an-arn"\.$/],
    [{ noticeTopic: CERTIFICATE }, /^noticeTopic is not the ARN of an SNS topic/],
    [
      { alarmTopic: `arn:aws:sns:eu-west-1:${ACCOUNT}:alarms` },
      /^alarmTopic is in eu-west-1, but the stage is in us-east-1/,
    ],
    [{ alarmEmail: "somebody" }, /^alarmEmail is not an e-mail address/],
    [{ noticeEmail: "a b@host.example" }, /^noticeEmail is not an e-mail address/],
    [{ domain: "performance.host.example" }, /^domain and certificateArn go together/],
    [{ certificateArn: CERTIFICATE }, /^domain and certificateArn go together/],
    [{ defaultEndpoint: "closed" }, /^defaultEndpoint: closed would leave the service without an address/],
    [{ defaultEndpoint: "shut" }, /^defaultEndpoint is not one of open, closed: "shut"\.$/],
    [{ domain: "https://host.example", certificateArn: CERTIFICATE }, /^domain is not a host name/],
    [
      { domain: "host.example", certificateArn: CERTIFICATE.replace(REGION, "eu-west-1") },
      /^certificateArn is in eu-west-1, but the stage is in us-east-1/,
    ],
    [{ monthlyBudget: "lots", alarmEmail: "a@host.example" }, /^monthlyBudget is not a positive number/],
    [{ monthlyBudget: 50 }, /^monthlyBudget has nobody to tell/],
    [{ permissionsBoundary: "boundary" }, /^permissionsBoundary is not the ARN of an IAM policy/],
    [{ listenWindow: "daily" }, /^listenWindow is not a duration of at most 7d, such as 1d or 1h: "daily"\.$/],
    [{ listenWindow: "8d" }, /^listenWindow is not a duration of at most 7d/],
    [{ listenWindow: "" }, /^listenWindow is not a duration/],
    [{ minListeners: 0 }, /^minListeners is not a positive number/],
    [{ listenRate: "many" }, /^listenRate is not a positive number/],
    [{ preflightRate: 0 }, /^preflightRate is not a positive number/],
    [{ preflightBurst: "1.5" }, /^preflightBurst is not a whole number/],
    [{ listenConcurrency: "all" }, /^listenConcurrency is not a whole number/],
    [{ collector: "on", cors: { allowedOrigins: ["*"] } }, /^cors and collector can't be combined/],
  ])("may not be %j", (changes, problem) => {
    expect(findStageProblems(changes)).toEqual([expect.stringMatching(problem)]);
  });
});

describe("the command line of a deployment", () => {
  const printed = useEndOfProcess();

  describe("a key that contains a variable of the framework", () => {
    it.each(["package", "deploy", "offline start", "invoke local"])("is refused by serverless %s", (command) => {
      vi.stubEnv("PERFORMANCE_PUBLIC_KEY", `\${env:UNKNOWN}${"x".repeat(32)}`);
      expect(() => new DeploymentPlugin(makeServerless(command), {})).toThrow("exit code 1");
      expect(printed).toEqual([
        `Refused: PERFORMANCE_PUBLIC_KEY contains "\${", which the Serverless Framework would replace. Choose a key without it.`,
      ]);
    });
  });

  const misspells = (name: string, nearest: string) =>
    `${name} is not a parameter of serverless.yml. Did you mean ${nearest}?`;

  it.each([
    ["deploy function", {}, "A function can't be deployed by itself. Use serverless deploy."],
    [
      "deploy",
      { param: ["rotate=true"] },
      'rotate is none of public, secret, both: "true". It names the keys to replace.',
    ],
    [
      "deploy",
      { param: ["rotate=false"] },
      'rotate is none of public, secret, both: "false". It names the keys to replace.',
    ],
    [
      "rollback",
      { param: ["rotate=public", "rotate=secret"] },
      'rotate is none of public, secret, both: "public and secret". It names the keys to replace.',
    ],
    ["deploy", { param: ["colector=on"] }, misspells("colector", "collector")],
    ["package", { param: ["alarmemail=a@host.example"] }, misspells("alarmemail", "alarmEmail")],
    ["rollback", { param: ["rotates=both"] }, misspells("rotates", "rotate")],
    ["remove", { param: ["REMOVECOLLECTOR=true"] }, misspells("REMOVECOLLECTOR", "removeCollector")],
    ["offline start", { param: ["reservedConcurency=1"] }, misspells("reservedConcurency", "reservedConcurrency")],
    ["deploy", { param: ["removeCollector=1"] }, "removeCollector must be true or false."],
  ])("serverless %s with %j is refused", (command, options, reason) => {
    expect(() => new DeploymentPlugin(makeServerless(command), options)).toThrow("exit code 1");
    expect(printed).toEqual([`Refused: ${reason}`]);
  });

  describe("a collector that is neither on nor off", () => {
    it.each(["package", "deploy", "offline start", "invoke local", "remove"])(
      "is refused by serverless %s",
      async (command) => {
        const { hooks } = new DeploymentPlugin(makeServerless(command, { settings: { collector: "On" } }), {});
        await expect(hooks.initialize?.()).rejects.toThrow("exit code 1");
        expect(printed).toEqual(['Refused: collector is neither on nor off: "On".']);
      },
    );
  });

  it("each misspelt parameter of the command line is named, and one's own in serverless.yml is none", () => {
    const serverless = makeServerless("deploy", { ownParams: { eu: { color: "red" }, us: null } });
    expect(() => new DeploymentPlugin(serverless, { param: ["color=blue", "region=x", "secrets=ssm"] })).not.toThrow();
    expect(() => new DeploymentPlugin(serverless, { param: ["colour=blue", "region=x", "secret=ssm"] })).toThrow();
    const lines = [misspells("colour", "color"), misspells("secret", "secrets")].map((line) => `- ${line}`);
    expect(printed).toEqual([["Refused:", ...lines].join("\n")]);
  });

  describe("a parameter of the command line", () => {
    it.each([
      [undefined, undefined],
      [["domain=x"], undefined],
      [["rotated=both"], undefined],
      [["domain=x", "rotate=both"], "both"],
      [["rotate=both", "rotate=both"], "both"],
      [["rotate=secret\n"], "secret\n"],
      [["rotate=secret", "rotate=public"], "secret and public"],
    ])("is found among %j", (params, value) => {
      expect(findParameter("rotate", params)).toBe(value);
    });
  });
});

const REFUSAL =
  'Refused: the stack performance-data-prod has the collector, and this deployment has not: it would delete the table of listens, with all that is not counted yet. Set collector: "on". To delete the table, add --param removeCollector=true.';

describe("a deployment is refused", () => {
  const stack = "the stack performance-data-prod";
  const isUnset = (key: string) => `${key} is to be replaced, but is not set. Set the new one.`;
  const isSame = (key: string) => `${key} is the one that ${stack} has. Set the new one.`;
  const lacks = (keys: string, them: string) =>
    `${keys} not set, and ${stack} does not have ${them} yet. Set ${them} and try again.`;
  const pem = pemOf(KEYS[PUBLIC]);
  const same: Account = { parameters: { SecretKey: KEYS[SECRET], PublicKey: pem } };
  const [ofSecret, ofPublic] = [{ [SECRET]: KEYS[SECRET], [PUBLIC]: " " }, { [PUBLIC]: KEYS[PUBLIC] }];

  it.each([
    ["without keys", empty, {}, {}, lacks(`${SECRET} and ${PUBLIC} are`, "them")],
    ["with one key too few", empty, ofSecret, {}, lacks(`${PUBLIC} is`, "it")],
  ])("%s, with no more than a look at the stack", async (_, account, keys, options, reason) => {
    const result = await runPlugin("deploy", account, { keys, options });
    expect(result).toMatchObject({ printed: [`Refused: ${reason}`], refused: true, parameters: undefined });
    expect(listCalls(result)).toEqual(["DescribeStacks"]);
  });

  it.each([
    ["secret", deployed, {}, isUnset(SECRET)],
    ["secret", deployed, ofPublic, isUnset(SECRET)],
    ["public", deployed, ofSecret, isUnset(PUBLIC)],
    ["both", deployed, ofPublic, isUnset(SECRET)],
    ["both", deployed, {}, isUnset(SECRET), isUnset(PUBLIC)],
    ["secret", same, KEYS, isSame(SECRET)],
    ["public", same, KEYS, isSame(PUBLIC)],
    ["both", same, KEYS, isSame(SECRET), isSame(PUBLIC)],
    ["both", { parameters: { SecretKey: "x", PublicKey: pem } }, KEYS, isSame(PUBLIC)],
  ])("that rotates %s, before it replaces anything: %#", async (what, account, keys, ...reasons) => {
    for (const command of ["deploy", "rollback"] as const) {
      const options = { param: [`rotate=${what}`], timestamp: String(TIMESTAMP) };
      const result = await runPlugin(command, account, { keys, options });
      expect(result).toMatchObject({ refused: true, parameters: undefined });
      const [only] = reasons;
      expect(result.printed).toEqual([
        reasons.length === 1 ? `Refused: ${only}` : ["Refused:", ...reasons.map((one) => `- ${one}`)].join("\n"),
      ]);
      expect(listCalls(result)).toEqual(["DescribeStacks", "GET configuration"]);
      expect(JSON.stringify(result.printed)).not.toContain(KEYS[SECRET]);
    }
  });

  it("in other words if the account itself refuses", async () => {
    const account = { ...deployed, refusal: "not authorized: a stack that does not exist" };
    await expect(runPlugin("deploy", account)).rejects.toThrow("not authorized");
  });

  it("with all that is wrong at once, in one answer", async () => {
    const keys = { ...KEYS, PERFORMANCE_SECRET_KEY: "short" };
    const [settings, lifetimes] = [{ throttlingRate: "abc" }, { EXPIRES_IN: 0 }];
    const { printed, refused } = await runPlugin("deploy", empty, { keys, settings, lifetimes });
    expect(refused).toBe(true);
    expect(printed[0]).toMatch(
      /^Refused:\n- PERFORMANCE_SECRET_KEY has 5 bytes.*\n- Invalid EXPIRES_IN: .*\n- throttlingRate is not a positive number: "abc"\.$/,
    );
  });
});

describe("the default endpoint", () => {
  const settings = {
    domain: "performance.host.example",
    certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
    defaultEndpoint: "closed",
  };

  it("is not closed by the deployment that makes the domain's target", async () => {
    const result = await runPlugin("deploy", { ...deployed, outputs: ["HttpApiUrl"] }, { settings });
    expect(result).toMatchObject({ refused: true, parameters: undefined });
    expect(result.printed).toEqual([
      "Refused: the stack performance-data-prod has no domain yet, so defaultEndpoint: closed would cut off all callers. Deploy with defaultEndpoint: open, and point the domain to the output DomainTarget first.",
    ]);
  });

  it.each([
    ["of a new stack", "closed", empty],
    ["of a stack with a domain", "closed", { ...deployed, outputs: ["HttpApiUrl", "DomainTarget"] }],
    ["of a stack that has closed it", "closed", { ...deployed, outputs: ["DomainTarget"] }],
    ["that stays open beside a first domain", "open", { ...deployed, outputs: ["HttpApiUrl"] }],
  ])("%s is no reason to refuse", async (_, defaultEndpoint, account) => {
    const result = await runPlugin("deploy", account, { settings: { ...settings, defaultEndpoint } });
    expect(result.refused).toBe(false);
  });
});

describe("the table of listens of a deployed collector", () => {
  const back = { timestamp: String(TIMESTAMP) };
  const removal = { param: ["removeCollector=true"] };

  it.each([
    ["a deployment without the collector", "deploy", { packaged: TABLES }, {}],
    ["a rollback to before the collector", "rollback", { options: back }, { earlierTables: TABLES }],
  ] as const)("is not deleted by %s, which is refused and passes nothing", async (_, command, given, changes) => {
    const { printed, ...result } = await runPlugin(command, { ...collecting, ...changes }, given);
    expect(result).toMatchObject({ refused: true, parameters: undefined });
    expect(printed.at(-1)).toBe(REFUSAL);
  });

  it.each([
    ["a deployment with it", "deploy", { packaged: [...TABLES, "ListensTable"] }, {}],
    ["a rollback that keeps it", "rollback", { options: back }, { earlierTables: [...TABLES, "ListensTable"] }],
    ["a deployment that says so", "deploy", { packaged: TABLES, options: removal }, {}],
    ["a rollback that says so", "rollback", { options: { ...back, ...removal } }, { earlierTables: TABLES }],
  ] as const)("does not stop %s", async (_, command, given, changes) => {
    const result = await runPlugin(command, { ...collecting, ...changes }, given);
    expect(result).toMatchObject({ refused: false, parameters: KEPT });
  });
});
