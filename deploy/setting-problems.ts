import { MAX_EPISODE_BYTES } from "../lib/collector/episode-tally.ts";
import { parseListenWindow } from "../lib/collector/settings.ts";
import type { JsonObject } from "../lib/json.ts";
import { parseLifetimes } from "../lib/lifetimes.ts";
import { resolveConditions } from "./conditions.ts";
import type { Settings } from "./framework/serverless.ts";

/** Describes what is wrong with a setting's value. The text continues a sentence with the setting's name as subject. */
type ValueCheck = (value: string, region: string) => string | undefined;

/** CloudWatch's own numbers of days (PutRetentionPolicy, retentionInDays). */
const DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
].map(String);

const isPositive = (value: string) => /^\d+(\.\d+)?$/.test(value) && Number(value) > 0;

const amount: ValueCheck = (value) => (isPositive(value) ? undefined : "is not a positive number");
const count: ValueCheck = (value) => (/^\d+$/.test(value) ? undefined : "is not a whole number");
const positiveCount: ValueCheck = (value) => count(value, "") ?? amount(value, "");
const flag: ValueCheck = (value) => oneOf(["true", "false"])(value, "");
const email: ValueCheck = (value) => (/^[^\s@]+@[^\s@]+$/.test(value) ? undefined : "is not an e-mail address");
const pageAddress: ValueCheck = (value) =>
  /^https:\/\/[^\s#]+$/.test(value) ? undefined : "is not the https address of a page, without a fragment";
const hostName: ValueCheck = (value) =>
  /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]+$/.test(value) ? undefined : "is not a host name in lower case";

function oneOf(values: readonly string[]): ValueCheck {
  return (value) => (values.includes(value) ? undefined : `is not one of ${values.join(", ")}`);
}

/** Of a setting that has no default, empty means off. */
function orEmpty(check: ValueCheck): ValueCheck {
  return (value, region) => (value === "" ? undefined : check(value, region));
}

/** Checks the form of an ARN, and that it belongs to the stage's region (the ARNs of IAM belong to none). */
function arn(service: string, resource: RegExp): ValueCheck {
  return (value, region) => {
    const [, found, place = "", name = ""] = /^arn:aws[\w-]*:(\w+):([\w-]*):\d{12}:(.+)$/.exec(value) ?? [];
    if (found !== service || !resource.test(name)) return `is not the ARN of ${ARTICLES[service]}`;
    return place === region || service === "iam" ? undefined : `is in ${place}, but the stage is in ${region}`;
  };
}

const ARTICLES: Readonly<Record<string, string>> = {
  acm: "an ACM certificate",
  iam: "an IAM policy",
  sns: "an SNS topic",
};

const window: ValueCheck = (value) => {
  try {
    if (value !== "" && parseListenWindow({ LISTEN_WINDOW: value }) > 0) return undefined;
  } catch {}
  return "is not a duration of at most 7d, such as 1d or 1h";
};

const topic = arn("sns", /^[\w-]+$/);

const CHECKS: Readonly<Record<string, ValueCheck>> = {
  throttlingRate: amount,
  throttlingBurst: positiveCount,
  reservedConcurrency: orEmpty(count),
  domain: orEmpty(hostName),
  certificateArn: orEmpty(arn("acm", /^certificate\/[\w-]+$/)),
  defaultEndpoint: oneOf(["open", "closed"]),
  alarms: oneOf(["on", "auto"]),
  alarmEmail: orEmpty(email),
  alarmTopic: orEmpty(topic),
  noticeEmail: orEmpty(email),
  noticeTopic: orEmpty(topic),
  runbooks: orEmpty(pageAddress),
  latencyAlarm: amount,
  monthlyBudget: orEmpty(amount),
  logRetention: oneOf(DAYS),
  accessLogRetention: oneOf(DAYS),
  systemLogLevel: oneOf(["DEBUG", "INFO", "WARN"]),
  tablePolicy: oneOf(["Delete", "Retain", "RetainExceptOnCreate"]),
  protection: flag,
  permissionsBoundary: orEmpty(arn("iam", /^policy\/.+$/)),
  listenWindow: window,
  minListeners: positiveCount,
  listenRate: amount,
  listenBurst: positiveCount,
  preflightRate: amount,
  preflightBurst: positiveCount,
  listenConcurrency: orEmpty(count),
};

