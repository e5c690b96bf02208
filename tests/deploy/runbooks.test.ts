import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ACCOUNT, isAllowedBy, loadPolicy, type Policy } from "../support/policies.ts";

const arnOf = (service: string, name: string) => `arn:aws:${service}:us-east-1:${ACCOUNT}:${name}`;
const tableOf = (name: string) => arnOf("dynamodb", `table/${name}`);
const CHARTS = tableOf("performance-data-prod-charts");
const TOKENS = tableOf("performance-data-prod-tokens");
const LISTENS = tableOf("performance-data-prod-listens");
const BACKUP = `${CHARTS}-restored/backup/1`;
const STACK = arnOf("cloudformation", "stack/performance-data-prod/1");

type Needs = readonly (readonly [action: string, resource: string])[];
type OptionOf = (option: string) => string;

/** Needs some actions on one resource. */
const needs = (actions: string, resource: string): Needs =>
  actions.split(" ").map((action) => [action, resource] as const);

/** What DynamoDB asks of whoever restores a table, of the table that is made (its guide, "IAM permissions"). */
const RESTORED = ["BatchWriteItem", "DeleteItem", "GetItem", "PutItem", "Query", "Scan", "UpdateItem"];
const needsToRestore = (action: string, source: string, optionOf: OptionOf): Needs => {
  const target = tableOf(optionOf("target-table-name"));
  return [[action, source], [action, target], ...RESTORED.map((name) => [`dynamodb:${name}`, target] as const)];
};

/** The rights of commands that need others than those of one action, of their own name. */
const COMMANDS: Readonly<Record<string, (optionOf: OptionOf) => Needs>> = {
  "aws lambda invoke": (optionOf) =>
    needs("lambda:InvokeFunction", arnOf("lambda", `function:${optionOf("function-name")}`)),
  "aws dynamodb wait": (optionOf) => needs("dynamodb:DescribeTable", tableOf(optionOf("table-name"))),
  "aws dynamodb describe-backup": () => needs("dynamodb:DescribeBackup", BACKUP),
  "aws events list-rules": () => needs("events:ListRules", "*"),
  "aws dynamodb list-backups": () => needs("dynamodb:ListBackups", "*"),
  "aws dynamodb restore-table-to-point-in-time": (optionOf) =>
    needsToRestore("dynamodb:RestoreTableToPointInTime", tableOf(optionOf("source-table-name")), optionOf),
  "aws dynamodb restore-table-from-backup": (optionOf) =>
    needsToRestore("dynamodb:RestoreTableFromBackup", BACKUP, optionOf),
  "aws cloudformation wait": () => needs("cloudformation:DescribeStacks cloudformation:DescribeChangeSet", STACK),
  "npx serverless package": () => [],
  "npx serverless rollback": () => [
    ...needs("cloudformation:DescribeStacks cloudformation:CreateChangeSet cloudformation:ExecuteChangeSet", STACK),
    ...needs("cloudformation:GetTemplate", STACK),
    ...needs("cloudformation:GetTemplateSummary", "*"),
  ],
  "npx serverless deploy": () => [
    ...needs("cloudformation:CreateChangeSet cloudformation:ExecuteChangeSet", STACK),
    ...needs("lambda:GetFunctionConfiguration", arnOf("lambda", "function:performance-data-prod-token")),
  ],
  "npx serverless remove": () => needs("cloudformation:DeleteStack", STACK),
  "npm run charts -- episodes": () => [],
  "npm run charts -- recount": () => needs("dynamodb:PutItem", LISTENS),
  "npm run charts -- register": () => needs("dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem", CHARTS),
  "npm run charts -- import": () => needs("dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem", CHARTS),
  "npm run charts -- export": () => needs("dynamodb:BatchGetItem dynamodb:Scan", CHARTS),
  "npm run charts -- delete": () => needs("dynamodb:DeleteItem", CHARTS),
  "npm run tokens -- list": () => needs("dynamodb:Scan", TOKENS),
  "npm run tokens -- export": () => needs("dynamodb:Scan", TOKENS),
  "npm run tokens -- import": () => needs("dynamodb:PutItem", TOKENS),
  "npm run tokens -- revoke": () => needs("dynamodb:DeleteItem", TOKENS),
};

