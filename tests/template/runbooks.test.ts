import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { ACCOUNT, isAllowedBy, loadPolicy, type Policy } from "../support/policies.ts";

const arnOf = (service: string, name: string) => `arn:aws:${service}:us-east-1:${ACCOUNT}:${name}`;
const tableOf = (name = "") => arnOf("dynamodb", `table/${name}`);
const CHARTS = tableOf("performance-data-prod-charts");
const TOKENS = tableOf("performance-data-prod-tokens");
const LISTENS = tableOf("performance-data-prod-listens");
const BACKUP = `${CHARTS}-restored/backup/1`;
const STACK = arnOf("cloudformation", "stack/performance-data-prod/1");

type Needs = readonly (readonly [action: string, resource: string])[];

/** Needs some actions of a service on one resource. */
const needs = (service: string, actions: string, resource: string): Needs =>
  actions.split(" ").map((action) => [`${service}:${action}`, resource] as const);

/** What DynamoDB asks of whoever restores a table, of the table that is made (its guide, "IAM permissions"). */
const RESTORED = "BatchWriteItem DeleteItem GetItem PutItem Query Scan UpdateItem";

/** The rights that a command needs, by its name; `optionOf` returns the value of an option. */
const COMMANDS: Readonly<Record<string, (optionOf: (option: string) => string) => Needs>> = {
  "aws cloudwatch set-alarm-state": (optionOf) =>
    needs("cloudwatch", "SetAlarmState", arnOf("cloudwatch", `alarm:${optionOf("alarm-name")}`)),
  "aws lambda invoke": (optionOf) =>
    needs("lambda", "InvokeFunction", arnOf("lambda", `function:${optionOf("function-name")}`)),
  "aws dynamodb delete-item": (optionOf) => needs("dynamodb", "DeleteItem", tableOf(optionOf("table-name"))),
  "aws dynamodb get-item": (optionOf) => needs("dynamodb", "GetItem", tableOf(optionOf("table-name"))),
  "aws dynamodb put-item": (optionOf) => needs("dynamodb", "PutItem", tableOf(optionOf("table-name"))),
  "aws dynamodb update-item": (optionOf) => needs("dynamodb", "UpdateItem", tableOf(optionOf("table-name"))),
  "aws dynamodb query": (optionOf) => needs("dynamodb", "Query", tableOf(optionOf("table-name"))),
  "aws dynamodb scan": (optionOf) => needs("dynamodb", "Scan", tableOf(optionOf("table-name"))),
  "aws dynamodb wait": (optionOf) => needs("dynamodb", "DescribeTable", tableOf(optionOf("table-name"))),
  "aws dynamodb update-table": (optionOf) => needs("dynamodb", "UpdateTable", tableOf(optionOf("table-name"))),
  "aws dynamodb delete-table": (optionOf) => needs("dynamodb", "DeleteTable", tableOf(optionOf("table-name"))),
  "aws dynamodb create-backup": (optionOf) => needs("dynamodb", "CreateBackup", tableOf(optionOf("table-name"))),
  "aws dynamodb describe-backup": () => needs("dynamodb", "DescribeBackup", BACKUP),
  "aws dynamodb list-backups": () => needs("dynamodb", "ListBackups", "*"),
  "aws dynamodb update-continuous-backups": (optionOf) =>
    needs("dynamodb", "UpdateContinuousBackups", tableOf(optionOf("table-name"))),
  "aws dynamodb restore-table-to-point-in-time": (optionOf) => [
    ...needs("dynamodb", "RestoreTableToPointInTime", tableOf(optionOf("source-table-name"))),
    ...needs("dynamodb", `RestoreTableToPointInTime ${RESTORED}`, tableOf(optionOf("target-table-name"))),
  ],
  "aws dynamodb restore-table-from-backup": (optionOf) => [
    ...needs("dynamodb", "RestoreTableFromBackup", BACKUP),
    ...needs("dynamodb", `RestoreTableFromBackup ${RESTORED}`, tableOf(optionOf("target-table-name"))),
  ],
  "aws cloudformation get-template": () => needs("cloudformation", "GetTemplate", STACK),
  "aws cloudformation describe-stacks": () => needs("cloudformation", "DescribeStacks", STACK),
  "aws cloudformation describe-stack-events": () => needs("cloudformation", "DescribeStackEvents", STACK),
  "aws cloudformation continue-update-rollback": () => needs("cloudformation", "ContinueUpdateRollback", STACK),
  "aws cloudformation wait": () => needs("cloudformation", "DescribeStacks DescribeChangeSet", STACK),
  "aws cloudformation update-termination-protection": () =>
    needs("cloudformation", "UpdateTerminationProtection", STACK),
  "aws cloudformation create-change-set": () => needs("cloudformation", "CreateChangeSet", STACK),
  "aws cloudformation execute-change-set": () => needs("cloudformation", "ExecuteChangeSet", STACK),
  "npx serverless package": () => [],
  "npx serverless rollback": () => [
    ...needs("cloudformation", "DescribeStacks CreateChangeSet ExecuteChangeSet", STACK),
    ...needs("cloudformation", "GetTemplateSummary", "*"),
  ],
  "npx serverless deploy": () => needs("cloudformation", "CreateChangeSet ExecuteChangeSet", STACK),
  "npx serverless remove": () => needs("cloudformation", "DeleteStack", STACK),
  "npm run charts -- episodes": () => [],
  "npm run charts -- recount": () => needs("dynamodb", "PutItem", LISTENS),
  "npm run charts -- register": () => needs("dynamodb", "GetItem PutItem UpdateItem", CHARTS),
  "npm run charts -- import": () => needs("dynamodb", "GetItem PutItem UpdateItem", CHARTS),
  "npm run charts -- export": () => needs("dynamodb", "BatchGetItem Scan", CHARTS),
  "npm run charts -- delete": () => needs("dynamodb", "DeleteItem", CHARTS),
  "npm run tokens -- list": () => needs("dynamodb", "Scan", TOKENS),
  "npm run tokens -- revoke": () => needs("dynamodb", "DeleteItem", TOKENS),
};