/** Describes each setting that AWS would reject during a deployment, or that makes no sense beside another one. */
export function findSettingProblems(settings: Settings, region: string): string[] {
  const textOf = (name: string) => String(settings[name] ?? "");
  const problems = Object.entries(CHECKS).flatMap(([name, check]) => {
    const value = textOf(name);
    const problem = check(value, region);
    return problem ? [`${name} ${problem}: ${JSON.stringify(value)}.`] : [];
  });
  if (Boolean(textOf("domain")) !== Boolean(textOf("certificateArn")))
    problems.push("domain and certificateArn go together. Set both or neither.");
  if (textOf("defaultEndpoint") === "closed" && !textOf("domain"))
    problems.push(
      "defaultEndpoint: closed would leave the service without an address. Set domain and certificateArn, too.",
    );
  if (textOf("monthlyBudget") && !textOf("alarmEmail") && !textOf("noticeEmail"))
    problems.push("monthlyBudget has nobody to tell. Set noticeEmail or alarmEmail, too.");
  if (combinesCorsAndCollector(settings))
    problems.push("cors and collector can't be combined, because API Gateway would answer in place of the collector.");
  return problems;
}

/** Describes what is wrong with EXPIRES_IN and MAX_EXPIRES_IN. */
export function findLifetimeProblems(environment: NodeJS.ProcessEnv): string[] {
  try {
    parseLifetimes(environment);
    return [];
  } catch (error) {
    return [(error as RangeError).message];
  }
}

/** Bytes of a usual listen, and of the largest that is taken: 500 passages of four bytes. */
const USUAL_BYTES = 260;
const LARGEST_BYTES = 2_250;

/** Millions of listens of one episode and window that an update counts (docs/cost.md). */
const [USUAL_MILLIONS, LARGEST_MILLIONS] = [USUAL_BYTES, LARGEST_BYTES].map(
  (bytes) => Math.floor(MAX_EPISODE_BYTES / bytes / 1e5) / 10,
);

/** Describes what will work, but hardly as its operator means it. */
export function findWarnings(settings: Settings, stage: string): string[] {
  const isSet = (name: string) => Boolean(settings[name]);
  const recipients = {
    alarms: isSet("alarmEmail") || isSet("alarmTopic"),
    notices: isSet("noticeEmail") || isSet("noticeTopic"),
  };
  const warnings = describeSilentAlarms(recipients, stage);
  const listens = Number(settings.listenRate) * parseListenWindow({ LISTEN_WINDOW: String(settings.listenWindow) });
  if (settings.collector === "on" && listens * USUAL_BYTES > MAX_EPISODE_BYTES)
    warnings.push(
      `listenRate (${settings.listenRate}) lets more than ${USUAL_MILLIONS} million listens into a window of ${settings.listenWindow}, but an update counts at most so many of an episode, or ${LARGEST_MILLIONS} million of the largest. Lower listenRate or listenWindow.`,
    );
  return warnings;
}

/** Whether anybody gets alarms, and notices. */
interface Recipients {
  readonly alarms: boolean;
  readonly notices: boolean;
}

/** Describes which of a stage's alarms reach nobody. Any stage may be production but those for trials. */
export function describeSilentAlarms({ alarms, notices }: Recipients, stage: string): string[] {
  if (alarms)
    return notices ? [] : [`The notices of ${stage} reach nobody, only its alarms do. Set noticeEmail or noticeTopic.`];
  if (stage === "dev" || stage === "staging") return [];
  return [`The alarms of ${stage} reach nobody. Set alarmEmail or alarmTopic in serverless.yml.`];
}

/** Finds out who gets the alarms of a template, whatever the settings are now: by one alarm, and by one notice. */
export function findRecipients(template: JsonObject): Recipients {
  const { Resources } = resolveConditions(template);
  const isHeard = (id: string) => Boolean(Object(Resources)[id]?.Properties?.AlarmActions?.length);
  return { alarms: isHeard("TokenFailingAlarm"), notices: isHeard("ThrottlesAlarm") };
}

/** @param stages the names of all stages that have settings of their own */
export function describeStage(stage: string, stages: readonly string[], region: string): string[] {
  if (stages.includes(stage)) return [];
  return [`${stage} is none of ${stages.join(", ")}: it has the settings of \`default\`, in ${region}.`];
}

/** Properties of resources that CloudFormation documents as numbers or booleans. */
const TYPED = /^(ThrottlingRateLimit|ThrottlingBurstLimit|RetentionInDays|Threshold|Amount|\w+Enabled)$/;

/**
 * Converts numbers and booleans that `--param name=value` made texts: `"500"` -> `500`.
 *
 * @returns a copy
 */
export function convertSettings<Resources>(resources: Resources): Resources {
  return JSON.parse(JSON.stringify(resources), (name, value) =>
    TYPED.test(name) && typeof value === "string" && /^(\d+(\.\d+)?|true|false)$/.test(value)
      ? JSON.parse(value)
      : value,
  );
}

/** Checks for two settings that work together locally, but can't be deployed so. */
export function combinesCorsAndCollector({ collector, cors }: Settings): boolean {
  return collector === "on" && cors !== false;
}