/** What the other commands of a service act on. */
const RESOURCES: Readonly<Record<string, (optionOf: OptionOf) => string>> = {
  dynamodb: (optionOf) => tableOf(optionOf("table-name")),
  cloudformation: () => STACK,
  cloudwatch: (optionOf) => arnOf("cloudwatch", `alarm:${optionOf("alarm-name")}`),
};

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** Finds the commands in a text: in its blocks and in the midst of a sentence. */
function findCommands(text: string): string[] {
  const lines = text.replace(/\\\n\s*/g, " ").replaceAll("$live", "performance-data-prod-charts");
  const names = /(?<![a-z])(?:aws [a-z]+ [a-z-]+|npx serverless [a-z]+|npm run (?:--silent )?\w+ -- \w+)[^\n`]*/g;
  return (lines.match(names) ?? []).map((command) => command.replace("--silent ", "").replace("-$table", "-charts"));
}

function findNeeds(command: string): Needs {
  const optionOf = (option: string) => new RegExp(`--${option} (\\S+)`).exec(command)?.[1] ?? `no --${option}`;
  const name = Object.keys(COMMANDS).find((one) => command === one || command.startsWith(`${one} `));
  if (name) return COMMANDS[name]?.(optionOf) ?? [];
  const [, service = "", verb = ""] = /^aws ([a-z]+) ([a-z-]+)/.exec(command) ?? [];
  const action = verb.replace(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase());
  // A command of which nobody has said what it acts on needs a right that no policy has.
  return [[`${service}:${action}`, RESOURCES[service]?.(optionOf) ?? command]];
}

const EVERYDAY = ["everyday-policy"];
const BOTH = ["everyday-policy", "deployer-policy"];
const LISTENER_REQUESTS = ["listener-requests-policy"];

/** Parts of the runbooks, each from one text to another, and the policies that they say are enough. */
const PARTS: [page: string, from: string, to: string, policies: readonly string[]][] = [
  ["operating", "# Operating", "### Rotating the secret", EVERYDAY],
  ["operating", "### Rotating the secret", "### Revoking a token", BOTH],
  ["operating", "### Revoking a token", "## Rolling back", EVERYDAY],
  ["operating", "## Rolling back", "## Restoring charts", BOTH],
  ["operating", "## Restoring charts", "### All charts were overwritten", EVERYDAY],
  ["operating", "### All charts were overwritten", "## Counting again", BOTH],
  ["operating", "## Counting again", "## Moving to another region", EVERYDAY],
  ["operating", "## Moving to another region", "## Upgrading", BOTH],
  ["operating", "## Upgrading", "## Where alarms go", BOTH],
  ["operating", "## Where alarms go", "", EVERYDAY],
  ["collecting", "# Collecting", "## A listener asks", EVERYDAY],
  ["collecting", "## A listener asks", "", LISTENER_REQUESTS],
];

describe("what a runbook tells to do is allowed to whoever does it", () => {
  it.each(PARTS)("%s.md, from %j to %j", async (page, from, to, names) => {
    const text = read(`docs/${page}.md`);
    const part = text.slice(text.indexOf(from), to ? text.indexOf(to) : undefined);
    const policies: Policy[] = await Promise.all(names.map((name) => loadPolicy(name)));
    const commands = findCommands(part.replace(/bash (docs\/examples\/[\w-]+\.sh)/g, (_, script) => read(script)));
    expect(commands).not.toEqual([]);
    const isAllowed = (action: string, resource: string) => policies.some((one) => isAllowedBy(one, action, resource));
    const refused = commands.flatMap(findNeeds).filter(([action, resource]) => !isAllowed(action, resource));
    expect(refused).toEqual([]);
  });

  it.each(["aws dynamodb make-coffee --table-name x", "aws s3 sync", "npm run charts -- unknown"])(
    "except what nobody has listed here: %s",
    async (command) => {
      const [[action, resource] = ["", ""]] = findNeeds(command);
      for (const name of BOTH) expect(isAllowedBy(await loadPolicy(name), action, resource)).toBe(false);
    },
  );
});