/** Finds the commands in a text: in its blocks and in the midst of a sentence. */
function findCommands(text: string): string[] {
  const lines = text.replace(/\\\n\s*/g, " ").replaceAll("$live", "performance-data-prod-charts");
  const names = /(?<![a-z])(?:aws [a-z]+ [a-z-]+|npx serverless [a-z]+|npm run (?:--silent )?\w+ -- \w+)[^\n`]*/g;
  return (lines.match(names) ?? []).map((command) => command.replace("--silent ", "").replace("-$table", "-charts"));
}

function findNeeds(command: string): Needs {
  const name = Object.keys(COMMANDS).find((one) => command === one || command.startsWith(`${one} `));
  const optionOf = (option: string) => new RegExp(`--${option} (\\S+)`).exec(command)?.[1] ?? `no --${option}`;
  // A command that nobody has listed needs a right that no policy has.
  return (name && COMMANDS[name]?.(optionOf)) || [[command, "unknown"]];
}

const EVERYDAY = ["everyday-policy"];
const BOTH = ["everyday-policy", "deployer-policy"];

/** Parts of the runbooks, each from one text to another, and the policies that they say are enough. */
const PARTS: [page: string, from: string, to: string, policies: readonly string[]][] = [
  ["alarms", "# Alarms", "", EVERYDAY],
  ["operating", "# Operating", "", EVERYDAY],
  ["privacy", "# Privacy", "## A listener asks", EVERYDAY],
  ["privacy", "## A listener asks", "", ["listener-requests-policy"]],
  ["recovering", "# Recovering", "## Restoring charts", BOTH],
  ["recovering", "## Restoring charts", "**All charts were overwritten**", EVERYDAY],
  ["recovering", "**All charts were overwritten**", "## Counting again", BOTH],
  ["recovering", "## Counting again", "## Moving to another region", EVERYDAY],
  ["recovering", "## Moving to another region", "", BOTH],
];

describe("what a runbook tells to do is allowed to whoever does it", () => {
  it.each(PARTS)("%s.md, from %j to %j", async (page, from, to, names) => {
    const text = await readFile(new URL(`../../docs/${page}.md`, import.meta.url), "utf8");
    const part = text.slice(text.indexOf(from), to ? text.indexOf(to) : undefined);
    const policies: Policy[] = await Promise.all(names.map((name) => loadPolicy(name)));
    const commands = findCommands(part);
    expect(commands).not.toEqual([]);
    const isAllowed = (action: string, resource: string) => policies.some((one) => isAllowedBy(one, action, resource));
    const refused = commands.flatMap(findNeeds).filter(([action, resource]) => !isAllowed(action, resource));
    expect(refused).toEqual([]);
  });

  it("except what nobody has listed here", () => {
    const [[action] = []] = findNeeds("aws dynamodb make-coffee --table-name x");
    expect(action).toBe("aws dynamodb make-coffee --table-name x");
  });
});
