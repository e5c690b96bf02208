import { describe, expect, it } from "vitest";
import { convertSettings, findSettingProblems, findWarnings } from "../../deploy/settings.ts";
import { SETTINGS } from "../support/framework.ts";

const REGION = "us-east-1";
const ACCOUNT = "123456789012";
const CERTIFICATE = `arn:aws:acm:${REGION}:${ACCOUNT}:certificate/1-a`;

const findProblems = (changes: object) => findSettingProblems({ ...SETTINGS, ...changes }, REGION);

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
    expect(findProblems(changes)).toEqual([]);
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
    expect(findProblems(changes)).toEqual([expect.stringMatching(problem)]);
  });
});

it("converts numbers and booleans of the command line where CloudFormation documents them as such", () => {
  const throttle = { ThrottlingRateLimit: "500", ThrottlingBurstLimit: 10, Description: "500" };
  expect(convertSettings({ ...throttle, Rules: [{ Enabled: "true", DeletionProtectionEnabled: "false" }] })).toEqual({
    ThrottlingRateLimit: 500,
    ThrottlingBurstLimit: 10,
    Description: "500",
    Rules: [{ Enabled: "true", DeletionProtectionEnabled: false }],
  });
});

const LISTENS = { collector: "on", alarmEmail: "a@host.example", noticeEmail: "n@host.example" };

it.each([
  ["dev", {}],
  ["prod", { alarmEmail: "a@host.example", noticeEmail: "n@host.example" }],
  ["prod", { alarmTopic: "arn", noticeTopic: "arn" }],
  ["staging", { noticeEmail: "n@host.example" }],
  ["prod", { ...LISTENS, listenRate: 222 }],
  ["prod", { ...LISTENS, listenRate: "5000", listenWindow: "1h" }],
  ["prod", { ...LISTENS, collector: "off", listenRate: 5_000 }],
])("%s is packaged without a warning with %j", (stage, settings) => {
  expect(findWarnings({ ...SETTINGS, ...settings }, stage)).toEqual([]);
});

it.each([
  ["prod", {}, "The alarms of prod reach nobody. Set alarmEmail or alarmTopic in serverless.yml."],
  [
    "staging",
    { alarmEmail: "a@host.example" },
    "The notices of staging reach nobody, only its alarms do. Set noticeEmail or noticeTopic.",
  ],
  ["prod", { alarmTopic: "arn" }, /^The notices of prod reach nobody/],
  [
    "prod",
    { ...LISTENS, listenRate: "223" },
    "listenRate (223) lets more than 19.2 million listens into a window of 1d, but an update counts at most so many of an episode, or 2.2 million of the largest. Lower listenRate or listenWindow.",
  ],
  [
    "prod",
    { ...LISTENS, listenRate: 50, listenWindow: "7d" },
    /^listenRate \(50\) lets more than 19.2 million listens into a window of 7d/,
  ],
])("packaging %s warns about %j", (stage, settings, warning) => {
  const warned = typeof warning === "string" ? warning : expect.stringMatching(warning);
  expect(findWarnings({ ...SETTINGS, ...settings }, stage)).toEqual([warned]);
});
