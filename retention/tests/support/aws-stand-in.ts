/**
 * Stands in for `aws dynamodb` in the blocks of docs/operating.md, over the DynamoDB of the tests. A restore copies the table
 * that RESTORED names: the stand-in keeps no states of the past. The file PROTECTED names the tables that are protected from deletion,
 * of which that DynamoDB knows nothing.
 */
import { readFileSync, writeFileSync } from "node:fs";
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  paginateScan,
  ScanCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";

const { PROTECTED = "" } = process.env;
const [service, verb = "", ...args] = process.argv.slice(2);
const client = new DynamoDBClient();
const optionOf = (name: string) => String(args[args.indexOf(`--${name}`) + 1]);
const parse = (name: string) => JSON.parse(optionOf(name));

const COMMANDS: Readonly<Record<string, (TableName: string) => Promise<unknown>>> = {
  "update-item": (TableName) =>
    client.send(
      new UpdateItemCommand({
        TableName,
        Key: parse("key"),
        UpdateExpression: optionOf("update-expression"),
        ConditionExpression: optionOf("condition-expression"),
        ExpressionAttributeValues: parse("expression-attribute-values"),
      }),
    ),
  "restore-table-to-point-in-time": () => copy(String(process.env.RESTORED), optionOf("target-table-name")),
  wait: async (TableName) => {
    while ((await client.send(new DescribeTableCommand({ TableName }))).Table?.TableStatus !== "ACTIVE");
  },
  scan: async (TableName) => console.log((await client.send(new ScanCommand({ TableName, Select: "COUNT" }))).Count),
  "update-table": async (TableName) => {
    if (!args.includes("--no-deletion-protection-enabled")) throw new Error("The stand-in changes no other setting.");
    writeFileSync(
      PROTECTED,
      listProtected()
        .filter((name) => name !== TableName)
        .join("\n"),
    );
  },
  "delete-table": async (TableName) => {
    if (listProtected().includes(TableName)) throw new Error(`The table ${TableName} is protected from deletion.`);
    await client.send(new DeleteTableCommand({ TableName }));
  },
};

function listProtected(): string[] {
  return PROTECTED ? readFileSync(PROTECTED, "utf8").split("\n") : [];
}

async function copy(from: string, to: string): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: from }));
  const { AttributeDefinitions, KeySchema } = Table ?? {};
  await client.send(
    new CreateTableCommand({ TableName: to, AttributeDefinitions, KeySchema, BillingMode: "PAY_PER_REQUEST" }),
  );
  await COMMANDS.wait?.(to);
  for await (const { Items = [] } of paginateScan({ client }, { TableName: from }))
    for (const Item of Items) await client.send(new PutItemCommand({ TableName: to, Item }));
}

const command = COMMANDS[verb];
if (service !== "dynamodb" || !command) throw new Error(`The stand-in knows no "aws ${service} ${verb}".`);
await command(optionOf("table-name"));
